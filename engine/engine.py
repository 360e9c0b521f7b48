"""The engine of one game, with its search, work, facts and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.facts import Facts
from engine.levels import Level
from engine.puzzles.checking import PuzzleCheck
from engine.puzzles.kind import PuzzleKind
from engine.search import Calibration, Search
from rules.position import Move


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine of one game.

    It isn't generic in its positions, because engines are looked up by game.
    """

    search: Search[Any]
    full_work: int
    """Simulations or nodes per move of the strongest level, which take some seconds at most."""
    unit: str
    """The unit of work."""
    facts: Facts[Any] = field(default_factory=lambda: Facts[Any]())
    """The facts about its moves beyond wins."""
    is_open: bool = True
    """Whether nothing is hidden and there are two seats, so that every reply can be tried."""
    winning_move: Callable[[Any], Move | None] | None = None
    """Detects immediate wins when looking for wins in two, if the search doesn't."""
    shares: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    """Shares of the full work by level, if the usual ones don't separate the levels."""
    calibration: Calibration = field(default_factory=Calibration)
    """The calibration of winning chances in hints and reviews. The search doesn't use it."""
    puzzles: PuzzleKind[Any] | None = None
    """The kind of its puzzles, None if it has none."""
    check: PuzzleCheck[Any] = field(default_factory=lambda: PuzzleCheck[Any]())
    """The check of its puzzles by the rules alone."""

    def work_of(self, level: Level) -> int:
        """Return a level's work for a move, at least one unit."""
        return max(1, round(self.full_work * self.shares.get(level.number, level.share)))
