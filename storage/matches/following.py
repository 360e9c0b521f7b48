"""Matches and players that users follow."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, and_, delete, func, or_, select, union

from storage.database.tables import MatchId, NotedId, OwnerId, table_of
from storage.database.transaction import Transaction, insert


@dataclass(frozen=True, slots=True)
class FollowedMatch:
    """A match whose result a user wants to know."""

    user_id: OwnerId
    match_id: MatchId
    at: datetime
    is_over: bool = False
    """Whether it has ended, and its result waits for the user's next digest."""
    place: int = 1
    """The number of the place where the user saw the result that waits."""


FOLLOWED_MATCHES = table_of(
    "followed_match",
    FollowedMatch,
    Index(None, "match_id"),
    key=("user_id", "match_id"),
    reported_as="followed_matches",
)


@dataclass(frozen=True, slots=True)
class FollowedPlayer:
    """A player whose results a user wants to know."""

    user_id: OwnerId
    followed_id: NotedId
    name: str
    """Their name at the time."""
    at: datetime


FOLLOWED_PLAYERS = table_of(
    "followed_player",
    FollowedPlayer,
    Index(None, "followed_id"),
    key=("user_id", "followed_id"),
    reported_as="followed_players",
)


_match, _player = FOLLOWED_MATCHES.c, FOLLOWED_PLAYERS.c


async def add_match(tx: Transaction, follow: FollowedMatch) -> None:
    """Store that a user follows a match, replacing the same entry."""
    new = {"at": follow.at, "is_over": follow.is_over, "place": follow.place}
    added = insert(tx, FOLLOWED_MATCHES).values(asdict(follow))
    await tx.execute(added.on_conflict_do_update(index_elements=["user_id", "match_id"], set_=new))


async def add_player(tx: Transaction, follow: FollowedPlayer) -> None:
    """Store that a user follows a player, replacing the same entry."""
    new = {"at": follow.at, "name": follow.name}
    added = insert(tx, FOLLOWED_PLAYERS).values(asdict(follow))
    await tx.execute(
        added.on_conflict_do_update(index_elements=["user_id", "followed_id"], set_=new)
    )


async def remove_matches(tx: Transaction, user_id: int, match_ids: Collection[int]) -> None:
    """Delete a user's entries for some matches."""
    if match_ids:
        is_entry = and_(_match.user_id == user_id, _match.match_id.in_(match_ids))
        await tx.execute(delete(FOLLOWED_MATCHES).where(is_entry))


async def remove_player(tx: Transaction, user_id: int, followed_id: int) -> None:
    """Delete a user's entry for a player."""
    is_entry = and_(_player.user_id == user_id, _player.followed_id == followed_id)
    await tx.execute(delete(FOLLOWED_PLAYERS).where(is_entry))


async def remove_between(tx: Transaction, user_id: int, other_id: int) -> None:
    """Delete two users' entries for each other."""
    one = and_(_player.user_id == user_id, _player.followed_id == other_id)
    two = and_(_player.user_id == other_id, _player.followed_id == user_id)
    await tx.execute(delete(FOLLOWED_PLAYERS).where(or_(one, two)))


async def matches_of(
    tx: Transaction, user_id: int, *, are_over: bool = False
) -> tuple[FollowedMatch, ...]:
    """Return the matches that a user follows, oldest entry first.

    :param are_over: those whose results wait for the digest instead of the running ones.
    """
    query = select(*FOLLOWED_MATCHES.c).where(
        _match.user_id == user_id, _match.is_over.is_(are_over)
    )
    rows = await tx.execute(query.order_by(_match.at, _match.match_id))
    return tuple(FollowedMatch(*row) for row in rows)


async def players_of(tx: Transaction, user_id: int) -> tuple[FollowedPlayer, ...]:
    """Return the players whom a user follows, by name."""
    query = select(*FOLLOWED_PLAYERS.c).where(_player.user_id == user_id)
    rows = await tx.execute(query.order_by(_player.name, _player.followed_id))
    return tuple(FollowedPlayer(*row) for row in rows)


async def has_match(tx: Transaction, user_id: int, match_id: int) -> bool:
    """Whether a user follows a match."""
    query = select(func.count()).select_from(FOLLOWED_MATCHES)
    is_entry = and_(_match.user_id == user_id, _match.match_id == match_id)
    return bool((await tx.execute(query.where(is_entry))).scalar_one())


async def has_player(tx: Transaction, user_id: int, followed_id: int) -> bool:
    """Whether a user follows a player."""
    query = select(func.count()).select_from(FOLLOWED_PLAYERS)
    is_entry = and_(_player.user_id == user_id, _player.followed_id == followed_id)
    return bool((await tx.execute(query.where(is_entry))).scalar_one())


async def followers(tx: Transaction, match_id: int, player_ids: Collection[int]) -> frozenset[int]:
    """Return the users who follow a match or one of some players."""
    of_match = select(_match.user_id).where(_match.match_id == match_id)
    of_players = select(_player.user_id).where(_player.followed_id.in_(player_ids))
    return frozenset((await tx.execute(union(of_match, of_players))).scalars())


async def forget_match(tx: Transaction, match_id: int) -> None:
    """Delete all users' entries for a match that has ended."""
    await tx.execute(delete(FOLLOWED_MATCHES).where(_match.match_id == match_id))


async def forget_results(tx: Transaction, user_id: int) -> None:
    """Delete the results that wait for a user's digest."""
    is_result = and_(_match.user_id == user_id, _match.is_over.is_(True))
    await tx.execute(delete(FOLLOWED_MATCHES).where(is_result))
