"""What plays one game: its search, its work, and what it knows to say and to ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.facts import Facts
from engine.levels import Level
from engine.puzzles.checking import PuzzleCheck
from engine.puzzles.kind import PuzzleKind
from engine.search import Search
from rules.position import Move


@dataclass(frozen=True, slots=True)
class Engine:
    """What plays one game.

    The type of its positions is dropped, because engines are looked up by the key of a game.
    """

    search: Search[Any]
    full_work: int
    """Simulations or nodes of the strongest level: some seconds a move, or less where more of them
    win nothing."""
    unit: str
    """What its work counts."""
    facts: Facts[Any] = field(default_factory=lambda: Facts[Any]())
    """What can be said for its moves beyond wins."""
    is_open: bool = True
    """Nothing is hidden and there are two seats, so that every reply can be tried."""
    winning_move: Callable[[Any], Move | None] | None = None
    """What sees a win at once where wins in two are looked for, if the search by itself doesn't."""
    shares: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    """By level, the share of the full work where the usual one would part it too little from the
    level below."""
    puzzles: PuzzleKind[Any] | None = None
    """How its puzzles are found; None if it has none."""
    check: PuzzleCheck[Any] = field(default_factory=lambda: PuzzleCheck[Any]())
    """What proves its puzzles by the rules alone."""

    def work_of(self, level: Level) -> int:
        """What a level may do for a move, at least one of its units."""
        return max(1, round(self.full_work * self.shares.get(level.number, level.share)))
