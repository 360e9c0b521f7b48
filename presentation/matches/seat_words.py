"""What kinds of seats beside people and computers say about their matches."""

from __future__ import annotations

from club.matches.match import Match
from language.texts import gettext
from presentation.markup import Markup


class SeatWords:
    """By default, there is nothing to say beyond what is said of all seats."""

    def play_label(self) -> str:
        """Return the label of the button with which someone acts for a seat."""
        return gettext("Play")

    def mover(self, name: str) -> str:
        """Return whose turn it is, for spectators."""
        return gettext("{name} to move.", name=name)

    def moving(self, match: Match, markup: Markup, *, place: int | None = None) -> str:
        """Return who decides the current turn, and how far they are.

        :param place: the number of the place where this is read, None if that isn't known.
        """
        return ""

    def moving_until(self, match: Match, markup: Markup) -> str:
        """Return who decides the current turn until when, for readers who may read it later."""
        return ""

    def deadline(self, match: Match, markup: Markup) -> str:
        """Return when the current turn is decided."""
        return ""

    def last_turn(self, match: Match, markup: Markup, *, since: int | None = None) -> list[str]:
        """Return how the last turns that no earlier card has shown were decided, oldest first.

        :param since: the number of moves on the card before, which may have been turns ago.
        """
        return []

    def warnings(self, match: Match, markup: Markup) -> list[str]:
        """Return who will lose the match unless something is done, a line each."""
        return []

    def result(self, match: Match, markup: Markup) -> str:
        """Return what is notable about the seats of a finished match."""
        return ""


SEAT_WORDS = [SeatWords()]
"""The last one speaks."""
