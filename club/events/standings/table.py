"""The tables of an event: their rows in order, and what each has under each column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from club.events.standings.results import POINTS
from club.events.standings.scores import Score, Struck, remaining
from storage.events.entrants import Entrant
from storage.events.events import Event
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


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of an event, as its format makes them."""

    tie_breaks: tuple[str, ...]
    """Codes, in the order in which they are looked at."""
    tables: tuple[Table, ...]
    by_opponent: bool = False
    """Whether the columns are entrants, not rounds."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How an event stands after a round, or stood."""

    event: Event
    round: int
    """The last one that is looked at, 0 for none."""
    is_final: bool
    """Whether that round is over, so that nothing of this changes any more."""
    tie_breaks: tuple[str, ...]
    """Codes, in the order in which they are looked at."""
    by_opponent: bool
    """Whether the columns are entrants, not rounds."""
    tables: tuple[Table, ...]

    def row_of(self, user_id: int) -> Row | None:
        """Where a user stands."""
        rows = (row for table in self.tables for row in table.rows)
        return next((row for row in rows if row.entrant.user_id == user_id), None)

    def shares_place(self, row: Row) -> bool:
        """Whether another row of the same table has the same place."""
        table = next(each for each in self.tables if row in each.rows)
        return sum(each.place == row.place for each in table.rows) > 1


def ordered(entrants: Sequence[Entrant], placed: Mapping[int, int]) -> list[Entrant]:
    """By place, then as they were seeded; who has no place comes last."""
    last = len(entrants) + 1

    def rank(each: Entrant) -> tuple[int, int, int]:
        return placed.get(each.number, last), each.seed or last, each.number

    return sorted(entrants, key=rank)


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a table are filled from."""

    numbers: tuple[int, ...]
    """Of rounds, or of entrants if everybody meets everybody."""
    pairings: Sequence[Pairing]
    struck: Struck = frozenset()
    by_opponent: bool = False


_NOTHING = Score(0, 0, 0, 0, 0, ())


def row_of(entrant: Entrant, score: Score | None, place: int | None, columns: Columns) -> Row:
    """Return the row of an entrant.

    :param score: None if their results are struck, as `place`.
    """
    by_column: dict[int, list[Cell]] = {number: [] for number in columns.numbers}
    for pairing in columns.pairings:
        if entrant.number in pairing.seats:
            for number, cell in _cells(entrant.number, pairing, columns):
                if number in by_column:
                    by_column[number].append(cell)
    score = score or _NOTHING
    cells = tuple(tuple(by_column[number]) for number in columns.numbers)
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


def _cells(number: int, pairing: Pairing, columns: Columns) -> Iterator[tuple[int, Cell]]:
    """What an entrant has of a pairing, each with its column.

    Under an opponent whose results are struck stands what was played, which doesn't count; under
    another, what is left of it.
    """
    seat = pairing.seats.index(number)
    others = tuple(each for each in pairing.seats if each != number)
    played = Cell(
        None if pairing.outcomes is None else pairing.outcomes[seat],
        others,
        seat + 1,
        pairing.match_id,
        is_struck=True,
    )
    left = remaining(pairing, columns.struck)
    counts = played
    if left is not None and number in left.seats:
        outcome = None if left.outcomes is None else left.outcomes[left.seats.index(number)]
        counts = replace(played, outcome=outcome, is_struck=False)
    if not columns.by_opponent:
        yield pairing.round, counts
        return
    for other in others:
        yield other, played if (other, pairing.round) in columns.struck else counts


def _sum(cells: Sequence[Cell]) -> int | None:
    counted = [cell for cell in cells if not cell.is_struck]
    got = [POINTS[cell.outcome] for cell in counted if cell.outcome is not None]
    return sum(got) if got else None
