"""The scenes of Scalas with approved pictures, and their positions."""

from __future__ import annotations

from random import Random

from rendering import Scene
from rules.replay import random_play
from rules.scalas.game import Scalas
from rules.scalas.position import ScalasPosition
from tests.rendering.staging import scene_of, with_partial_move

SCALAS = Scalas()


def scalas_scene(position: ScalasPosition, *texts: str) -> Scene[ScalasPosition]:
    return scene_of(SCALAS, position, *texts, size=position.size)


def _towers(text: str) -> dict[str, str]:
    """The cubes on each cell, from a text such as "a1:RB a2:R"."""
    return dict(tower.split(":") for tower in text.split())


SCALAS_START = SCALAS.start({"size": 5})
SCALAS_BEFORE_A_CHAIN = ScalasPosition.set_up(5, _towers("b3:R c3:B c1:RR a1:B e5:B"), (22, 22), 1)
SCALAS_BEFORE_A_CHOICE = ScalasPosition.set_up(
    6,
    _towers("a3:B e3:B b3:RB b2:R b4:B c5:R c6:RBR d5:RR e5:R d2:R e1:B f2:RB f6:B a6:R"),
    (24, 26),
    2,
)
SCALAS_TOWERS = ScalasPosition.set_up(
    5,
    _towers("e1:RBRBRBB e2:RBRBRB d1:RBRBBR c3:RRB b4:RB c5:R a5:BBRRBBR a1:BRBRBRBRBR"),
    (5, 4),
    1,
)
SCALAS_BEFORE_THE_END = ScalasPosition.set_up(
    5,
    _towers(
        "a1:BR a2:R a4:RRB b1:RBB b2:BR b3:BRR b5:B c1:R c2:RBBB c3:BBR c5:BR d2:RB d3:RRRB d4:RB "
        "e2:B e3:BR e4:R"
    ),
    (1, 0),
    1,
)
SCALAS_HALF_WAY = tuple(random_play(SCALAS.start({"size": 7}), Random(7)))[49]

SCENES: dict[str, Scene[ScalasPosition]] = {
    "scalas_start": scalas_scene(SCALAS_START),
    "scalas_chain": scalas_scene(SCALAS_BEFORE_A_CHAIN, "d3"),
    "scalas_first_step": with_partial_move(scalas_scene(SCALAS_BEFORE_A_CHOICE), ()),
    "scalas_whole_move": with_partial_move(scalas_scene(SCALAS_BEFORE_A_CHAIN), ("d3",)),
    "scalas_forced_choice": scalas_scene(SCALAS_BEFORE_A_CHOICE, "c3"),
    "scalas_forced_step": with_partial_move(scalas_scene(SCALAS_BEFORE_A_CHOICE, "c3"), ("+d3",)),
    "scalas_towers": with_partial_move(scalas_scene(SCALAS_TOWERS), ()),
    "scalas_largest": Scene(
        SCALAS, SCALAS_HALF_WAY.after, last=(SCALAS_HALF_WAY,), options={"size": 7}
    ),
    "scalas_finished": scalas_scene(SCALAS_BEFORE_THE_END, "e4"),
}
