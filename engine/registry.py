"""Which search serves which game, and how much work its strongest level does. One line a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.alpha_beta import AlphaBeta
from engine.facts import Facts
from engine.games.passtally import PasstallyGuide
from engine.games.passtally_facts import PasstallyFacts
from engine.games.scala import ScalaJudge
from engine.games.scala_facts import ScalaFacts
from engine.games.scalas import ScalasJudge, winning_move_at_the_end
from engine.games.scalas_facts import ScalasFacts
from engine.games.scalus import ScalusJudge
from engine.games.scalus_facts import ScalusFacts
from engine.games.skirt import SkirtGuide
from engine.games.skirt_facts import SkirtFacts
from engine.levels import Level
from engine.search import Search
from engine.tree_search import TreeSearch
from rules.position import Move


@dataclass(frozen=True, slots=True)
class Engine:
    """What plays one game."""

    search: Search[Any]
    """Of the positions of that game alone; here the type is dropped, as `ENGINES` goes by key."""
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

    def work_of(self, level: Level) -> int:
        """What a level may do for a move, at least one of its units."""
        return max(1, round(self.full_work * self.shares.get(level.number, level.share)))


ENGINES: dict[str, Engine] = {
    "scala": Engine(AlphaBeta(ScalaJudge()), 30_000, "nodes", ScalaFacts()),
    "scalas": Engine(
        AlphaBeta(ScalasJudge()),
        25_000,
        "nodes",
        ScalasFacts(),
        winning_move=winning_move_at_the_end,
        shares=MappingProxyType({3: 1 / 256, 4: 1 / 32}),
    ),
    "scalus": Engine(
        AlphaBeta(ScalusJudge()),
        25_000,
        "nodes",
        ScalusFacts(),
        shares=MappingProxyType({3: 1 / 320, 4: 1 / 40}),
    ),
    "skirt": Engine(TreeSearch(SkirtGuide()), 2_000, "simulations", SkirtFacts()),
    "passtally": Engine(
        TreeSearch(PasstallyGuide()),
        1_000,
        "simulations",
        PasstallyFacts(),
        is_open=False,
        shares=MappingProxyType({4: 0.3}),
    ),
}
"""By the key of the game."""
