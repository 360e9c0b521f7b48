"""Tasks for worker processes, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.opponent import Choice, appraise, choose
from engine.puzzle_making.refuting import refute


@dataclass(frozen=True, slots=True)
class Task:
    """A call of `choose`, `appraise` or `refute`, to be run elsewhere."""

    kind: Literal["choose", "appraise", "refute"]
    game: str
    position: str
    """The position, from `Position.encode`."""
    level_or_work: int
    """The level for `choose`, the simulations or nodes for `appraise`, or the turns before the
    wrong move for `refute`."""
    seed: int
    explains: bool = False
    """Whether an appraisal includes reasons for its move."""
    wrong: str = ""
    """The text of the refuted move."""

    @classmethod
    def refuting(cls, game: str, position: str, wrong: str, turns: int) -> Task:
        """Return the task of refuting a wrong move in a puzzle, with the values of a `Standing`."""
        return cls("refute", game, position, turns, 0, wrong=wrong)

    def choice(self) -> Choice:
        """Call the function, which takes milliseconds to seconds. Raises as it does."""
        if self.kind == "refute":
            return refute(self.game, self.position, (), self.wrong, self.level_or_work)
        arguments = self.game, self.position, self.level_or_work, self.seed
        if self.kind == "choose":
            return choose(*arguments)
        return appraise(*arguments, explains=self.explains)
