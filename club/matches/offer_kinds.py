"""The conditions and effects of each kind of offer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import ClassVar

from club.matches import changes
from club.matches.match import Match, Player
from club.matches.reasons import AGREED, STOPPED, abort_change, check_has_draws, check_of_no_event
from club.matches.seams import kind_in
from club.paces import DAY
from club.references import MoveText, Name
from language.texts import N_
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.matches.match import Result
from storage.matches.offers import Kind, Offer

MAX_PAUSE = timedelta(days=30)
"""Maximum length of a pause, after which the clocks restart."""

SILENCE = 30 * DAY
"""How long a turn without a time limit lasts before the others can end the match, and how long a
declined offer can't be made again."""
TIME_TO_ANSWER = 3 * DAY
"""The time that its player then has to move or to answer."""


class Verb(ABC):
    """A kind of offer."""

    kind: ClassVar[Kind]
    computers_agree: ClassVar[bool] = True
    """Whether computers agree immediately."""
    same_offer_accepts: ClassVar[bool] = True
    """Whether making the same offer as another player counts as agreeing to it."""
    may_repeat_after_any_move: ClassVar[bool] = False
    """Whether it can be made again after any player's next move, not only after one's own."""
    declined: ClassVar[str] = N_("This was declined. You can ask again after your next move.")
    """The refusal if it is made again too soon."""

    def check(self, match: Match) -> None:
        """Check that the match allows this kind of offer.

        :raises Refusal: if it doesn't.
        """

    def check_moment(self, match: Match) -> None:
        """Check that the offer makes sense now.

        :raises Refusal: if it doesn't.
        """

    def check_repetition(self, latest: Offer) -> None:
        """Check that the offer doesn't repeat an earlier one too soon.

        :param latest: the player's latest offer, declined or lapsed.
        :raises Refusal: `offered_before`.
        """
        if latest.state == "declined":
            raise Refusal("offered_before", self.declined)

    def target(self, match: Match, player: Player) -> int | None:
        """Return the ply that the match would go back to, or None for other kinds.

        :raises Refusal: if the player's move can't be taken back.
        """
        return None

    def time_to_answer(self, match: Match, player: Player, now: datetime) -> timedelta | None:
        """Return the time after which silence counts as agreement, None if it never does."""
        return None

    def needs_no_answer(self, match: Match, player: Player, to_ply: int | None) -> bool:
        """Whether it takes effect without agreement."""
        return False

    @abstractmethod
    async def apply(
        self, tx: Transaction, match: Match, to_ply: int | None, user_id: int, now: datetime
    ) -> Match:
        """Carry out the offer."""


class Draws(Verb):
    """Draw offers, which a computer answers with its next move."""

    kind = "draw"
    computers_agree = False

    def check(self, match: Match) -> None:
        """:raises Refusal: `no_draws`."""
        check_has_draws(match)

    def check_repetition(self, latest: Offer) -> None:
        """:raises Refusal: `offered_before`."""
        raise Refusal(
            "offered_before",
            N_(
                "You've already offered a draw since your last move. You can offer another one "
                "with your next move or after it."
            ),
        )

    async def apply(
        self, tx: Transaction, match: Match, to_ply: int | None, user_id: int, now: datetime
    ) -> Match:
        """End the match as a draw."""
        result = Result(winners=[], reason=AGREED, scores=None, values={})
        return await changes.end(tx, match, "over", result, now)


class Takebacks(Verb):
    """Take-backs of a player's latest move and what followed."""

    kind = "take back"
    # Two players asking for take-backs want to undo different moves.
    same_offer_accepts = False
    may_repeat_after_any_move = True
    declined = N_("This was declined. You can ask again after the next move.")

    def check_moment(self, match: Match) -> None:
        """:raises Refusal: `not_voting`."""
        if not may_ask_for_take_back(match):
            kind_in(match.stored.seats).check_may("undo")

    def target(self, match: Match, player: Player) -> int | None:
        """:raises Refusal: `no_move`, `irrevocable`."""
        return own_last_move(match, player)

    def needs_no_answer(self, match: Match, player: Player, to_ply: int | None) -> bool:
        """Whether no one else has moved since, or voted on a move."""
        return to_ply is not None and is_unanswered(match, player, to_ply)

    async def apply(
        self, tx: Transaction, match: Match, to_ply: int | None, user_id: int, now: datetime
    ) -> Match:
        """Take the moves back."""
        assert to_ply is not None
        return await changes.undo(tx, match, to_ply, user_id, now)


class Pauses(Verb):
    """Pauses of the clocks."""

    kind = "pause"

    def check(self, match: Match) -> None:
        """:raises Refusal: `event`, `not_installed`, and those of its kind of seats."""
        kind_in(match.stored.seats).check_may("pause")
        check_of_no_event(match, "pause")

    def check_moment(self, match: Match) -> None:
        """:raises Refusal: `no_clock`, `paused`."""
        _check_has_clock(match)
        if match.paused_until is not None:
            raise Refusal("paused", N_("The clocks are already paused."))

    async def apply(
        self, tx: Transaction, match: Match, to_ply: int | None, user_id: int, now: datetime
    ) -> Match:
        """Pause the clocks."""
        return await changes.pause(tx, match, now + MAX_PAUSE, now)


class Resumptions(Verb):
    """Ends of pauses."""

    kind = "resume"

    def check_moment(self, match: Match) -> None:
        """:raises Refusal: `no_clock`, `not_paused`."""
        _check_has_clock(match)
        if match.paused_until is None:
            raise Refusal("not_paused", N_("The clocks are already running."))

    async def apply(
        self, tx: Transaction, match: Match, to_ply: int | None, user_id: int, now: datetime
    ) -> Match:
        """Restart the clocks."""
        return await changes.resume(tx, match, now)


class Stops(Verb):
    """Ends without a result, which count for nobody."""

    kind = "stop"

    def check(self, match: Match) -> None:
        """:raises Refusal: `event`, `not_installed`, and those of its kind of seats."""
        kind_in(match.stored.seats).check_may("stop")
        check_of_no_event(match, "stop")

    def time_to_answer(self, match: Match, player: Player, now: datetime) -> timedelta | None:
        """Three days for the player to move, after 30 days in a match without a time limit."""
        is_silent = now - match.stored.turn_started_at >= SILENCE
        waits = match.pace.time is None and match.player_to_move != player
        return TIME_TO_ANSWER if is_silent and waits else None

    async def apply(
        self, tx: Transaction, match: Match, to_ply: int | None, user_id: int, now: datetime
    ) -> Match:
        """End the match without a result."""
        return await abort_change(match, STOPPED)(tx, now)


VERBS: Mapping[Kind, Verb] = {
    each.kind: each for each in (Draws(), Takebacks(), Pauses(), Resumptions(), Stops())
}
"""All verbs, by kind."""


def is_unanswered(match: Match, player: Player, ply: int) -> bool:
    """Whether only this player has moved since ply `ply`, and no one has voted."""
    is_last = all(played.seat == player.seat for played in match.played[ply:])
    return is_last and not match.progress.count


def may_ask_for_take_back(match: Match) -> bool:
    """Whether all other players can answer a request to take a move back.

    The members of a team only can while they vote.
    """
    playing = {player.seat for player in match.playing}
    return {team.seat for team in match.teams if team.seat in playing} <= {match.to_move}


def own_last_move(match: Match, player: Player) -> int:
    """Return the ply before a player's latest move, if the moves since then can be taken back.

    :raises Refusal: `no_move`, `irrevocable`.
    """
    own = [
        ply
        for ply, played in enumerate(match.played)
        if played.seat == player.seat and played.left is None
    ]
    if not own:
        raise Refusal("no_move", N_("You have no move to take back."))
    for played in match.played[own[-1] :]:
        if played.left is not None:
            raise Refusal(
                "irrevocable",
                N_("{name} has left the match since your last move, so you can't take it back."),
                name=Name(match.players[played.left - 1].name),
            )
        if not played.before.may_be_taken_back(played.move):
            raise Refusal(
                "irrevocable",
                N_("You can't take back {move}. The rules of the game make it final."),
                move=MoveText(played.text),
            )
    return own[-1]


def _check_has_clock(match: Match) -> None:
    if match.pace.time is None:
        raise Refusal(
            "no_clock", N_("This match has no time limit, so there are no clocks to pause.")
        )
