"""Following matches and players, whose results are sent by direct message.

Followed players aren't notified. Refusals to follow someone give no reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from club.members.membership import Viewer
from club.references import Names
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.matches import following, match_lists
from storage.matches import matches as stored_matches
from storage.matches.following import FollowedMatch, FollowedPlayer
from storage.matches.match import Participant, StoredMatch
from storage.members import blocks as stored_blocks
from storage.members import preferences

MAX_FOLLOWS = 25
"""Maximum number of followed matches, and of followed players, so that a menu can list them."""


@dataclass(frozen=True, slots=True)
class Following:
    """What a user follows and may see."""

    matches: tuple[StoredMatch, ...]
    """The running matches of the viewer's server."""
    players: tuple[FollowedPlayer, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the user follows nothing."""
        return not self.matches and not self.players


class Follows:
    """Starts and ends following, and keeps results for daily digests."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, viewer: Viewer) -> Following:
        """Return what a viewer follows, without matches that they don't see from where they look.

        They stay followed. The viewer may see them elsewhere, or again.
        """
        async with self._store.read() as tx:
            followed = await following.matches_of(tx, viewer.user_id)
            players = await following.players_of(tx, viewer.user_id)
            matches = await match_lists.by_numbers(tx, [follow.match_id for follow in followed])
        visible = [
            viewer.from_here(match)
            for match in matches
            if match.is_in(viewer.guild_id) and viewer.may_know_of(match)
        ]
        return Following(tuple(visible), players)

    async def has_match(self, user_id: int, match_id: int) -> bool:
        """Whether a user follows a match."""
        return await self._store.read(lambda tx: following.has_match(tx, user_id, match_id))

    async def has_player(self, user_id: int, other_id: int) -> bool:
        """Whether a user follows a player."""
        return await self._store.read(lambda tx: following.has_player(tx, user_id, other_id))

    @transactional
    async def follow_match(self, tx: Transaction, user_id: int, match: StoredMatch) -> None:
        """Notify a user of the result of a match that they can see.

        :raises Refusal: `own_match`, `match_over`, `not_available`, `too_many_follows`.
        """
        players = {seat.user_id: seat.name for seat in match.seats if seat.is_person}
        # The lock keeps the match from ending unnoticed in the meantime.
        _check_followable(await stored_matches.current(tx, match.id, locked=True), user_id)
        await _check_open(tx, user_id, players)
        await preferences.get(tx, user_id, locked=True)
        _check_room([each.match_id for each in await following.matches_of(tx, user_id)], match.id)
        await following.add_match(tx, FollowedMatch(user_id, match.id, self._clock()))

    @transactional
    async def follow_player(self, tx: Transaction, user_id: int, other: Participant) -> None:
        """Notify a user of the results of a player's matches that they can see.

        :raises Refusal: `yourself`, `not_available`, `too_many_follows`.
        """
        if user_id == other.user_id:
            raise Refusal("yourself", N_("You can't follow yourself."))
        await _check_open(tx, user_id, {other.user_id: other.name})
        await preferences.get(tx, user_id, locked=True)
        followed = [each.followed_id for each in await following.players_of(tx, user_id)]
        _check_room(followed, other.user_id)
        follow = FollowedPlayer(user_id, other.user_id, other.name, self._clock())
        await following.add_player(tx, follow)

    async def unfollow_match(self, user_id: int, match_id: int) -> None:
        """Stop following a match."""
        await self._store.write(lambda tx: following.remove_matches(tx, user_id, [match_id]))

    async def unfollow_player(self, user_id: int, other_id: int) -> None:
        """Stop following a player."""
        await self._store.write(lambda tx: following.remove_player(tx, user_id, other_id))

    async def results_for(self, user_id: int) -> tuple[StoredMatch, ...]:
        """Return the results that wait for a user's digest, as seen from where they saw them.

        They come by match number.
        """
        async with self._store.read() as tx:
            waiting = await following.matches_of(tx, user_id, are_over=True)
            places = {each.match_id: each.place for each in waiting}
            matches = await match_lists.by_numbers(tx, places)
        return tuple(match.seen_at(match.place_numbered(places[match.id])) for match in matches)

    async def takes_digest(self, user_id: int) -> bool:
        """Whether results wait for a user's daily digest."""
        async with self._store.read() as tx:
            return (await preferences.get(tx, user_id)).digest_at is not None


def is_followable(match: StoredMatch, user_id: int) -> bool:
    """Whether a match is running in a server without the user as a player."""
    is_player = any(seat.user_id == user_id for seat in match.seats)
    return match.state == "running" and bool(match.server_places) and not is_player


def _check_followable(match: StoredMatch, user_id: int) -> None:
    """Check that a user can follow a match."""
    if match.state != "running":
        raise Refusal("match_over", N_("This match is over."))
    if not is_followable(match, user_id):
        raise Refusal(
            "own_match", N_("You're playing in this match, so you'll get its result anyway.")
        )


async def _check_open(tx: Transaction, user_id: int, others: Mapping[int, str]) -> None:
    """Check that no one is hidden and that there are no blocks.

    :param others: the names of the others, by user id.
    """
    at_odds = await stored_blocks.between(tx, user_id, others)
    if at_odds or await preferences.hidden(tx, others):
        words = N_("You can't follow {names}.")
        raise Refusal("not_available", words, names=Names(tuple(others.values())))


def _check_room(followed: Collection[int], new: int) -> None:
    """Check that a user can follow one more match or player, or does so already."""
    if new not in followed and len(followed) >= MAX_FOLLOWS:
        words = N_(
            "You can follow at most {count} matches and {count} players. You can unfollow some in "
            "`/matches following:True`."
        )
        raise Refusal("too_many_follows", words, count=MAX_FOLLOWS)
