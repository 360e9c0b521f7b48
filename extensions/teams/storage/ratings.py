"""Ratings of servers whose members play as teams, apart from those of members.

They follow from the matches between servers in the order of their `ended_number`, and can be
recomputed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, select

from storage.database.tables import Snowflake, table_of
from storage.database.transaction import Transaction, insert
from storage.servers import pages


@dataclass(frozen=True, slots=True)
class TeamRating:
    """The rating of a server in one game, as of its last match."""

    game: str
    guild_id: Snowflake
    mu: float
    sigma: float
    matches: int
    """The number of rated matches, like those won, drawn and lost."""
    wins: int
    draws: int
    losses: int
    last_at: datetime


TEAM_RATINGS = table_of("team_rating", TeamRating, key=("game", "guild_id"))


@dataclass(frozen=True, slots=True)
class ListedServer:
    """A server that others may know of, with its rating in one game."""

    name: str
    rating: TeamRating


async def of_guilds(
    tx: Transaction, game: str, guild_ids: Collection[int]
) -> dict[int, TeamRating]:
    """Return the ratings of some servers in a game, by server."""
    row = TEAM_RATINGS.c
    query = select(*row).where(row.game == game, row.guild_id.in_(list(guild_ids)))
    ratings = [TeamRating(*each) for each in await tx.execute(query)]
    return {rating.guild_id: rating for rating in ratings}


async def of_guild(tx: Transaction, guild_id: int, games: Collection[str]) -> dict[str, TeamRating]:
    """Return a server's ratings in the given games that it has played, keyed by game."""
    row = TEAM_RATINGS.c
    query = select(*row).where(row.game.in_(list(games)), row.guild_id == guild_id)
    ratings = [TeamRating(*each) for each in await tx.execute(query)]
    return {rating.game: rating for rating in ratings}


async def listed(tx: Transaction) -> tuple[ListedServer, ...]:
    """Return the ratings of the servers with listed pages, best first in each game."""
    names = {server.guild_id: server.name for server in await pages.listed(tx)}
    row = TEAM_RATINGS.c
    query = select(*row).order_by(row.game, row.mu.desc(), row.guild_id)
    ratings = [TeamRating(*each) for each in await tx.execute(query)]
    return tuple(
        ListedServer(names[rating.guild_id], rating)
        for rating in ratings
        if rating.guild_id in names
    )


async def save(tx: Transaction, ratings: Sequence[TeamRating]) -> None:
    """Save ratings."""
    added = insert(tx, TEAM_RATINGS)
    key = ["game", "guild_id"]
    rows = [asdict(rating) for rating in ratings]
    values = {name: added.excluded[name] for name in rows[0] if name not in key}
    await tx.execute(added.on_conflict_do_update(index_elements=key, set_=values), rows)


async def clear(tx: Transaction) -> None:
    """Delete all ratings, to recompute them."""
    await tx.execute(delete(TEAM_RATINGS))
