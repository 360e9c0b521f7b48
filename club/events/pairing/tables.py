"""Seating of a round at tables of three, also as a worker process: JSON in, JSON out.

It minimises rematches, then differences in points, with random ties. Each player gets the seat they
have had least often. Up to 15 players are seated optimally. With more players, four tables at a
time are improved repeatedly.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any, TypedDict

Table = tuple[int, int, int]
"""The players at the table, seat 1 first."""

MAX_OPTIMAL_PLAYERS = 15
"""Maximum number of players seated optimally. Each further table takes ten times as long."""
RESEATED_TABLES = 4
"""Number of tables that are reseated together."""
MAX_SWEEPS = 8
"""Maximum number of passes over neighbouring tables, which stop when nothing improves."""
MAX_ATTEMPTS = 300
"""Maximum number of attempts to reseat a table with a rematch together with random others."""

# Costs of two players at a table: per earlier meeting, and for a pair to keep apart. The squared
# difference in points is added. Each outweighs the sum of all later ones, for up to 66 players.
_MET, _APART = 1 << 25, 1 << 18


class Player(TypedDict):
    """A player to be seated."""

    number: int
    points: int
    """The score in half points."""
    seats: tuple[int, int, int]
    """How often they have had each seat."""


class Seating(TypedDict):
    """The input of a seating."""

    players: list[Player]
    """The players, whose number is a multiple of three."""
    met: list[tuple[int, int, int]]
    """Pairs of players and how often they have met."""
    apart: list[tuple[int, int]]
    """Pairs of players to keep apart if possible."""
    seed: int
    """The random seed."""


def tables(seating: Seating) -> list[Table]:
    """Seat all players."""
    random = Random(seating["seed"])
    players = random.sample(seating["players"], len(seating["players"]))
    players.sort(key=lambda each: -each["points"])
    costs = _costs(players, seating)
    places = range(len(players))
    groups = [tuple(places[at : at + 3]) for at in places[::3]]
    if len(players) <= MAX_OPTIMAL_PLAYERS:
        groups = _cheapest(groups, costs)
    else:
        _improve(groups, costs, random)
    return [_seat([players[place] for place in group]) for group in sorted(groups)]


def meetings(boards: Sequence[Sequence[int]]) -> Counter[frozenset[int]]:
    """Count how often each pair of players has met."""
    return Counter(frozenset(pair) for seats in boards for pair in combinations(sorted(seats), 2))


_Group = tuple[int, ...]
"""Indices of three players in the list of players."""
_Costs = list[list[int]]
"""Costs of each pair of players at a table."""


def _costs(players: Sequence[Player], seating: Seating) -> _Costs:
    costs = [[(one["points"] - other["points"]) ** 2 for other in players] for one in players]
    places = {player["number"]: place for place, player in enumerate(players)}
    penalties = [(one, other, _MET * times) for one, other, times in seating["met"]]
    penalties += [(one, other, _APART) for one, other in seating["apart"]]
    for one, other, cost in penalties:
        if one in places and other in places:
            costs[places[one]][places[other]] += cost
            costs[places[other]][places[one]] += cost
    return costs


def _improve(groups: list[_Group], costs: _Costs, random: Random) -> None:
    """Reseat groups of tables repeatedly while that reduces the cost."""

    def reseat(which: Sequence[int]) -> bool:
        before = [groups[at] for at in which]
        after = _cheapest(before, costs)
        for at, group in zip(which, after, strict=True):
            groups[at] = group
        return sum(_cost(each, costs) for each in after) < sum(
            _cost(each, costs) for each in before
        )

    for _ in range(MAX_SWEEPS):
        groups.sort()
        has_changed = False
        for first in range(len(groups) - RESEATED_TABLES + 1):
            has_changed |= reseat(range(first, first + RESEATED_TABLES))
        if not has_changed:
            break
    for _ in range(MAX_ATTEMPTS):
        bad = [at for at, group in enumerate(groups) if _cost(group, costs) >= _APART]
        if not bad:
            break
        one = random.choice(bad)
        others = [at for at in range(len(groups)) if at != one]
        reseat([one, *random.sample(others, RESEATED_TABLES - 1)])


def _cheapest(groups: Sequence[_Group], costs: _Costs) -> list[_Group]:
    """Return the cheapest seating of the same players, by exhaustive search."""
    places = sorted(place for group in groups for place in group)

    @cache
    def cost(table: int) -> int:
        return _cost([place for at, place in enumerate(places) if table >> at & 1], costs)

    @cache
    def best(free: int) -> tuple[int, int]:
        """Return the lowest cost of seating the free players, and the table of the first one."""
        if not free:
            return 0, 0
        first = free & -free
        others = [1 << at for at in range(len(places)) if (free ^ first) >> at & 1]
        return min(
            (cost(table) + best(free ^ table)[0], table)
            for table in (first | one | other for one, other in combinations(others, 2))
        )

    tables: list[_Group] = []
    free = (1 << len(places)) - 1
    while free:
        table = best(free)[1]
        tables.append(tuple(place for at, place in enumerate(places) if table >> at & 1))
        free ^= table
    return tables


def _cost(group: Sequence[int], costs: _Costs) -> int:
    return sum(costs[one][other] for one, other in combinations(group, 2))


def _seat(table: Sequence[Player]) -> Table:
    """Return the players of a table in the fairest order of seats."""

    def cost(order: Sequence[Player]) -> tuple[int, tuple[int, ...]]:
        counts = [each["seats"][seat] ** 2 for seat, each in enumerate(order)]
        return sum(counts), tuple(each["number"] for each in order)

    one, two, three = min(permutations(table), key=cost)
    return one["number"], two["number"], three["number"]


def main() -> None:
    """Read a seating and write the tables."""
    seating: Any = json.load(sys.stdin)
    json.dump(tables(seating), sys.stdout)


if __name__ == "__main__":
    main()
