"""What the bot's own absence costs nobody: clocks stand while it can't be reached.

It is reached by shards, each of which may be cut off while the others are not. In every round of
the chores the process that serves them notes which are there. When one comes back, after a rest of
its process or an outage of whatever it is reached by, the deadlines of its guilds' matches move by
the time that it was away: some matches after the other, each time in one transaction with the note
of how far that has come; with the first of them, after an hour or more, the dates of events.
Whoever is killed in the midst of it goes on from there.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from club.clocks import event_dates, event_vacations
from club.clocks.pace import DAY, HOUR, pace_of
from club.outbox import notices
from storage.database import key_values
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches.matches import StoredMatch
from storage.members import vacations

SHORT = timedelta(minutes=1)
"""An absence up to which it is given back only to turns that have less than an hour left: who has
days does not miss it, and no short rest moves all clocks that there are."""

LAST_HERE = "last_here"
"""What the keys begin with that say when somebody could play last."""

GIVING_BACK = "giving_back"
"""What the keys begin with that say how far an absence has been given back."""

AT_ONCE = 200
"""Matches whose deadlines are moved by one transaction, while which nobody there can move."""

log = logging.getLogger(__name__)


class Uptime:
    """Knows when somebody in the guilds of each shard could play last."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._here = Shards(1, frozenset())

    def clocks_run(self, guild_id: int | None) -> bool:
        """Whether somebody in a guild may run out of time now: not before an absence was given
        back."""
        return self._here.have(guild_id)

    def leave(self, shard: int | None = None) -> None:
        """Note that nobody can play from now on, in the guilds of one shard or in all."""
        gone = self._here.ids if shard is None else {shard}
        self._here = Shards(self._here.count, self._here.ids.difference(gone))

    async def stay(self, shards: Shards = ALL) -> None:
        """Note that people can play in the guilds of these shards now, and of no others here, and
        give back the time when they could not."""
        if shards.count != self._here.count:
            self._here = Shards(shards.count, frozenset())
        for shard in sorted(shards.ids):
            await self._stay(Shards(shards.count, frozenset({shard})))
        self._here = shards

    async def _stay(self, shard: Shards) -> None:
        now = self._clock()
        is_back = not shard.ids <= self._here.ids
        if is_back:
            # A process may have been killed over an absence before this one.
            await self._give_back(shard)
        async with self._store.write() as tx:
            key = _key(LAST_HERE, shard)
            text = await key_values.get(tx, key, locked=True)
            if text is None:
                text = await _dealt_anew(tx, shard.count)
            await key_values.put(tx, key, now.isoformat())
            if is_back and text is not None and now > datetime.fromisoformat(text):
                absence = _Absence(text, now.isoformat())
                await key_values.put(tx, _key(GIVING_BACK, shard), absence.text)
        if is_back:
            await self._give_back(shard)

    async def _give_back(self, shard: Shards) -> None:
        """Give back what is noted for a shard, and for those of guilds that were dealt out
        otherwise then, to the end."""
        while True:
            async with self._store.write() as tx:
                # The earlier absence first: it moves deadlines beyond the beginning of the next.
                noted = await key_values.beginning_with(tx, GIVING_BACK)
                for key in sorted(noted, key=lambda key: _absence_in(noted[key]).began):
                    noted_of = _shard_of(key)
                    if noted_of == shard or noted_of.count != shard.count:
                        await _give_some_back(tx, key)
                        break
                else:
                    return


@dataclass(frozen=True, slots=True)
class _Absence:
    """An absence, and how far it has been given back."""

    began: str
    ended: str
    last: int = 0
    """The match up to whose number it has been."""
    given: int = 0
    """How many have been given it."""

    @property
    def text(self) -> str:
        return json.dumps(asdict(self))


def _absence_in(text: str) -> _Absence:
    return _Absence(**json.loads(text))


def _key(of: str, shard: Shards) -> str:
    (number,) = shard.ids
    return f"{of}:{shard.count}:{number}"


def _shard_of(key: str) -> Shards:
    _, count, number = key.split(":")
    return Shards(int(count), frozenset({int(number)}))


async def _dealt_anew(tx: Transaction, count: int) -> str | None:
    """When anybody could play last, where the guilds were dealt out to another number of shards
    then; from now on that is said of each of the present ones.

    None where nobody ever could, or it has been said already.
    """
    former = await key_values.beginning_with(tx, LAST_HERE)
    present = {_key(LAST_HERE, Shards(count, frozenset({each}))) for each in range(count)}
    if not former or present.intersection(former):
        return None
    latest = max(former.values(), key=datetime.fromisoformat)
    for key, text in former.items():
        await key_values.remove(tx, key)
        if text != latest:
            # It was away for longer than the others.
            absence = _Absence(text, latest)
            await key_values.put(tx, _key(GIVING_BACK, _shard_of(key)), absence.text)
    for key in sorted(present):
        await key_values.put(tx, key, latest)
    return latest


async def _stood(
    tx: Transaction, matches: Sequence[StoredMatch], began: datetime, ended: datetime
) -> dict[int, timedelta]:
    """Return how much of an absence each match's clock stood anyway, by match.

    It stands while the player to move is on vacation, in an event for some days in all.
    """
    movers = [
        (match, match.seats[match.to_move - 1].user_id)
        for match in matches
        if match.to_move is not None and pace_of(match.pace).is_slow
    ]
    stood = {match.id: timedelta() for match in matches}
    if not movers:
        return stood
    taken = await vacations.all_since(tx, {user_id for _, user_id in movers}, began)
    for match, user_id in movers:
        spans = [(each.begins_at, each.ends_at) for each in taken if each.user_id == user_id]
        if spans and match.event_id is not None:
            spans = await event_vacations.spans(tx, match.event_id, user_id)
        for begin, end in spans:
            begins_at = max(begin, began, match.turn_started_at)
            stood[match.id] += max(min(end, ended) - begins_at, timedelta())
    return stood


async def _give_some_back(tx: Transaction, key: str) -> None:
    """Move the deadlines that were still to come when an absence began, of the next matches."""
    text = await key_values.get(tx, key, locked=True)
    if text is None:
        return
    absence = _absence_in(text)
    began, ended = (datetime.fromisoformat(each) for each in (absence.began, absence.ended))
    away = ended - began
    if absence.last == 0 and away >= HOUR:
        moved = await event_dates.put_off(tx, _shard_of(key), began, ended)
        if moved:
            log.info("away for %s: the dates of %d events moved by it", away, moved)
    timed = await match_lists.timed(
        tx, began, _shard_of(key), begun_by=ended, beyond=absence.last, limit=AT_ONCE
    )
    given = absence.given
    stood = await _stood(tx, timed, began, ended)
    for match in timed:
        assert match.deadline is not None
        # A turn that began during the absence lost only the rest of it.
        lost = ended - max(began, match.turn_started_at) - stood[match.id]
        if not lost or (away <= SHORT and match.deadline - began > HOUR):
            continue
        given += 1
        wakes_at = match.wakes_at and match.wakes_at + lost
        await stored_matches.set_clock(tx, match.id, match.deadline + lost, wakes_at)
        if away >= HOUR or match.deadline < ended + DAY:
            # Elsewhere the former deadline is shown, which is near enough and far off, and no
            # short rest makes the bot change all cards that there are.
            await notices.show_change(tx, match, ended)
    if len(timed) == AT_ONCE:
        further = replace(absence, last=timed[-1].id, given=given)
        await key_values.put(tx, key, further.text)
        return
    await key_values.remove(tx, key)
    if given:
        log.info("away for %s: the clocks of %d matches stood meanwhile", away, given)
