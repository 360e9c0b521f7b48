"""The engine of Scalas."""

from types import MappingProxyType

from engine.alpha_beta import AlphaBeta
from engine.engine import Engine
from engine.games.scalas.check import ScalasCheck
from engine.games.scalas.facts import ScalasFacts
from engine.games.scalas.judge import ScalasJudge, winning_move_at_the_end
from engine.games.scalas.puzzles import ScalasPuzzles
from engine.search import Calibration

_SEARCH = AlphaBeta(ScalasJudge())
_FACTS = ScalasFacts()

ENGINE = Engine(
    _SEARCH,
    full_work=25_000,
    unit="nodes",
    calibration=Calibration(confidence=1.5),
    facts=_FACTS,
    winning_move=winning_move_at_the_end,
    shares=MappingProxyType({3: 1 / 256, 4: 1 / 32}),
    puzzles=ScalasPuzzles(_SEARCH, _FACTS),
    check=ScalasCheck(),
)
"""Alpha–beta search, with tops and cubes in hand as the evaluation."""
