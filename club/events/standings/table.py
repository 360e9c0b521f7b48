"""A table of standings: its rows in order, and what each has under each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.events.standings.results import POINTS
from club.events.standings.scores import Score
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing


@dataclass(frozen=True, slots=True)
class Cell:
    """One pairing of an entrant, as a crosstable shows it."""

    outcome: str | None
    """What they got, None as long as it runs."""
    opponents: tuple[int, ...]
    """The numbers of the others; none for a bye."""
    seat: int
    match_id: int | None
    is_struck: bool
    """Whether it doesn't count, because one of them played too little before they left."""


@dataclass(frozen=True, slots=True)
class Row:
    """How somebody stands."""

    place: int | None
    """From 1; shared by those who are level. None for whose results are struck."""
    entrant: Entrant
    points: int
    """In halves."""
    played: int
    """Results that they have, byes included."""
    wins: int
    byes: int
    time_losses: int
    tie_breaks: tuple[int, ...]
    """In the order of `Standings.tie_breaks`; the more the better, but for losses by time.
    Sonneborn-Berger is in quarters, Buchholz in halves."""
    cells: tuple[tuple[Cell, ...], ...]
    """One a column of the table: what they had there, mostly one pairing."""
    by_column: tuple[int | None, ...]
    """Half points, one a column; None where there is no result."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a division or group, or of all."""

    division: int
    columns: tuple[int, ...]
    """What the cells of a row stand under: numbers of rounds or, where everybody meets everybody,
    of entrants, in the order of the rows."""
    rows: tuple[Row, ...]


def ordered(entrants: Sequence[Entrant], placed: Mapping[int, int]) -> list[Entrant]:
    """By place, then as they were seeded; who has no place comes last."""
    last = len(entrants) + 1

    def rank(each: Entrant) -> tuple[int, int, int]:
        return placed.get(each.number, last), each.seed or last, each.number

    return sorted(entrants, key=rank)


_NOTHING = Score(0, 0, 0, 0, 0, ())


def row_of(
    entrant: Entrant,
    score: Score | None,
    place: int | None,
    columns: Sequence[int],
    pairings: Sequence[Pairing],
    out: frozenset[tuple[int, int]],
    by_opponent: bool,
) -> Row:
    found: dict[int, list[Cell]] = {column: [] for column in columns}
    for pairing in pairings:
        if entrant.number not in pairing.seats:
            continue
        seat = pairing.seats.index(entrant.number)
        others = tuple(number for number in pairing.seats if number != entrant.number)
        is_struck = any((number, pairing.round) in out for number in pairing.seats)
        outcome = None if pairing.outcomes is None else pairing.outcomes[seat]
        cell = Cell(outcome, others, seat + 1, pairing.match_id, is_struck)
        for column in others if by_opponent else (pairing.round,):
            if column in found:
                found[column].append(cell)
    score = score or _NOTHING
    cells = tuple(tuple(found[column]) for column in columns)
    return Row(
        place,
        entrant,
        score.points,
        score.played,
        score.wins,
        score.byes,
        score.time_losses,
        score.tie_breaks,
        cells,
        tuple(_sum(each) for each in cells),
    )


def _sum(cells: Sequence[Cell]) -> int | None:
    counted = [cell for cell in cells if not cell.is_struck]
    got = [POINTS[cell.outcome] for cell in counted if cell.outcome is not None]
    return sum(got) if got else None
