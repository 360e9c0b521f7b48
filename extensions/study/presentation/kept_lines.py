"""Lines kept from Explore, in words."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from extensions.study.club.kept_lines import OpenLine
from extensions.study.presentation.explore import first_line
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.history import MatchHistory
from presentation.matches.lines import TriedLine, continues, has_room
from presentation.phrases import labelled

MAX_MOVES = 12
"""Maximum number of a line's moves shown in a list."""


def line_opened(history: MatchHistory, opened: OpenLine, user_id: int | None = None) -> TriedLine:
    """Return a line as a user may try its moves, from where it leaves the match."""
    return line_with(first_line(history, opened.ply, user_id), opened.rest)


def kept_line_words(match: Match, opened: OpenLine, markup: Markup) -> list[str]:
    """Return a line by name and moves, and its next move if the match has followed it."""
    name = markup.strong(markup.text(opened.line.name))
    moves = _moves_words(opened.line.texts, markup)
    words = [labelled(name, moves)]
    text = opened.next_in(match)
    if text is not None:
        words.append(gettext("Next: {move}", move=markup.strong(markup.literal(text))))
    return words


def shared_words(history: MatchHistory, opened: OpenLine, name: str, markup: Markup) -> str:
    """Return a shared line from where it leaves the match: "Ada, after turn 2: a1 · a4-b4".

    :param name: the name of its owner.
    """
    values = {"name": markup.name(name), "moves": _moves_words(opened.rest, markup)}
    turn = history.turn_number(opened.ply)
    if not turn:
        return gettext("{name}, from the start: {moves}", **values)
    return gettext("{name}, after turn {number}: {moves}", number=turn, **values)


def says_words(match: Match, lines: Sequence[OpenLine], markup: Markup) -> list[str]:
    """Return the next moves of the lines that the match has followed so far, a line each."""
    return [
        gettext(
            "Your line “{name}” says {move}.",
            name=markup.text(line.line.name),
            move=markup.strong(markup.literal(text)),
        )
        for line in lines
        if (text := line.next_in(match)) is not None
    ]


def _moves_words(texts: Sequence[str], markup: Markup) -> str:
    moves = " · ".join(map(markup.literal, texts[:MAX_MOVES]))
    return f"{moves} …" if len(texts) > MAX_MOVES else moves


def line_with(line: TriedLine, texts: Sequence[str]) -> TriedLine:
    """Return the line continued by moves as texts, as far as they are legal and can be shown."""
    for text in texts:
        move = next(
            (each for each in line.position.moves() if line.position.text(each) == text), None
        )
        if move is None or not continues(line) or not has_room(line):
            break
        line = line.with_move(move)
    return line
