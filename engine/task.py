"""What a worker process is asked, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.opponent import Choice, appraise, choose


@dataclass(frozen=True, slots=True)
class Task:
    """One call of `engine.opponent.choose` or `appraise`, to be made somewhere else."""

    kind: Literal["choose", "appraise"]
    game: str
    position: str
    """As `Position.encode` writes it."""
    level_or_work: int
    """The level that chooses; the simulations or nodes to appraise by."""
    seed: int
    explains: bool = False
    """An appraisal gives reasons for its move too."""

    def choice(self) -> Choice:
        """What is chosen; it takes from milliseconds to seconds. Raises as those functions do."""
        asked = self.game, self.position, self.level_or_work, self.seed
        if self.kind == "choose":
            return choose(*asked)
        return appraise(*asked, explains=self.explains)
