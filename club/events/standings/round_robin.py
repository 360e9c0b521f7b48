"""The tables of round robins, one per division."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from club.events.standings.scores import ROUND_ROBIN_TIES, group_scores, places, struck_results
from club.events.standings.table import Columns, Table, Tables, ordered, row_of
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing, Round


def round_robin_tables(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> Tables:
    """Return a table per division, or one of all entrants before the first pairing."""
    struck = struck_results(entrants)
    of_division: dict[int, set[int]] = defaultdict(set)
    for pairing in pairings:
        of_division[pairing.division] |= {*pairing.seats}
    if not of_division:
        of_division[1] = {each.number for each in entrants}
    tables: list[Table] = []
    for division, numbers in sorted(of_division.items()):
        members = [each for each in entrants if each.number in numbers]
        own = [each for each in pairings if each.division == division]
        ranked = group_scores(members, own, struck)
        placed = places({number: score.key for number, score in ranked.items()})
        by_place = ordered(members, placed)
        columns = Columns(tuple(each.number for each in by_place), own, struck, by_opponent=True)
        rows = tuple(
            row_of(each, ranked.get(each.number), placed.get(each.number), columns)
            for each in by_place
        )
        tables.append(Table(division, columns.numbers, rows))
    return Tables(ROUND_ROBIN_TIES, tuple(tables), by_opponent=True)
