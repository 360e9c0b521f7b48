"""The endings of a match of Scalas, in words."""

from __future__ import annotations

from dataclasses import dataclass

from rules.language import Text, lazy_ngettext
from rules.position import Outcome
from rules.scalas.board import seat_name


@dataclass(frozen=True, slots=True)
class ScalasOutcome(Outcome):
    """The outcome, with the reason `tops`, `towers` or `draw`. The scores are the top cubes.

    The values of `towers` are the decisive `height`, and who has `more` and `fewer` there.
    """

    @property
    def text(self) -> Text:
        tops = self.scores or (0, 0)
        if self.reason == "draw":
            return lazy_ngettext(
                "Both have {count} top cube, and as many at every height.",
                "Both have {count} top cubes, and as many at every height.",
                tops[0],
            )
        (winner,) = self.winners
        if self.reason == "tops":
            return lazy_ngettext(
                "{winner} has {count} top cube, {loser} {least}.",
                "{winner} has {count} top cubes, {loser} {least}.",
                max(tops),
                winner=seat_name(winner),
                loser=seat_name(3 - winner),
                least=min(tops),
            )
        return lazy_ngettext(
            "Both have {count} top cube; at height {height}, {winner} has {more}, {loser} {fewer}.",
            "Both have {count} top cubes; at height {height}, {winner} has {more}, "
            "{loser} {fewer}.",
            tops[0],
            winner=seat_name(winner),
            loser=seat_name(3 - winner),
            **self.values,
        )
