"""What extensions do when a match changes, in the transaction of the change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from club.matches.match import Match
from club.matches.turns import PlayerMove
from storage.database.transaction import Transaction


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
