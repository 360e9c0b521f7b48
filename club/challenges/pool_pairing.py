"""Pairing the people in the pool, as a pure function of their wishes and their history.

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
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from club.matches.changes import Agreement
from club.ratings.ratings import CENTRE
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.pool import PoolEntry, PoolSeat, Wish
from storage.database.transaction import Transaction
from storage.matches.match import Place, Terms
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import EVERYWHERE

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

PACES = ("1d", "3d", "7d")
"""The available paces, fastest first. In faster matches both have to be online at once."""

USUAL_PACE = PACES.index("3d")
MAX_AT_ONCE = 5
"""Maximum number of running matches that a person can request."""


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


async def suggestion(tx: Transaction, user_id: int) -> Wish:
    """Suggest the games that a person plays, at any pace, within their server."""
    standings = await stored_ratings.of_user(tx, user_id, EVERYWHERE)
    played = tuple(each.game for each in standings if each.game in GAMES)
    return Wish(played or tuple(GAMES), PACES[0], PACES[-1], 1, "server")


def check_wish(wish: Wish) -> None:
    """Check that a wish is valid.

    :raises Refusal: `no_games`, `paces`, `most`.
    """
    if not wish.games or not set(wish.games) <= set(GAMES):
        raise Refusal("no_games", N_("Choose at least one game."))
    ordered = wish.fastest in PACES and wish.slowest in PACES
    if not ordered or PACES.index(wish.fastest) > PACES.index(wish.slowest):
        raise Refusal("paces", N_("Choose a pace from the list."))
    if not 1 <= wish.most <= MAX_AT_ONCE:
        raise Refusal("most", N_("Choose how many matches you want from the list."))


class History:
    """The players' history of matches from the pool."""

    def __init__(self, seats: tuple[PoolSeat, ...], now: datetime) -> None:
        self.free_since: dict[int, datetime] = {}
        """When the latest match of each user ended."""
        self.days_since_match: dict[frozenset[int], float] = {}
        players: dict[int, list[int]] = {}
        for each in seats:
            if each.ended_at is not None:
                former = self.free_since.get(each.user_id, each.ended_at)
                self.free_since[each.user_id] = max(former, each.ended_at)
            players.setdefault(each.match_id, []).append(each.user_id)
            if len(players[each.match_id]) == 2:
                days = (now - each.created_at) / timedelta(days=1)
                self.days_since_match[frozenset(players[each.match_id])] = days


def seeker_of(
    entry: PoolEntry,
    ratings: Mapping[tuple[int, str], float],
    history: History,
    surplus: Mapping[str, int],
    now: datetime,
    *,
    is_outgoing: bool,
) -> Seeker:
    times = (entry.joined_at, entry.paired_at, history.free_since.get(entry.user_id))
    since = max(each for each in times if each is not None)
    return Seeker(
        user_id=entry.user_id,
        guild_id=entry.guild_id,
        ratings={game: ratings.get((entry.user_id, game), CENTRE) for game in entry.games},
        paces=(PACES.index(entry.fastest), PACES.index(entry.slowest)),
        is_outgoing=is_outgoing,
        hours_waited=max(0.0, (now - since) / timedelta(hours=1)),
        surplus=surplus,
    )


def agreement_of(
    pair: Pair, first: PoolEntry, second: PoolEntry, shared: Place | None
) -> Agreement:
    """Return the terms, places and players of the match of a pair.

    :param shared: a place that both can see, or None if each plays from their own.
    """
    game, (fastest, slowest) = GAMES[pair.game], pair.paces
    pace = PACES[min(max(USUAL_PACE, fastest), slowest)]
    if shared is not None:
        homes, places = (shared, shared), [shared]
    else:
        is_local = are_neighbours(first, second)
        homes = (
            (first.place, second.place) if is_local else (first.place_outside, second.place_outside)
        )
        # Servers come first, since a match belongs to the server of its first place.
        places = sorted(homes, key=lambda place: place.guild_id is None)
    players = [
        replace(entry.participant, home=1 + places.index(home))
        for entry, home in zip((first, second), homes, strict=True)
    ]
    terms = Terms(game.key, game.choose({}), pace)
    return Agreement(terms, places, players, from_pool=True)


def are_neighbours(first: PoolEntry, second: PoolEntry) -> bool:
    """Whether two people look for opponents in the same server."""
    return first.guild_id is not None and first.guild_id == second.guild_id


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
