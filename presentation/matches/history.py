"""The history of a match in words, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from language.lists import listed, row_of
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.matches.playthrough import Course
from rules.record import in_turns
from rules.replay import Played

TURNS_BEFORE = 4
"""Number of earlier turns listed with the current one."""


def moment_words(course: Course, ply: int, markup: Markup) -> str:
    """Return the number of a turn, and what was played in it."""
    count = len(in_turns(course.played))
    if ply == 0:
        beginning = markup.strong(gettext("Start"))
        return ngettext(
            "{beginning} · before the first of {count} turn",
            "{beginning} · before the first of {count} turns",
            count,
            beginning=beginning,
        )
    return f"{_place_words(course, ply, count, markup)} · {_turn_words(course, ply, markup)}"


def earlier_turns_words(course: Course, ply: int) -> str:
    """Return the turns before the one of this ply, if any."""
    before = in_turns(course.played[:ply])[:-1]
    first = max(0, len(before) - TURNS_BEFORE)
    turns = [
        f"{number}. {brief_turn(course.name_of(turn[0].seat), turn)}"
        for number, turn in enumerate(before[first:], start=first + 1)
    ]
    return gettext("Before: {turns}", turns=" · ".join(turns)) if turns else ""


def end_words(course: Course, markup: Markup) -> str:
    """Return how the match ended, or who is to move."""
    if course.ending is not None:
        return markup.strong(course.ending)
    seat = course.position(course.last_ply).to_move
    if seat is None:
        return ""
    name = course.name_of(seat)
    if course.file is not None:
        return gettext("{name} was to move when this was exported.", name=name)
    return gettext("{name} is to move. The match is still in progress.", name=name)


def brief_turn(name: str, turn: Sequence[Played]) -> str:
    """ "Ada f5-j7", with the name of a player or a seat."""
    if turn[0].left is None:
        return f"{name} {row_of([each.text for each in turn])}"
    if turn[0].cause == "times out":
        return gettext("{name} ran out of time", name=name)
    return gettext("{name} left the match", name=name)


def _place_words(course: Course, ply: int, count: int, markup: Markup) -> str:
    """Return the number of a turn, and of the move if turns have several moves."""
    turn = gettext("Turn {turn} of {turns}", turn=course.turn_number(ply), turns=count)
    if count == course.last_ply:
        return markup.strong(turn)
    return gettext(
        "{turn}, move {move} of {moves}",
        turn=markup.strong(turn),
        move=ply,
        moves=course.last_ply,
    )


def _turn_words(course: Course, ply: int, markup: Markup) -> str:
    turn = course.last_turn(ply)
    name = course.name_of(turn[0].seat)
    if turn[0].left is not None:
        if turn[0].cause == "times out":
            return gettext("{name} ran out of time.", name=name)
        return gettext("{name} left the match.", name=name)
    moves = listed([markup.strong(each.text) for each in turn])
    if ply - len(turn) in course.beforehand:
        return gettext("{name} replied with {moves} (conditional move).", name=name, moves=moves)
    return gettext("{name} played {moves}.", name=name, moves=moves)
