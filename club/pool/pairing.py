"""Pairing the people in the pool, as a pure function.

Those who have waited longest choose first. Each gets the opponent at the shortest distance, which
is the difference of their ratings in a common game, plus surcharges for a recent opponent, and if
both have already moved first more often than second in this game, or both less often. The accepted
distance grows with the waiting time of either, so no one with a possible opponent waits forever.

For each game, people stand in lines by rating: one line per server, and one for all who play
outside their server. A line is searched in both directions from a person's place, so the time is
proportional to the number of people, not of pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

INITIAL_DISTANCE = 150.0
"""The distance accepted without waiting, in points."""
DISTANCE_PER_HOUR = 25.0
"""Growth of the accepted distance per hour of waiting."""
REPEAT_PENALTY = 1000.0
"""The surcharge for two players who have just met, in points."""
REPEAT_PENALTY_DAYS = 30.0
"""Days after which a former opponent has no surcharge."""

SEAT_PENALTY = 3000.0
"""The surcharge for each match by which someone's seats would become uneven, in points.

So two people who have both moved first more often wait nearly five days for someone else.
"""

UserPair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Seeker:
    """A person in the pool."""

    user_id: int
    guild_id: int | None
    """Their server, or None if they only play people from other servers."""
    ratings: Mapping[str, float]
    """Their rating in each game that they want to play."""
    paces: tuple[int, int]
    """The fastest and the slowest pace, as numbers in order."""
    is_outgoing: bool
    """Whether they may meet people from other servers."""
    hours_waited: float
    """Waiting time in hours."""
    surplus: Mapping[str, int] = field(default_factory=dict[str, int])
    """In each game, matches in which they moved first, minus those in which opponents did."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people to play a match."""

    first: int
    """The user who moves first."""
    second: int
    game: str
    paces: tuple[int, int]
    """The paces that suit both."""
    distance: float
    """The difference of their ratings."""


class _Line:
    """People by rating. They leave when paired."""

    def __init__(self, people: Sequence[tuple[float, int]]) -> None:
        self.ratings = [rating for rating, _ in people]
        self.people = [number for _, number in people]
        self.place = {number: at for at, number in enumerate(self.people)}
        self._up = list(range(1, len(people) + 1))
        self._down = list(range(-1, len(people) - 1))

    def remove(self, number: int) -> None:
        at = self.place[number]
        up, down = self._up[at], self._down[at]
        if down >= 0:
            self._up[down] = up
        if up < len(self.people):
            self._down[up] = down

    def nearest(self, number: int) -> Iterator[tuple[float, int]]:
        """Yield the others by the difference of their ratings."""
        at = self.place[number]
        rating, up, down = self.ratings[at], self._up[at], self._down[at]
        while True:
            above = self.ratings[up] - rating if up < len(self.people) else None
            below = rating - self.ratings[down] if down >= 0 else None
            if above is not None and (below is None or above <= below):
                yield above, self.people[up]
                up = self._up[up]
            elif below is not None:
                yield below, self.people[down]
                down = self._down[down]
            else:
                return


def pairs(
    seekers: Sequence[Seeker],
    blocked: Collection[UserPair] = (),
    days_since_match: Mapping[UserPair, float] | None = None,
) -> list[Pair]:
    """Return the pairs. Everyone is paired at most once.

    :param seekers: the people in the pool.
    :param blocked: pairs of users who must not meet.
    :param days_since_match: days since two users started their latest match.
    """
    lines = _lines(seekers)
    free = [True] * len(seekers)
    result: list[Pair] = []
    order = sorted(
        range(len(seekers)), key=lambda each: (-seekers[each].hours_waited, seekers[each].user_id)
    )
    for number in order:
        if not free[number]:
            continue
        best = _best(number, seekers, lines, blocked, days_since_match or {})
        if best is None:
            continue
        other, game, distance = best
        result.append(_paired(seekers[number], seekers[other], game, distance))
        for each in (number, other):
            free[each] = False
            for line in _lines_of(seekers[each], lines):
                line[1].remove(each)
    return result


def accepted(one: Seeker, other: Seeker) -> float:
    """Return the distance that two people accept at the moment."""
    return INITIAL_DISTANCE + DISTANCE_PER_HOUR * max(one.hours_waited, other.hours_waited)


def _lines(seekers: Sequence[Seeker]) -> dict[tuple[str, int | None], _Line]:
    people: dict[tuple[str, int | None], list[tuple[float, int]]] = {}
    for number, seeker in enumerate(seekers):
        for game, rating in seeker.ratings.items():
            for server in _meets_in(seeker):
                people.setdefault((game, server), []).append((rating, number))
    return {key: _Line(sorted(each)) for key, each in people.items()}


def _lines_of(
    seeker: Seeker, lines: Mapping[tuple[str, int | None], _Line]
) -> Iterator[tuple[str, _Line]]:
    for game in seeker.ratings:
        for server in _meets_in(seeker):
            yield game, lines[game, server]


def _meets_in(seeker: Seeker) -> list[int | None]:
    """Return a person's lines: that of their server, and None for all servers."""
    servers: list[int | None] = [] if seeker.guild_id is None else [seeker.guild_id]
    return [*servers, None] if seeker.is_outgoing else servers


def _best(
    number: int,
    seekers: Sequence[Seeker],
    lines: Mapping[tuple[str, int | None], _Line],
    blocked: Collection[UserPair],
    days_since_match: Mapping[UserPair, float],
) -> tuple[int, str, float] | None:
    """Return the best opponent, the game, and the difference of the ratings."""
    own, best, least = seekers[number], None, float("inf")
    for game, line in _lines_of(own, lines):
        for distance, other in line.nearest(number):
            if distance >= least or distance > accepted(own, own):
                break
            opponent = seekers[other]
            two = frozenset((own.user_id, opponent.user_id))
            if _common(own, opponent) is None or two in blocked:
                continue
            penalty = _penalty(days_since_match.get(two)) + _seat_penalty(own, opponent, game)
            cost = distance + penalty
            if cost < least and cost <= accepted(own, opponent):
                least, best = cost, (other, game, distance)
    return best


def _penalty(days: float | None) -> float:
    if days is None:
        return 0.0
    return REPEAT_PENALTY * max(0.0, 1 - days / REPEAT_PENALTY_DAYS)


def _seat_penalty(one: Seeker, other: Seeker, game: str) -> float:
    """Return the surcharge if either player would get a seat more than once too often."""
    first, second = one.surplus.get(game, 0), other.surplus.get(game, 0)
    return SEAT_PENALTY * min(abs(first), abs(second)) if first * second > 0 else 0.0


def _common(one: Seeker, other: Seeker) -> tuple[int, int] | None:
    """Return the paces that suit both, or None."""
    fastest, slowest = (
        max(one.paces[0], other.paces[0]),
        min(one.paces[1], other.paces[1]),
    )
    return (fastest, slowest) if fastest <= slowest else None


def _paired(one: Seeker, other: Seeker, game: str, distance: float) -> Pair:
    """Return a pair. The one who moved first less often in it, or waited longer, moves first."""
    paces = _common(one, other)
    assert paces is not None
    surplus, of_other = one.surplus.get(game, 0), other.surplus.get(game, 0)
    first, second = (one, other) if surplus <= of_other else (other, one)
    return Pair(first.user_id, second.user_id, game, paces, distance)
