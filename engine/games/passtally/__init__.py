"""The engine of Passtally."""

from types import MappingProxyType

from engine.engine import Engine
from engine.games.passtally.evaluation import PasstallyGuide
from engine.games.passtally.facts import PasstallyFacts, PasstallyRefuter
from engine.puzzles.library import Theme
from engine.tree_search import TreeSearch
from language.texts import N_

STACK = Theme("stack", N_("Stack"), N_("A tile goes on top of others."))
MARKER = Theme("marker", N_("Marker"), N_("A marker moves to another spot."))
TWO_TILES = Theme("two_tiles", N_("Two tiles"), N_("Both moves lay a tile."))
BREAK = Theme("break", N_("Broken line"), N_("It also costs another player passes."))
MARGIN = Theme(
    "margin",
    N_("Wide margin"),
    N_("It scores at least two points more than any other turn."),
)

ENGINE = Engine(
    TreeSearch(PasstallyGuide(), contenders=16),
    full_work=1_000,
    unit="simulations",
    facts=PasstallyFacts(),
    is_open=False,
    shares=MappingProxyType({4: 0.05}),
    refuter=PasstallyRefuter(),
    themes=(STACK, MARKER, TWO_TILES, BREAK, MARGIN),
)
"""Tree search, guided by the points of the present lines."""
