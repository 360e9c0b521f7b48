"""The services with which members study matches."""

from __future__ import annotations

from club.club import Club
from extensions.study.club.conditional_moves import ConditionalMoves
from extensions.study.club.good_matches import GoodMatches
from extensions.study.club.guessing import MoveGuesses
from extensions.study.club.kept_lines import KeptLines
from extensions.study.club.notes import Notes
from extensions.study.club.reviews import Reviews
from extensions.study.club.usual_moves import UsualMoves


class Study:
    """All services for studying matches, which share the reviews under way."""

    def __init__(self, club: Club) -> None:
        store, clock = club.store, club.clock
        self._uptime = club.uptime
        self.notes = Notes(store, clock)
        self.kept_lines = KeptLines(store, clock)
        self.conditional_moves = ConditionalMoves(store, club.matches)
        self.usual_moves = UsualMoves(store, club.directory)
        self.reviews = Reviews(store, club.opponents, club.background, clock)
        self.good_matches = GoodMatches(store, self.reviews)
        self.move_guesses = MoveGuesses(
            store, club.membership, self.reviews, club.opponents, club.random, clock
        )

    async def count_usual_moves(self) -> None:
        """Count the moves of finished matches of servers whose channels are known."""
        await self.usual_moves.count_due(self._uptime.running())
