"""Homes of matches in servers and channels that are gone.

If a server has removed the bot, a match's channel was deleted, or a player has left, their home
moves to their direct messages, and all players are notified. Other kinds of seats have rules of
their own.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial

from club.matches.loading import ReplayedMatches
from club.matches.match import has_turn
from club.matches.seams import SEAT_KINDS, kind_in, kind_of
from club.members.membership import Directory, Membership
from club.outbox import notices, posts, queue
from club.outbox.delivery import Claim
from club.outbox.kinds import DigestPost, DirectPost
from storage import outbox as stored_outbox
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Outdated, Transaction
from storage.matches import following, match_lists
from storage.matches import matches as stored_matches
from storage.matches.match import MatchPlace, Seat, StoredMatch, direct_messages
from storage.members import preferences

log = logging.getLogger(__name__)


CHECK_INTERVAL = timedelta(hours=1)
"""Time between two searches for servers that are gone."""


class Homes:
    """Moves players out of places that they no longer share with the bot."""

    def __init__(
        self,
        store: Store,
        matches: ReplayedMatches,
        directory: Directory,
        membership: Membership,
        clock: Callable[[], datetime],
    ) -> None:
        self.store = store
        self.matches = matches
        self._directory = directory
        self.membership = membership
        self.clock = clock
        self._checked_at: datetime | None = None

    async def check_servers(self, shards: Shards = ALL) -> None:
        """Move all players out of servers of some shards that are gone, if the time has come."""
        now = self.clock()
        if self._checked_at is not None and now - self._checked_at < CHECK_INTERVAL:
            return
        self._checked_at = now
        guild_ids = await self.store.read(lambda tx: match_lists.guilds_with_running(tx, shards))
        for guild_id in guild_ids:
            await self.check_server(guild_id)
        await self._check_places(shards)
        for kind in SEAT_KINDS:
            await kind.check_homes(self, shards)

    async def _check_places(self, shards: Shards) -> None:
        """Leave the places that were deleted without an event, such as during a restart."""
        containers: dict[int, set[int]] = {}
        for place in await self.store.read(lambda tx: match_lists.running_places(tx, shards)):
            if place.guild_id is not None and place.container_id is not None:
                containers.setdefault(place.guild_id, set()).add(place.container_id)
        for guild_id, ids in containers.items():
            if deleted := self.membership.deleted(guild_id, ids):
                await self.leave_deleted(deleted)

    async def leave_deleted(self, ids: Collection[int]) -> None:
        """Show the running matches again whose channel, thread or forum was deleted.

        Delivery moves them to the channel of the thread or, if that is gone too, calls
        `leave_place`. Repeating this changes nothing.
        """
        match_ids = await self.store.read(lambda tx: match_lists.running_within(tx, ids))
        for match_id in match_ids:
            await self.store.write(partial(self._show_elsewhere, match_id, frozenset(ids)))

    async def _show_elsewhere(
        self, match_id: int, deleted: frozenset[int], tx: Transaction
    ) -> None:
        match = await stored_matches.current(tx, match_id, locked=True)
        for place in match.places if match.state == "running" else ():
            for channel_id in deleted.intersection(place.enclosing):
                post = posts.card_elsewhere(place, channel_id, self.clock())
                await queue.enqueue(tx, post)

    async def check_server(self, guild_id: int) -> None:
        """Move all players out of a server if it is gone."""
        if not await self.membership.is_gone(guild_id):
            return
        matches = await self.store.read(lambda tx: match_lists.running_at(tx, guild_id))
        for match in matches:
            places = [place.number for place in match.places if place.guild_id == guild_id]
            await self._move(match, [person for person in _people(match) if person.home in places])
            await kind_in(match.seats).lose_server(self, match, guild_id)

    async def check_player(self, match: StoredMatch, user_id: int) -> bool:
        """Move a player whose home is in a server that they have left, or that is gone.

        :returns: whether they were moved.
        """
        guild_id = match.home_of(user_id).guild_id
        if match.state != "running" or guild_id is None:
            return False
        own = [person for person in _people(match) if person.user_id == user_id]
        names = {each.user_id: each.name for each in own}
        is_gone = await self.membership.is_gone(guild_id)
        if not is_gone and not await self.membership.departed(guild_id, names):
            return False
        return await self._move(match, own, keeps_place=not is_gone)

    async def leave_place(self, match: StoredMatch, number: int) -> None:
        """Move the players out of a place of a match whose channel was deleted."""
        await self._move(match, [person for person in _people(match) if person.home == number])

        async def change(tx: Transaction) -> None:
            row = await stored_matches.current(tx, match.id, locked=True)
            for seat in row.seats:
                if seat.is_playing and seat.home == number:
                    await kind_of(seat).lose_place(tx, row, seat, self.clock())

        if match.state == "running" and any(seat.is_team for seat in match.seats):
            await self.store.write(change)

    async def _move(
        self, match: StoredMatch, seats: Collection[Seat], *, keeps_place: bool = False
    ) -> bool:
        """Move some players' home from a server to their direct messages, as far as possible.

        :param keeps_place: whether others can still use the place.
        :returns: whether any was moved.
        """
        users = {seat.user_id for seat in seats}
        channels = {user: await self._directory.direct_channel(user) for user in users}
        now = self.clock()

        async def move(tx: Transaction) -> bool:
            row = await stored_matches.current(tx, match.id, locked=True)
            moved = {
                seat.user_id: channel_id
                for seat in _people(row)
                if (channel_id := channels.get(seat.user_id)) is not None
                and row.place_numbered(seat.home).guild_id is not None
            }
            if row.state != "running":
                return False
            for user_id, channel_id in moved.items():
                home, place = row.home_of(user_id), direct_messages(channel_id)
                stays = keeps_place or _is_home_of_others(row, home, user_id)
                row = await stored_matches.move_home(tx, row, user_id, place, stays=stays)
                if not stays:
                    await stored_outbox.forget_place(tx, row.id, home.number)
            await _announce(tx, row, moved, now)
            return bool(moved)

        is_moved = await self.store.write(move)
        if is_moved:
            log.info("players of match %s play from direct messages now", match.id)
        return is_moved


async def _announce(
    tx: Transaction, match: StoredMatch, moved: Collection[int], now: datetime
) -> None:
    """Queue the cards in new homes, and messages to all players about them."""
    for user_id in moved:
        await queue.enqueue(tx, posts.direct(match, user_id, "moved", now))
        await queue.enqueue(tx, posts.card(match.home_of(user_id), now))
    others = {seat.user_id for seat in _people(match)}.difference(moved)
    for user_id in sorted(others) if moved else ():
        if (await preferences.get(tx, user_id)).notice != "none":
            await queue.enqueue(tx, posts.direct(match, user_id, "elsewhere", now))


def _people(match: StoredMatch) -> list[Seat]:
    """Return the seats of the people who still play."""
    return [seat for seat in match.seats if seat.is_playing and seat.is_person]


def _is_home_of_others(match: StoredMatch, home: MatchPlace, user_id: int) -> bool:
    """Whether other people, or a team, also play from a place."""
    return any(
        seat.is_playing and seat.home == home.number and seat.user_id != user_id
        for seat in match.seats
        if seat.level is None
    )


class RefusedMessages:
    """Handles direct messages that could not be delivered."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def note(self, claim: Claim[DirectPost | DigestPost]) -> None:
        """Stop direct messages to a member and mention them in place of this one.

        Results saved for their digest are deleted. Someone who has deleted their data in the
        meantime, and with it the message, stays unknown.
        """
        post, now = claim.post, self._clock()

        async def note(tx: Transaction) -> None:
            # Locking order: a match before a person.
            match = None
            if isinstance(post, DirectPost):
                match = await stored_matches.current(tx, post.match_id, locked=True)
            person = await preferences.get(tx, post.user_id, locked=True)
            if not await stored_outbox.is_claimed(tx, claim.entry):
                raise Outdated(str(claim), claim.entry.attempts)
            await preferences.save(tx, dataclasses.replace(person, refused_at=now, digest_at=None))
            await following.forget_results(tx, post.user_id)
            if not isinstance(post, DirectPost) or match is None or match.state != "running":
                return
            if post.why in ("offer", "vacated", "seated") or has_turn(match, post.user_id):
                await notices.notify(tx, match, now, [post.user_id], post.why)

        try:
            await self._store.write(note)
        except Outdated as error:
            log.info("a refused message is no longer of interest: %s", error)

    async def note_card(self, place: MatchPlace) -> None:
        """Record that a card in direct messages was refused, and show it on the other cards."""

        async def note(tx: Transaction) -> None:
            match = await stored_matches.current(tx, place.match_id, locked=True)
            await _store_reachability(tx, match, place, self._clock(), is_reachable=False)

        await self._store.write(note)


async def note_card_posted(
    tx: Transaction, match: StoredMatch, place: MatchPlace, now: datetime
) -> None:
    """Record that a card was posted in direct messages, in the transaction that stores it."""
    if place.is_direct:
        await _store_reachability(tx, match, place, now, is_reachable=True)


async def _store_reachability(
    tx: Transaction, match: StoredMatch, place: MatchPlace, now: datetime, *, is_reachable: bool
) -> None:
    player = match.player_at(place)
    # A stand-in for someone who has deleted their data has no preferences.
    if player is None or player.user_id < 0:
        return
    if is_reachable == ((await preferences.get(tx, player.user_id)).refused_at is None):
        return
    person = await preferences.get(tx, player.user_id, locked=True)
    refused_at = None if is_reachable else now
    await preferences.save(tx, dataclasses.replace(person, refused_at=refused_at))
    for other in notices.places_of(match):
        if other.number != place.number:
            await queue.enqueue(tx, posts.card(other, now))
