"""Seats players at tables of three for a round: so that as few as can be have met, those with about
as many points together, by lot where that is the same; and each on the seat they have had least.

Up to 15 players are seated as well as can be. Among more, four tables at a time are seated as well
as can be, again and again. As a program it reads JSON and writes JSON, so that all of that is done
in a process of its own.
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
"""Who sits there, seat 1 first."""

FEW = 15
"""Players of whom the best tables of all are found; for each three more it takes ten times as
long."""
AT_ONCE = 4
"""Tables that are seated anew together, of more players."""
SWEEPS = 8
"""Times that this is done to neighbours by points, from the first to the last, while it helps."""
TRIES = 300
"""Times that it is done to a table at which somebody meets again, with others by chance."""

# What two at a table cost, each more than everything after it together, for up to 66 players: each
# time that they have met, and being kept apart; beside it, the square of the difference in points.
_MET, _APART = 1 << 25, 1 << 18


class Player(TypedDict):
    """Somebody to be seated."""

    number: int
    points: int
    """In halves."""
    seats: tuple[int, int, int]
    """How often they have had each seat."""


class Seating(TypedDict):
    """What tables depend on."""

    players: list[Player]
    """A multiple of three."""
    met: list[tuple[int, int, int]]
    """Two players, and how often they have met; those who haven't may be left out."""
    apart: list[tuple[int, int]]
    """Those who are to be kept from each other, if that is possible."""
    seed: int
    """The same gives the same tables."""


def tables(seating: Seating) -> list[Table]:
    """Everybody at a table."""
    random = Random(seating["seed"])
    players = random.sample(seating["players"], len(seating["players"]))
    players.sort(key=lambda each: -each["points"])
    costs = _costs(players, seating)
    places = range(len(players))
    groups = [tuple(places[at : at + 3]) for at in places[::3]]
    if len(players) <= FEW:
        groups = _cheapest(groups, costs)
    else:
        _improve(groups, costs, random)
    return [_seated([players[place] for place in group]) for group in sorted(groups)]


def meetings(boards: Sequence[Sequence[int]]) -> Counter[frozenset[int]]:
    """How often each two have sat at one board."""
    return Counter(frozenset(pair) for seats in boards for pair in combinations(sorted(seats), 2))


_Group = tuple[int, ...]
"""The places of three players in the list of all."""
_Costs = list[list[int]]
"""What each two cost who sit at one table."""


def _costs(players: Sequence[Player], seating: Seating) -> _Costs:
    costs = [[(one["points"] - other["points"]) ** 2 for other in players] for one in players]
    places = {player["number"]: place for place, player in enumerate(players)}
    dear = [(one, other, _MET * times) for one, other, times in seating["met"]]
    dear += [(one, other, _APART) for one, other in seating["apart"]]
    for one, other, cost in dear:
        if one in places and other in places:
            costs[places[one]][places[other]] += cost
            costs[places[other]][places[one]] += cost
    return costs


def _improve(groups: list[_Group], costs: _Costs, random: Random) -> None:
    """Seat some tables anew again and again, as long as it helps."""

    def reseat(which: Sequence[int]) -> bool:
        before = [groups[at] for at in which]
        after = _cheapest(before, costs)
        for at, group in zip(which, after, strict=True):
            groups[at] = group
        return sum(_cost(each, costs) for each in after) < sum(
            _cost(each, costs) for each in before
        )

    for _ in range(SWEEPS):
        groups.sort()
        has_changed = False
        for first in range(len(groups) - AT_ONCE + 1):
            has_changed |= reseat(range(first, first + AT_ONCE))
        if not has_changed:
            break
    for _ in range(TRIES):
        bad = [at for at, group in enumerate(groups) if _cost(group, costs) >= _APART]
        if not bad:
            break
        one = random.choice(bad)
        others = [at for at in range(len(groups)) if at != one]
        reseat([one, *random.sample(others, AT_ONCE - 1)])


def _cheapest(groups: Sequence[_Group], costs: _Costs) -> list[_Group]:
    """The same players at the tables that cost least together, found by looking at all."""
    everybody = sorted(place for group in groups for place in group)

    @cache
    def cost(table: int) -> int:
        return _cost([place for at, place in enumerate(everybody) if table >> at & 1], costs)

    @cache
    def best(free: int) -> tuple[int, int]:
        """What all tables of those who are free cost, and the table of the first of them."""
        if not free:
            return 0, 0
        first = free & -free
        others = [1 << at for at in range(len(everybody)) if (free ^ first) >> at & 1]
        return min(
            (cost(table) + best(free ^ table)[0], table)
            for table in (first | one | other for one, other in combinations(others, 2))
        )

    found: list[_Group] = []
    free = (1 << len(everybody)) - 1
    while free:
        table = best(free)[1]
        found.append(tuple(place for at, place in enumerate(everybody) if table >> at & 1))
        free ^= table
    return found


def _cost(group: Sequence[int], costs: _Costs) -> int:
    return sum(costs[one][other] for one, other in combinations(group, 2))


def _seated(table: Sequence[Player]) -> Table:
    """The order in which each has had their seat least often."""

    def cost(order: Sequence[Player]) -> tuple[int, tuple[int, ...]]:
        had = [each["seats"][seat] ** 2 for seat, each in enumerate(order)]
        return sum(had), tuple(each["number"] for each in order)

    one, two, three = min(permutations(table), key=cost)
    return one["number"], two["number"], three["number"]


def main() -> None:
    """Read who is to be seated, write the tables."""
    seating: Any = json.load(sys.stdin)
    json.dump(tables(seating), sys.stdout)


if __name__ == "__main__":
    main()
