"""The engine of Scala."""

from engine.alpha_beta import AlphaBeta
from engine.engine import Engine
from engine.games.scala.evaluation import CarefulSearch, ScalaJudge, immediate_win
from engine.games.scala.facts import ScalaFacts
from engine.puzzles.library import (
    BLOCK,
    CAPTURE,
    FORK,
    QUIET,
    RACE,
    SACRIFICE,
    SINGLE_THREAT,
    Theme,
)
from engine.puzzles.refuting import WinRefuter
from language.texts import N_

JUMPS = Theme("jumps", N_("Chain of jumps"), N_("A stone jumps several times in one turn."))
NO_TURN = Theme("no_turn", N_("No legal move"), N_("The other side has no legal move left."))

_SEARCH = AlphaBeta(ScalaJudge())

ENGINE = Engine(
    _SEARCH,
    opponent=CarefulSearch(ScalaJudge()),
    full_work=30_000,
    unit="nodes",
    confidence=0.2,
    facts=ScalaFacts(),
    refuter=WinRefuter(
        _SEARCH,
        immediate_win,
        key=lambda position: (position.seat, position.history[-1]),
    ),
    themes=(FORK, SINGLE_THREAT, BLOCK, RACE, CAPTURE, SACRIFICE, JUMPS, NO_TURN, QUIET),
)
"""Alpha–beta search, with the progress of stones as the evaluation."""
