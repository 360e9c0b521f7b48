"""The engine of Scala."""

from engine.alpha_beta import AlphaBeta
from engine.engine import Engine
from engine.games.scala.check import ScalaCheck
from engine.games.scala.facts import ScalaFacts
from engine.games.scala.judge import ScalaJudge
from engine.games.scala.puzzles import ScalaPuzzles
from engine.search import Calibration

_SEARCH = AlphaBeta(ScalaJudge())
_FACTS = ScalaFacts()

ENGINE = Engine(
    _SEARCH,
    full_work=30_000,
    unit="nodes",
    calibration=Calibration(confidence=0.2),
    facts=_FACTS,
    puzzles=ScalaPuzzles(_SEARCH, _FACTS),
    check=ScalaCheck(),
)
"""Alpha–beta search, with the progress of stones as the evaluation."""
