"""The engine of Skirt."""

from engine.engine import Engine
from engine.games.skirt.facts import SkirtFacts
from engine.games.skirt.guide import SkirtGuide
from engine.games.skirt.puzzles import SkirtPuzzles
from engine.tree_search import TreeSearch

_SEARCH = TreeSearch(SkirtGuide())
_FACTS = SkirtFacts()

ENGINE = Engine(
    _SEARCH,
    full_work=2_000,
    unit="simulations",
    facts=_FACTS,
    puzzles=SkirtPuzzles(_SEARCH, _FACTS),
)
"""Tree search, guided by random full boards."""
