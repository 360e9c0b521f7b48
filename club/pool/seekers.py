"""Seekers from stored searches, and the match of a pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from club.matches.beginning import Agreement
from club.pool.pairing import Pair, Seeker
from club.pool.wishes import PACES, USUAL_PACE
from club.ratings.ratings import CENTRE
from rules.registry import GAMES
from storage.matches.terms import Place, Terms
from storage.pool.circumstances import PoolSeat
from storage.pool.entries import PoolEntry


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
