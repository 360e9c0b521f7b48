"""The pool, in which people look for opponents and are paired every few minutes.

One process at a time claims a round. It reads the searches, pairs them outside any transaction, and
starts each match in one transaction with the change of both searches, unless one has changed
meanwhile. So a search gets at most one match per round, whichever processes run or die.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal

from club.challenges.limits import check_plays_out
from club.club import Club
from club.matches import changes
from club.matches.changes import Agreement
from club.members.blocks import check_not_hidden
from club.members.membership import Membership, Viewer
from club.outbox import queue
from club.outbox.kinds import NewPost, PersonPost
from club.ratings.rhythm import Rhythm, TimedTurn, step_of, turns_in, usual_time
from club.uptime import postponed
from extensions.pool import storage as pool
from extensions.pool.club.pairing import (
    PACES,
    REPEAT_PENALTY_DAYS,
    History,
    Pair,
    agreement_of,
    are_neighbours,
    check_wish,
    pairs,
    seeker_of,
    suggestion,
)
from extensions.pool.storage import PoolEntry, Wish
from rules.registry import GAMES
from storage.database import key_values
from storage.database.shards import Shards
from storage.database.store import transactional
from storage.database.transaction import Outdated, Transaction
from storage.matches import match_lists
from storage.matches import moves as stored_moves
from storage.matches.match import Participant, Place, StoredMatch
from storage.matches.moves import RecordEntry
from storage.members import blocks as stored_blocks
from storage.members import preferences as stored_preferences
from storage.members.preferences import Preferences
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings

log = logging.getLogger(__name__)


ROUND_INTERVAL = timedelta(minutes=5)
"""Minimum time between two rounds of pairing."""
LIFETIME = timedelta(days=14)
WARNING_TIME = timedelta(days=1)
"""Time of the notice before a search ends."""
MAX_ENDING = 100
"""Maximum number of searches ended or announced as ending per round."""

MAX_RHYTHMS = 500
"""Maximum number of people whose latest turns a round reads."""

RHYTHM_MATCHES = 2
"""Number of latest matches in which a round looks how fast someone answers."""

_ROUND = "pool_round"
"""The key of the start of the latest round."""


@dataclass(frozen=True, slots=True)
class WaitingCounts:
    """Numbers of people who wait for a match that the viewer could play, by game."""

    here: Mapping[str, int]
    """Numbers in the server."""
    elsewhere: Mapping[str, int] | None
    """Numbers in other servers, or None if the viewer can't play people from there."""


@dataclass(frozen=True, slots=True)
class PoolView:
    """A person's view of the pool."""

    guild_id: int | None
    """The server where they view it, or None outside of one."""
    entry: PoolEntry | None
    """Their search, if they are in the pool."""
    wish: Wish
    """Their wish, or a suggested one."""
    waiting: WaitingCounts
    may_play_out: bool
    """Whether they may play people from other servers. Always true outside of a server."""
    is_hidden: bool
    """Whether they are hidden outside their servers."""
    is_refusing: bool
    """Whether they look in direct messages but refused one, so they aren't paired there."""
    rhythms: tuple[Rhythm, ...] = ()
    """How fast they usually answer at the paces of the pool, unless they don't show it."""


PoolNotice = Literal["ending", "ended"]
"""The kind of a notice about a search for opponents, which ends soon or has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolPost(PersonPost):
    """A direct message about a search for opponents."""

    kind = "pool"

    match_id: int | None = None
    notice: PoolNotice
    server_id: int | None
    """The server of the search, if any, whose language is the fallback."""


def notice_post(
    user_id: int, notice: PoolNotice, server_id: int | None, expires_at: datetime, now: datetime
) -> NewPost:
    """Return a direct message about a search for opponents.

    :param expires_at: when the search ends, which makes its key unique.
    """
    key = f"q{user_id}-{int(expires_at.timestamp())}-{notice}"
    return NewPost(key, PoolPost(user_id=user_id, notice=notice, server_id=server_id), now)


class PlayerPool:
    """Starts, pairs and ends searches."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._membership = club.membership
        self._profiles = club.profiles
        self._clock = club.clock
        self._random = club.random
        self._running = club.uptime.running

    async def of(self, user_id: int) -> PoolEntry | None:
        """Return a person's running search, or None."""
        entry = await self._store.read(lambda tx: pool.get(tx, user_id))
        return None if entry is None or entry.expires_at <= self._clock() else entry

    async def view(self, user_id: int, guild_id: int | None) -> PoolView:
        """Return a person's search and the numbers of other searches.

        :param guild_id: the server where they view it, or None outside of one.
        """
        now = self._clock()
        alone = Viewer(None, 0, user_id, lambda _place: False)
        rhythms = await self._profiles.rhythms_of(alone, user_id)
        async with self._store.read() as tx:
            entry = await pool.get(tx, user_id)
            plays_out = guild_id is None or (await stored_settings.get(tx, guild_id)).plays_out
            preferences = await stored_preferences.get(tx, user_id)
            others = await _available(tx, now, self._membership)
            others.pop(user_id, None)
            for block in await stored_blocks.between(tx, user_id, list(others)):
                others.pop(block.blocked_id if block.user_id == user_id else block.user_id)
            outgoing = await _outgoing(tx, others.values())
            if entry is not None and entry.expires_at <= now:
                entry = None
            wish = entry.wish if entry is not None else await suggestion(tx, user_id)
        here, elsewhere = Counter[str](), Counter[str]()
        for each in others.values():
            if guild_id is not None and each.guild_id == guild_id:
                here.update(each.games)
            elif each.user_id in outgoing:
                elsewhere.update(each.games)
        may_meet_others = plays_out and preferences.is_shown_globally
        waiting = WaitingCounts(here, elsewhere if may_meet_others else None)
        plays_there = entry is not None and entry.direct_channel_id is not None
        return PoolView(
            guild_id=guild_id,
            entry=entry,
            wish=wish,
            waiting=waiting,
            may_play_out=plays_out,
            is_hidden=not preferences.is_shown_globally,
            is_refusing=plays_there and preferences.refused_at is not None,
            rhythms=tuple(each for each in rhythms if each.pace in PACES),
        )

    @transactional
    async def join(
        self,
        tx: Transaction,
        person: Participant,
        place: Place,
        wish: Wish,
        *,
        direct_channel_id: int | None = None,
    ) -> PoolEntry:
        """Start a search, or change it. It lasts for two weeks from now.

        Choosing direct messages also forgets that one was refused.

        :param place: the channel of a server, or the direct messages, where it was started.
        :param direct_channel_id: the person's direct messages, if they wish to play there.
        :raises Refusal: `no_games`, `paces`, `most`, `plays_in`, `hidden`.
        """
        if place.guild_id is None:
            wish = replace(wish, reach="direct")
        check_wish(wish)
        assert (wish.reach == "direct") == (direct_channel_id is not None)
        now = self._clock()
        preferences = await stored_preferences.get(tx, person.user_id, locked=True)
        if wish.reach != "server":
            await _check_may_play_out(tx, place, preferences)
        if wish.reach == "direct" and preferences.refused_at is not None:
            await stored_preferences.save(tx, replace(preferences, refused_at=None))
        former = await pool.get(tx, person.user_id)
        if former is not None and former.expires_at <= now:
            former = replace(former, joined_at=now, paired_at=None)
        entry = PoolEntry(
            user_id=person.user_id,
            name=person.name,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            parent_id=place.parent_id or place.channel_id,
            direct_channel_id=direct_channel_id,
            games=tuple(game for game in GAMES if game in wish.games),
            fastest=wish.fastest,
            slowest=wish.slowest,
            most=wish.most,
            reach=wish.reach,
            joined_at=now if former is None else former.joined_at,
            expires_at=now + LIFETIME,
            is_warned=False,
            version=1 if former is None else former.version + 1,
            paired_at=None if former is None else former.paired_at,
        )
        await pool.save(tx, entry)
        return entry

    @transactional
    async def renew(self, tx: Transaction, user_id: int) -> PoolEntry | None:
        """Extend a search to two weeks from now. Return None if it has ended."""
        now = self._clock()
        await stored_preferences.get(tx, user_id, locked=True)
        entry = await pool.get(tx, user_id)
        if entry is None or entry.expires_at <= now:
            return None
        entry = replace(
            entry, expires_at=now + LIFETIME, is_warned=False, version=entry.version + 1
        )
        await pool.save(tx, entry)
        return entry

    @transactional
    async def leave(self, tx: Transaction, user_id: int) -> bool:
        """End a search. Return whether there was one. Running matches continue."""
        await stored_preferences.get(tx, user_id, locked=True)
        return await pool.remove(tx, user_id)

    @transactional
    async def end_due(self, tx: Transaction) -> None:
        """Announce the coming end of searches, and end expired ones."""
        now = self._clock()
        running = self._running()
        for entry in await pool.expired(tx, now, MAX_ENDING, running):
            await pool.remove(tx, entry.user_id)
            await _notify(tx, entry, "ended", now)
        ending = await pool.ending(tx, now + WARNING_TIME, MAX_ENDING, running)
        for entry in ending:
            await _notify(tx, entry, "ending", now)
        await pool.note_warned(tx, [entry.user_id for entry in ending])

    async def pair_due(self) -> int:
        """Pair the searches, if the latest round was long enough ago.

        :returns: the number of started matches.
        """
        now = self._clock()
        if not await self._claim_round(now):
            return 0
        async with self._store.read() as tx:
            waiting = await _available(tx, now, self._membership)
            if len(waiting) < 2:
                return 0
            outgoing = await _outgoing(tx, waiting.values())
            blocked = await pool.blocks(tx)
            surpluses = await pool.surpluses(tx)
            ratings = await pool.ratings(tx)
            seats = await pool.seats(tx, now - timedelta(days=REPEAT_PENALTY_DAYS))
            matches, record = await _latest_play(tx, waiting.values())
        rhythms = await asyncio.to_thread(_rhythms, waiting, matches, record)
        history = History(seats, now)
        seekers = [
            seeker_of(
                entry,
                ratings,
                history,
                surpluses.get(user_id, {}),
                now,
                is_outgoing=user_id in outgoing,
                rhythm=rhythms.get(user_id),
            )
            for user_id, entry in waiting.items()
        ]
        chosen = await asyncio.to_thread(pairs, seekers, blocked, history.days_since_match)
        started = [
            await self._are_there(pair, waiting) and await self._start(pair, waiting, now)
            for pair in chosen
        ]
        if chosen:
            log.info("paired %d of %d who wait in the pool", 2 * sum(started), len(seekers))
        return sum(started)

    @transactional
    async def _claim_round(self, tx: Transaction, now: datetime) -> bool:
        await key_values.put_first(tx, _ROUND, "")
        latest = await key_values.get(tx, _ROUND, locked=True)
        if latest and datetime.fromisoformat(latest) + ROUND_INTERVAL > now:
            return False
        await key_values.put(tx, _ROUND, now.isoformat())
        return True

    async def _are_there(self, pair: Pair, waiting: Mapping[int, PoolEntry]) -> bool:
        """Whether both people of a pair can still be reached where they look for opponents."""
        entries_of_pair = waiting[pair.first], waiting[pair.second]
        gone = [entry for entry in entries_of_pair if await self._is_out_of_reach(entry)]
        for entry in gone:
            await self._end_out_of_reach(entry)
        return not gone

    async def _is_out_of_reach(self, entry: PoolEntry) -> bool:
        """Whether a person has left the server of their search or its channel, or the bot has."""
        if entry.guild_id is None:
            return False
        names = {entry.user_id: entry.name}
        if await self._membership.is_gone(entry.guild_id):
            return True
        if await self._membership.departed(entry.guild_id, names):
            return True
        place = await self._place_shown(entry)
        sight = await self._membership.viewer_at(entry.user_id, place, is_fresh=True)
        return sight is not None and not sight.sees

    async def _place_shown(self, entry: PoolEntry) -> Place:
        """Return where a match of a search would be shown. With a forum, it gets a post there."""
        guild_id = entry.guild_id or 0
        settings = await self._store.read(lambda tx: stored_settings.get(tx, guild_id))
        return replace(entry.place, forum_id=settings.forum_id)

    async def _shared_place(self, first: PoolEntry, second: PoolEntry) -> Place | None:
        """Return where two people of the same server both look, or a place that both can see."""
        guild_id = first.guild_id
        if guild_id is None or guild_id != second.guild_id:
            return None
        if first.channel_id == second.channel_id:
            return first.place
        for entry, other in ((first, second), (second, first)):
            if await self._membership.sees(other.user_id, await self._place_shown(entry)):
                return entry.place
        return None

    @transactional
    async def _end_out_of_reach(self, tx: Transaction, entry: PoolEntry) -> None:
        """End a search in a server, unless it can continue in direct messages."""
        now, direct_id = self._clock(), entry.direct_channel_id
        await stored_preferences.get(tx, entry.user_id, locked=True)
        if await pool.get(tx, entry.user_id) != entry:
            return
        if direct_id is None:
            await pool.remove(tx, entry.user_id)
            await _notify(tx, entry, "ended", now)
        else:
            outside = replace(entry, guild_id=None, channel_id=direct_id, parent_id=direct_id)
            await pool.save(tx, replace(outside, version=entry.version + 1))

    async def _start(self, pair: Pair, waiting: Mapping[int, PoolEntry], now: datetime) -> bool:
        """Start the match of a pair, unless one of the searches has changed meanwhile."""
        first, second = waiting[pair.first], waiting[pair.second]
        agreement = agreement_of(pair, first, second, await self._shared_place(first, second))
        try:
            return await self._store.write(
                lambda tx: self._begin(tx, agreement, first, second, now)
            )
        except Outdated:
            log.info("a search ended while its match was being started")
            return False

    async def _begin(
        self,
        tx: Transaction,
        agreement: Agreement,
        first: PoolEntry,
        second: PoolEntry,
        now: datetime,
    ) -> bool:
        """Start the match of a pair.

        :raises Outdated: if a search has ended meanwhile.
        """
        # Locked in the order of their numbers, to prevent deadlocks.
        for entry in sorted((first, second), key=lambda each: each.user_id):
            await stored_preferences.get(tx, entry.user_id, locked=True)
        current = await pool.of_users(tx, [first.user_id, second.user_id])
        if current != {first.user_id: first, second.user_id: second}:
            return False
        is_local = are_neighbours(first, second)
        if not is_local and len(await _outgoing(tx, current.values())) < 2:
            return False
        if await stored_blocks.between(tx, first.user_id, [second.user_id]):
            return False
        for entry in (first, second):
            # The end of a search takes no lock of its person.
            if not await pool.claim(tx, entry, now):
                raise Outdated(f"the search of user {entry.user_id}", entry.version)
        await changes.begin(tx, agreement, self._random, now)
        return True


async def _latest_play(
    tx: Transaction, waiting: Collection[PoolEntry]
) -> tuple[Sequence[StoredMatch], Sequence[RecordEntry]]:
    """Return the latest matches of those who have waited longest, and all records of these."""
    longest = sorted(waiting, key=lambda entry: entry.joined_at)[:MAX_RHYTHMS]
    user_ids = [entry.user_id for entry in longest]
    numbers = await pool.latest_matches(tx, user_ids, PACES, RHYTHM_MATCHES)
    matches = await match_lists.by_numbers(tx, numbers)
    return matches, await stored_moves.of_matches(tx, numbers)


def _rhythms(
    user_ids: Collection[int], matches: Sequence[StoredMatch], record: Sequence[RecordEntry]
) -> dict[int, int]:
    """Return how fast people usually answer, as numbers of steps, by user if that is known."""
    numbered = {match.id: match for match in matches}
    turns: dict[int, list[TimedTurn]] = {}
    for match_id, entries in groupby(record, key=lambda entry: entry.match_id):
        match, of_match = numbered[match_id], tuple(entries)
        for seat in match.seats:
            if seat.user_id in user_ids:
                turns.setdefault(seat.user_id, []).extend(turns_in(match, of_match, seat.user_id))
    times = {user_id: usual_time(each) for user_id, each in turns.items()}
    return {user_id: step_of(time) for user_id, time in times.items() if time is not None}


@postponed
async def _postpone(tx: Transaction, shards: Shards, began: datetime, ended: datetime) -> None:
    """Give back a downtime to the searches."""
    await pool.postpone(tx, began, ended, shards)


async def _check_may_play_out(tx: Transaction, place: Place, preferences: Preferences) -> None:
    """Check that a person may look for opponents from other servers."""
    if place.guild_id is not None:
        check_plays_out(await stored_settings.get(tx, place.guild_id))
    check_not_hidden(is_hidden=not preferences.is_shown_globally)


async def _available(
    tx: Transaction, now: datetime, membership: Membership
) -> dict[int, PoolEntry]:
    """Return the searches of people who can get a match now, by user.

    Others are on vacation, have left their server or play as many matches as they want, or their
    server no longer allows matches in their channel.
    """
    waiting = await pool.unexpired(tx, now)
    allowed = await _in_allowed_channels(tx, waiting, membership)
    absent = await pool.absent(tx, now)
    running = await pool.running(tx)
    return {
        each.user_id: each
        for each in waiting
        if each.user_id in allowed - absent and running[each.user_id] < each.most
    }


async def _outgoing(tx: Transaction, waiting: Collection[PoolEntry]) -> frozenset[int]:
    """Return the people who wish, and may, play people from other servers."""
    candidates = [each for each in waiting if each.is_outgoing]
    settings = await _settings_of(tx, candidates)
    excluded = await pool.hidden(tx) | await pool.unreachable(tx)
    return frozenset(
        candidate.user_id
        for candidate in candidates
        if (candidate.guild_id is None or settings[candidate.guild_id].plays_out)
        and candidate.user_id not in excluded
    )


async def _in_allowed_channels(
    tx: Transaction, waiting: Collection[PoolEntry], membership: Membership
) -> frozenset[int]:
    """Return the people whose channel their server allows for matches."""
    stored = await _settings_of(tx, waiting)
    settings = {guild_id: membership.existing(each) for guild_id, each in stored.items()}
    return frozenset(
        each.user_id
        for each in waiting
        if each.guild_id is None
        or settings[each.guild_id].allows_matches_in(each.parent_id or each.channel_id)
    )


async def _settings_of(tx: Transaction, waiting: Collection[PoolEntry]) -> dict[int, GuildSettings]:
    """Return the settings of people's servers."""
    servers = {each.guild_id for each in waiting if each.guild_id is not None}
    return await stored_settings.of_guilds(tx, servers)


async def _notify(tx: Transaction, entry: PoolEntry, notice: PoolNotice, now: datetime) -> None:
    post = notice_post(entry.user_id, notice, entry.guild_id, entry.expires_at, now)
    await queue.enqueue(tx, post)
