"""The engine of Skirt."""

from engine.engine import Engine
from engine.games.skirt.evaluation import SkirtGuide
from engine.games.skirt.facts import SkirtFacts
from engine.puzzles.library import BLOCK, FORK, QUIET, RACE, SINGLE_THREAT, Theme
from engine.puzzles.refuting import WinRefuter
from engine.tree_search import TreeSearch
from language.texts import N_

LINK = Theme("link", N_("Link"), N_("It starts by joining chains."))
THREE_SIDES = Theme(
    "three_sides",
    N_("Three sides"),
    N_("It connects three sides, no two of them next to each other."),
)

_SEARCH = TreeSearch(SkirtGuide())

ENGINE = Engine(
    _SEARCH,
    full_work=2_000,
    unit="simulations",
    facts=SkirtFacts(),
    # The search overlooks no immediate win.
    refuter=WinRefuter(_SEARCH, _SEARCH.winning_move, reply_work=30),
    themes=(FORK, SINGLE_THREAT, BLOCK, RACE, LINK, THREE_SIDES, QUIET),
)
"""Tree search, guided by random full boards."""
