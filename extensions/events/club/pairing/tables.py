"""Seating of round robins, and of a round at tables of three, also as a worker process.

A worker reads and writes JSON. The seating minimises rematches, then players who get a seat again
before they have had all three, then differences in points, with random ties. Up to 15 players are
seated optimally, and of several such seatings the one that leaves the best next round is chosen.
With more players, four tables at a time are improved repeatedly.
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

Seats = tuple[int, ...]
"""The players at a board, seat 1 first."""

Table = tuple[int, int, int]
"""The players at the table, seat 1 first."""

MAX_OPTIMAL_PLAYERS = 15
"""Maximum number of players seated optimally. Each further table takes ten times as long."""

RESEATED_TABLES = 4
"""Number of tables that are reseated together."""

MAX_SWEEPS = 8
"""Maximum number of passes over neighbouring tables, which stop when nothing improves."""

MAX_ATTEMPTS = 150
"""Maximum number of attempts to reseat a table that can be improved together with random others."""

MAX_DRAWS = 20
"""Maximum number of optimal seatings that are compared by the next round."""


def everyone_once(players: Sequence[int]) -> tuple[tuple[Seats, ...], ...]:
    """Return the rounds of a single round robin, with each player's seats balanced to within one.

    In the circle method (Berger tables, FIDE Handbook C.05, annex 1), the last player stays and the
    others rotate. With an odd number of players, one sits out each round.
    """
    count = len(players) + len(players) % 2
    rounds: list[tuple[Seats, ...]] = []
    for turn in range(count - 1):
        pairs: list[Seats] = []
        for board in range(count // 2):
            one = (turn + board) % (count - 1)
            other = count - 1 if board == 0 else (turn - board) % (count - 1)
            # The fixed player alternates seats by round. The others swap seats on odd boards.
            pair = (one, other) if (turn if board == 0 else board) % 2 == 0 else (other, one)
            if max(pair) < len(players):
                pairs.append((players[pair[0]], players[pair[1]]))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def everyone_twice(players: Sequence[int]) -> tuple[tuple[Seats, ...], ...]:
    """Return the rounds of a double round robin, with each pair meeting once from each seat."""
    once = everyone_once(players)
    return once + tuple(tuple((other, one) for one, other in pairs) for pairs in once)


def tables_of_three(players: Sequence[int]) -> tuple[Seats, ...]:
    """Return tables at which each player plays each seat once, with meetings as even as possible.

    Each table is the previous one shifted by one player. With three, four or seven players, all
    pairs meet equally often.

    :param players: at least three.
    """
    count = len(players)
    second, third = _steps(count)
    return tuple(
        (
            players[first],
            players[(first + second) % count],
            players[(first + third) % count],
        )
        for first in range(count)
    )


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
    if len(seating["players"]) > MAX_OPTIMAL_PLAYERS:
        return _draw(seating, random)[0]
    best: list[Table] = []
    best_cost: int | None = None
    for _ in range(MAX_DRAWS):
        drawn, _ = _draw(seating, random)
        _, next_cost = _draw(_after(seating, drawn), random)
        if best_cost is None or next_cost < best_cost:
            best, best_cost = drawn, next_cost
        if not next_cost:
            break
    return best


def meetings(boards: Sequence[Sequence[int]]) -> Counter[frozenset[int]]:
    """Count how often each pair of players has met."""
    return Counter(frozenset(pair) for seats in boards for pair in combinations(sorted(seats), 2))


def main() -> None:
    """Read a seating and write the tables."""
    seating: Any = json.load(sys.stdin)
    json.dump(tables(seating), sys.stdout)


@cache
def _steps(count: int) -> tuple[int, int]:
    """Return the offsets of seats 2 and 3 from seat 1 that minimise the most frequent meeting."""

    def most_meetings(steps: tuple[int, int]) -> tuple[int, int]:
        tables = [{first, first + steps[0], first + steps[1]} for first in range(count)]
        met = Counter(
            frozenset((one % count, other % count))
            for table in tables
            for one, other in combinations(sorted(table), 2)
        )
        return max(met.values()), -len(met)

    return min(combinations(range(1, count), 2), key=most_meetings)


def _draw(seating: Seating, random: Random) -> tuple[list[Table], int]:
    """Return one of the best seatings that were found, at random, and its cost."""
    players = random.sample(seating["players"], len(seating["players"]))
    players.sort(key=lambda each: -each["points"])
    costs = _Costs(players, seating)
    places = range(len(players))
    groups = [(at, at + 1, at + 2) for at in places[::3]]
    if len(players) <= MAX_OPTIMAL_PLAYERS:
        groups = _cheapest(groups, costs)
    else:
        _improve(groups, costs, random)
    seated = [_seat([players[place] for place in group], random) for group in sorted(groups)]
    return seated, sum(map(costs.of, groups))


def _after(seating: Seating, drawn: Sequence[Table]) -> Seating:
    """Return the input for the round after this one, in which points don't matter."""
    met = meetings(drawn)
    for one, other, times in seating["met"]:
        met[frozenset((one, other))] += times
    seat_of = {number: seat for table in drawn for seat, number in enumerate(table)}
    players: list[Player] = []
    for player in seating["players"]:
        had = list(player["seats"])
        had[seat_of[player["number"]]] += 1
        one, two, three = had
        players.append({"number": player["number"], "points": 0, "seats": (one, two, three)})
    return {
        "players": players,
        "met": [(min(pair), max(pair), times) for pair, times in met.items()],
        "apart": seating["apart"],
        "seed": seating["seed"],
    }


# Costs of a table: per earlier meeting of two players, per pair to keep apart, and per seat that a
# player has had more often than another. The squared differences in points are added. Each
# outweighs the sum of all later ones, for up to 66 players.
_MET, _APART, _REPEATED_SEAT = 1 << 31, 1 << 24, 1 << 15

_Group = tuple[int, int, int]
"""Indices of three players in the list of players, in ascending order."""


class _Costs:
    """The costs of tables, each computed when it is first needed."""

    def __init__(self, players: Sequence[Player], seating: Seating) -> None:
        self._players = players
        self._of_pairs = [
            [(one["points"] - other["points"]) ** 2 for other in players] for one in players
        ]
        self._of_groups: dict[_Group, int] = {}
        places = {player["number"]: place for place, player in enumerate(players)}
        penalties = [(one, other, _MET * times) for one, other, times in seating["met"]]
        penalties += [(one, other, _APART) for one, other in seating["apart"]]
        for one, other, cost in penalties:
            if one in places and other in places:
                self._of_pairs[places[one]][places[other]] += cost
                self._of_pairs[places[other]][places[one]] += cost

    def of(self, group: _Group) -> int:
        """Return the cost of a table with the fairest seats."""
        cost = self._of_groups.get(group)
        if cost is None:
            cost = sum(self._of_pairs[one][other] for one, other in combinations(group, 2))
            orders = permutations([self._players[place] for place in group])
            cost += _REPEATED_SEAT * min(map(_repeated_seats, orders))
            self._of_groups[group] = cost
        return cost


def _improve(groups: list[_Group], costs: _Costs, random: Random) -> None:
    """Reseat groups of tables repeatedly while that reduces the cost."""

    def reseat(which: Sequence[int]) -> bool:
        before = [groups[at] for at in which]
        after = _cheapest(before, costs)
        for at, group in zip(which, after, strict=True):
            groups[at] = group
        return sum(map(costs.of, after)) < sum(map(costs.of, before))

    for _ in range(MAX_SWEEPS):
        groups.sort()
        has_changed = False
        for first in range(len(groups) - RESEATED_TABLES + 1):
            has_changed |= reseat(range(first, first + RESEATED_TABLES))
        if not has_changed:
            break
    for _ in range(MAX_ATTEMPTS):
        bad = [at for at, group in enumerate(groups) if costs.of(group) >= _REPEATED_SEAT]
        if not bad:
            break
        one = random.choice(bad)
        others = [at for at in range(len(groups)) if at != one]
        reseat([one, *random.sample(others, RESEATED_TABLES - 1)])


def _cheapest(groups: Sequence[_Group], costs: _Costs) -> list[_Group]:
    """Return the cheapest seating of the same players, by exhaustive search."""
    places = sorted(place for group in groups for place in group)

    def group(table: int) -> _Group:
        one, two, three = (place for at, place in enumerate(places) if table >> at & 1)
        return one, two, three

    @cache
    def cost(table: int) -> int:
        return costs.of(group(table))

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
        tables.append(group(table))
        free ^= table
    return tables


def _seat(table: Sequence[Player], random: Random) -> Table:
    """Return the players of a table in one of the fairest orders of seats."""
    orders = list(permutations(table))
    random.shuffle(orders)
    one, two, three = min(orders, key=_repeated_seats)
    return one["number"], two["number"], three["number"]


def _repeated_seats(order: Sequence[Player]) -> int:
    """Return the cost of seats that players get again before they have had all others as often."""
    return sum(
        (player["seats"][seat] - min(player["seats"])) ** 2 for seat, player in enumerate(order)
    )


if __name__ == "__main__":
    main()
