"""Changes of matches by players and moderators: moves, resignations and aborts.

Every change of a match goes through this module or those beside it. A change is one transaction,
checked against the version the decision was based on. It queues the posts in the outbox and returns
the changed `Match`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from club.audit import Admin
from club.matches import changes
from club.matches.alarms import Alarms
from club.matches.loading import ReplayedMatches
from club.matches.match import Match
from club.matches.reasons import (
    CALLED_OFF,
    abort_change,
    check_has_draws,
    check_of_no_event,
    check_runs,
    check_version,
    leave_change,
    moderation_change,
    not_your_turn,
    player_in,
    too_late_to_abort,
)
from club.matches.turns import PlayerMove
from language.texts import N_
from rules.notation import add_forced_steps, check, read
from rules.position import Move
from rules.refusal import Refusal
from rules.replay import Played
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Outdated

log = logging.getLogger(__name__)

OVERTAKEN = frozenset({"stale", "match_over", "not_your_turn"})
"""Codes of refusals for a decision based on an outdated version of a match."""


def was_just_made(match: Match, user_id: int, steps: Move, version: int) -> bool:
    """Whether a user has just made this move, with no change since.

    :param steps: the clicked steps, possibly without forced ones.
    :param version: the version of the match the clicked control belongs to.
    """
    player = match.player_of(user_id)
    if match.version != version + 1 or player is None or not match.played or not steps:
        return False
    last = match.played[-1]
    is_theirs = last.seat == player.seat and last.left is None
    return is_theirs and add_forced_steps(last.before, steps) == last.move


class Matches(ReplayedMatches):
    """Loads matches and applies the changes of players and moderators.

    `alarms` applies those of clocks.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        running: Callable[[], Shards] = lambda: ALL,
        runs_elsewhere: Callable[[int | None], Awaitable[bool]] | None = None,
    ) -> None:
        """
        :param running: returns the guilds in which time runs out at the moment.
        :param runs_elsewhere: whether another process lets time run out in a guild.
        """
        super().__init__(store, clock)
        self._runs_elsewhere = runs_elsewhere
        self.alarms = Alarms(store, self, clock, running)

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
        :param version: the version the user saw, or None for the current one.
        :param offers_draw: whether to offer a draw with the move.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `not_your_turn`,
            `no_draws`, or the one for an illegal move.
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
        after, _ = await self.move_once(
            match, user_id, move_input, version, offers_draw=offers_draw
        )
        return after

    async def move_once(
        self,
        match: Match,
        user_id: int,
        move_input: str | Move,
        version: int | None = None,
        *,
        offers_draw: bool = False,
    ) -> tuple[Match, bool]:
        """Like `make_move`.

        :returns: the match, and whether this call made the move, not an earlier click.
        :raises Refusal: as `play`.
        """
        try:
            after = await self._move(match, user_id, move_input, version, offers_draw=offers_draw)
        except Refusal as refusal:
            if version is None or isinstance(move_input, str) or refusal.code not in OVERTAKEN:
                raise
            current = (await self.find(match.id)).seen_as(match)
            if not was_just_made(current, user_id, move_input, version):
                raise
            return current, False
        return after, True

    async def _move(
        self,
        match: Match,
        user_id: int,
        move_input: str | Move,
        version: int | None,
        *,
        offers_draw: bool,
    ) -> Match:
        match = await self._in_time(match)
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
            lambda tx, now: changes.record(
                tx, match, player_move, now=now, offers_draw=offers_draw
            ),
        )

    async def resign(self, match: Match | int, user_id: int, version: int | None = None) -> Match:
        """Resign a match.

        :param match: the match as the player sees it, or its number.
        :param version: the version of the match the player saw, or None for the current one.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`.
        """
        match = await self.in_time(match)
        player = player_in(match, user_id)
        check_version(match, version)
        return await self.change(match, leave_change(match, player, "resigns"))

    async def abort(self, match: Match | int, user_id: int, version: int | None = None) -> Match:
        """Abort a match that has barely begun.

        :param match: as in `resign`.
        :param version: as in `resign`.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `too_late`, `event`.
        """
        match = await self.in_time(match)
        player = player_in(match, user_id)
        check_version(match, version)
        check_of_no_event(match, "abort")
        if not match.may_be_aborted:
            raise too_late_to_abort(match.id)
        return await self.change(match, abort_change(match, CALLED_OFF, seat=player.seat))

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
                    match, moderation_change(match, moderator, reason, admin)
                )
            except Outdated:
                log.info("match %s changed while a moderator was ending it; retrying", match_id)

    async def take_back(self, match: Match | int, user_id: int, version: int) -> Match:
        """Undo the player's latest move in the current turn.

        :param match: as in `resign`.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `not_your_turn`,
            `irrevocable`.
        """
        match = await self.in_time(match)
        player = player_in(match, user_id)
        check_version(match, version)
        if match.player_to_move != player:
            raise not_your_turn(match)
        if match.revocable is None:
            raise Refusal(
                "irrevocable",
                N_(
                    "You can only take back moves from your current turn, and only if the "
                    "rules don't make them final."
                ),
            )

        to_ply = match.ply - 1
        return await self.change(
            match, lambda tx, now: changes.undo(tx, match, to_ply, user_id, now)
        )

    async def in_time(self, match: Match | int) -> Match:
        """Load a running match, after applying a time-out that is due.

        :param match: an earlier state, from whose place it is seen, or its number.
        :raises Refusal: `unknown_match`, `match_over`, `time_up`.
        """
        if isinstance(match, int):
            return await self._in_time(await self.find(match))
        return await self._in_time((await self.find(match.id)).seen_as(match))

    async def _in_time(self, match: Match) -> Match:
        deadline = match.deadline
        if not match.is_over and deadline is not None and deadline <= self._clock():
            await self.alarms.wake(match.id)
            match = (await self.find(match.id)).seen_as(match)
        check_runs(match)
        if await self._times_out_elsewhere(match):
            words = N_("The time for this turn is up. The board shows the result in a moment.")
            raise Refusal("time_up", words)
        return match

    async def _times_out_elsewhere(self, match: Match) -> bool:
        """Whether time is up, and another process is about to end the turn."""
        if match.deadline is None or match.deadline > self._clock() or self._runs_elsewhere is None:
            return False
        return await self._runs_elsewhere(match.stored.clock_guild_id)
