"""The scheduled progress of events: starts, results, ends of rounds, next rounds, ends.

An event is loaded once and then advanced in steps, each in its own transaction, until nothing is
due. Then its card is updated. Each step is decided by the stored state, so a crash leaves nothing
half done and a second process finds nothing left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError

from club.club import Club
from club.matches.match import Match
from club.matches.reasons import LEFT_EVENT, check_runs, leave_change, player_in
from club.matches.turns import time_left
from club.outbox import queue
from extensions.events.club import changes, entering
from extensions.events.club import course as courses
from extensions.events.club import posts as event_posts
from extensions.events.club.course import EventCourse
from extensions.events.club.formats.registry import format_of, standings
from extensions.events.club.news import add_news
from extensions.events.club.opening import ENTRY_TIMEOUT
from extensions.events.club.pairing.pairer import Pairer
from extensions.events.club.standings.results import (
    absent_seats,
    decided_by_time,
    forfeited_seats,
    match_result,
    time_used,
)
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage import rounds as stored_rounds
from extensions.events.storage.entering import Entrant, EntrantState
from extensions.events.storage.rounds import Pairing, PairingOutcome
from rules.refusal import Refusal
from storage.database.store import transactional
from storage.database.transaction import Outdated, Transaction
from storage.matches import match_lists, moves
from storage.matches import matches as stored_matches
from storage.matches.match import StoredMatch
from storage.members import membership as stored_members

log = logging.getLogger(__name__)


MAX_ADVANCED = 50
"""Maximum number of events advanced per round of chores."""

RETRY_DELAY = timedelta(minutes=10)
"""Delay before retrying an event that could not be advanced."""

GONE_DELAY = timedelta(days=1)
"""Time between two attempts to advance an event whose server has removed the bot."""

ACTIVITY_PERIOD = timedelta(days=3)
"""Time within which every entrant must have been active for an event to start when full."""
CONFIRMATION_TIME = timedelta(days=2)
"""Time to confirm that one still wants to play."""


Step = tuple[EventCourse, bool]
"""An event after one step, and whether more may be due."""


@dataclass(slots=True)
class _Context:
    """Rows outside an event that affect its progress."""

    matches: dict[int, StoredMatch]
    """The matches of open pairings, by number."""
    departed: frozenset[int]
    """The entrants who have left the server, by user id."""
    absent: frozenset[int]
    """The entrants who never came to a table at which the others play on, by number."""

    def covers(self, course: EventCourse) -> bool:
        """Whether it includes the matches of all open pairings, also those started just now."""
        return all(pairing.match_id in self.matches for pairing in course.running_pairings)

    def departed_from(self, course: EventCourse) -> list[Entrant]:
        """Return the entrants who have left the server."""
        return [entrant for entrant in course.current_entrants if entrant.user_id in self.departed]

    def match_of(self, pairing: Pairing) -> StoredMatch | None:
        """Return the match of a pairing, or None if it has not started."""
        return self.matches.get(pairing.match_id or 0)

    def is_over(self, pairing: Pairing) -> bool:
        """Whether the match of a pairing has ended."""
        match = self.match_of(pairing)
        return match is not None and match.state != "running"


class Progress:
    """Advances events that are due."""

    def __init__(self, club: Club, pairer: Pairer) -> None:
        self._store = club.store
        self._pairer = pairer
        self._running = club.uptime.running
        self._matches = club.matches
        self._membership = club.membership
        self._clock = club.clock
        self._random = club.random

    async def advance_due(self) -> None:
        """Advance the due events whose time runs one by one. A failure doesn't block the others."""
        async with self._store.read() as tx:
            event_ids = await stored_events.due(tx, self._clock(), MAX_ADVANCED, self._running())
        for event_id in event_ids:
            try:
                await self.advance(event_id)
            except Exception:
                log.exception("could not advance event %s; will retry later", event_id)
                await self._advance_later(event_id)

    async def advance(self, event_id: int) -> None:
        """Do everything that is due in an event."""
        course = await self._store.read(lambda tx: courses.find(tx, event_id))
        if course is None:
            return
        if await self._membership.is_gone(course.event.guild_id):
            # It goes on if the bot comes back.
            await self._advance_later(event_id, GONE_DELAY)
            return
        if not self._running().have(course.event.guild_id):
            # Downtime is given back first, which moves the dates.
            await self._advance_later(event_id)
            return
        await self.run_due_steps(course)

    async def run_due_steps(self, course: EventCourse) -> EventCourse:
        """Do everything that is due in an event that was just loaded or changed."""
        surroundings = await self._load_context(course)
        is_more_due = True
        while is_more_due and not course.event.is_over:
            try:
                course, is_more_due = await self._step(course, surroundings)
                if not surroundings.covers(course):
                    surroundings = await self._load_context(course)
            except (Outdated, IntegrityError):
                log.info("event %s changed while it was being advanced; retrying", course.event.id)
                async with self._store.read() as tx:
                    course = await courses.load(
                        tx, await stored_events.current(tx, course.event.id)
                    )
                surroundings = await self._load_context(course)
        return course

    async def _load_context(self, course: EventCourse) -> _Context:
        event = course.event
        numbers = [
            pairing.match_id for pairing in course.open_pairings if pairing.match_id is not None
        ]
        users = [entrant.user_id for entrant in course.current_entrants]
        async with self._store.read() as tx:
            matches = {each.id: each for each in await match_lists.by_numbers(tx, numbers)}
            rows = await stored_members.of_users(tx, event.guild_id, users)
            absent = {
                pairing.seats[seat - 1]
                for pairing in course.running_pairings
                if (match := matches.get(pairing.match_id or 0)) is not None
                and match.state == "running"
                and not all(seat.is_playing for seat in match.seats)
                for seat in absent_seats(match, await moves.of_match(tx, match.id))
            }
        gone = frozenset(user_id for user_id, member in rows.items() if not member.is_present)
        return _Context(matches, gone, frozenset(absent))

    async def _step(self, course: EventCourse, surroundings: _Context) -> Step:
        """Do the first thing that is due."""
        if course.event.state == "open":
            gone = surroundings.departed_from(course)
            if gone:
                return await self._remove(course, gone, "withdrawn"), True
            return await self._open(course, surroundings)
        return await self._run(course, surroundings)

    async def _open(self, course: EventCourse, surroundings: _Context) -> Step:
        """Start an event once it is full or its entries have closed, or cancel it."""
        event, now, format = course.event, self._clock(), format_of(course.event)
        closes_at = event.entries_close_at
        entrant_count, needed = len(course.current_entrants), format.rules.min_entrants
        if closes_at is None:
            if entrant_count >= event.terms.most:
                return await self._full(course, surroundings)
            last_entry = max(
                (entrant.seen_at for entrant in course.current_entrants), default=event.created_at
            )
            closes_at, needed = last_entry + ENTRY_TIMEOUT, event.terms.most
        if closes_at > now:
            return await self._sleep(course, closes_at)
        if entrant_count >= needed:
            return await self._begin_next(course, surroundings)
        if not self._running().have(event.guild_id):
            # Downtime is given back first, which moves the dates.
            return course, False
        return await self._cancel(course, now), False

    @transactional
    async def _cancel(self, tx: Transaction, course: EventCourse, now: datetime) -> EventCourse:
        await self._lock(tx, course)
        return await changes.cancel(tx, course, now, "too few")

    async def _full(self, course: EventCourse, surroundings: _Context) -> Step:
        """Start a full event once all entrants are active, and drop those who don't answer."""
        event, now = course.event, self._clock()
        unseen = [
            entrant
            for entrant in course.current_entrants
            if entrant.seen_at + ACTIVITY_PERIOD < now
        ]
        if not unseen:
            return await self._begin_next(course, surroundings)
        asked_at = {
            entrant.number: entrant.asked_at for entrant in unseen if entrant.asked_at is not None
        }
        silent = [entrant for entrant in unseen if entrant.number in asked_at]
        silent = [
            entrant for entrant in silent if asked_at[entrant.number] + CONFIRMATION_TIME <= now
        ]
        unasked = [entrant for entrant in unseen if entrant.number not in asked_at]
        if not silent and not unasked:
            return await self._sleep(course, min(asked_at.values()) + CONFIRMATION_TIME)
        if silent and not self._running().have(event.guild_id):
            return course, False
        return await self._ask(course, unasked, silent, now), True

    @transactional
    async def _ask(
        self,
        tx: Transaction,
        course: EventCourse,
        unasked: Sequence[Entrant],
        silent: Sequence[Entrant],
        now: datetime,
    ) -> EventCourse:
        """Ask some entrants whether they will play, and drop those who didn't answer."""
        await self._lock(tx, course)
        for entrant in silent:
            course = await entering.mark_removed(tx, course, entrant, "withdrawn", now)
        entrants_asked = [
            await stored_entrants.change(tx, entrant, asked_at=now) for entrant in unasked
        ]
        if entrants_asked:
            numbers = [entrant.number for entrant in entrants_asked]
            await add_news(tx, course.event, now, "asked", entrants=numbers)
        course = course.with_rows(entrants=entrants_asked)
        return await changes.save(tx, course, wakes_at=now)

    async def _run(self, course: EventCourse, surroundings: _Context) -> Step:
        event, now, format = course.event, self._clock(), format_of(course.event)
        over = [pairing for pairing in course.open_pairings if surroundings.is_over(pairing)]
        if over:
            return await self._settle(course, over), True
        gone = surroundings.departed_from(course)
        if gone:
            return await self._remove(course, gone, "withdrawn"), True
        absent = [
            entrant for entrant in course.current_entrants if entrant.number in surroundings.absent
        ]
        if absent:
            return await self._remove(course, absent, "forfeited"), True
        if await self._leave_matches(course, surroundings):
            return course, True
        playerless = {
            pairing: outcomes
            for pairing in course.waiting_pairings
            if (outcomes := changes.decided_without_match(course, pairing)) is not None
        }
        if playerless:
            return await self._settle_without_match(course, playerless), True
        late = [pairing for pairing in course.open_pairings if course.ends_at(pairing) <= now]
        idle = format.idle_entrants(course, now)
        if (late or idle) and not self._running().have(event.guild_id):
            # Downtime is given back first, which moves the dates.
            return course, False
        if late and await self._flags_fall(late, surroundings, now):
            return course, True
        if late:
            return await self._decide(course, late), True
        if idle:
            return await self._penalise_idle(course, now), True
        starting = changes.next_matches(course, now)
        if starting:
            players = [course.entrant(number) for pairing in starting for number in pairing.seats]
            if await self._have_left(course, players, surroundings):
                return course, True
            return await self._begin_matches(course, starting), True
        until = format.next_due_at(course, now)
        if until is not None:
            return await self._sleep(course, until)
        if course.rounds[-1].over_at is None:
            return await self._end_round(course), True
        return await self._begin_next(course, surroundings)

    @transactional
    async def _penalise_idle(
        self, tx: Transaction, course: EventCourse, now: datetime
    ) -> EventCourse:
        await self._lock(tx, course)
        course = await format_of(course.event).penalise_idle(tx, course, now)
        return await changes.save(tx, course, wakes_at=now)

    @transactional
    async def _settle(
        self, tx: Transaction, course: EventCourse, finished: list[Pairing]
    ) -> EventCourse:
        """Store the results of finished matches. Players who never moved are out of the event."""
        await self._lock(tx, course)
        now, format = self._clock(), format_of(course.event)
        of_match = {each.match_id or 0: each for each in finished}
        matches = await match_lists.by_numbers(tx, list(of_match))
        before, absent = course, set[int]()
        for match in sorted(matches, key=lambda each: each.ended_number or 0):
            pairing = of_match[match.id]
            record = await moves.of_match(tx, match.id)
            result = match_result(match, record, before.leaving_times(pairing))
            settled_pairing = await stored_rounds.settle(tx, pairing, result.outcomes, now)
            course = course.with_rows(pairings=[settled_pairing])
            course = await format.on_result(tx, course, settled_pairing, result.outcomes, now)
            absent |= {pairing.seats[seat - 1] for seat in result.absent}
        for number in sorted(absent):
            if course.entrant(number).is_in:
                entrant = course.entrant(number)
                course = await entering.mark_removed(tx, course, entrant, "forfeited", now)
        return await changes.save(tx, course, wakes_at=now)

    @transactional
    async def _remove(
        self, tx: Transaction, course: EventCourse, out: list[Entrant], state: EntrantState
    ) -> EventCourse:
        """Take entrants out of the event who have left the server, or never came to a table."""
        now = self._clock()
        await self._lock(tx, course)
        for entrant in out:
            current = course.entrant(entrant.number)
            course = await entering.mark_removed(tx, course, current, state, now)
        return await changes.save(tx, course, wakes_at=now)

    async def _leave_matches(self, course: EventCourse, surroundings: _Context) -> bool:
        """End matches of former entrants as losses. With three players, the others keep playing.

        :returns: whether there were any.
        """
        # If two players of a match are out, the second is handled in the next step.
        leavers = {
            match.id: entrant
            for match, pairing in (
                (surroundings.match_of(pairing), pairing) for pairing in course.open_pairings
            )
            for entrant in map(course.entrant, pairing.seats)
            if match is not None and not entrant.is_in and _plays(entrant, match)
        }
        for match_id, entrant in leavers.items():
            try:
                match = await self._leave_match(match_id, entrant.user_id)
                surroundings.matches[match_id] = match.stored
            except Refusal as refusal:
                log.info("could not leave match %s: %s", match_id, refusal.code)
                async with self._store.read() as tx:
                    surroundings.matches[match_id] = await stored_matches.current(tx, match_id)
        return bool(leavers)

    async def _leave_match(self, match_id: int, user_id: int) -> Match:
        """Lose a match because the player has left or been removed from its event.

        :raises Refusal: `unknown_match`, `not_yours`, `left`, `match_over`, `stale`.
        """
        # If someone's time is up, that counts first.
        await self._matches.alarms.wake(match_id)
        match = await self._matches.find(match_id)
        check_runs(match)
        player = player_in(match, user_id)
        leave = leave_change(match, player, "resigns", reason=LEFT_EVENT)
        return await self._matches.change(match, leave)

    async def _flags_fall(self, late: list[Pairing], surroundings: _Context, now: datetime) -> bool:
        """End overdue matches in which a player has run out of time. Return whether any changed."""
        changed = False
        for match in map(surroundings.match_of, late):
            if match is not None and match.deadline is not None and match.deadline <= now:
                await self._matches.alarms.wake(match.id)
                async with self._store.read() as tx:
                    after = await stored_matches.current(tx, match.id)
                changed |= after != match
                surroundings.matches[match.id] = after
        return changed

    @transactional
    async def _decide(
        self, tx: Transaction, course: EventCourse, late: list[Pairing]
    ) -> EventCourse:
        """Decide overdue matches by the time used. They may be played on, unrated."""
        await self._lock(tx, course)
        now, format = self._clock(), format_of(course.event)
        unplayed = {each: changes.walkover(each) for each in late if not each.match_id}
        course = await self._store_results(tx, course, unplayed)
        for pairing in sorted(late, key=lambda each: each.match_id or 0):
            if pairing.match_id is None:
                continue
            match = await stored_matches.current(tx, pairing.match_id, locked=True)
            if match.state != "running":
                # It has just ended. Its result is stored in the next step.
                raise Outdated(f"match {match.id}", match.version)
            record = await moves.of_match(tx, match.id)
            used = time_used(match, record, now, await time_left(tx, match, now))
            forfeits = forfeited_seats(match, record, course.leaving_times(pairing))
            outcomes = decided_by_time(match, used, forfeits)
            await changes.detach_match(tx, match.id, now)
            settled_pairing = await stored_rounds.settle(tx, pairing, outcomes, now)
            course = course.with_rows(pairings=[settled_pairing])
            course = await format.on_result(tx, course, settled_pairing, outcomes, now)
        return await changes.save(tx, course, wakes_at=now)

    @transactional
    async def _settle_without_match(
        self,
        tx: Transaction,
        course: EventCourse,
        outcomes: Mapping[Pairing, Sequence[PairingOutcome]],
    ) -> EventCourse:
        await self._lock(tx, course)
        course = await self._store_results(tx, course, outcomes)
        return await changes.save(tx, course, wakes_at=self._clock())

    async def _store_results(
        self,
        tx: Transaction,
        course: EventCourse,
        outcomes: Mapping[Pairing, Sequence[PairingOutcome]],
    ) -> EventCourse:
        """Store the results of pairings without a match."""
        now, format = self._clock(), format_of(course.event)
        for pairing, pair_outcomes in outcomes.items():
            settled_pairing = await stored_rounds.settle(tx, pairing, pair_outcomes, now)
            course = course.with_rows(pairings=[settled_pairing])
            course = await format.on_result(tx, course, settled_pairing, pair_outcomes, now)
        return course

    @transactional
    async def _begin_matches(
        self, tx: Transaction, course: EventCourse, pairings: Sequence[Pairing]
    ) -> EventCourse:
        """Start the matches that finished matches have made room for."""
        await self._lock(tx, course)
        await changes.lock_players(tx, course, pairings)
        now = self._clock()
        course = await changes.begin_matches(tx, course, pairings, self._random, now)
        return await changes.save(tx, course, wakes_at=now)

    @transactional
    async def _end_round(self, tx: Transaction, course: EventCourse) -> EventCourse:
        await self._lock(tx, course)
        now, number = self._clock(), len(course.rounds)
        ended = await stored_rounds.end(tx, course.event.id, number, now)
        await add_news(tx, course.event, now, "round over", round=number)
        course = course.with_rows(rounds=[ended])
        return await changes.save(tx, course, wakes_at=now)

    async def _begin_next(self, course: EventCourse, surroundings: _Context) -> Step:
        """Start the next round, or end the event."""
        next_round, now = None, self._clock()
        if not course.rounds or len(course.current_entrants) >= 2:
            if await self._have_left(course, course.current_entrants, surroundings):
                return course, True
            next_round = await format_of(course.event).next_round(course, self._pairer, now)

        async def begin_or_end(tx: Transaction) -> EventCourse:
            await self._lock(tx, course)
            if next_round is None:
                return await self._end(tx, course, now)
            return await changes.begin_round(tx, course, next_round, self._random, now)

        return await self._store.write(begin_or_end), next_round is not None

    async def _end(self, tx: Transaction, course: EventCourse, now: datetime) -> EventCourse:
        final = standings(course)
        places = {row.entrant.number: row.place for table in final.tables for row in table.rows}
        placed = await stored_entrants.set_places(tx, course.event.id, places)
        course = await changes.save_and_show(
            tx, course.with_rows(entrants=placed), now, state="over", ended_at=now, wakes_at=None
        )
        champions = [
            row.entrant.number
            for row in final.tables[0].rows
            if row.place == 1 and row.entrant.is_in
        ]
        await add_news(tx, course.event, now, "over", entrants=champions)
        await format_of(course.event).on_end(tx, course, final, now)
        return course

    async def _lock(self, tx: Transaction, course: EventCourse) -> None:
        """Lock an event and check that it is unchanged.

        :raises Outdated: if it has changed since it was loaded.
        """
        event = await stored_events.get(tx, course.event.id, locked=True)
        if event is None or event.version != course.event.version:
            raise Outdated(f"event {course.event.id}", course.event.version)

    async def _sleep(self, course: EventCourse, until: datetime) -> Step:
        """Update the card of an event and schedule its next progress."""

        async def set_waking(tx: Transaction) -> EventCourse:
            await self._lock(tx, course)
            await stored_events.set_waking(tx, course.event.id, until)
            changed = course.with_rows(replace(course.event, wakes_at=until))
            # The outbox skips a version that was already shown.
            await queue.enqueue(tx, event_posts.card(changed.event, self._clock()))
            return changed

        if course.event.wakes_at == until:
            return course, False
        return await self._store.write(set_waking), False

    @transactional
    async def _advance_later(
        self, tx: Transaction, event_id: int, delay: timedelta = RETRY_DELAY
    ) -> None:
        if await stored_events.get(tx, event_id, locked=True) is not None:
            await stored_events.set_waking(tx, event_id, self._clock() + delay)

    async def _have_left(
        self, course: EventCourse, entrants: Iterable[Entrant], surroundings: _Context
    ) -> bool:
        """Look up the entrants about to be paired, and return whether some have left the server."""
        names = {entrant.user_id: entrant.name for entrant in entrants if entrant.is_in}
        surroundings.departed |= await self._membership.departed(course.event.guild_id, names)
        return bool(surroundings.departed_from(course))


def _plays(entrant: Entrant, match: StoredMatch) -> bool:
    return match.state == "running" and any(
        seat.is_playing and seat.user_id == entrant.user_id for seat in match.seats
    )
