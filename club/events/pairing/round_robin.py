"""Everybody against everybody: by the circle method where two sit at a board, by a cyclic design
where three do. Seats are shared out evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

Seats = tuple[int, ...]
"""Who sits at a board, seat 1 first."""


def everybody_once(players: Sequence[int]) -> tuple[tuple[Seats, ...], ...]:
    """The rounds in which each two players meet once; nobody has one seat more than once more
    often than the other.

    The circle method (Berger tables, FIDE Handbook C.05, annex 1): the last player stays, the
    others go round. With an odd number somebody is left over in each round.
    """
    count = len(players) + len(players) % 2
    rounds: list[tuple[Seats, ...]] = []
    for turn in range(count - 1):
        pairs: list[Seats] = []
        for board in range(count // 2):
            one = (turn + board) % (count - 1)
            other = count - 1 if board == 0 else (turn - board) % (count - 1)
            # Who stays changes seats from round to round; of the others, those of odd boards.
            pair = (one, other) if (turn if board == 0 else board) % 2 == 0 else (other, one)
            if max(pair) < len(players):
                pairs.append((players[pair[0]], players[pair[1]]))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def everybody_twice(players: Sequence[int]) -> tuple[tuple[Seats, ...], ...]:
    """The rounds in which each two players meet twice, once on either seat."""
    once = everybody_once(players)
    return once + tuple(tuple((other, one) for one, other in pairs) for pairs in once)


def tables_of_three(players: Sequence[int]) -> tuple[Seats, ...]:
    """Tables at which each player sits three times, once on each seat, and meets the others as
    evenly as can be.

    Each table is the one before it with everybody one player further on. With three, four and
    seven players all meet equally often.

    :param players: three or more.
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
    """By how many players the second and the third of a table come after the first, so that those
    who meet most often meet as seldom as can be."""

    def most_meetings(steps: tuple[int, int]) -> tuple[int, int]:
        tables = [{first, first + steps[0], first + steps[1]} for first in range(count)]
        met = Counter(
            frozenset((one % count, other % count))
            for table in tables
            for one, other in combinations(sorted(table), 2)
        )
        return max(met.values()), -len(met)

    return min(combinations(range(1, count), 2), key=most_meetings)
