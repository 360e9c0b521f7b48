"""The life of a match: moves, resignations, aborts, time-outs.

Every change of a match goes through this module or those beside it. A change is one transaction,
checked against the version the decision was based on. It queues the posts in the outbox and returns
the changed `Match`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from club.clocks import vacations
from club.clocks.clocks import away_until
from club.endings import (
    ABSENT,
    CALLED_OFF,
    LEFT_EVENT,
    MODERATED,
    OUT_OF_TIME,
    RESIGNED,
)
from club.matches import match_transactions
from club.matches.double_clicks import OVERTAKEN, was_just_made
from club.matches.match import Match, Player, players_of
from club.matches.match_transactions import TAKEN_BACK, PlayerMove
from club.matches.refusals import (
    check_has_draws,
    check_of_no_event,
    check_runs,
    check_version,
    not_your_turn,
    player_in,
    stale,
    too_late_to_abort,
    unknown_match,
)
from club.matches.replays import Replay, Replays
from club.members import audit
from club.members.audit import Admin
from club.outbox import notices
from club.ratings import rating_book
from rules.language import N_
from rules.notation import check, read
from rules.position import Game, Move
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Cause, Played, leave, replay
from storage.database.errors import Outdated
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists, records
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches.offers import Offer
from storage.matches.records import RecordEntry
from storage.matches.stored_match import Result, StoredMatch
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import RatingChange

MatchChange = Callable[[Transaction, datetime], Coroutine[Any, Any, Match]]
"""A change of a match at a given time, which fails if the match has changed since."""

WAKE_LIMIT = 50
"""Maximum number of matches woken per round."""

WAKE_RETRY_DELAY = timedelta(minutes=10)
"""Delay before retrying a match that could not be woken."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _MatchRows:
    """The stored rows of a match."""

    stored: StoredMatch
    replay: Replay | None
    """The replayed moves, if cached."""
    record: Sequence[RecordEntry]
    """The record, empty if the replay is cached."""
    offers: tuple[Offer, ...]
    declined: tuple[Offer, ...]
    rating_changes: tuple[RatingChange, ...]
    away_until: datetime | None


class Matches:
    """Loads matches and applies the changes of players, moderators and clocks."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        clocks_run: Callable[[int | None], bool] = lambda _guild_id: True,
    ) -> None:
        """:param clocks_run: whether players in a guild can run out of time at the moment."""
        self._store = store
        self._clock = clock
        self._clocks_run = clocks_run
        self._replays = Replays()
        self._listeners: list[Callable[[Match], None]] = []

    def subscribe(self, listener: Callable[[Match], None]) -> None:
        """Call a listener after each stored change of any match."""
        self._listeners.append(listener)

    async def find(self, match_id: int) -> Match:
        """Load a match and replay it.

        :raises Refusal: `unknown_match`.
        """

        async def by_number(tx: Transaction) -> StoredMatch:
            stored = await stored_matches.get(tx, match_id)
            if stored is None:
                raise unknown_match(match_id)
            return stored

        return await self.load(by_number)

    async def load(self, select: Callable[[Transaction], Awaitable[StoredMatch]]) -> Match:
        """Select and load a match in one transaction, then replay it."""
        # The match and its moves are read at the same moment. The replay blocks no other readers.
        rows = await self._store.reading(lambda tx: self._read(tx, select))
        stored, game, moves = rows.stored, GAMES[rows.stored.game], rows.replay
        if moves is None:
            entries = entries_standing(rows.record)
            moves = await asyncio.to_thread(_replay, game, stored, entries)
            self._replays.keep(stored.id, stored.version, moves)
        played, entries = moves
        return Match(
            stored,
            game,
            players_of(game, stored),
            played,
            played[-1].after if played else game.start(stored.setup),
            entries,
            rows.offers,
            rows.away_until,
            rows.rating_changes,
            rows.declined,
        )

    async def _read(
        self, tx: Transaction, select: Callable[[Transaction], Awaitable[StoredMatch]]
    ) -> _MatchRows:
        """Read the rows of a match, without its record if the replay is cached."""
        stored = await select(tx)
        replay = self._replays.get(stored.id, stored.version)
        is_running = stored.state == "running"
        has_computers = any(seat.level is not None for seat in stored.seats)
        is_counted = not is_running and stored.rated and stored.unrated is None
        return _MatchRows(
            stored,
            replay,
            record=await records.of_match(tx, stored.id) if replay is None else (),
            offers=await stored_offers.open_of(tx, stored.id) if is_running else (),
            declined=(
                await stored_offers.declined_draws(tx, stored.id)
                if is_running and has_computers
                else ()
            ),
            rating_changes=(
                await stored_ratings.changes_by(tx, stored.id, rating_book.shown_in(stored))
                if is_counted
                else ()
            ),
            away_until=await away_until(tx, stored, self._clock()),
        )

    async def play(
        self,
        match_id: int,
        user_id: int,
        move_input: str | Move,
        version: int | None = None,
        *,
        offers_draw: bool = False,
    ) -> Match:
        """Make a move and the opponents' planned replies to it.

        :param move_input: the move as typed text or clicked steps.
        :param version: the version the user saw, None for the current one.
        :param offers_draw: whether to offer a draw with the move.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `not_your_turn`,
            `no_draws`, or why the move is illegal.
        """
        match = await self.find(match_id)
        return await self.make_move(match, user_id, move_input, version, offers_draw=offers_draw)

    async def make_move(
        self,
        match: Match,
        user_id: int,
        move_input: str | Move,
        version: int | None = None,
        *,
        offers_draw: bool = False,
    ) -> Match:
        """Like `play`, in a match already loaded.

        The second click of a double click makes no move and is not refused.

        :raises Refusal: as `play`.
        """
        try:
            return await self._move(match, user_id, move_input, version, offers_draw=offers_draw)
        except Refusal as refusal:
            if version is None or isinstance(move_input, str) or refusal.code not in OVERTAKEN:
                raise
            current = await self.find(match.id)
            if not was_just_made(current, user_id, move_input, version):
                raise
            return current

    async def _move(
        self,
        match: Match,
        user_id: int,
        move_input: str | Move,
        version: int | None,
        *,
        offers_draw: bool,
    ) -> Match:
        match = await self._still_running(match)
        player = player_in(match, user_id)
        check_version(match, version)
        if match.player_to_move != player:
            raise not_your_turn(match)
        if offers_draw:
            check_has_draws(match)
        move = (
            read(match.position, move_input)
            if isinstance(move_input, str)
            else check(match.position, move_input)
        )
        played = Played(match.position, move, match.position.play(move))

        player_move = PlayerMove(played, user_id)
        return await self.change(
            match,
            lambda tx, now: match_transactions.record(
                tx, match, player_move, now, offers_draw=offers_draw
            ),
        )

    async def resign(self, match_id: int, user_id: int, version: int | None = None) -> Match:
        """Resign a match.

        :param version: the version of the match the player saw, None for the current one.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`.
        """
        match = await self.in_time(match_id)
        player = player_in(match, user_id)
        check_version(match, version)
        return await self.change(match, _leave_change(match, player, "resigns"))

    async def leave_event(self, match_id: int, user_id: int) -> Match:
        """Lose a match because the player has left or been removed from its event.

        :raises Refusal: `unknown_match`, `not_yours`, `left`, `match_over`, `stale`.
        """
        match = await self.find(match_id)
        check_runs(match)
        player = player_in(match, user_id)
        return await self.change(match, _leave_change(match, player, "resigns", left_event=True))

    async def abort(self, match_id: int, user_id: int, version: int | None = None) -> Match:
        """Abort a match that has barely begun.

        :param version: as in `resign`.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `too_late`, `event`.
        """
        match = await self.in_time(match_id)
        player = player_in(match, user_id)
        check_version(match, version)
        check_of_no_event(
            match,
            N_("Match {id} belongs to an event, so you can't abort it. You can resign."),
        )
        if not match.may_be_aborted:
            raise too_late_to_abort(match_id)
        return await self.change(match, _abort_change(match, CALLED_OFF, seat=player.seat))

    async def end(
        self, match_id: int, moderator: str, reason: str, *, moderator_id: int | None = None
    ) -> Match:
        """Abort a stuck match for a moderator.

        :param moderator: their name, stored with the result.
        :param moderator_id: their user id, so that the name can be deleted on request.
        :raises Refusal: `unknown_match`, `match_over`.
        """
        admin = None if moderator_id is None else Admin(moderator_id, moderator)
        while True:
            match = await self.find(match_id)
            check_runs(match)
            try:
                return await self.try_change(
                    match, _moderation_change(match, moderator, reason, admin)
                )
            except Outdated:
                log.info("match %s changed while a moderator was ending it; retrying", match_id)

    async def take_back(self, match_id: int, user_id: int, version: int) -> Match:
        """Undo the player's latest move in the current turn.

        :raises Refusal: `unknown_match`, `not_yours`, `stale`, `not_your_turn`, `irrevocable`.
        """
        match = await self.find(match_id)
        player = player_in(match, user_id)
        check_version(match, version)
        if match.player_to_move != player:
            raise not_your_turn(match)
        if match.revocable is None:
            raise Refusal(
                "irrevocable",
                N_(
                    "You can only take back moves of your current turn that the rules don't make "
                    "final."
                ),
            )

        to_ply = match.ply - 1
        return await self.change(
            match, lambda tx, now: match_transactions.undo(tx, match, to_ply, user_id, now)
        )

    async def in_time(self, match_id: int) -> Match:
        """Load a running match, after applying a time-out that is due.

        :raises Refusal: `unknown_match`, `match_over`.
        """
        return await self._still_running(await self.find(match_id))

    async def _still_running(self, match: Match) -> Match:
        deadline = match.deadline
        if not match.is_over and deadline is not None and deadline <= self._clock():
            await self.wake(match.id)
            match = await self.find(match.id)
        check_runs(match)
        return match

    async def wake_due(self, shards: Shards = ALL) -> None:
        """Wake the due matches of some shards one by one. A failure doesn't block the others."""
        async with self._store.read() as tx:
            match_ids = await match_lists.due(tx, self._clock(), WAKE_LIMIT, shards)
        for match_id in match_ids:
            try:
                await self.wake(match_id)
            except Exception:
                log.exception("could not wake match %s; will retry later", match_id)
                await self._wake_later(match_id)

    async def _wake_later(self, match_id: int) -> None:
        """Postpone a match that can't be woken, so that it doesn't hold up the others."""
        async with self._store.write() as tx:
            stored = await stored_matches.get(tx, match_id, locked=True)
            if stored is not None:
                later = self._clock() + WAKE_RETRY_DELAY
                await stored_matches.set_clock(tx, match_id, stored.deadline, later)

    async def wake(self, match_id: int) -> None:
        """Handle a match whose clock is due: remind, end the pause or end the match."""
        stored = await self._store.reading(lambda tx: stored_matches.get(tx, match_id))
        if stored is None:
            raise unknown_match(match_id)
        now = self._clock()
        if stored.state != "running" or not _is_due(stored, now):
            return
        if stored.paused_until is None and stored.deadline is not None and stored.deadline > now:
            await self._remind(stored, now)
            return
        await self._wake_up(await self.find(match_id), now)

    async def _wake_up(self, match: Match, now: datetime) -> None:
        """End the pause or the match, if due."""
        match_id, stored = match.id, match.stored
        if match.is_over or not _is_due(stored, now):
            return
        try:
            if stored.paused_until is not None:
                await self.change(match, lambda tx, now: match_transactions.resume(tx, match, now))
            elif stored.deadline is not None and stored.deadline > now:
                log.info("the deadline of match %s moved while it was being woken", match_id)
            elif not self._clocks_run(stored.clock_guild_id):
                log.info("match %s waits until lost time is given back", match_id)
            elif not await self._saved_by_vacation(match, now):
                await self._time_out(match)
        except Refusal:
            log.info("match %s changed while it was being woken", match_id)

    async def _remind(self, due: StoredMatch, now: datetime) -> None:
        async with self._store.write() as tx:
            stored = await stored_matches.get(tx, due.id, locked=True)
            if stored is None or stored.wakes_at != due.wakes_at:
                return
            if stored.to_move is None or stored.version != due.version:
                return
            await stored_matches.set_clock(tx, stored.id, stored.deadline, stored.deadline)
            await notices.announce(tx, stored, [stored.to_move], "reminder", stored.version, now)

    async def _saved_by_vacation(self, match: Match, now: datetime) -> bool:
        """Take a day of vacation for the player to move. Return whether they had one left."""
        player = match.player_to_move
        if player is None or not match.pace.is_slow or not match.has_moved(player.seat):
            # A player who has never moved may not have noticed the match.
            return False
        while True:
            try:
                async with self._store.write() as tx:
                    return await vacations.save(tx, player.user_id, match.stored, now)
            except Outdated:
                log.info("a turn of user %s began while a vacation day was taken", player.user_id)

    async def _time_out(self, match: Match) -> None:
        player = match.player_to_move
        assert player is not None
        has_begun = all(each.is_computer or match.has_moved(each.seat) for each in match.playing)
        if not has_begun and match.event_id is None:
            # The other players without a move have had no turn yet.
            end = _abort_change(match, ABSENT, seats=[player.seat])
        else:
            end = _leave_change(match, player, "times out")

        async def time_out(tx: Transaction, now: datetime) -> Match:
            stored = await match_transactions.lock_match(tx, match)
            if stored.deadline != match.deadline:
                # A vacation or a downtime moves the deadline without a new version.
                raise Outdated(f"the clock of match {match.id}", stored.version)
            ended = await end(tx, now)
            if ended.is_over:
                await notices.announce_time_out(tx, ended.stored, now)
            return ended

        await self.change(match, time_out)
        log.info("match %s: seat %s ran out of time", match.id, player.seat)

    async def change(self, match: Match, change: MatchChange) -> Match:
        """Change a match in one transaction.

        :raises Refusal: `stale` if it has changed since it was loaded.
        """
        try:
            return await self.try_change(match, change)
        except Outdated:
            raise stale(await self.find(match.id)) from None

    async def try_change(self, match: Match, change: MatchChange) -> Match:
        """Like `change`, for callers that retry after a conflicting change.

        :raises Outdated: if the match has changed since it was loaded.
        """
        after = await self._store.writing(lambda tx: change(tx, self._clock()))
        self._replays.keep(match.id, after.version, (after.played, after.record))
        for listener in self._listeners:
            listener(after)
        return after


def _is_due(stored: StoredMatch, now: datetime) -> bool:
    """Whether the clock of a match is due."""
    return any(at is not None and at <= now for at in (stored.wakes_at, stored.deadline))


def _leave_change(
    match: Match, player: Player, cause: Cause, *, left_event: bool = False
) -> MatchChange:
    others = [each.seat for each in match.playing if each != player]
    # Computers don't play on alone: the last person to leave loses to all of them.
    if len(others) > 1 and not match.is_last_person(player):
        kind = "resign" if cause == "resigns" else "time out"
        departure = PlayerMove(leave(match.position, player.seat, cause), player.user_id, kind)
        return lambda tx, now: match_transactions.record(tx, match, departure, now)
    reason = RESIGNED if cause == "resigns" else OUT_OF_TIME
    if left_event:
        reason = LEFT_EVENT
    result = Result(winners=others, reason=reason, scores=None, values={"seat": player.seat})
    return lambda tx, now: match_transactions.end(tx, match, "over", result, now)


def _abort_change(match: Match, reason: str, **values: Any) -> MatchChange:
    result = Result(winners=[], reason=reason, scores=None, values=values)
    log.info("aborting match %s (%s): %r", match.id, reason, values)
    return lambda tx, now: match_transactions.end(tx, match, "aborted", result, now)


def _moderation_change(match: Match, name: str, why: str, admin: Admin | None) -> MatchChange:
    """Return a change that aborts a match for a moderator and adds it to the server's audit log.

    :param admin: the moderator, None if unknown.
    """
    admin_values = {} if admin is None else {"user_id": admin.user_id}
    abort = _abort_change(match, MODERATED, name=name, why=why, **admin_values)

    async def change(tx: Transaction, now: datetime) -> Match:
        ended = await abort(tx, now)
        if admin is not None:
            for guild_id in match.stored.guild_ids:
                await audit.note(tx, guild_id, admin, now, audit.MATCH, None, match.id)
        return ended

    return change


def entries_standing(record: Sequence[RecordEntry]) -> tuple[RecordEntry, ...]:
    """Return the moves of a record that were not taken back."""
    entries: list[RecordEntry] = []
    for entry in record:
        if entry.kind == TAKEN_BACK:
            entries.pop()
        else:
            entries.append(entry)
    return tuple(entries)


def _replay(game: Game, stored: StoredMatch, entries: Sequence[RecordEntry]) -> Replay:
    texts, is_running = [entry.text for entry in entries], stored.state == "running"
    return tuple(replay(game, stored.setup, texts, is_running=is_running)), tuple(entries)
