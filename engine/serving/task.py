"""What a worker process is asked, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.opponent import Choice, appraise, choose
from engine.puzzle_making.refuting import refute


@dataclass(frozen=True, slots=True)
class Task:
    """One call of `choose` or `appraise` of `engine.opponent`, or of `engine.puzzle_making`'s
    `refute`, to be made somewhere else."""

    kind: Literal["choose", "appraise", "refute"]
    game: str
    position: str
    """As `Position.encode` writes it."""
    level_or_work: int
    """The level that chooses; the simulations or nodes to appraise by; the turns in which it could
    be won before the move that is refuted."""
    seed: int
    explains: bool = False
    """An appraisal gives reasons for its move too."""
    wrong: str = ""
    """The text of the move that is refuted."""

    @classmethod
    def refuting(cls, game: str, position: str, wrong: str, turns: int) -> Task:
        """What punishes this move in a puzzle: `Standing.wrong` in `Standing.position`, with
        `Standing.turns_left`."""
        return cls("refute", game, position, turns, 0, wrong=wrong)

    def choice(self) -> Choice:
        """What is chosen; it takes from milliseconds to seconds. Raises as those functions do."""
        if self.kind == "refute":
            return refute(self.game, self.position, (), self.wrong, self.level_or_work)
        arguments = self.game, self.position, self.level_or_work, self.seed
        if self.kind == "choose":
            return choose(*arguments)
        return appraise(*arguments, explains=self.explains)
