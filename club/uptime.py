"""Downtime, during which clocks stop because the bot can't be reached.

Each shard can be offline independently. In every round of its chores, a process stores which of its
shards are online. When a shard comes back, the deadlines of its guilds' matches are moved by the
length of the downtime. The clock of a match over two servers belongs to the server of the player to
move. This is done in batches, each in one transaction with a progress marker, so that it continues
after a crash. After a downtime of an hour or more, the first batch also moves the ends of
challenges, and what extensions add by `postponed`, such as the dates of events.

If some rounds are missing, all shards were offline meanwhile, even if no disconnection was noticed:
the machine may have been asleep. Until the next round, no clock runs.

A server that Discord reports as unavailable is offline by itself, like a shard of its own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from club.challenges import changes as challenge_changes
from club.members import vacations as event_vacations
from club.members.own_day import EVERY_DAY, own_day_of
from club.outbox import notices
from club.paces import DAY, HOUR, pace_of
from storage.challenges import challenges as stored_challenges
from storage.database import key_values
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import StoredMatch
from storage.members import preferences, vacations

log = logging.getLogger(__name__)

SWEEP = timedelta(seconds=15)
"""Interval between rounds of chores."""

MISSED_ROUNDS = 4
"""Number of intervals without a round after which the process counts as having been offline."""

SHORT_DOWNTIME = timedelta(minutes=1)
"""Maximum length of a downtime that is only given back to turns with less than an hour left.

This way, a short restart doesn't move all clocks.
"""

LAST_ONLINE = "last_here"
"""Prefix of the keys that store when a shard was last online."""

PENDING_DOWNTIME = "giving_back"
"""Prefix of the keys that store how much of a downtime has been given back."""

UNAVAILABLE = "unavailable"
"""Prefix of the keys that store since when a server has been unavailable on Discord."""

BATCH_SIZE = 200
"""Matches per transaction, during which no moves can be made in them."""

Postponed = Callable[[Transaction, Shards, datetime, datetime], Awaitable[None]]
"""Gives back a downtime of some shards, with its beginning and end."""

_POSTPONED: list[Postponed] = []


def postponed(give_back: Postponed) -> Postponed:
    """Mark a function of an extension that gives back downtimes of an hour or more."""
    _POSTPONED.append(give_back)
    return give_back


class Uptime:
    """Tracks when each shard was last online, and gives back downtimes."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        sweep: timedelta = SWEEP,
        shards: Shards = ALL,
    ) -> None:
        """
        :param sweep: the interval between two calls of `set_online`.
        :param shards: the shards of this process.
        """
        self._store = store
        self._shards = shards
        self._clock = clock
        self._max_gap = MISSED_ROUNDS * sweep
        self._noted_at = clock()
        """When a shard was last stored as online."""
        self._online = Shards(1, frozenset())
        self._unavailable: frozenset[int] = frozenset()
        """The servers on these shards that are unavailable."""

    def running(self) -> Shards:
        """Return the guilds in which time runs out, because their downtime is given back."""
        ids = frozenset[int]() if self._has_missed_rounds else self._online.ids
        return Shards(self._online.count, ids, self._unavailable)

    async def runs_elsewhere(self, guild_id: int | None) -> bool:
        """Whether another process lets time run out in a guild, and has given back its downtime."""
        if self._shards.have(guild_id):
            return False
        return await self._store.read(lambda tx: self._runs_by(tx, guild_id))

    async def _runs_by(self, tx: Transaction, guild_id: int | None) -> bool:
        earliest = self._clock() - self._max_gap
        pending = await key_values.beginning_with(tx, PENDING_DOWNTIME)
        if any(_shard_of(key).have(guild_id) for key in pending):
            return False
        if guild_id in await _unavailable(tx):
            return False
        last_online = await key_values.beginning_with(tx, LAST_ONLINE)
        return any(
            _shard_of(key).have(guild_id) and datetime.fromisoformat(text) >= earliest
            for key, text in last_online.items()
        )

    @property
    def _has_missed_rounds(self) -> bool:
        return self._clock() - self._noted_at > self._max_gap

    def set_offline(self, shard: int | None = None) -> None:
        """Mark one shard, or all, as offline."""
        offline = self._online.ids if shard is None else {shard}
        self._online = Shards(self._online.count, self._online.ids.difference(offline))

    async def set_online(self, shards: Shards = ALL, unavailable: Collection[int] = ()) -> None:
        """Mark exactly these shards as online, and give back their downtime.

        :param unavailable: the servers that are offline all the same.
        """
        if shards.count != self._online.count or self._has_missed_rounds:
            self._online = Shards(shards.count, frozenset())
        for shard in sorted(shards.ids):
            await self._set_online(Shards(shards.count, frozenset({shard})))
        await self._set_unavailable(shards, frozenset(filter(shards.have, unavailable)))
        self._online = shards

    async def _set_unavailable(self, shards: Shards, guild_ids: frozenset[int]) -> None:
        """Mark exactly these servers of some shards as unavailable, and give back others' time."""
        now = self._clock().isoformat()
        stored = await self._store.read(_unavailable)
        known = frozenset(filter(shards.have, stored))

        async def note(tx: Transaction) -> None:
            for guild_id in guild_ids - known:
                await key_values.put(tx, _unavailable_key(guild_id), now)
            for guild_id in known - guild_ids:
                await key_values.remove(tx, _unavailable_key(guild_id))
                downtime = _Downtime(stored[guild_id], now)
                await key_values.put(tx, _pending_key(guild_id), downtime.text)

        # Until their time is given back, no clock runs in those that are back.
        self._unavailable = guild_ids | known
        if known != guild_ids:
            await self._store.write(note)
        for guild_id in known - guild_ids:
            await self._give_back(Shards.of_guild(guild_id))
        self._unavailable = guild_ids

    async def _set_online(self, shard: Shards) -> None:
        is_back = not shard.ids <= self._online.ids
        if is_back:
            # An earlier downtime may not have been given back before a crash.
            await self._give_back(shard)
        now = self._clock()

        async def note_online(tx: Transaction) -> None:
            key = _key(LAST_ONLINE, shard)
            text = await key_values.get(tx, key, locked=True)
            if text is None:
                text = await _reshard(tx, shard.count)
            await key_values.put(tx, key, now.isoformat())
            if is_back and text is not None and now > datetime.fromisoformat(text):
                downtime = _Downtime(text, now.isoformat())
                await key_values.put(tx, _key(PENDING_DOWNTIME, shard), downtime.text)
                await _split_unavailability(tx, shard, downtime)

        await self._store.write(note_online)
        self._noted_at = now
        if is_back:
            await self._give_back(shard)

    async def _give_back(self, shard: Shards) -> None:
        """Give back all stored downtimes of a shard, and of shards from another shard count."""
        while await self._store.write(lambda tx: _give_back_some(tx, shard)):
            if not self._has_missed_rounds:
                # Giving back a long downtime to many matches isn't another downtime.
                self._noted_at = self._clock()


async def _give_back_some(tx: Transaction, shard: Shards) -> bool:
    """Give back a batch of a downtime, or return False if there is none."""
    # The earlier downtime first, because it moves deadlines past the start of the next.
    downtimes = await key_values.beginning_with(tx, PENDING_DOWNTIME)
    for key in sorted(downtimes, key=lambda key: _read_downtime(downtimes[key]).began):
        owner = _shard_of(key)
        if owner == shard or owner.count != shard.count:
            await _give_back_batch(tx, key)
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Downtime:
    """A downtime, and how far it has been given back."""

    began: str
    ended: str
    last: int = 0
    """The last match handled so far, by number."""
    moved: int = 0
    """The number of matches whose clocks were moved."""

    @property
    def text(self) -> str:
        return json.dumps(asdict(self))


def _read_downtime(text: str) -> _Downtime:
    return _Downtime(**json.loads(text))


async def _unavailable(tx: Transaction) -> dict[int, str]:
    """Return since when servers have been unavailable, by id."""
    since = await key_values.beginning_with(tx, f"{UNAVAILABLE}:")
    return {int(key.partition(":")[2]): text for key, text in since.items()}


async def _split_unavailability(tx: Transaction, shard: Shards, downtime: _Downtime) -> None:
    """Let the time for which servers of a shard are unavailable begin after its downtime.

    What was before is given back too, and first.
    """
    for guild_id, since in (await _unavailable(tx)).items():
        if shard.have(guild_id):
            await key_values.put(tx, _pending_key(guild_id), _Downtime(since, downtime.began).text)
            await key_values.put(tx, _unavailable_key(guild_id), downtime.ended)


def _unavailable_key(guild_id: int) -> str:
    return f"{UNAVAILABLE}:{guild_id}"


def _pending_key(guild_id: int) -> str:
    return _key(PENDING_DOWNTIME, Shards.of_guild(guild_id))


def _key(prefix: str, shard: Shards) -> str:
    (number,) = shard.ids
    return f"{prefix}:{shard.count}:{number}"


def _shard_of(key: str) -> Shards:
    _, count, number = key.split(":")
    return Shards(int(count), frozenset({int(number)}))


async def _reshard(tx: Transaction, count: int) -> str | None:
    """Convert the stored times to a new shard count and return when the bot was last online.

    Return None if it was never online, or if the conversion is already done.
    """
    former = await key_values.beginning_with(tx, LAST_ONLINE)
    new_keys = {_key(LAST_ONLINE, Shards(count, frozenset({each}))) for each in range(count)}
    if not former or new_keys.intersection(former):
        return None
    latest = max(former.values(), key=datetime.fromisoformat)
    for key, text in former.items():
        await key_values.remove(tx, key)
        if text != latest:
            # This shard was offline for longer than the others.
            downtime = _Downtime(text, latest)
            await key_values.put(tx, _key(PENDING_DOWNTIME, _shard_of(key)), downtime.text)
    for key in sorted(new_keys):
        await key_values.put(tx, key, latest)
    return latest


async def _time_stopped(
    tx: Transaction, matches: Sequence[StoredMatch], began: datetime, ended: datetime
) -> dict[int, timedelta]:
    """Return for how much of a downtime each match's clock was stopped anyway, by match.

    A vacation of the player to move stops it, in an event for a limited number of days.
    """
    movers = [
        (match, match.seats[match.to_move - 1].user_id)
        for match in matches
        if match.to_move is not None and pace_of(match.pace).is_slow
    ]
    stopped = {match.id: timedelta() for match in matches}
    if not movers:
        return stopped
    days_off = await vacations.all_since(tx, {user_id for _, user_id in movers}, began)
    for match, user_id in movers:
        spans = [(each.begins_at, each.ends_at) for each in days_off if each.user_id == user_id]
        if spans and match.event_id is not None:
            spans = await event_vacations.spans(tx, match.event_id, user_id)
        for begin, end in spans:
            begins_at = max(begin, began, match.turn_started_at)
            stopped[match.id] += max(min(end, ended) - begins_at, timedelta())
    return stopped


def _mover(match: StoredMatch) -> int:
    """Return the player to move of a running match."""
    assert match.to_move is not None
    return match.seats[match.to_move - 1].user_id


async def _postpone_challenges(
    tx: Transaction, shards: Shards, began: datetime, ended: datetime
) -> None:
    """Postpone the ends of open challenges that were in the future when a downtime began."""
    for each in await stored_challenges.open_during(tx, began, ended, shards):
        expires_at = each.expires_at + (ended - max(began, each.created_at))
        each = await stored_challenges.change(tx, each.id, each.version, expires_at=expires_at)
        await challenge_changes.show_change(tx, each, ended)
        await challenge_changes.show_elsewhere(tx, each, ended)


async def _give_back_batch(tx: Transaction, key: str) -> None:
    """Move the deadlines of the next matches that were in the future when a downtime began."""
    text = await key_values.get(tx, key, locked=True)
    if text is None:
        return
    downtime = _read_downtime(text)
    began, ended = (datetime.fromisoformat(each) for each in (downtime.began, downtime.ended))
    duration = ended - began
    if downtime.last == 0 and duration >= HOUR:
        for give_back in (*_POSTPONED, _postpone_challenges):
            await give_back(tx, _shard_of(key), began, ended)
    timed = await match_lists.timed(
        tx, began, _shard_of(key), begun_by=ended, beyond=downtime.last, limit=BATCH_SIZE
    )
    moved = downtime.moved
    stopped = await _time_stopped(tx, timed, began, ended)
    people = await preferences.with_time_zone(tx, {_mover(match) for match in timed})
    own_days = {each.user_id: own_day_of(each) for each in people}
    for match in timed:
        assert match.deadline is not None
        # A turn that began during the downtime lost only the rest of it.
        lost = ended - max(began, match.turn_started_at) - stopped[match.id]
        if not lost or (duration <= SHORT_DOWNTIME and match.deadline - began > HOUR):
            continue
        moved += 1
        own = own_days.get(_mover(match), EVERY_DAY)
        await event_vacations.give_time(tx, match, lost, own, ended)
        if duration >= HOUR or match.deadline < ended + DAY:
            # Other cards keep showing the former deadline, which is close enough, so a short
            # restart doesn't edit every card.
            await notices.show_change(tx, match, ended)
    if len(timed) == BATCH_SIZE:
        remaining = replace(downtime, last=timed[-1].id, moved=moved)
        await key_values.put(tx, key, remaining.text)
        return
    await key_values.remove(tx, key)
    if moved:
        log.info("offline for %s: moved the clocks of %d matches", duration, moved)
