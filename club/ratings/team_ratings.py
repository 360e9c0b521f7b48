"""Rating servers by the matches that they play against each other as teams.

A match counts if it was not aborted, only servers play in it, and each has made at least three
turns. Of the matches of a game that two servers finish on one day (UTC), the first three count.
Matches against a computer don't: a server chooses its level, and could play the weakest all day.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from itertools import combinations

from club.ratings.ratings import CENTRE, MAX_MEETINGS, MIN_TURNS, UNKNOWN, Rating, rated
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches.match import StoredMatch
from storage.ratings import team_ratings
from storage.ratings.team_ratings import ListedServer, TeamRating


class TeamLeaderboard:
    """The ratings of all listed servers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def by_game(self) -> dict[str, list[ListedServer]]:
        """Return the servers with listed pages by game, best first."""
        servers: dict[str, list[ListedServer]] = {}
        for each in await self._store.read(team_ratings.listed):
            servers.setdefault(each.rating.game, []).append(each)
        return servers


async def count(tx: Transaction, match: StoredMatch) -> None:
    """Rate the servers of a match that has just ended, if it counts."""
    if not await _counts(tx, match):
        return
    at = match.ended_at
    assert at is not None
    guild_ids = [seat.team_id or 0 for seat in match.seats]
    places = [seat.place or 1 for seat in match.seats]
    former = await team_ratings.of_guilds(tx, match.game, guild_ids)
    before = [
        former.get(each) or TeamRating(match.game, each, CENTRE, UNKNOWN, 0, 0, 0, 0, at)
        for each in guild_ids
    ]
    after = rated([rating_of(each) for each in before], places, at)
    is_draw = places.count(1) > 1
    await team_ratings.save(
        tx,
        [
            replace(
                old,
                mu=new.mu,
                sigma=new.sigma,
                matches=old.matches + 1,
                wins=old.wins + (place == 1 and not is_draw),
                draws=old.draws + (place == 1 and is_draw),
                losses=old.losses + (place > 1),
                last_at=at,
            )
            for old, new, place in zip(before, after, places, strict=True)
        ],
    )


def rating_of(server: TeamRating) -> Rating:
    """Return the rating of a server."""
    last_at = server.last_at if server.matches else None
    return Rating(server.mu, server.sigma, server.matches, last_at)


async def _counts(tx: Transaction, match: StoredMatch) -> bool:
    """Whether a finished match counts for the ratings of servers."""
    guild_ids = {seat.team_id for seat in match.seats}
    if match.state != "over" or None in guild_ids or len(guild_ids) < len(match.seats):
        return False
    if min(seat.turns or 0 for seat in match.seats) < MIN_TURNS:
        return False
    assert match.ended_at is not None
    assert match.ended_number is not None
    day = match.ended_at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for one, other in combinations(sorted(each for each in guild_ids if each is not None), 2):
        met = await team_ratings.count_meetings(
            tx, match.game, (one, other), day, match.ended_number
        )
        if met >= MAX_MEETINGS:
            return False
    return True
