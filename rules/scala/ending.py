"""The endings of a match of Scala, in words."""

from __future__ import annotations

from dataclasses import dataclass

from rules.language import Text, lazy_gettext
from rules.position import Outcome
from rules.scala.board import GOALS, SEAT_NAMES

QUIET_TURNS = 100
"""Turns in a row without a removal that end the match."""


@dataclass(frozen=True, slots=True)
class ScalaOutcome(Outcome):
    """The outcome, with the reason `goal`, `no_move`, `repetition` or `quiet`."""

    @property
    def text(self) -> Text:
        if self.reason == "repetition":
            return lazy_gettext("The same position came up for the third time.")
        if self.reason == "quiet":
            return lazy_gettext(
                "No stone was removed in {count} turns in a row.", count=QUIET_TURNS
            )
        (winner,) = self.winners
        if self.reason == "goal":
            return lazy_gettext(
                "{seat} has a stone on its goal {cell}.",
                seat=SEAT_NAMES[winner - 1],
                cell=GOALS[winner],
            )
        return lazy_gettext("{seat} has no legal turn.", seat=SEAT_NAMES[2 - winner])
