"""Tables of three for a round: players with about as many points, who have met as little as can be,
and each on the seats that they have had least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

Table = tuple[int, int, int]

TRIES = 60
"""Orders that are tried as long as somebody meets again, the one by points first."""
SWEEPS = 8
"""Times that each two players of different tables are exchanged where it helps."""

_MET, _APART = 1_000_000, 10_000
"""What it costs to meet again, and to sit with somebody whom one is to be kept from; beside it, the
square of the difference in points."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody to be seated."""

    number: int
    points: int
    seats: tuple[int, int, int] = (0, 0, 0)
    """How often they have had each seat."""


def tables(
    players: Sequence[Player],
    met: Mapping[frozenset[int], int],
    apart: frozenset[frozenset[int]],
    seed: int,
) -> tuple[Table, ...]:
    """Everybody at a table, seat 1 first.

    :param players: a multiple of three, the leader first.
    :param met: how often each two have met.
    :param seed: the same gives the same tables.
    """
    random = Random(seed)
    best: list[list[Player]] = []
    least = -1
    order = list(players)
    for attempt in range(TRIES):
        found = _improved([order[at : at + 3] for at in range(0, len(order), 3)], met, apart)
        cost = sum(_cost(table, met, apart) for table in found)
        if least < 0 or cost < least:
            best, least = found, cost
        if least < _APART:
            break
        # Everybody starts from elsewhere, at first not far away.
        order = sorted(players, key=lambda each: -each.points + random.gauss(0, 1 + attempt))
    return tuple(_seated(table) for table in best)


def _improved(
    groups: list[list[Player]],
    met: Mapping[frozenset[int], int],
    apart: frozenset[frozenset[int]],
) -> list[list[Player]]:
    """The same with players exchanged as long as it costs less."""
    costs = [_cost(group, met, apart) for group in groups]
    for _ in range(SWEEPS):
        has_changed = False
        for one, other in combinations(range(len(groups)), 2):
            for mine in range(3):
                for theirs in range(3):
                    if not costs[one] and not costs[other]:
                        continue
                    first, second = list(groups[one]), list(groups[other])
                    first[mine], second[theirs] = second[theirs], first[mine]
                    new = _cost(first, met, apart), _cost(second, met, apart)
                    if sum(new) < costs[one] + costs[other]:
                        groups[one], groups[other] = first, second
                        costs[one], costs[other] = new
                        has_changed = True
        if not has_changed:
            break
    return groups


def _cost(
    table: Sequence[Player], met: Mapping[frozenset[int], int], apart: frozenset[frozenset[int]]
) -> int:
    cost = 0
    for one, other in combinations(table, 2):
        pair = frozenset((one.number, other.number))
        cost += _MET * met.get(pair, 0) + _APART * (pair in apart)
        cost += (one.points - other.points) ** 2
    return cost


def _seated(table: Sequence[Player]) -> Table:
    """The order in which each has had their seat least often."""

    def cost(order: Sequence[Player]) -> tuple[int, tuple[int, ...]]:
        had = [each.seats[seat] ** 2 for seat, each in enumerate(order)]
        return sum(had), tuple(each.number for each in order)

    one, two, three = min(permutations(table), key=cost)
    return one.number, two.number, three.number


def meetings(boards: Sequence[Sequence[int]]) -> Counter[frozenset[int]]:
    """How often each two have sat at one board."""
    return Counter(frozenset(pair) for seats in boards for pair in combinations(sorted(seats), 2))
