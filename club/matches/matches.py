"""The life of a match: begun, played move by move, resigned, aborted, out of time, over.

Every change goes through here or the modules beside it, whoever asks for it. Nothing here knows of
Discord: a change is one transaction, checked against the version that the decision was made on, and
puts into the outbox what is to be shown; a `Match` comes back.
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
from club.matches.match_transactions import TAKEN_BACK, Made
from club.matches.refusals import (
    check_has_draws,
    check_of_no_event,
    check_runs,
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
from storage.matches.matches import Result, StoredMatch
from storage.matches.offers import Offer
from storage.matches.records import RecordEntry
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import EVERYWHERE, RatingChange

MatchChange = Callable[[Transaction, datetime], Coroutine[Any, Any, Match]]
"""What becomes of a match at a moment; it fails where the match has changed meanwhile."""

MOST_WOKEN = 50
"""Matches looked at in one round of what is due."""

LEFT_ALONE = timedelta(minutes=10)
"""How long a match is let be that could not be woken."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Read:
    """What is stored of a match."""

    stored: StoredMatch
    replay: Replay | None
    """Its moves, where they are remembered."""
    record: Sequence[RecordEntry]
    """Where they are not."""
    offers: tuple[Offer, ...]
    declined: tuple[Offer, ...]
    rating_changes: tuple[RatingChange, ...]
    away_until: datetime | None


class Matches:
    """Finds matches, and makes the changes that players, moderators and clocks ask for."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        clocks_run: Callable[[int | None], bool] = lambda _guild_id: True,
    ) -> None:
        """:param clocks_run: whether somebody in a guild may run out of time now."""
        self._store = store
        self._clock = clock
        self._clocks_run = clocks_run
        self._replays = Replays()
        self._listeners: list[Callable[[Match], None]] = []

    def subscribe(self, listener: Callable[[Match], None]) -> None:
        """Tell a listener of each change of any match, once it is stored."""
        self._listeners.append(listener)

    async def find(self, match_id: int) -> Match:
        """A match, replayed.

        :raises Refusal: `unknown_match`.
        """

        async def numbered(tx: Transaction) -> StoredMatch:
            stored = await stored_matches.get(tx, match_id)
            if stored is None:
                raise unknown_match(match_id)
            return stored

        return await self.load(numbered)

    async def load(self, chosen: Callable[[Transaction], Awaitable[StoredMatch]]) -> Match:
        """The match that is chosen in the transaction in which it is read, replayed."""
        # The match and its moves are of one moment; the replay keeps nobody else from reading.
        read = await self._store.reading(lambda tx: self._read(tx, chosen))
        stored, game, kept = read.stored, GAMES[read.stored.game], read.replay
        if kept is None:
            entries = entries_standing(read.record)
            kept = await asyncio.to_thread(_replayed, game, stored, entries)
            self._replays.keep(stored.id, stored.version, kept)
        played, entries = kept
        return Match(
            stored,
            game,
            players_of(game, stored),
            played,
            played[-1].after if played else game.start(stored.setup),
            entries,
            read.offers,
            read.away_until,
            read.rating_changes,
            read.declined,
        )

    async def _read(
        self, tx: Transaction, chosen: Callable[[Transaction], Awaitable[StoredMatch]]
    ) -> _Read:
        """All that is stored of a match, but for its record where the replay is remembered."""
        stored = await chosen(tx)
        replay = self._replays.get(stored.id, stored.version)
        is_running = stored.state == "running"
        has_computers = any(seat.level is not None for seat in stored.seats)
        is_counted = not is_running and stored.rated and stored.unrated is None
        return _Read(
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
                await stored_ratings.changes_by(tx, stored.id, stored.guild_id or EVERYWHERE)
                if is_counted
                else ()
            ),
            away_until=await away_until(tx, stored, self._clock()),
        )

    async def play(
        self,
        match_id: int,
        user_id: int,
        wanted: str | Move,
        version: int | None = None,
        *,
        offers_draw: bool = False,
    ) -> Match:
        """Make a move, and those that others have left behind to follow it.

        :param wanted: the move as typed, or as the steps that were clicked.
        :param version: what the person saw when deciding; None is whatever stands now.
        :param offers_draw: the move comes with the offer of a draw.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `not_your_turn`,
            `no_draws`, or why the move is illegal.
        """
        match = await self.find(match_id)
        return await self.make_move(match, user_id, wanted, version, offers_draw=offers_draw)

    async def make_move(
        self,
        match: Match,
        user_id: int,
        wanted: str | Move,
        version: int | None = None,
        *,
        offers_draw: bool = False,
    ) -> Match:
        """As `play`, in a match that has just been found.

        The second click of a double click makes no move and is not refused.

        :raises Refusal: as `play`.
        """
        try:
            return await self._move(match, user_id, wanted, version, offers_draw=offers_draw)
        except Refusal as refusal:
            if version is None or isinstance(wanted, str) or refusal.code not in OVERTAKEN:
                raise
            present = await self.find(match.id)
            if not was_just_made(present, user_id, wanted, version):
                raise
            return present

    async def _move(
        self,
        match: Match,
        user_id: int,
        wanted: str | Move,
        version: int | None,
        *,
        offers_draw: bool,
    ) -> Match:
        match = await self._still_running(match)
        player = player_in(match, user_id)
        if version is not None and version != match.version:
            raise stale(match)
        if match.player_to_move != player:
            raise not_your_turn(match)
        if offers_draw:
            check_has_draws(match)
        move = (
            read(match.position, wanted)
            if isinstance(wanted, str)
            else check(match.position, wanted)
        )
        played = Played(match.position, move, match.position.play(move))

        made = Made(played, user_id)
        return await self.changed(
            match,
            lambda tx, now: match_transactions.record(
                tx, match, made, now, offers_draw=offers_draw
            ),
        )

    async def resign(self, match_id: int, user_id: int) -> Match:
        """Give a match up.

        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`.
        """
        match = await self.in_time(match_id)
        return await self.changed(match, _giving_up(match, player_in(match, user_id), "resigns"))

    async def leave_event(self, match_id: int, user_id: int) -> Match:
        """Lose a match because one is out of the event that it belongs to.

        :raises Refusal: `unknown_match`, `not_yours`, `left`, `match_over`, `stale`.
        """
        match = await self.find(match_id)
        check_runs(match)
        player = player_in(match, user_id)
        return await self.changed(match, _giving_up(match, player, "resigns", left_event=True))

    async def abort(self, match_id: int, user_id: int) -> Match:
        """Call a match off that has hardly begun.

        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `too_late`, `event`.
        """
        match = await self.in_time(match_id)
        player = player_in(match, user_id)
        check_of_no_event(
            match,
            N_("Match {id} belongs to an event, so you can't call it off. You can resign."),
        )
        if not match.may_be_aborted:
            raise too_late_to_abort(match_id)
        return await self.changed(match, _aborting(match, CALLED_OFF, seat=player.seat))

    async def end(
        self, match_id: int, moderator: str, reason: str, *, moderator_id: int | None = None
    ) -> Match:
        """Let a moderator end a match that is stuck, as aborted.

        :param moderator: their name, which the result gives.
        :param moderator_id: who they are, so that the name can be removed at their wish.
        :raises Refusal: `unknown_match`, `match_over`.
        """
        admin = None if moderator_id is None else Admin(moderator_id, moderator)
        while True:
            match = await self.find(match_id)
            check_runs(match)
            try:
                return await self.attempted(match, _moderating(match, moderator, reason, admin))
            except Outdated:
                log.info("match %s has gone on while it was to be ended", match_id)

    async def take_back(self, match_id: int, user_id: int, version: int) -> Match:
        """Undo the latest move of the turn under way, which is one's own.

        :raises Refusal: `unknown_match`, `not_yours`, `stale`, `not_your_turn`, `irrevocable`.
        """
        match = await self.find(match_id)
        player = player_in(match, user_id)
        if version != match.version:
            raise stale(match)
        if match.player_to_move != player:
            raise not_your_turn(match)
        if match.revocable is None:
            raise Refusal(
                "irrevocable",
                N_(
                    "You can only take back moves of your current turn, and only those the "
                    "rules allow."
                ),
            )

        to_ply = match.ply - 1
        return await self.changed(
            match, lambda tx, now: match_transactions.undo(tx, match, to_ply, user_id, now)
        )

    async def in_time(self, match_id: int) -> Match:
        """A match that runs, after its clock has had its say.

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
        """Wake all matches of some shards whose time has come, one by one: one that fails keeps
        none waiting."""
        async with self._store.read() as tx:
            due = await match_lists.due(tx, self._clock(), MOST_WOKEN, shards)
        for match_id in due:
            try:
                await self.wake(match_id)
            except Exception:
                log.exception(
                    "match %s could not be woken, and is left alone for a while", match_id
                )
                await self._wake_later(match_id)

    async def _wake_later(self, match_id: int) -> None:
        """Let a match that can't be woken keep none of the others from it."""
        async with self._store.write() as tx:
            stored = await stored_matches.get(tx, match_id, locked=True)
            if stored is not None:
                later = self._clock() + LEFT_ALONE
                await stored_matches.set_clock(tx, match_id, stored.deadline, later)

    async def wake(self, match_id: int) -> None:
        """Do what a match's clock asks for by now: remind, end a pause or the match."""
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
        """End the pause of a match, or the match, if that is due."""
        match_id, stored = match.id, match.stored
        if match.is_over or not _is_due(stored, now):
            return
        try:
            if stored.paused_until is not None:
                await self.changed(match, lambda tx, now: match_transactions.resume(tx, match, now))
            elif stored.deadline is not None and stored.deadline > now:
                log.info("the deadline of match %s has moved as it was woken", match_id)
            elif not self._clocks_run(stored.guild_id):
                log.info("match %s waits until an absence is given back", match_id)
            elif not await self._saved_by_vacation(match, now):
                await self._time_out(match)
        except Refusal:
            log.info("match %s has gone on while it was woken", match_id)

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
        """Whether the player to move had a day of vacation left, which is taken now."""
        player = match.player_to_move
        if player is None or not match.pace.is_slow or not match.has_moved(player.seat):
            # Who has never moved has not gone on vacation: they may not know of the match.
            return False
        while True:
            try:
                async with self._store.write() as tx:
                    return await vacations.save(tx, player.user_id, match.stored, now)
            except Outdated:
                log.info("a turn of user %s has begun as a day was to be taken", player.user_id)

    async def _time_out(self, match: Match) -> None:
        player = match.player_to_move
        assert player is not None
        has_begun = all(each.is_computer or match.has_moved(each.seat) for each in match.playing)
        if not has_begun and match.event_id is None:
            # The others who haven't moved have had no turn yet.
            end = _aborting(match, ABSENT, seats=[player.seat])
        else:
            end = _giving_up(match, player, "times out")

        async def timed_out(tx: Transaction, now: datetime) -> Match:
            stored = await match_transactions.taken(tx, match)
            if stored.deadline != match.deadline:
                # Somebody went on vacation, or the bot was away: neither is a new version.
                raise Outdated(f"the clock of match {match.id}", stored.version)
            return await end(tx, now)

        await self.changed(match, timed_out)
        log.info("match %s: seat %s ran out of time", match.id, player.seat)

    async def changed(self, match: Match, change: MatchChange) -> Match:
        """Change a match in one transaction.

        :raises Refusal: `stale` where somebody else has changed it since it was found.
        """
        try:
            return await self.attempted(match, change)
        except Outdated:
            raise stale(await self.find(match.id)) from None

    async def attempted(self, match: Match, change: MatchChange) -> Match:
        """As `changed`, for who decides anew where something else came first.

        :raises Outdated: where the match has changed since it was found.
        """
        after = await self._store.writing(lambda tx: change(tx, self._clock()))
        self._replays.keep(match.id, after.version, (after.played, after.record))
        for listener in self._listeners:
            listener(after)
        return after


def _is_due(stored: StoredMatch, now: datetime) -> bool:
    """Whether a clock asks for something by now."""
    return any(at is not None and at <= now for at in (stored.wakes_at, stored.deadline))


def _giving_up(
    match: Match, player: Player, cause: Cause, *, left_event: bool = False
) -> MatchChange:
    others = [each.seat for each in match.playing if each != player]
    # Computers don't play on among themselves: who leaves last loses to all of them.
    if len(others) > 1 and not match.is_last_person(player):
        kind = "resign" if cause == "resigns" else "time out"
        left = Made(leave(match.position, player.seat, cause), player.user_id, kind)
        return lambda tx, now: match_transactions.record(tx, match, left, now)
    reason = RESIGNED if cause == "resigns" else OUT_OF_TIME
    if left_event:
        reason = LEFT_EVENT
    result = Result(winners=others, reason=reason, scores=None, values={"seat": player.seat})
    return lambda tx, now: match_transactions.end(tx, match, "over", result, now)


def _aborting(match: Match, reason: str, **values: Any) -> MatchChange:
    result = Result(winners=[], reason=reason, scores=None, values=values)
    log.info("match %s is to be aborted (%s): %r", match.id, reason, values)
    return lambda tx, now: match_transactions.end(tx, match, "aborted", result, now)


def _moderating(match: Match, name: str, why: str, admin: Admin | None) -> MatchChange:
    """To abort a match for who moderates, which the server's admins can read of.

    :param admin: who that is, where it is known.
    """
    known = {} if admin is None else {"user_id": admin.user_id}
    abort = _aborting(match, MODERATED, name=name, why=why, **known)

    async def change(tx: Transaction, now: datetime) -> Match:
        ended = await abort(tx, now)
        if admin is not None and match.guild_id is not None:
            await audit.note(tx, match.guild_id, admin, now, audit.MATCH, None, match.id)
        return ended

    return change


def entries_standing(record: Sequence[RecordEntry]) -> tuple[RecordEntry, ...]:
    """The moves of a record that were not taken back."""
    entries: list[RecordEntry] = []
    for entry in record:
        if entry.kind == TAKEN_BACK:
            entries.pop()
        else:
            entries.append(entry)
    return tuple(entries)


def _replayed(game: Game, stored: StoredMatch, entries: Sequence[RecordEntry]) -> Replay:
    texts, is_running = [entry.text for entry in entries], stored.state == "running"
    return tuple(replay(game, stored.setup, texts, is_running=is_running)), tuple(entries)
