"""What extensions add to matches: kinds of seats, and what follows a change.

People and computers need no more than the core. An extension adds a kind to `SEAT_KINDS`. A match
with seats of another kind is kept and shown, but its clock stands, because no one can play in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, Literal

from club.matches.match import Match, MatchChange, Progress, Rules
from club.matches.turns import PlayerMove
from club.outbox import notices
from language.texts import N_
from rules.refusal import Refusal
from storage.database.shards import Shards
from storage.database.transaction import Transaction
from storage.matches.match import Participant, Seat, StoredMatch

if TYPE_CHECKING:
    from club.matches.changes import Agreement
    from club.matches.homes import Homes

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a pause that lasts until the kind of a seat is installed."""


Deed = Literal["play", "undo", "pause", "stop", "rematch"]
"""What people do in a match of their own."""


class SeatKind:
    """People and computers, who act for themselves. Other kinds say what differs."""

    not_your_turn: ClassVar[str] = N_(
        "It's not your turn in match {id}: {name} ({seat}) is to move."
    )
    """The refusal of others while it is the turn of a seat of this kind."""

    def has(self, player: Seat | Participant) -> bool:
        """Whether a seat is of this kind."""
        return player.team_id is None

    def check_may(self, deed: Deed) -> None:
        """Check that a player may do something that is never up to a seat of this kind.

        :raises Refusal: why not.
        """

    async def check_room(self, tx: Transaction, player: Participant) -> None:
        """Check that a player can start one more match.

        :raises Refusal: why not.
        """

    async def prepare(self, tx: Transaction, agreement: Agreement) -> Agreement:
        """Return the agreement on a match that is about to start, as its players allow it.

        :raises Refusal: as `check_room`.
        """
        return agreement

    async def begin(self, tx: Transaction, match: StoredMatch, agreement: Agreement) -> None:
        """Store the rules of the seats of a new match."""

    async def load(self, tx: Transaction, match: StoredMatch) -> Rules:
        """Return the rules of the seats of a match, with what is decided so far."""
        return Rules()

    async def progress(self, tx: Transaction, match_ids: Collection[int]) -> Mapping[int, Progress]:
        """Return how far the current turns of those of some matches are that have begun to be."""
        return {}

    async def remind(self, tx: Transaction, match: StoredMatch, now: datetime) -> None:
        """Remind the seat to move."""
        seats = [] if match.to_move is None else [match.to_move]
        await notices.announce(tx, match, seats, "reminder", match.version, now)

    def time_out(self, match: Match, lose: MatchChange) -> MatchChange:
        """Return the change at the end of the time of the seat to move.

        :param lose: loses the match on time, or aborts it before it has begun.
        """
        return lose

    async def lose_place(
        self, tx: Transaction, match: StoredMatch, seat: Seat, now: datetime
    ) -> None:
        """Note that the place of a seat was deleted, in the transaction that has locked a match."""

    async def lose_server(self, homes: Homes, match: StoredMatch, guild_id: int) -> None:
        """Note that a server in which a match is played has removed the bot."""

    async def check_homes(self, homes: Homes, shards: Shards) -> None:
        """Look after the seats whose place or server was found to be gone earlier."""


def not_installed() -> Refusal:
    """Return the refusal to play for a seat of a kind that isn't installed."""
    words = N_("This kind of match is switched off on this bot.")
    return Refusal("not_installed", words)


class _Missing(SeatKind):
    """A kind that isn't installed."""

    def check_may(self, deed: Deed) -> None:
        raise not_installed()

    async def prepare(self, tx: Transaction, agreement: Agreement) -> Agreement:
        raise not_installed()

    async def load(self, tx: Transaction, match: StoredMatch) -> Rules:
        return _MissingRules()

    async def remind(self, tx: Transaction, match: StoredMatch, now: datetime) -> None:
        pass


class _MissingRules(Rules):
    are_missing = True


_PLAYERS, MISSING = SeatKind(), _Missing()
SEAT_KINDS = [_PLAYERS]
"""The kinds that are installed."""


def kind_of(player: Seat | Participant) -> SeatKind:
    """Return the kind of a seat."""
    return next((kind for kind in SEAT_KINDS if kind.has(player)), MISSING)


def kind_in(players: Iterable[Seat | Participant]) -> SeatKind:
    """Return the kind of some seats of a match, beside which only people and computers play."""
    return next((kind for each in players if (kind := kind_of(each)) is not _PLAYERS), _PLAYERS)


class MatchObserver:
    """Follows all matches. By default it does nothing."""

    async def replies(
        self, tx: Transaction, match: Match, moves: Sequence[PlayerMove]
    ) -> Sequence[PlayerMove]:
        """Return the moves that follow some moves at once, before they are recorded.

        :param match: the locked match before these moves.
        :param moves: those of the player, and replies of earlier observers.
        """
        return ()

    async def changed(self, tx: Transaction, before: Match, match: Match, now: datetime) -> None:
        """Follow moves, take-backs and ends, after everything else in the transaction."""


OBSERVERS: list[MatchObserver] = []
"""Called one after another, in the order in which extensions are listed."""
