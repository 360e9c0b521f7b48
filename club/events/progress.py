"""How events go on by themselves: they begin, take results, end rounds, begin the next, end.

An event is read once. Then one thing is done that is due, in a transaction of its own, and what
that leaves is looked at for the next, until nothing is due; then its card is shown. What has been
done shows in what is stored, so a process that dies in between leaves nothing half done, and of two
processes that do the same the second finds it done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from sqlalchemy.exc import IntegrityError

from club.clocks.clocks import time_left
from club.events import course as courses
from club.events import entering, event_transactions, match_starts
from club.events.course import Course
from club.events.formats.registry import format_of
from club.events.opening import WAITS_FOR_PLAYERS
from club.events.pairing.pairer import Pairer
from club.events.standings.results import decided_by_time, left_with_event, settled
from club.events.standings.standings import standings
from club.events.standings.time_used import time_used
from club.matches.matches import Matches
from club.outbox import outbox, posts
from rules.refusal import Refusal
from storage.database.errors import Outdated
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import rounds as stored_rounds
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing
from storage.matches import match_lists, records
from storage.matches import matches as stored_matches
from storage.matches.matches import StoredMatch
from storage.members import members

MOST_ADVANCED = 50
"""Events looked at in one round of what is due."""

LEFT_ALONE = timedelta(minutes=10)
"""How long an event is let be that could not be advanced."""

SEEN = timedelta(days=3)
"""A cup begins when everybody has been seen in this time."""
ASKED = timedelta(days=2)
"""How long who is asked whether they are still there has for an answer."""

log = logging.getLogger(__name__)


Step = tuple[Course, bool]
"""An event after one step, and whether something else may be due."""


@dataclass(slots=True)
class _Around:
    """What bears on an event besides its own rows, read with it."""

    matches: dict[int, StoredMatch]
    """Of its open pairings, by number."""
    gone: frozenset[int]
    """The users among its entrants who have left the server."""

    def match_of(self, pairing: Pairing) -> StoredMatch | None:
        """The match of a pairing; None if there is none, or it has only just begun."""
        return self.matches.get(pairing.match_id or 0)

    def is_over(self, pairing: Pairing) -> bool:
        """Whether the match of a pairing has ended."""
        match = self.match_of(pairing)
        return match is not None and match.state != "running"


class Progress:
    """Does what is due in events."""

    def __init__(
        self,
        store: Store,
        matches: Matches,
        clock: Callable[[], datetime],
        random: Random,
        pairer: Pairer,
        clocks_run: Callable[[int], bool],
    ) -> None:
        self._store = store
        self._pairer = pairer
        self._clocks_run = clocks_run
        self._matches = matches
        self._clock = clock
        self._random = random

    async def advance_due(self, shards: Shards = ALL) -> None:
        """Advance all events of some shards in which something is due, one by one: one that fails
        keeps none waiting."""
        async with self._store.read() as tx:
            due = await stored_events.due(tx, self._clock(), MOST_ADVANCED, shards)
        for event_id in due:
            try:
                await self.advance(event_id)
            except Exception:
                log.exception(
                    "event %s could not be advanced, and is left alone for a while", event_id
                )
                await self._advance_later(event_id)

    async def advance(self, event_id: int) -> None:
        """Do all that is due in an event."""
        async with self._store.read() as tx:
            course = await courses.find(tx, event_id)
        if course is not None:
            await self.go_on(course)

    async def go_on(self, course: Course) -> Course:
        """Do all that is due in an event that has just been read or changed."""
        around = await self._look_around(course)
        goes_on = True
        while goes_on and not course.event.is_over:
            try:
                course, goes_on = await self._step(course, around)
            except (Outdated, IntegrityError):
                log.info("event %s has changed while it was advanced", course.event.id)
                async with self._store.read() as tx:
                    course = await courses.load(
                        tx, await stored_events.present(tx, course.event.id)
                    )
                around = await self._look_around(course)
        return course

    async def _look_around(self, course: Course) -> _Around:
        event = course.event
        numbers = [each.match_id for each in course.open if each.match_id is not None]
        users = [each.user_id for each in course.present]
        async with self._store.read() as tx:
            matches = {each.id: each for each in await match_lists.numbered(tx, numbers)}
            known = await members.of_users(tx, event.guild_id, users)
        gone = frozenset(user_id for user_id, each in known.items() if not each.is_present)
        return _Around(matches, gone)

    async def _step(self, course: Course, around: _Around) -> Step:
        """Do one thing that is due."""
        if course.event.state == "open":
            return await self._open(course)
        return await self._running(course, around)

    async def _open(self, course: Course) -> Step:
        """Begin an event that is full, or whose time has come; call it off if too few came."""
        event, now, format = course.event, self._clock(), format_of(course.event)
        closes_at = event.entries_close_at
        there, needed = len(course.present), format.rules.least
        if closes_at is None:
            if there >= event.terms.most:
                return await self._full(course)
            heard_at = max((each.seen_at for each in course.present), default=event.created_at)
            closes_at, needed = heard_at + WAITS_FOR_PLAYERS, event.terms.most
        if closes_at > now:
            return await self._rest(course, closes_at)
        if there >= needed:
            return await self._begin_next(course)
        if not self._clocks_run(event.guild_id):
            # An absence is given back first, which moves the dates.
            return course, False
        async with self._store.write() as tx:
            await self._lock(tx, course)
            return await event_transactions.call_off(tx, course, now, "too few"), False

    async def _full(self, course: Course) -> Step:
        """Begin an event once all its entrants have been seen; who doesn't answer makes room."""
        event, now = course.event, self._clock()
        unseen = [each for each in course.present if each.seen_at + SEEN < now]
        if not unseen:
            return await self._begin_next(course)
        asked = {each.number: each.asked_at for each in unseen if each.asked_at is not None}
        silent = [each for each in unseen if each.number in asked]
        silent = [each for each in silent if asked[each.number] + ASKED <= now]
        unasked = [each for each in unseen if each.number not in asked]
        if not silent and not unasked:
            return await self._rest(course, min(asked.values()) + ASKED)
        if silent and not self._clocks_run(event.guild_id):
            return course, False
        async with self._store.write() as tx:
            await self._lock(tx, course)
            for each in silent:
                course = await entering.out(tx, course, each, "withdrawn", now)
            awaited = [await stored_entrants.change(tx, each, asked_at=now) for each in unasked]
            if awaited:
                numbers = [each.number for each in awaited]
                await event_transactions.tell(tx, event, now, "asked", entrants=numbers)
            course = course.having(entrants=awaited)
            return await event_transactions.stepped(tx, course, wakes_at=now), True

    async def _running(self, course: Course, around: _Around) -> Step:
        event, now, format = course.event, self._clock(), format_of(course.event)
        over = [each for each in course.open if around.is_over(each)]
        if over:
            return await self._settle(course, over), True
        gone = [each for each in course.present if each.user_id in around.gone]
        if gone:
            return await self._leave_out(course, gone), True
        if await self._end_for_leavers(course, around):
            return course, True
        playerless = {
            each: outcomes
            for each in course.waiting
            if (outcomes := match_starts.decided_without_match(course, each)) is not None
        }
        if playerless:
            return await self._settle_without_match(course, playerless), True
        late = [each for each in course.open if course.ends_at(each) <= now]
        idle = format.idle(course, now)
        if (late or idle) and not self._clocks_run(event.guild_id):
            # An absence is given back first, which moves the dates.
            return course, False
        if late:
            return await self._decide(course, late), True
        if idle:
            async with self._store.write() as tx:
                await self._lock(tx, course)
                course = await format.charge_idle(tx, course, now)
                return await event_transactions.stepped(tx, course, wakes_at=now), True
        starting = match_starts.next_matches(course, now)
        if starting:
            return await self._begin_matches(course, starting), True
        until = format.waits_until(course, now)
        if until is not None:
            return await self._rest(course, until)
        if course.rounds[-1].over_at is None:
            return await self._end_round(course), True
        return await self._begin_next(course)

    async def _settle(self, course: Course, over: list[Pairing]) -> Course:
        """Take the results of the matches that are over; who never came is out."""
        async with self._store.write() as tx:
            await self._lock(tx, course)
            now, format = self._clock(), format_of(course.event)
            of_match = {each.match_id or 0: each for each in over}
            matches = await match_lists.numbered(tx, list(of_match))
            before, absent = course, set[int]()
            for match in sorted(matches, key=lambda each: each.ended_number or 0):
                pairing = of_match[match.id]
                record = await records.of_match(tx, match.id)
                result = settled(match, record, _left(before, pairing))
                given = await stored_rounds.settle(tx, pairing, result.outcomes, now)
                course = course.having(pairings=[given])
                course = await format.settled(tx, course, given, result.outcomes, now)
                absent |= {pairing.seats[seat - 1] for seat in result.absent}
            for number in sorted(absent):
                if course.entrant(number).is_in:
                    entrant = course.entrant(number)
                    course = await entering.out(tx, course, entrant, "forfeited", now)
            return await event_transactions.stepped(tx, course, wakes_at=now)

    async def _leave_out(self, course: Course, gone: list[Entrant]) -> Course:
        """Put out those who have left the server."""
        now = self._clock()
        async with self._store.write() as tx:
            await self._lock(tx, course)
            for entrant in gone:
                present = course.entrant(entrant.number)
                course = await entering.out(tx, course, present, "withdrawn", now)
            return await event_transactions.stepped(tx, course, wakes_at=now)

    async def _end_for_leavers(self, course: Course, around: _Around) -> bool:
        """Let those lose a match who are out; of three, the others play on.

        :returns: whether there were any.
        """
        # Of two who are out of the same match the other comes when it is looked at again.
        leavers = {
            match.id: entrant
            for match, pairing in ((around.match_of(each), each) for each in course.open)
            for entrant in map(course.entrant, pairing.seats)
            if match is not None and not entrant.is_in and _plays(entrant, match)
        }
        for match_id, entrant in leavers.items():
            try:
                match = await self._matches.leave_event(match_id, entrant.user_id)
                around.matches[match_id] = match.stored
            except Refusal as refusal:
                log.info("match %s was not left: %s", match_id, refusal.code)
                async with self._store.read() as tx:
                    around.matches[match_id] = await stored_matches.present(tx, match_id)
        return bool(leavers)

    async def _decide(self, course: Course, late: list[Pairing]) -> Course:
        """Decide matches whose time is over by the time used; they may be played on, unrated."""
        async with self._store.write() as tx:
            await self._lock(tx, course)
            now, format = self._clock(), format_of(course.event)
            unplayed = {each: match_starts.walkover(each) for each in late if not each.match_id}
            course = await self._settled(tx, course, unplayed)
            for pairing in sorted(late, key=lambda each: each.match_id or 0):
                if pairing.match_id is None:
                    continue
                match = await stored_matches.present(tx, pairing.match_id, locked=True)
                if match.state != "running":
                    # It has ended just now; its result is taken when it is looked at again.
                    raise Outdated(f"match {match.id}", match.version)
                record = await records.of_match(tx, match.id)
                used = time_used(match, record, now, await time_left(tx, match, now))
                forfeits = left_with_event(record, _left(course, pairing))
                outcomes = decided_by_time(match, used, forfeits)
                await event_transactions.release(tx, match.id, now)
                given = await stored_rounds.settle(tx, pairing, outcomes, now)
                course = course.having(pairings=[given])
                course = await format.settled(tx, course, given, outcomes, now)
            return await event_transactions.stepped(tx, course, wakes_at=now)

    async def _settle_without_match(
        self, course: Course, outcomes: Mapping[Pairing, Sequence[str]]
    ) -> Course:
        async with self._store.write() as tx:
            await self._lock(tx, course)
            course = await self._settled(tx, course, outcomes)
            return await event_transactions.stepped(tx, course, wakes_at=self._clock())

    async def _settled(
        self, tx: Transaction, course: Course, outcomes: Mapping[Pairing, Sequence[str]]
    ) -> Course:
        """Store the results of pairings whose matches never begin."""
        now, format = self._clock(), format_of(course.event)
        for pairing, got in outcomes.items():
            given = await stored_rounds.settle(tx, pairing, got, now)
            course = course.having(pairings=[given])
            course = await format.settled(tx, course, given, got, now)
        return course

    async def _begin_matches(self, course: Course, pairings: Sequence[Pairing]) -> Course:
        """Begin the matches for which others have made room."""
        async with self._store.write() as tx:
            await self._lock(tx, course)
            await event_transactions.take_persons(tx, course, pairings)
            now = self._clock()
            course = await event_transactions.begin_matches(tx, course, pairings, self._random, now)
            return await event_transactions.stepped(tx, course, wakes_at=now)

    async def _end_round(self, course: Course) -> Course:
        async with self._store.write() as tx:
            await self._lock(tx, course)
            now, number = self._clock(), len(course.rounds)
            ended = await stored_rounds.end(tx, course.event.id, number, now)
            await event_transactions.tell(tx, course.event, now, "round over", round=number)
            course = course.having(rounds=[ended])
            return await event_transactions.stepped(tx, course, wakes_at=now)

    async def _begin_next(self, course: Course) -> Step:
        """Begin the next round, or end the event if there is none."""
        coming, now = None, self._clock()
        if not course.rounds or len(course.present) >= 2:
            coming = await format_of(course.event).next_round(course, self._pairer, now)
        async with self._store.write() as tx:
            await self._lock(tx, course)
            if coming is None:
                return await self._end(tx, course, now), False
            return (
                await event_transactions.begin_round(tx, course, coming, self._random, now),
                True,
            )

    async def _end(self, tx: Transaction, course: Course, now: datetime) -> Course:
        final = standings(course)
        places = {row.entrant.number: row.place for table in final.tables for row in table.rows}
        placed = await stored_entrants.set_places(tx, course.event.id, places)
        course = await event_transactions.changed(
            tx, course.having(entrants=placed), now, state="over", ended_at=now, wakes_at=None
        )
        champions = [
            row.entrant.number
            for row in final.tables[0].rows
            if row.place == 1 and row.entrant.is_in
        ]
        await event_transactions.tell(tx, course.event, now, "over", entrants=champions)
        await format_of(course.event).followed(tx, course, final, now)
        return course

    async def _lock(self, tx: Transaction, course: Course) -> None:
        """Take the event for this transaction, as it was read.

        :raises Outdated: if it has changed since.
        """
        event = await stored_events.get(tx, course.event.id, locked=True)
        if event is None or event.version != course.event.version:
            raise Outdated(f"event {course.event.id}", course.event.version)

    async def _rest(self, course: Course, until: datetime) -> Step:
        """Show how an event stands, and look at it again when something is due."""
        if course.event.wakes_at != until:
            async with self._store.write() as tx:
                await self._lock(tx, course)
                await stored_events.set_waking(tx, course.event.id, until)
                course = course.having(replace(course.event, wakes_at=until))
                # A version that was shown is not shown again.
                await outbox.enqueue(tx, posts.event(course.event, self._clock()))
        return course, False

    async def _advance_later(self, event_id: int) -> None:
        async with self._store.write() as tx:
            if await stored_events.get(tx, event_id, locked=True) is not None:
                await stored_events.set_waking(tx, event_id, self._clock() + LEFT_ALONE)


def _left(course: Course, pairing: Pairing) -> Mapping[int, datetime]:
    """When those of a pairing left who are out of the event, by seat."""
    seated = enumerate(map(course.entrant, pairing.seats), 1)
    return {seat: each.left_at for seat, each in seated if each.left_at is not None}


def _plays(entrant: Entrant, match: StoredMatch) -> bool:
    return match.state == "running" and any(
        seat.is_playing and seat.user_id == entrant.user_id for seat in match.seats
    )
