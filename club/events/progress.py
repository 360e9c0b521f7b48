"""How events go on by themselves: they begin, take results, end rounds, begin the next, end.

An event is looked at as it stands, one thing is done that is due, in a transaction of its own, and
it is looked at again. What has been done shows in what is stored: so a process that dies in between
leaves nothing half done, and of two processes that do the same the second finds it done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random

from sqlalchemy.exc import IntegrityError

from club.events import course as courses
from club.events import event_transactions
from club.events.course import Course, NextRound
from club.events.formats import ladder, swiss
from club.events.formats.registry import FOLLOWING, NEXT_ROUND, RULES
from club.events.pairing.pairer import Pairer
from club.events.standings.results import decided_by_time, settled, time_used
from club.events.standings.standings import standings
from club.matches.matches import Matches
from rules.refusal import Refusal
from storage.database.errors import Outdated
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import rounds as stored_rounds
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing
from storage.matches import match_lists
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
        while await self._step(event_id):
            pass

    async def _step(self, event_id: int) -> bool:
        """Do one thing that is due; whether there may be another."""
        async with self._store.read() as tx:
            course = await courses.find(tx, event_id)
            if course is None or course.event.is_over:
                return False
            numbers = [each.match_id for each in course.open if each.match_id is not None]
            matches = {each.id: each for each in await match_lists.numbered(tx, numbers)}
        try:
            if course.event.state == "open":
                return await self._open(course)
            return await self._running(course, matches)
        except (Outdated, IntegrityError):
            log.info("event %s has changed while it was advanced", event_id)
            return True

    async def _open(self, course: Course) -> bool:
        """Begin an event that is full, or whose time has come; call it off where too few came."""
        event, now = course.event, self._clock()
        rules = RULES[event.format]
        there = len(course.present)
        closes_at = event.entries_close_at
        if closes_at is None:
            if there < event.terms.most:
                return await self._sleep(course, None)
            return await self._full(course)
        if closes_at > now:
            return await self._sleep(course, closes_at)
        if there < rules.least:
            async with self._store.write() as tx:
                locked = await self._locked(tx, course)
                await event_transactions.call_off(tx, locked, now, "too few")
            return False
        return await self._begin_next(course)

    async def _full(self, course: Course) -> bool:
        """Begin a cup, once everybody has been seen; who doesn't answer makes room."""
        event, now = course.event, self._clock()
        unseen = [each for each in course.present if each.seen_at + SEEN < now]
        if not unseen:
            return await self._begin_next(course)
        silent = [
            each for each in unseen if each.asked_at is not None and each.asked_at + ASKED <= now
        ]
        unasked = [each for each in unseen if each.asked_at is None]
        if not silent and not unasked:
            wakes_at = min(each.asked_at + ASKED for each in unseen if each.asked_at is not None)
            return await self._sleep(course, wakes_at)
        async with self._store.write() as tx:
            await self._locked(tx, course)
            for each in silent:
                await event_transactions.out(tx, event, each, "withdrawn", now)
            for each in unasked:
                await stored_entrants.change(tx, each, asked_at=now)
            if unasked:
                numbers = [each.number for each in unasked]
                await event_transactions.tell(tx, event, now, "asked", entrants=numbers)
            await event_transactions.changed(tx, event, now, wakes_at=now + ASKED)
        return True

    async def _running(self, course: Course, matches: dict[int, StoredMatch]) -> bool:
        event, now = course.event, self._clock()
        over = [each for each in course.open if _is_over(each, matches)]
        if over:
            await self._settle(course)
            return True
        if await self._leave_out(course):
            return True
        leavers = {
            pairing.match_id: entrant
            for pairing in course.open
            for entrant in map(course.entrant, pairing.seats)
            if pairing.match_id is not None and not entrant.is_in
            if _plays(entrant, matches[pairing.match_id])
        }
        if leavers:
            # Of two who are out of the same match the other comes when it is looked at again.
            for match_id, entrant in leavers.items():
                await self._end_for(entrant, match_id)
            return True
        late = [each for each in course.open if _ends_at(course, each) <= now]
        if late and not self._clocks_run(event.guild_id):
            # An absence is given back first, which moves the dates.
            return False
        if late:
            await self._decide(course, late)
            return True
        if event.format == "ladder" and event.ends_at is not None and now < event.ends_at:
            return await self._climb(course)
        if course.open:
            return await self._sleep(course, min(_ends_at(course, each) for each in course.open))
        last = course.rounds[-1]
        if last.over_at is None:
            await self._end_round(course)
            return True
        return await self._begin_next(course)

    async def _climb(self, course: Course) -> bool:
        """Let those drop who sit out of a ladder."""
        if not ladder.idle(course, self._clock()):
            return await self._sleep(course, ladder.wakes_at(course))
        async with self._store.write() as tx:
            await ladder.drop(tx, await self._locked(tx, course), self._clock())
        return True

    async def _settle(self, course: Course) -> None:
        """Take the results of the matches that are over; who never came is out."""
        async with self._store.write() as tx:
            course = await self._locked(tx, course)
            event, now = course.event, self._clock()
            absent: set[int] = set()
            played = [each for each in course.open if each.match_id is not None]
            found = await match_lists.numbered(tx, [each.match_id or 0 for each in played])
            of_match = {each.match_id: each for each in played}
            ended = [each for each in found if each.state != "running"]
            for match in sorted(ended, key=lambda each: each.ended_number or 0):
                pairing = of_match[match.id]
                record = await stored_matches.moves(tx, match.id)
                out = [
                    seat
                    for seat, number in enumerate(pairing.seats, 1)
                    if not course.entrant(number).is_in
                ]
                result = settled(match, record, out)
                await self._give(tx, event, pairing, result.outcomes, now)
                absent |= {pairing.seats[seat - 1] for seat in result.absent}
            for number in sorted(absent):
                if course.entrant(number).is_in:
                    await event_transactions.out(
                        tx, event, course.entrant(number), "forfeited", now
                    )
            await event_transactions.changed(tx, event, now, wakes_at=now)

    async def _give(
        self,
        tx: Transaction,
        event: Event,
        pairing: Pairing,
        outcomes: Sequence[str],
        now: datetime,
    ) -> None:
        """Say what each of a pairing got."""
        await stored_rounds.settle(tx, pairing, outcomes, now)
        if event.format == "ladder":
            await ladder.settle(tx, event, pairing, outcomes, now)

    async def _leave_out(self, course: Course) -> bool:
        """Let those be out who have left the server; whether there were any."""
        event, now = course.event, self._clock()
        users = [each.user_id for each in course.present]
        async with self._store.read() as tx:
            known = await members.of_users(tx, event.guild_id, users)
        gone = {user_id for user_id, member in known.items() if not member.is_present}
        if not gone:
            return False
        async with self._store.write() as tx:
            await self._locked(tx, course)
            for entrant in course.present:
                if entrant.user_id in gone:
                    await event_transactions.out(tx, event, entrant, "withdrawn", now)
            await event_transactions.changed(tx, event, now, wakes_at=now)
        return True

    async def _end_for(self, entrant: Entrant, match_id: int) -> None:
        """Let somebody lose a match who is out; of three, the others play on."""
        try:
            await self._matches.leave_event(match_id, entrant.user_id)
        except Refusal as refusal:
            log.info("match %s was not left: %s", match_id, refusal.code)

    async def _decide(self, course: Course, late: list[Pairing]) -> None:
        """Decide matches whose time is over by the time used; they may be played on, unrated."""
        async with self._store.write() as tx:
            event, now = (await self._locked(tx, course)).event, self._clock()
            for pairing in sorted(late, key=lambda each: each.match_id or 0):
                if pairing.match_id is None:
                    continue
                match = await stored_matches.present(tx, pairing.match_id, locked=True)
                if match.state != "running":
                    continue
                record = await stored_matches.moves(tx, match.id)
                outcomes = decided_by_time(match, time_used(match, record, now))
                await event_transactions.release(tx, match.id, now)
                await self._give(tx, event, pairing, outcomes, now)
            await event_transactions.changed(tx, event, now, wakes_at=now)

    async def _end_round(self, course: Course) -> None:
        async with self._store.write() as tx:
            event, now = (await self._locked(tx, course)).event, self._clock()
            number = len(course.rounds)
            await stored_rounds.end(tx, event.id, number, now)
            await event_transactions.tell(tx, event, now, "round over", round=number)
            await event_transactions.changed(tx, event, now, wakes_at=now)

    async def _begin_next(self, course: Course) -> bool:
        """Begin the next round, or end the event where there is none."""
        coming = await self._coming(course)
        now = self._clock()
        async with self._store.write() as tx:
            await self._locked(tx, course)
            if coming is None:
                await self._end(tx, course, now)
            else:
                await event_transactions.begin_round(tx, course, coming, self._random, now)
        return True

    async def _coming(self, course: Course) -> NextRound | None:
        if course.rounds and len(course.present) < 2:
            return None
        if course.event.format == "ladder":
            return None
        if course.event.format != "swiss":
            return NEXT_ROUND[course.event.format](course, self._clock())
        if swiss.is_done(course):
            return None
        if swiss.seats_of(course) == 3:
            tables = await self._pairer.seat(swiss.seating(course))
            return swiss.next_tables(course, tables, self._clock())
        pairs = await self._pairer.pair(swiss.request(course))
        return swiss.next_round(course, pairs, self._clock())

    async def _end(self, tx: Transaction, course: Course, now: datetime) -> None:
        event = course.event
        final = standings(event, course.entrants, course.rounds, course.pairings)
        places = {row.entrant.number: row.place for table in final.tables for row in table.rows}
        await stored_entrants.set_places(tx, event.id, places)
        event = await event_transactions.changed(
            tx, event, now, state="over", ended_at=now, wakes_at=None
        )
        champions = [
            row.entrant.number
            for row in final.tables[0].rows
            if row.place == 1 and row.entrant.is_in
        ]
        await event_transactions.tell(tx, event, now, "over", entrants=champions)
        if event.format in FOLLOWING:
            await FOLLOWING[event.format](tx, course, final, now)

    async def _locked(self, tx: Transaction, course: Course) -> Course:
        """The event, taken for this transaction, as it was found.

        :raises Outdated: where it has changed since.
        """
        event = await stored_events.get(tx, course.event.id, locked=True)
        if event is None or event.version != course.event.version:
            raise Outdated(f"event {course.event.id}", course.event.version)
        return course

    async def _sleep(self, course: Course, until: datetime | None) -> bool:
        """Look at an event no sooner than there is something to do."""
        if course.event.wakes_at != until:
            async with self._store.write() as tx:
                await self._locked(tx, course)
                await stored_events.set_waking(tx, course.event.id, until)
        return False

    async def _advance_later(self, event_id: int) -> None:
        async with self._store.write() as tx:
            if await stored_events.get(tx, event_id, locked=True) is not None:
                await stored_events.set_waking(tx, event_id, self._clock() + LEFT_ALONE)


def _is_over(pairing: Pairing, matches: dict[int, StoredMatch]) -> bool:
    return pairing.match_id is not None and matches[pairing.match_id].state != "running"


def _plays(entrant: Entrant, match: StoredMatch) -> bool:
    return any(seat.is_playing and seat.user_id == entrant.user_id for seat in match.seats)


def _ends_at(course: Course, pairing: Pairing) -> datetime:
    ends_at = pairing.ends_at or course.rounds[pairing.round - 1].ends_at
    assert ends_at is not None
    return ends_at
