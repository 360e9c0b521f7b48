"""The endings of a match of Scalus, in words."""

from __future__ import annotations

from dataclasses import dataclass

from rules.language import Text, lazy_gettext
from rules.position import Outcome
from rules.scalus.board import seat_name

QUIET_TURNS = 100
"""Turns in a row without a capture that end the match."""


@dataclass(frozen=True, slots=True)
class ScalusOutcome(Outcome):
    """The outcome, with its reason.

    This is `headquarters` (with the reached `cell`), `all_captured`, `no_move`, `repetition` or
    `quiet`.
    """

    @property
    def text(self) -> Text:
        if self.reason == "repetition":
            return lazy_gettext("The same position came up for the third time.")
        if self.reason == "quiet":
            return lazy_gettext(
                "No stone was captured in {count} turns in a row.", count=QUIET_TURNS
            )
        (winner,) = self.winners
        loser = seat_name(3 - winner)
        if self.reason == "headquarters":
            return lazy_gettext(
                "{winner} has a stone on {cell}, {loser}'s headquarters.",
                winner=seat_name(winner),
                cell=self.values["cell"],
                loser=loser,
            )
        if self.reason == "all_captured":
            return lazy_gettext("All of {loser}'s stones are captured.", loser=loser)
        return lazy_gettext("{seat} has no legal turn.", seat=loser)
