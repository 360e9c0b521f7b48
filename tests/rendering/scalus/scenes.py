"""The scenes of Scalus with approved pictures, and their positions."""

from __future__ import annotations

from rendering import Scene
from rules.scalus.game import Scalus
from rules.scalus.position import ScalusPosition
from tests.rendering.staging import scene_of, with_partial_move

SCALUS = Scalus()


def scalus_scene(position: ScalusPosition, *texts: str) -> Scene[ScalusPosition]:
    return scene_of(SCALUS, position, *texts)


SCALUS_START = SCALUS.start({})
SCALUS_LINES = ScalusPosition.set_up(["e4", "e6", "e8", "e10", "g4"], ["d13", "e13", "e11"])
SCALUS_SQUARE = ScalusPosition.set_up(
    ["d4", "d6", "f4", "d11", "f9"], ["d12", "d13", "e12", "e13", "f16"], seat=2
)
SCALUS_CROSS = ScalusPosition.set_up(
    ["c4", "d3", "d4", "d5", "e4", "g7"], ["f4", "e12"], all_patterns=True
)
SCALUS_TRIANGLE = ScalusPosition.set_up(
    ["d4", "d6", "d8", "f4", "f6", "h4", "c7"], ["d5", "e12"], all_patterns=True
)
SCALUS_BEFORE_THE_WIN = ScalusPosition.set_up(["f16", "f17", "c5"], ["e12", "g12"])

SCENES: dict[str, Scene[ScalusPosition]] = {
    "scalus_start": scalus_scene(SCALUS_START),
    "scalus_expansion": scalus_scene(SCALUS_START, "d4-d7-g7-g4(e5)"),
    "scalus_contraction": scalus_scene(SCALUS_LINES, "e4-e10(e4)"),
    "scalus_capture": scalus_scene(SCALUS_SQUARE, "d12-d13()"),
    "scalus_first_step": with_partial_move(scalus_scene(SCALUS_SQUARE), ()),
    "scalus_second_step": with_partial_move(scalus_scene(SCALUS_START), ("d4",)),
    "scalus_third_step": with_partial_move(scalus_scene(SCALUS_SQUARE), ("d12", "line to d13")),
    "scalus_whole_turn": with_partial_move(
        scalus_scene(SCALUS_SQUARE), ("d12", "rectangle to e13", "(d13)")
    ),
    "scalus_cross": scalus_scene(SCALUS_CROSS, "c4-d3-e4-d5(d4)"),
    "scalus_triangle": with_partial_move(
        scalus_scene(SCALUS_TRIANGLE), ("d4", "triangle to h8", "(d4)")
    ),
    "scalus_won": scalus_scene(SCALUS_BEFORE_THE_WIN, "f16-f17(f16)"),
}
