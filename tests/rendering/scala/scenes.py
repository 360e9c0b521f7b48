"""The scenes of Scala with approved pictures, and their positions."""

from __future__ import annotations

from rendering import Scene
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition
from tests.rendering.staging import scene_of, with_partial_move

SCALA = Scala()


def scala_scene(position: ScalaPosition, *texts: str) -> Scene[ScalaPosition]:
    return scene_of(SCALA, position, *texts)


SCALA_START = SCALA.start({})
SCALA_CUT_OFF = ScalaPosition.set_up(["g5", "h5", "h7", "i5", "i6"], ["f5", "g4", "h8", "i7", "i8"])
SCALA_JUMPS = ScalaPosition.set_up(
    ["g5", "g6", "h4", "h5", "h8", "j5", "j7"], ["f4", "f5", "f6", "h7", "i6", "i8"], seat=2
)
SCALA_BEFORE_THE_WIN = ScalaPosition.set_up(["e12", "e13", "g12"], ["f12", "f13"])

SCENES: dict[str, Scene[ScalaPosition]] = {
    "scala_start": scala_scene(SCALA_START),
    "scala_captures": scala_scene(SCALA_CUT_OFF, "h5-j5"),
    "scala_chain": scala_scene(SCALA_JUMPS, "i8-g4"),
    "scala_first_step": with_partial_move(scala_scene(SCALA_START), ()),
    "scala_second_step": with_partial_move(scala_scene(SCALA_CUT_OFF), ("h5",)),
    "scala_whole_turn": with_partial_move(scala_scene(SCALA_CUT_OFF), ("h5", "j5")),
    "scala_winning_choice": with_partial_move(scala_scene(SCALA_BEFORE_THE_WIN), ("e13",)),
    "scala_won": scala_scene(SCALA_BEFORE_THE_WIN, "e13-f14"),
}
