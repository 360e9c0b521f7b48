"""The scenes whose pictures are kept in `golden/`, and the command that makes those anew.

    python -m tests.rendering.scenes

Look at every changed picture before committing it: the tests only say that it changed.
"""

from __future__ import annotations

from pathlib import Path

from rendering import Scene, draw
from rules.notation import complete, read
from rules.position import Move
from rules.replay import Played
from rules.scala import Scala, ScalaPosition
from rules.scalus import Scalus, ScalusPosition
from rules.skirt import Skirt, SkirtPosition

FOLDER = Path(__file__).parent / "golden"
WIDTH = 600

SKIRT, SCALA, SCALUS = Skirt(), Scala(), Scalus()


def skirt_scene(position: SkirtPosition, text: str = "") -> Scene:
    """The position, or what follows from it by one turn."""
    options = {"size": position.size}
    if not text:
        return Scene(SKIRT, position, options=options)
    move = read(position, text)
    after = position.play(move)
    return Scene(SKIRT, after, last=(Played(position, move, after),), options=options)


def scala_scene(position: ScalaPosition, text: str = "") -> Scene:
    """The position, or what follows from it by one turn."""
    if not text:
        return Scene(SCALA, position)
    move = read(position, text)
    after = position.play(move)
    return Scene(SCALA, after, last=(Played(position, move, after),))


def scalus_scene(position: ScalusPosition, text: str = "") -> Scene:
    """The position, or what follows from it by one turn."""
    if not text:
        return Scene(SCALUS, position)
    move = read(position, text)
    after = position.play(move)
    return Scene(SCALUS, after, last=(Played(position, move, after),))


def half_entered(scene: Scene, prefix: Move) -> Scene:
    """The scene with these steps of a move chosen and all that may follow marked."""
    choices = complete(scene.position, prefix).steps
    return Scene(scene.game, scene.position, scene.last, prefix, choices, scene.options)


SKIRT_MIDDLE = SkirtPosition.of(
    6,
    white=["a3", "c5", "f11", "f9", "k1", "h3", "i8", "g6", "b7", "e7"],
    black=["f1", "f4", "a6", "d6", "k6", "j5", "b1", "c3", "g10", "g7"],
    seat=1,
)
SKIRT_BEFORE_THE_WIN = SkirtPosition.of(
    4, white=["a2", "b2", "c3", "d3", "e3"], black=["d1", "d2", "b5", "c5", "g4"], seat=1
)
SCALA_START = SCALA.start({})
SCALA_CUT_OFF = ScalaPosition.set_up(["g5", "h5", "h7", "i5", "i6"], ["f5", "g4", "h8", "i7", "i8"])
SCALA_JUMPS = ScalaPosition.set_up(
    ["g5", "g6", "h4", "h5", "h8", "j5", "j7"], ["f4", "f5", "f6", "h7", "i6", "i8"], seat=2
)
SCALA_BEFORE_THE_WIN = ScalaPosition.set_up(["e12", "e13", "g12"], ["f12", "f13"])

SCALUS_START = SCALUS.start({})
SCALUS_LINES = ScalusPosition.set_up(["e4", "e6", "e8", "e10", "g4"], ["d13", "e13", "e11"])
SCALUS_SQUARE = ScalusPosition.set_up(
    ["d4", "d6", "f4", "d11", "f9"], ["d12", "d13", "e12", "e13", "f16"], seat=2
)
SCALUS_BEFORE_THE_WIN = ScalusPosition.set_up(["f16", "f17", "c5"], ["e12", "g12"])

SCENES: dict[str, Scene] = {
    "skirt_last_turn": skirt_scene(SKIRT_MIDDLE, "k3-i3"),
    "skirt_standing_origin": skirt_scene(SKIRT_MIDDLE, "(a3)-b3"),
    "skirt_first_step": half_entered(skirt_scene(SKIRT_MIDDLE), ()),
    "skirt_second_step": half_entered(skirt_scene(SKIRT_MIDDLE), ("k3",)),
    "skirt_won": skirt_scene(SKIRT_BEFORE_THE_WIN, "g1-f2"),
    "skirt_largest": skirt_scene(SkirtPosition.of(8), "a1"),
    "scala_start": scala_scene(SCALA_START),
    "scala_captures": scala_scene(SCALA_CUT_OFF, "h5-j5"),
    "scala_chain": scala_scene(SCALA_JUMPS, "i8-g4"),
    "scala_first_step": half_entered(scala_scene(SCALA_START), ()),
    "scala_second_step": half_entered(scala_scene(SCALA_CUT_OFF), ("h5",)),
    "scala_whole_turn": half_entered(scala_scene(SCALA_CUT_OFF), ("h5", "j5")),
    "scala_winning_choice": half_entered(scala_scene(SCALA_BEFORE_THE_WIN), ("e13",)),
    "scala_won": scala_scene(SCALA_BEFORE_THE_WIN, "e13-f14"),
    "scalus_start": scalus_scene(SCALUS_START),
    "scalus_expansion": scalus_scene(SCALUS_START, "d4-d7-g7-g4(e5)"),
    "scalus_contraction": scalus_scene(SCALUS_LINES, "e4-e10(e4)"),
    "scalus_capture": scalus_scene(SCALUS_SQUARE, "d12-d13()"),
    "scalus_first_step": half_entered(scalus_scene(SCALUS_SQUARE), ()),
    "scalus_second_step": half_entered(scalus_scene(SCALUS_START), ("d4",)),
    "scalus_third_step": half_entered(scalus_scene(SCALUS_SQUARE), ("d12", "line to d13")),
    "scalus_whole_turn": half_entered(
        scalus_scene(SCALUS_SQUARE), ("d12", "rectangle to e13", "(d13)")
    ),
    "scalus_won": scalus_scene(SCALUS_BEFORE_THE_WIN, "f16-f17(f16)"),
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.png").write_bytes(draw(scene, WIDTH))
