"""Pairing the people in the pool, as a pure function of their wishes and their history.

Those who have waited longest choose first. Each gets the opponent at the shortest distance, which
is the difference of their ratings in a common game, plus surcharges for a recent opponent, and if
both have already moved first more often than second in this game, or both less often. The accepted
distance grows with the waiting time, so no one with a possible opponent waits forever. Among
opponents at the same distance, the one who has waited longest is chosen.

People who answer about equally fast go together where ratings allow: a different rhythm costs less
than a difference of ratings that matters, and it never makes anyone wait.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from club.matches.changes import Agreement
from club.ratings.ratings import CENTRE
from extensions.pool.storage import PoolEntry, PoolSeat, Wish
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
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

RHYTHM_PENALTY = 5.0
"""The surcharge for each step between the times in which two people usually answer, in points.

At most these are 40, a fraction of the distance that is accepted without waiting.
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
    rhythm: int | None = None
    """How fast they usually answer, as the number of a step, or None if unknown."""


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
    waiting = sorted(seekers, key=lambda each: (-each.hours_waited, each.user_id))
    result: list[Pair] = []
    while waiting:
        own = waiting.pop(0)
        options = _options(own, waiting, blocked, days_since_match or {})
        best = min(options, key=lambda option: option.cost, default=None)
        if best is not None:
            waiting.remove(best.opponent)
            result.append(_paired(own, best))
    return result


async def suggestion(tx: Transaction, user_id: int) -> Wish:
    """Suggest the games that a person plays, at any pace, within their server."""
    standings = await stored_ratings.of_user(tx, user_id, EVERYWHERE)
    played = tuple(standing.game for standing in standings if standing.game in GAMES)
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
        for seat in seats:
            if seat.ended_at is not None:
                former = self.free_since.get(seat.user_id, seat.ended_at)
                self.free_since[seat.user_id] = max(former, seat.ended_at)
            players.setdefault(seat.match_id, []).append(seat.user_id)
            if len(players[seat.match_id]) == 2:
                days = (now - seat.created_at) / timedelta(days=1)
                self.days_since_match[frozenset(players[seat.match_id])] = days


def seeker_of(
    entry: PoolEntry,
    ratings: Mapping[tuple[int, str], float],
    history: History,
    surplus: Mapping[str, int],
    now: datetime,
    *,
    is_outgoing: bool,
    rhythm: int | None,
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
        rhythm=rhythm,
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


@dataclass(frozen=True, slots=True)
class _Option:
    """An opponent in a game."""

    opponent: Seeker
    game: str
    distance: float
    """The difference of the ratings."""
    cost: float
    """The distance with surcharges."""


def _options(
    own: Seeker,
    others: Sequence[Seeker],
    blocked: Collection[UserPair],
    days_since_match: Mapping[UserPair, float],
) -> Iterator[_Option]:
    """Yield the accepted opponents of someone among others who have not waited longer."""
    accepted = INITIAL_DISTANCE + DISTANCE_PER_HOUR * own.hours_waited
    for other in others:
        two = frozenset((own.user_id, other.user_id))
        if not _may_meet(own, other) or two in blocked:
            continue
        penalty = _penalty(days_since_match.get(two))
        for game in (game for game in own.ratings if game in other.ratings):
            distance = abs(own.ratings[game] - other.ratings[game])
            cost = distance + penalty + _seat_penalty(own, other, game)
            if cost <= accepted:
                yield _Option(other, game, distance, cost + _rhythm_penalty(own, other))


def _may_meet(one: Seeker, other: Seeker) -> bool:
    """Whether two people look for opponents in the same places, at a common pace."""
    is_local = one.guild_id is not None and one.guild_id == other.guild_id
    is_in_reach = is_local or (one.is_outgoing and other.is_outgoing)
    return is_in_reach and _common(one, other) is not None


def _penalty(days: float | None) -> float:
    if days is None:
        return 0.0
    return REPEAT_PENALTY * max(0.0, 1 - days / REPEAT_PENALTY_DAYS)


def _seat_penalty(one: Seeker, other: Seeker, game: str) -> float:
    """Return the surcharge if either player would get a seat more than once too often."""
    first, second = one.surplus.get(game, 0), other.surplus.get(game, 0)
    return SEAT_PENALTY * min(abs(first), abs(second)) if first * second > 0 else 0.0


def _rhythm_penalty(one: Seeker, other: Seeker) -> float:
    if one.rhythm is None or other.rhythm is None:
        return 0.0
    return RHYTHM_PENALTY * abs(one.rhythm - other.rhythm)


def _common(one: Seeker, other: Seeker) -> tuple[int, int] | None:
    """Return the paces that suit both, or None."""
    fastest, slowest = (
        max(one.paces[0], other.paces[0]),
        min(one.paces[1], other.paces[1]),
    )
    return (fastest, slowest) if fastest <= slowest else None


def _paired(one: Seeker, option: _Option) -> Pair:
    """Return a pair. The one who moved first less often in it, or waited longer, moves first."""
    other, game = option.opponent, option.game
    paces = _common(one, other)
    assert paces is not None
    surplus, of_other = one.surplus.get(game, 0), other.surplus.get(game, 0)
    first, second = (one, other) if surplus <= of_other else (other, one)
    return Pair(first.user_id, second.user_id, game, paces, option.distance)
