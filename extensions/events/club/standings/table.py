"""The tables of an event with their rows and cells, ordered by points and tie-breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from extensions.events.club.standings.results import POINTS
from extensions.events.club.standings.scores import (
    ROUND_ROBIN_TIES,
    Score,
    Struck,
    group_scores,
    places,
    struck_results,
    without_struck,
)
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing, PairingOutcome, Round


@dataclass(frozen=True, slots=True)
class Cell:
    """One pairing of an entrant, as shown in a crosstable."""

    outcome: PairingOutcome | None
    """The result code, None while the pairing is open."""
    opponents: tuple[int, ...]
    """The opponents' numbers, empty for a bye."""
    seat: int
    match_id: int | None
    is_struck: bool
    """Whether it doesn't count, because a player left after too few matches."""


@dataclass(frozen=True, slots=True)
class Row:
    """The standing of an entrant."""

    place: int | None
    """The place from 1, shared if tied. None if all results are struck."""
    entrant: Entrant
    points: int
    """The score in half points."""
    played: int
    """The number of results, including byes."""
    wins: int
    byes: int
    time_losses: int
    tie_breaks: tuple[int, ...]
    """Values in the order of `Standings.tie_breaks`. Higher is better, except for losses on time.

    Sonneborn-Berger is in quarters, Buchholz in halves.
    """
    cells: tuple[tuple[Cell, ...], ...]
    """The cells per column, usually one."""
    by_column: tuple[int | None, ...]
    """Half points per column, or None without a result."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a division or group, or of everyone."""

    division: int
    columns: tuple[int, ...]
    """Numbers of rounds, or in round robins of entrants in the order of the rows."""
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of an event."""

    tie_breaks: tuple[str, ...]
    """Codes of the tie-breaks, in the order they are applied."""
    tables: tuple[Table, ...]
    by_opponent: bool = False
    """Whether the columns are entrants, not rounds."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of an event after a round."""

    event: Event
    round: int
    """The last round included, 0 for none."""
    is_final: bool
    """Whether that round is over, so that the standings can't change."""
    tie_breaks: tuple[str, ...]
    """Codes of the tie-breaks, in the order they are applied."""
    by_opponent: bool
    """Whether the columns are entrants, not rounds."""
    tables: tuple[Table, ...]

    def row_of(self, user_id: int) -> Row | None:
        """Return the row of a user."""
        rows = (row for table in self.tables for row in table.rows)
        return next((row for row in rows if row.entrant.user_id == user_id), None)

    def shares_place(self, row: Row) -> bool:
        """Whether another row of the same table has the same place."""
        table = next(each for each in self.tables if row in each.rows)
        return sum(each.place == row.place for each in table.rows) > 1


def ordered(entrants: Sequence[Entrant], placed: Mapping[int, int]) -> list[Entrant]:
    """Return entrants by place, then by seed. Those without a place come last."""
    last = len(entrants) + 1

    def rank(each: Entrant) -> tuple[int, int, int]:
        return placed.get(each.number, last), each.seed or last, each.number

    return sorted(entrants, key=rank)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table and the pairings that fill them."""

    numbers: tuple[int, ...]
    """Numbers of rounds, or of entrants in round robins."""
    pairings: Sequence[Pairing]
    struck: Struck = frozenset()
    by_opponent: bool = False


_NOTHING = Score(0, 0, 0, 0, 0, ())


def row_of(entrant: Entrant, score: Score | None, place: int | None, columns: Columns) -> Row:
    """Return the row of an entrant.

    :param score: None if the entrant's results are struck, like `place`.
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


def round_robin_tables(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> Tables:
    """Return a table per division, or one of all entrants before the first pairing."""
    struck = struck_results(entrants)
    of_division: dict[int, set[int]] = defaultdict(set)
    for pairing in pairings:
        of_division[pairing.division] |= {*pairing.seats}
    if not of_division:
        of_division[1] = {entrant.number for entrant in entrants}
    tables: list[Table] = []
    for division, numbers in sorted(of_division.items()):
        members = [entrant for entrant in entrants if entrant.number in numbers]
        own = [each for each in pairings if each.division == division]
        ranked = group_scores(members, own, struck)
        placed = places({number: score.key for number, score in ranked.items()})
        by_place = ordered(members, placed)
        columns = Columns(
            tuple(entrant.number for entrant in by_place), own, struck, by_opponent=True
        )
        rows = tuple(
            row_of(entrant, ranked.get(entrant.number), placed.get(entrant.number), columns)
            for entrant in by_place
        )
        tables.append(Table(division, columns.numbers, rows))
    return Tables(ROUND_ROBIN_TIES, tuple(tables), by_opponent=True)


def _cells(number: int, pairing: Pairing, columns: Columns) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of an entrant for a pairing, each with its column.

    Against a struck opponent, the cell shows the result as played, which doesn't count. Against
    others, it shows what remains of the pairing.
    """
    seat = pairing.seats.index(number)
    others = tuple(each for each in pairing.seats if each != number)
    played_cell = Cell(
        None if pairing.outcomes is None else pairing.outcomes[seat],
        others,
        seat + 1,
        pairing.match_id,
        is_struck=True,
    )
    counted_pairing = without_struck(pairing, columns.struck)
    counted_cell = played_cell
    if counted_pairing is not None and number in counted_pairing.seats:
        outcome = (
            None
            if counted_pairing.outcomes is None
            else counted_pairing.outcomes[counted_pairing.seats.index(number)]
        )
        counted_cell = replace(played_cell, outcome=outcome, is_struck=False)
    if not columns.by_opponent:
        yield pairing.round, counted_cell
        return
    for other in others:
        yield other, played_cell if (other, pairing.round) in columns.struck else counted_cell


def _sum(cells: Sequence[Cell]) -> int | None:
    counted = [cell for cell in cells if not cell.is_struck]
    points = [POINTS[cell.outcome] for cell in counted if cell.outcome is not None]
    return sum(points) if points else None
