"""Puzzles of Skirt: wins by force, of which there may be several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.facts import Reason
from engine.games.skirt import ENGINE, LINK, THREE_SIDES
from engine.puzzles.library import Theme
from making.puzzles.forced import ForcedWins
from rules.replay import Played
from rules.skirt.position import SkirtPosition


class SkirtPuzzles(ForcedWins[SkirtPosition]):
    """Sides connected by force."""

    game = "skirt"
    options = ({"size": 5}, {"size": 5}, {"size": 6})
    levels = (2, 2, 3)
    last = 10
    slips = 40
    share = 0.1

    def themes_of(self, line: Sequence[Played[SkirtPosition]]) -> Iterator[Theme]:
        yield from super().themes_of(line)
        first = line[0]
        if any(reason.code == "links" for reason in self._reasons(first)):
            yield LINK
        outcome = line[-1].after.outcome
        if outcome is not None and outcome.reason == "three_sides":
            yield THREE_SIDES

    def _reasons(self, played: Played[SkirtPosition]) -> Sequence[Reason]:
        return self.facts.soft(played.before, played.move, played.after)


FINDER = SkirtPuzzles(ENGINE)
