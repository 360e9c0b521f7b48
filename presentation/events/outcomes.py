"""Results of pairings as text and as marks in a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from club.events.standings import results
from club.events.standings.table import Cell
from language.texts import gettext
from presentation.phrases import ordinal
from rendering.figures.crosstable import Mark, Tone
from storage.events.rounds import Outcome

UNDER_WAY = Mark("", "open")
OWN = Mark("", "own")

_MARKS: Mapping[Outcome, Mark] = {
    results.WIN: Mark("1", "won"),
    results.DRAW: Mark("½", "drawn"),
    results.LOSS: Mark("0", "lost"),
    results.TIME_LOSS: Mark("0", "missed"),
    results.FORFEIT_WIN: Mark("+", "won"),
    results.FORFEIT_LOSS: Mark("−", "missed"),
    results.WALKOVER: Mark("½", "drawn"),
    results.BYE: Mark("+", "won"),
    results.HALF_BYE: Mark("½", "drawn"),
    results.VOID: Mark("–", "lost"),
}
"""The marks of results, except places."""

_PLACES: Mapping[Outcome, tuple[int, Tone]] = {
    results.FIRST: (1, "won"),
    results.SECOND: (2, "drawn"),
    results.THIRD: (3, "lost"),
}
"""The marks of places in a match of three."""


def outcome_words(outcome: Outcome) -> str:
    """Return a result as text: "1", "2nd"."""
    if outcome in _PLACES:
        return ordinal(_PLACES[outcome][0])
    if outcome == results.TIME_LOSS:
        return gettext("0 (time)")
    return gettext("bye") if outcome == results.BYE else _MARKS[outcome].text


def mark_of(cell: Cell) -> Mark:
    """Return a result as a mark in a crosstable."""
    if cell.outcome is None:
        return UNDER_WAY
    if cell.outcome in _PLACES:
        place, tone = _PLACES[cell.outcome]
        mark = Mark(ordinal(place), tone)
    else:
        mark = _MARKS[cell.outcome]
    return replace(mark, tone="missed") if cell.is_struck else mark
