"""The engine of Scalas."""

from types import MappingProxyType

from engine.alpha_beta import AlphaBeta
from engine.engine import Engine
from engine.games.scalas.evaluation import ScalasJudge, immediate_win, winning_move_at_the_end
from engine.games.scalas.facts import ScalasFacts
from engine.puzzles.library import Theme
from engine.puzzles.refuting import WinRefuter
from language.texts import N_

COVER = Theme("cover", N_("Cover"), N_("It starts by covering a top of the other side."))
FORCED_CELLS = Theme(
    "forced_cells", N_("Forced cells"), N_("The first cube forces others at once.")
)
LAST_CUBES = Theme(
    "last_cubes", N_("Last cubes"), N_("You still have cubes when the other side has none.")
)
CALM = Theme("calm", N_("Calm start"), N_("It starts without covering anything."))

_SEARCH = AlphaBeta(ScalasJudge())

ENGINE = Engine(
    _SEARCH,
    full_work=25_000,
    unit="nodes",
    confidence=1.5,
    facts=ScalasFacts(),
    winning_move=winning_move_at_the_end,
    shares=MappingProxyType({3: 1 / 256, 4: 1 / 32}),
    refuter=WinRefuter(_SEARCH, immediate_win, to_the_end=True),
    themes=(COVER, FORCED_CELLS, LAST_CUBES, CALM),
)
"""Alpha–beta search, with tops and cubes in hand as the evaluation."""
