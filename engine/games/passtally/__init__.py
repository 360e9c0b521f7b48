"""The engine of Passtally."""

from types import MappingProxyType

from engine.engine import Engine
from engine.games.passtally.check import PasstallyCheck
from engine.games.passtally.facts import PasstallyFacts
from engine.games.passtally.guide import PasstallyGuide
from engine.games.passtally.puzzles import PasstallyPuzzles
from engine.search import Calibration
from engine.tree_search import TreeSearch

_SEARCH = TreeSearch(PasstallyGuide(), contenders=16)

ENGINE = Engine(
    _SEARCH,
    full_work=1_000,
    unit="simulations",
    facts=PasstallyFacts(),
    is_open=False,
    calibration=Calibration(confidence=0.8, lean=0.75),
    shares=MappingProxyType({4: 0.15}),
    puzzles=PasstallyPuzzles(_SEARCH),
    check=PasstallyCheck(),
)
"""Tree search, guided by the points of the present lines."""
