"""The endings of a match of Skirt, in words."""

from __future__ import annotations

from dataclasses import dataclass

from rules.language import Text, lazy_gettext
from rules.position import Outcome
from rules.skirt.board import seat_name


@dataclass(frozen=True, slots=True)
class SkirtOutcome(Outcome):
    """The outcome, with the reason `opposite_sides` or `three_sides`."""

    @property
    def text(self) -> Text:
        seat = seat_name(self.winners[0])
        if self.reason == "opposite_sides":
            return lazy_gettext("{seat} connects two opposite sides.", seat=seat)
        return lazy_gettext("{seat} connects three sides, no two of them neighbours.", seat=seat)
