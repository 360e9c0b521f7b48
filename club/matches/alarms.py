"""The clocks of running matches: reminders, days of vacation, ends of pauses, time-outs, nudges."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from club.matches import changes
from club.matches.loading import ReplayedMatches
from club.matches.match import Match
from club.matches.reasons import ABSENT, SILENT, abort_change, check_runs, player_in, unknown_match
from club.matches.seams import MISSING, NEVER, kind_in, kind_of
from club.matches.turns import allowance_of, time_left_from
from club.matches.vacancies import time_out_change
from club.members import vacations
from club.members.vacations import LIMITS, is_off
from club.outbox import notices
from club.paces import DAY, pace_of
from club.references import Name
from language.texts import N_
from rules.refusal import Refusal
from storage.database.shards import Shards
from storage.database.store import Store, transactional
from storage.database.transaction import Outdated, Transaction
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches import nudges as stored_nudges
from storage.matches.match import Seat, StoredMatch
from storage.matches.nudges import Nudge
from storage.members import blocks, preferences

log = logging.getLogger(__name__)


WAKE_LIMIT = 50
"""Maximum number of matches woken per round."""

WAKE_RETRY_DELAY = timedelta(minutes=10)
"""Delay before retrying a match that could not be woken."""


class Alarms:
    """Wakes matches whose clock is due."""

    def __init__(
        self,
        store: Store,
        matches: ReplayedMatches,
        clock: Callable[[], datetime],
        running: Callable[[], Shards],
    ) -> None:
        """:param running: returns the guilds in which time runs out at the moment."""
        self._store = store
        self._matches = matches
        self._clock = clock
        self._running = running
        self._checked: Shards | None = None
        """The guilds whose matches are known to run only if the kinds of their seats are there."""

    async def check_kinds(self) -> None:
        """Stop the clocks of matches whose event or kind of seats isn't installed, until it is."""
        shards = self._running()
        if shards == self._checked:
            return
        for row in await self._store.read(lambda tx: match_lists.running_of_extensions(tx, shards)):
            is_stopped = row.paused_until is not None and row.paused_until >= NEVER
            if is_stopped != (kind_in(row.seats) is MISSING or _is_without_event(row)):
                match = await self._matches.find(row.id)
                await self._matches.change(match, partial(_resume if is_stopped else _stop, match))
        self._checked = shards

    async def wake_due(self) -> None:
        """Wake the due matches whose clocks run one by one. A failure doesn't block the others."""
        await self.check_kinds()
        async with self._store.read() as tx:
            match_ids = await match_lists.due(tx, self._clock(), WAKE_LIMIT, self._running())
        for match_id in match_ids:
            try:
                await self.wake(match_id)
            except Exception:
                log.exception("could not wake match %s; will retry later", match_id)
                await self._wake_later(match_id)

    @transactional
    async def _wake_later(self, tx: Transaction, match_id: int) -> None:
        """Postpone a match that can't be woken, so that it doesn't hold up the others."""
        stored = await stored_matches.get(tx, match_id, locked=True)
        if stored is not None:
            later = self._clock() + WAKE_RETRY_DELAY
            await stored_matches.set_alarm(tx, match_id, later)

    async def wake(self, match_id: int) -> None:
        """Handle a match whose clock is due: remind, end the pause or end the match."""
        stored = await self._store.read(lambda tx: stored_matches.get(tx, match_id))
        if stored is None:
            raise unknown_match(match_id)
        now = self._clock()
        if stored.state != "running" or not _is_due(stored, now):
            return
        if stored.paused_until is None and stored.deadline is not None and stored.deadline > now:
            await self._remind(stored, now)
            return
        await self._wake_up(await self._matches.find(match_id), now)

    async def _wake_up(self, match: Match, now: datetime) -> None:
        """End the pause or the match, if due."""
        match_id, stored = match.id, match.stored
        if match.is_over or not _is_due(stored, now):
            return
        try:
            if match.rules.are_missing or _is_without_event(stored):
                await self._matches.change(match, partial(_stop, match))
            elif stored.paused_until is not None:
                await self._matches.change(match, partial(_resume, match))
            elif stored.deadline is not None and stored.deadline > now:
                log.info("the deadline of match %s moved while it was being woken", match_id)
            elif not self._running().have(stored.clock_guild_id):
                log.info("match %s waits until lost time is given back", match_id)
            elif not await self._saved_by_vacation(match, now):
                await self._time_out(match)
        except Refusal:
            log.info("match %s changed while it was being woken", match_id)

    @transactional
    async def _remind(self, tx: Transaction, due: StoredMatch, now: datetime) -> None:
        stored = await stored_matches.get(tx, due.id, locked=True)
        if stored is None or stored.wakes_at != due.wakes_at:
            return
        if stored.to_move is None or stored.version != due.version:
            return
        await stored_matches.set_alarm(tx, stored.id, stored.deadline)
        await kind_of(stored.seats[stored.to_move - 1]).remind(tx, stored, now)

    async def _saved_by_vacation(self, match: Match, now: datetime) -> bool:
        """Take a day of vacation for the player to move. Return whether they had one left."""
        player = match.player_to_move
        is_timed = player is not None and player.is_person and match.pace.is_slow
        is_known = player is not None and match.has_moved(player.seat)
        if player is None or not is_timed or not is_known or match.stored.vacant_seat is not None:
            # A player who has never moved may not have noticed the match.
            return False
        while True:
            try:
                return await self._store.write(
                    lambda tx: vacations.save(tx, player.user_id, match.stored, now)
                )
            except Outdated:
                log.info("a turn of user %s began while a vacation day was taken", player.user_id)

    async def _time_out(self, match: Match) -> None:
        player = match.player_to_move
        assert player is not None
        has_begun = all(each.is_computer or match.has_moved(each.seat) for each in match.playing)
        if match.pace.time is None:
            # Another player has asked to end the match, and this one hasn't answered.
            end = abort_change(match, SILENT, seat=player.seat)
        elif not has_begun and match.stored.event_id is None and match.team_to_move is None:
            # The other players without a move have had no turn yet. A team had twice its time.
            end = abort_change(match, ABSENT, seats=[player.seat])
        else:
            end = time_out_change(match, player)

        end = kind_of(match.seats[player.seat - 1]).time_out(match, end)

        async def time_out(tx: Transaction, now: datetime) -> Match:
            stored = await changes.lock_match(tx, match)
            if stored.deadline != match.deadline:
                # A vacation or a downtime moves the deadline without a new version.
                raise Outdated(f"the clock of match {match.id}", stored.version)
            ended = await end(tx, now)
            if ended.is_over:
                await notices.announce_time_out(tx, ended.stored, now)
            return ended

        await self._matches.change(match, time_out)
        log.info("match %s: the time of seat %s is up", match.id, player.seat)


async def _stop(match: Match, tx: Transaction, now: datetime) -> Match:
    return await changes.pause(tx, match, NEVER, now)


async def _resume(match: Match, tx: Transaction, now: datetime) -> Match:
    return await changes.resume(tx, match, now)


def _is_without_event(stored: StoredMatch) -> bool:
    """Whether a match is part of an event, but events aren't installed."""
    return stored.event_id is not None and not LIMITS


def _is_due(stored: StoredMatch, now: datetime) -> bool:
    """Whether the clock of a match is due."""
    return any(at is not None and at <= now for at in (stored.wakes_at, stored.deadline))


class Nudges:
    """Lets waiting players nudge the one to move, once a turn and after half of its time."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def are_possible(self, match: Match, user_id: int) -> bool:
        """Whether a user could nudge the player to move now."""
        now = self._clock()
        try:
            _check_turn(match, user_id, now)
            await self._store.read(lambda tx: _nudge_of(tx, match.stored, user_id, now))
        except Refusal:
            return False
        return True

    async def nudge(self, match: Match, user_id: int) -> None:
        """Nudge the player to move: a mention or a direct message, as they prefer.

        :raises Refusal: `not_yours`, `left`, `match_over`, `no_nudge`, `too_soon`, `nudged`.
        """
        now = self._clock()
        _check_turn(match, user_id, now)

        async def add(tx: Transaction) -> None:
            stored = await stored_matches.current(tx, match.id, locked=True)
            nudge = await _nudge_of(tx, stored, user_id, now, locked=True)
            await stored_nudges.add(tx, nudge)
            await notices.announce(tx, stored, [stored.to_move or 0], "nudge", 0, now)

        await self._store.write(add)

    async def of_turn(self, match: StoredMatch) -> Seat | None:
        """Return the seat that has nudged the player to move, or None."""
        return await self._store.read(lambda tx: nudging_seat(tx, match))


async def nudging_seat(tx: Transaction, match: StoredMatch) -> Seat | None:
    """Return the seat that has nudged the player to move, or None."""
    if match.state != "running":
        return None
    nudge = await stored_nudges.of_turn(tx, match.id, match.turn_started_at)
    seats = (seat for seat in match.seats if nudge and seat.user_id == nudge.user_id)
    return next(seats, None)


def _check_turn(match: Match, user_id: int, now: datetime) -> None:
    """Check what needs no query.

    :raises Refusal: `not_yours`, `left`, `match_over`, `no_nudge`, `too_soon`.
    """
    check_runs(match)
    player_in(match, user_id)
    _slow_seat(match.stored, user_id, now)


def _slow_seat(match: StoredMatch, user_id: int, now: datetime) -> Seat:
    """Return the seat of another person to move who has used half of their time.

    :raises Refusal: `no_nudge`, `too_soon`.
    """
    seat = None if match.to_move is None else match.seats[match.to_move - 1]
    pace = pace_of(match.pace)
    is_slow = pace.reminds or pace.time is None
    is_other = seat is not None and seat.is_person and seat.user_id != user_id
    if seat is None or not is_other or seat.is_vacant or not is_slow:
        raise Refusal("no_nudge", N_("There's nobody to nudge in this match right now."))
    if not _is_half_over(match, seat, now):
        words = N_(
            "You can nudge {name} once half of their time is used up. Without a time limit, wait "
            "a day."
        )
        raise Refusal("too_soon", words, name=Name(seat.name))
    return seat


async def _nudge_of(
    tx: Transaction, match: StoredMatch, user_id: int, now: datetime, *, locked: bool = False
) -> Nudge:
    """Return the nudge that a player can make now.

    :param locked: whether to lock the person to nudge, so that only one nudge a day gets through,
        even in several matches at once.
    :raises Refusal: `no_nudge`, `too_soon`, `nudged`.
    """
    seat = _slow_seat(match, user_id, now)
    person = await preferences.get(tx, seat.user_id, locked=locked)
    is_nudged = await stored_nudges.of_turn(tx, match.id, match.turn_started_at) is not None
    if is_nudged or await stored_nudges.are_between(tx, user_id, seat.user_id, now - DAY):
        words = N_("Only one nudge per turn, and one a day between the same two players.")
        raise Refusal("nudged", words)
    if (
        not person.gets_nudges
        or person.notice == "none"
        or await is_off(tx, person, now)
        or await blocks.between(tx, user_id, [seat.user_id])
    ):
        # The reason is theirs.
        words = N_("{name} can't be nudged at the moment.")
        raise Refusal("no_nudge", words, name=Name(seat.name))
    return Nudge(match.id, match.turn_started_at, user_id, seat.user_id, now)


def _is_half_over(match: StoredMatch, seat: Seat, now: datetime) -> bool:
    """Whether a player has used half of the time of their turn, or a day without a limit."""
    time, began = allowance_of(match, seat.seat), match.turn_started_at
    if time is None:
        return now - began >= DAY
    left = time_left_from(match, now)
    if left is None or match.deadline is None:
        return False
    return left <= min(time, match.deadline - began) / 2
