"""Which search serves which game, and how much work its strongest level does. One line a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.alpha_beta import AlphaBeta
from engine.games.passtally import PasstallyGuide
from engine.games.scala import ScalaJudge
from engine.games.scalas import ScalasJudge
from engine.games.scalus import ScalusJudge
from engine.games.skirt import SkirtGuide
from engine.search import Search
from engine.tree_search import TreeSearch


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
    is_open: bool = True
    """Nothing is hidden and there are two seats, so that every reply can be tried."""


ENGINES: dict[str, Engine] = {
    "scala": Engine(AlphaBeta(ScalaJudge()), 30_000, "nodes"),
    "scalas": Engine(AlphaBeta(ScalasJudge()), 50_000, "nodes"),
    "scalus": Engine(AlphaBeta(ScalusJudge()), 5_000, "nodes"),
    "skirt": Engine(TreeSearch(SkirtGuide()), 2_500, "simulations"),
    "passtally": Engine(TreeSearch(PasstallyGuide()), 1_000, "simulations", is_open=False),
}
"""By the key of the game."""
