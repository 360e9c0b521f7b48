"""The engine of Scalus."""

from types import MappingProxyType

from engine.alpha_beta import AlphaBeta
from engine.engine import Engine
from engine.games.scalus.check import ScalusCheck
from engine.games.scalus.facts import ScalusFacts
from engine.games.scalus.judge import ScalusJudge
from engine.games.scalus.puzzles import ScalusPuzzles
from engine.search import Calibration

_SEARCH = AlphaBeta(ScalusJudge())
_FACTS = ScalusFacts()

ENGINE = Engine(
    _SEARCH,
    full_work=25_000,
    unit="nodes",
    calibration=Calibration(confidence=0.45),
    facts=_FACTS,
    shares=MappingProxyType({3: 1 / 320, 4: 1 / 40}),
    puzzles=ScalusPuzzles(_SEARCH, _FACTS),
    check=ScalusCheck(),
)
"""Alpha–beta search, with stones and their progress as the evaluation."""
