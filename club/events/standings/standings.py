"""Standings of an event: a pure function of who takes part and of what each pairing came to.

Points first; then, among those who are level: what they made of each other, if all of them have
met; Sonneborn-Berger where everybody meets everybody, else Buchholz without the worst (FIDE
Handbook C.07); wins; fewer losses by time. Whoever is still level shares a place.

Standings after a round look at nothing that happened later, so they never change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from club.events.standings.scores import (
    ROUND_ROBIN_TIES,
    SWISS_TIES,
    TIME_LOSSES,
    TOUR_TIES,
    WINS,
    Score,
    group_scores,
    places,
    scores,
    struck,
)
from club.events.standings.table import Row, Table, ordered, row_of
from club.events.standings.tour_points import tour_points
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing, Round


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
        """Where somebody stands."""
        rows = (row for table in self.tables for row in table.rows)
        return next((row for row in rows if row.entrant.user_id == user_id), None)

    def shares_place(self, row: Row) -> bool:
        """Whether somebody of the same table is level with whoever has this row."""
        table = next(each for each in self.tables if row in each.rows)
        return sum(each.place == row.place for each in table.rows) > 1


def standings(
    event: Event,
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    pairings: Sequence[Pairing],
    after: int | None = None,
) -> Standings:
    """How an event stands.

    :param after: the number of a round, to see how it stood when that was over; None for now.
    """
    last = len(rounds) if after is None else min(after, len(rounds))
    known = [each for each in rounds if each.number <= last]
    counted = [each for each in pairings if each.round <= last]
    seated = {number for pairing in counted for number in pairing.seats}
    there = [
        each
        for each in entrants
        if each.number in seated or (each.is_in and each.first_round <= max(1, last))
    ]
    is_over = bool(known) and known[-1].over_at is not None
    is_final = is_over and (after is not None or event.is_over)
    tie_breaks, by_opponent, tables = _TABLES[event.format](there, known, counted)
    return Standings(event, last, is_final, tie_breaks, by_opponent, tables)


_Tables = tuple[tuple[str, ...], bool, tuple[Table, ...]]


def _round_robin(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    """A table a division."""
    out = struck(entrants, pairings, rounds)
    of_division: dict[int, set[int]] = defaultdict(set)
    for pairing in pairings:
        of_division[pairing.division] |= {*pairing.seats}
    if not of_division:
        of_division[1] = {each.number for each in entrants}
    tables: list[Table] = []
    for division, numbers in sorted(of_division.items()):
        members = [each for each in entrants if each.number in numbers]
        own = [each for each in pairings if each.division == division]
        ranked = group_scores(members, own, out)
        placed = places({number: score.key for number, score in ranked.items()})
        by_place = ordered(members, placed)
        columns = tuple(each.number for each in by_place)
        rows = tuple(
            row_of(each, ranked.get(each.number), placed.get(each.number), columns, own, out, True)
            for each in by_place
        )
        tables.append(Table(division, columns, rows))
    return ROUND_ROBIN_TIES, True, tuple(tables)


def _swiss(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    columns = tuple(each.number for each in rounds)
    ranked = scores((each.number for each in entrants), pairings, SWISS_TIES)
    placed = places({number: score.key for number, score in ranked.items()})
    rows = tuple(
        row_of(
            each,
            ranked[each.number],
            placed[each.number],
            columns,
            pairings,
            frozenset(),
            False,
        )
        for each in ordered(entrants, placed)
    )
    return SWISS_TIES, False, (Table(1, columns, rows),)


def _ladder(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    """By the places that are kept while it runs."""
    ranked = scores((each.number for each in entrants), pairings, (WINS, TIME_LOSSES))
    placed = {each.number: each.place for each in entrants if each.place is not None}
    rows = tuple(
        row_of(each, ranked[each.number], placed.get(each.number), (), pairings, frozenset(), False)
        for each in ordered(entrants, placed)
        if each.number in placed
    )
    return (WINS, TIME_LOSSES), False, (Table(1, (), rows),)


def _tour(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    columns = tuple(each.number for each in rounds)
    made = tour_points(entrants, rounds, pairings)
    plain = scores((each.number for each in entrants), pairings, (WINS, TIME_LOSSES))
    ranked: dict[int, Score] = {}
    for each in entrants:
        own, of_rounds = plain[each.number], made.get(each.number, {})
        points = sum(got for got, _ in of_rounds.values())
        firsts = sum(is_first for _, is_first in of_rounds.values())
        ties = (firsts, own.wins, own.time_losses)
        ranked[each.number] = Score(points, own.played, own.wins, own.byes, own.time_losses, ties)
    placed = places({number: score.key for number, score in ranked.items()})
    rows: list[Row] = []
    for each in ordered(entrants, placed):
        row = row_of(
            each,
            ranked[each.number],
            placed[each.number],
            columns,
            pairings,
            struck(entrants, pairings, rounds),
            False,
        )
        got = made.get(each.number, {})
        by_column = tuple(got[column][0] if column in got else None for column in columns)
        rows.append(replace(row, by_column=by_column))
    return TOUR_TIES, False, (Table(1, columns, tuple(rows)),)


_TABLES = {
    "cup": _round_robin,
    "league": _round_robin,
    "swiss": _swiss,
    "ladder": _ladder,
    "tour": _tour,
}
