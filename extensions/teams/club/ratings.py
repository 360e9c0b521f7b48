"""Rating servers by the matches that they play against each other as teams.

These matches count by the rules of those between people. Matches of a team against a computer or
one person don't: a server chooses its level, and could play the weakest all day.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from club.calendar import bounds_of
from club.club import Club
from club.ratings.ratings import Finished, Rating, RatingEffect, RatingGroup, effects
from club.ratings.summaries import MAX_CANDIDATES, MAX_NAMED
from extensions.teams.storage import ratings as team_ratings
from extensions.teams.storage import teams
from extensions.teams.storage.ratings import ListedServer, TeamRating
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import StoredMatch

SERVERS = "/servers"
"""The path of the page with the ratings of servers."""


class TeamLeaderboard:
    """The ratings of servers."""

    def __init__(self, club: Club) -> None:
        self._store = club.store

    async def by_game(self) -> dict[str, list[ListedServer]]:
        """Return the servers with listed pages by game, best first."""
        servers: dict[str, list[ListedServer]] = {}
        for each in await self._store.read(team_ratings.listed):
            servers.setdefault(each.rating.game, []).append(each)
        return servers

    async def of_server(self, guild_id: int) -> dict[str, TeamRating]:
        """Return the ratings of a server by game."""
        return await self._store.read(lambda tx: team_ratings.of_guild(tx, guild_id, [*GAMES]))


class Rater:
    """Rates servers in the transaction that ends their match."""

    async def rate(self, tx: Transaction, match: Finished) -> tuple[RatingEffect, ...]:
        """Update the ratings of the servers of a match that counts."""
        former = await team_ratings.of_guilds(tx, match.game, match.players)
        group = RatingGroup(match.game, None)
        before = {(group, guild_id): rating_of(each) for guild_id, each in former.items()}
        changes = effects(match, before)
        is_draw = match.places.count(1) > 1
        rated: list[TeamRating] = []
        for change, place in zip(changes, match.places, strict=True):
            new, old = change.after, former.get(change.user_id)
            won, drawn, lost = (0, 0, 0) if old is None else (old.wins, old.draws, old.losses)
            rated.append(
                TeamRating(
                    match.game,
                    change.user_id,
                    new.mu,
                    new.sigma,
                    new.played,
                    wins=won + (place == 1 and not is_draw),
                    draws=drawn + (place == 1 and is_draw),
                    losses=lost + (place > 1),
                    last_at=match.ended_at,
                )
            )
        await team_ratings.save(tx, rated)
        return changes

    async def of(self, tx: Transaction, game: str, guild_ids: Collection[int]) -> dict[int, Rating]:
        """Return the ratings of some servers in a game."""
        servers = await team_ratings.of_guilds(tx, game, guild_ids)
        return {guild_id: rating_of(each) for guild_id, each in servers.items()}

    async def clear(self, tx: Transaction) -> None:
        """Delete all ratings."""
        await team_ratings.clear(tx)


def rating_of(server: TeamRating) -> Rating:
    """Return the rating of a server."""
    return Rating(server.mu, server.sigma, server.matches, server.last_at)


async def matches_of_month(
    store: Store, guild_id: int, month: str, sees: Callable[[StoredMatch], bool]
) -> list[StoredMatch]:
    """Return the matches that a server finished as a team in a month, latest first.

    :param sees: whether readers see a match, as seen from one of its places.
    """
    async with store.read() as tx:
        ids = await teams.ended_between(tx, guild_id, *bounds_of(month), MAX_CANDIDATES)
        matches = {each.id: each for each in await match_lists.by_numbers(tx, ids)}
    at_home = [matches[each].seen_from(guild_id, guild_id) for each in ids]
    seen = [each for each in at_home if each.place.guild_id == guild_id and sees(each)]
    return seen[:MAX_NAMED]
