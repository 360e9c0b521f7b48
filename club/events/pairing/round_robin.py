"""Round robins with balanced seats: circle method for two players, cyclic design for three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

Seats = tuple[int, ...]
"""The players at a board, seat 1 first."""


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
