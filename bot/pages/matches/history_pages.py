"""The private pages on which somebody steps through a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.matches.cards import BOARD
from bot.pages.matches.playthrough import Course
from bot.pages.page import (
    LONGEST_OPTION,
    MOST_OPTIONS,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    Picture,
)
from presentation.pictures import drawn
from rendering import Scene, alt_text, draw
from rules.language import gettext, ngettext
from rules.listing import listed, row_of
from rules.record import in_turns
from rules.replay import Played

FIRST, LAST = "first", "last"
"""Where a step can lead besides to a ply."""

FEW_TURNS = 4
"""Matches of no more turns are stepped through without a menu."""

TURNS_BEFORE = 4
"""Turns that are told again before the one that is shown."""

NEAR = 4
"""Turns on either side of the present one that the menu of a long match names each."""


async def history_page(course: Course, ply: int, width: int) -> Page:
    """The board after so many moves, what led to it, and the ways to others."""
    ply = course.within(ply)
    blocks: list[Block] = [_words(course, ply), await picture_of(course.scene(ply), width)]
    blocks.append(_steps(course, ply))
    if len(turns := in_turns(course.played)) > FEW_TURNS:
        blocks.append(_menu(course, turns, course.turn_number(ply)))
    blocks.append(_further(course, ply))
    if course.document is not None:
        blocks.append(course.document)
    return Page(tuple(blocks))


async def picture_of(scene: Scene, width: int) -> Picture:
    """A scene as a picture of a page."""
    return Picture(BOARD, alt_text(scene), await drawn(draw, scene, width))


def _words(course: Course, ply: int) -> str:
    lines = [f"### {course.title}", course.players_words()]
    if course.remarks:
        lines.append(f"-# {course.remarks}")
    count = len(in_turns(course.played))
    if ply == 0:
        lines.append(
            ngettext(
                "**The beginning**, before the first of {count} turn.",
                "**The beginning**, before the first of {count} turns.",
                count,
            )
        )
    else:
        lines.append(f"{_place_words(course, ply, count)} · {_turn_words(course, ply)}")
        before = in_turns(course.played[:ply])[:-1]
        first = max(0, len(before) - TURNS_BEFORE)
        told = [
            f"{number}. {_brief(course.name_of(turn[0].seat), turn)}"
            for number, turn in enumerate(before[first:], start=first + 1)
        ]
        if told:
            lines.append(gettext("-# Before: {turns}", turns=" · ".join(told)))
    if ply == course.last_ply:
        lines.append(f"**{course.ending}**" if course.is_over else _to_move(course))
    return "\n".join(lines)


def _place_words(course: Course, ply: int, count: int) -> str:
    """Which turn this is out of how many, and which move where turns have several."""
    turn, last = course.turn_number(ply), course.last_ply
    if count == last:
        return gettext("**Turn {turn} of {turns}**", turn=turn, turns=count)
    return gettext(
        "**Turn {turn} of {turns}**, move {move} of {moves}",
        turn=turn,
        turns=count,
        move=ply,
        moves=last,
    )


def _to_move(course: Course) -> str:
    seat = course.position(course.last_ply).to_move
    if seat is None:
        return ""
    name = course.name_of(seat)
    if course.document is not None:
        return gettext("{name} was to move when this was exported.", name=name)
    return gettext("{name} is to move; the match goes on.", name=name)


def _turn_words(course: Course, ply: int) -> str:
    turn = course.last_turn(ply)
    name = course.name_of(turn[0].seat)
    if turn[0].left is not None:
        if turn[0].cause == "times out":
            return gettext("{name} ran out of time.", name=name)
        return gettext("{name} left the match.", name=name)
    moves = listed([f"**{each.text}**" for each in turn])
    if ply - len(turn) in course.beforehand:
        return gettext("{name} replied {moves} (planned).", name=name, moves=moves)
    return gettext("{name} played {moves}.", name=name, moves=moves)


def _brief(name: str, turn: Sequence[Played]) -> str:
    """ "Ada f5-j7", of a player or a seat in a list."""
    if turn[0].left is None:
        return f"{name} {row_of([each.text for each in turn])}"
    if turn[0].cause == "times out":
        return gettext("{name} ran out of time", name=name)
    return gettext("{name} left the match", name=name)


def _steps(course: Course, ply: int) -> tuple[Button, ...]:
    source = course.source
    is_first, is_last = ply == 0, ply == course.last_ply
    is_all = course.is_over or course.document is not None
    return (
        Button(gettext("⏮ First"), control("step", source, FIRST), disabled=is_first),
        Button(gettext("◀ Back"), control("step", source, ply - 1), disabled=is_first),
        Button(gettext("Forward ▶"), control("step", source, ply + 1), disabled=is_last),
        # While the match goes on there may be a later move by the time of the click.
        Button(gettext("Last ⏭"), control("step", source, LAST), disabled=is_last and is_all),
    )


def _menu(course: Course, turns: Sequence[Sequence[Played]], present: int) -> Menu:
    """Turns to go to: all, or of a long match those nearby and some of the others."""
    ends = [0]
    for turn in turns:
        ends.append(ends[-1] + len(turn))
    seats = [gettext(name) for name in course.game.seat_names(course.options)]
    return Menu(
        control("jump", course.source),
        gettext("Go to a turn"),
        tuple(
            MenuChoice(
                f"{number}. {_brief(seats[turn[0].seat - 1], turn)}"[:LONGEST_OPTION],
                str(ends[number]),
                chosen=number == present,
            )
            for number in numbers_to_choose(present, len(turns))
            for turn in [turns[number - 1]]
        ),
    )


def numbers_to_choose(present: int, count: int, most: int = MOST_OPTIONS) -> list[int]:
    """At most `most` of the numbers from 1 to `count`: all around the present one, the first, the
    last, and others at even distances."""
    if count <= most:
        return list(range(1, count + 1))
    near = range(max(1, present - NEAR), min(count, present + NEAR) + 1)
    apart = most - len(near) - 1
    return sorted({*near, *(1 + step * (count - 1) // apart for step in range(apart + 1))})


def _further(course: Course, ply: int) -> tuple[Button, ...]:
    source = course.source
    over = course.position(ply).to_move is None
    buttons = [
        Button(gettext("Explore"), control("explore", source, ply), disabled=over),
        Button(gettext("Animation"), control("animate", source)),
    ]
    if course.document is None:
        buttons.append(Button(gettext("Export"), control("export", source)))
    if course.address is not None:
        buttons.append(Button(gettext("Board"), course.address))
    return tuple(buttons)
