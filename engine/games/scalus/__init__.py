"""The engine of Scalus."""

from types import MappingProxyType

from engine.alpha_beta import AlphaBeta
from engine.engine import Engine
from engine.games.scalus.evaluation import ScalusJudge, immediate_win
from engine.games.scalus.facts import ScalusFacts
from engine.puzzles.library import BLOCK, CAPTURE, FORK, QUIET, RACE, SINGLE_THREAT, Theme
from engine.puzzles.refuting import WinRefuter
from language.texts import N_

GROUP_MOVE = Theme("group_move", N_("Group move"), N_("A group stretches or shrinks."))

_SEARCH = AlphaBeta(ScalusJudge())

ENGINE = Engine(
    _SEARCH,
    full_work=25_000,
    unit="nodes",
    confidence=0.45,
    facts=ScalusFacts(),
    shares=MappingProxyType({3: 1 / 320, 4: 1 / 40}),
    refuter=WinRefuter(
        _SEARCH,
        immediate_win,
        key=lambda position: (position.seat, position.black, position.white),
    ),
    themes=(FORK, SINGLE_THREAT, BLOCK, RACE, CAPTURE, GROUP_MOVE, QUIET),
)
"""Alpha–beta search, with stones and their progress as the evaluation."""
