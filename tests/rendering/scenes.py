"""The scenes whose pictures are kept in `golden/`, and the command that makes those anew.

    python -m tests.rendering.scenes

Look at every changed picture before committing it: the tests only say that it changed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeVar

from rendering import Scene, draw
from rules.notation import complete, read
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition
from rules.position import Game, Move, Position
from rules.replay import Played, random_play
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition
from rules.scalas.game import Scalas
from rules.scalas.position import ScalasPosition
from rules.scalus.game import Scalus
from rules.scalus.position import ScalusPosition
from rules.skirt.game import Skirt
from rules.skirt.position import SkirtPosition

FOLDER = Path(__file__).parent / "golden"
WIDTH = 600

SKIRT, SCALA, SCALUS = Skirt(), Scala(), Scalus()
PASSTALLY, SCALAS = Passtally(), Scalas()

P = TypeVar("P", bound=Position)


def scene_of(game: Game, position: P, *texts: str, **options: int) -> Scene[P]:
    """The position as everybody sees it, or what follows from it by the moves of one turn."""
    turn: list[Played[P]] = []
    for text in texts:
        move = read(position, text)
        turn.append(Played(position, move, position.play(move)))
        position = turn[-1].after
    return Scene(game, position.seen_by(None), last=tuple(turn), options=options)


def skirt_scene(position: SkirtPosition, *texts: str) -> Scene[SkirtPosition]:
    return scene_of(SKIRT, position, *texts, size=position.size)


def scala_scene(position: ScalaPosition, *texts: str) -> Scene[ScalaPosition]:
    return scene_of(SCALA, position, *texts)


def scalus_scene(position: ScalusPosition, *texts: str) -> Scene[ScalusPosition]:
    return scene_of(SCALUS, position, *texts)


def passtally_scene(position: PasstallyPosition, *texts: str) -> Scene[PasstallyPosition]:
    return scene_of(PASSTALLY, position, *texts, players=position.players)


def scalas_scene(position: ScalasPosition, *texts: str) -> Scene[ScalasPosition]:
    return scene_of(SCALAS, position, *texts, size=position.size)


def half_entered(scene: Scene[P], prefix: Move) -> Scene[P]:
    """The scene with these steps of a move chosen and all that may follow marked."""
    choices = complete(scene.position, prefix).steps
    return Scene(scene.game, scene.position, scene.last, prefix, choices, scene.options)


SKIRT_MIDDLE = SkirtPosition.set_up(
    6,
    white=["a3", "c5", "f11", "f9", "k1", "h3", "i8", "g6", "b7", "e7"],
    black=["f1", "f4", "a6", "d6", "k6", "j5", "b1", "c3", "g10", "g7"],
    seat=1,
)
SKIRT_BEFORE_THE_WIN = SkirtPosition.set_up(
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


def _towers(told: str) -> dict[str, str]:
    """The cubes on each cell, from "a1:RB a2:R"."""
    return dict(tower.split(":") for tower in told.split())


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


def _markers(*spots: str) -> dict[str, int]:
    """The seat of the marker on each spot, from the spots of each seat."""
    return {spot: seat for seat, own in enumerate(spots, start=1) for spot in own.split()}


PASSTALLY_START = PASSTALLY.start(
    {"players": 3, "deck": [["XA", *["XX"] * 13], ["BB", *["AB"] * 13], ["XB", *["AA"] * 13]]}
)
PASSTALLY_LAID = (
    *("XX:c3-d3", "XX:e3-f3", "XB:d3-e3", "AB:a6-b6", "AA:b5-a5", "XA:c4-c5", "BB:d4-d5"),
    *("XB:c4-d4", "AB:b2-a2", "XA:c2-c1", "AA:d1-e1", "BB:e2-f2", "AB:a3-b3", "XA:f5-e5"),
)
PASSTALLY_PILES = (("XA", "BB", "AA"), ("AB", "XX"), ("BB", "AB", "XA"))
PASSTALLY_MIDDLE = PasstallyPosition.set_up(
    2,
    PASSTALLY_PILES,
    PASSTALLY_LAID,
    _markers("N3 S3 E3 W3", "N5 S5 E5 W5"),
    scores=(17, 12),
    round=6,
)
PASSTALLY_TOWERS = PasstallyPosition.set_up(
    3,
    (("XA", "BB"), ("AB", "XB"), ("XX", "AA", "BB", "XA")),
    [
        *("AA:a1-b1", "BB:a2-b2", "XA:a1-a2", "XB:b1-b2", "AB:a1-b1", "XX:a2-b2", "BB:a1-a2"),
        *("AA:b1-b2", "XB:a2-b2", "XA:c2-d2", "AB:c1-d1", "AA:c1-c2", "BB:d2-d1", "XA:d1-c1"),
        *("AA:e2-f2", "XX:e3-f3", "AB:e2-e3", "XA:d4-d5", "BB:b4-c4", "XB:a5-b5"),
    ],
    _markers("N1 E4 S6 W4", "N2 E5 S4 W5", "N6 E1 S2 W2"),
    scores=(44, 39, 41),
    seat=3,
    round=14,
)
PASSTALLY_LINES_OF_ALL = PasstallyPosition.set_up(
    3,
    PASSTALLY_PILES,
    PASSTALLY_LAID,
    _markers("N4 E4 S6 E3", "W1 W4 W5 W6", "W2 W3 S3 S4"),
    scores=(17, 12, 9),
    round=6,
)
PASSTALLY_BEFORE_THE_END = PasstallyPosition.set_up(
    3,
    (("XA", "BB"), (), ("XX", "AA", "BB", "XA")),
    PASSTALLY_LAID,
    _markers("N1 E4 S6 W3", "N2 E5 S4 W5", "N6 E1 S2 W2"),
    scores=(48, 51, 46),
    seat=3,
    round=14,
)

SKIRT_SCENES: dict[str, Scene[SkirtPosition]] = {
    "skirt_last_turn": skirt_scene(SKIRT_MIDDLE, "k3-i3"),
    "skirt_standing_origin": skirt_scene(SKIRT_MIDDLE, "(a3)-b3"),
    "skirt_first_step": half_entered(skirt_scene(SKIRT_MIDDLE), ()),
    "skirt_second_step": half_entered(skirt_scene(SKIRT_MIDDLE), ("k3",)),
    "skirt_won": skirt_scene(SKIRT_BEFORE_THE_WIN, "g1-f2"),
    "skirt_largest": skirt_scene(SkirtPosition.set_up(8), "a1"),
}
SCALA_SCENES: dict[str, Scene[ScalaPosition]] = {
    "scala_start": scala_scene(SCALA_START),
    "scala_captures": scala_scene(SCALA_CUT_OFF, "h5-j5"),
    "scala_chain": scala_scene(SCALA_JUMPS, "i8-g4"),
    "scala_first_step": half_entered(scala_scene(SCALA_START), ()),
    "scala_second_step": half_entered(scala_scene(SCALA_CUT_OFF), ("h5",)),
    "scala_whole_turn": half_entered(scala_scene(SCALA_CUT_OFF), ("h5", "j5")),
    "scala_winning_choice": half_entered(scala_scene(SCALA_BEFORE_THE_WIN), ("e13",)),
    "scala_won": scala_scene(SCALA_BEFORE_THE_WIN, "e13-f14"),
}
SCALUS_SCENES: dict[str, Scene[ScalusPosition]] = {
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
SCALAS_SCENES: dict[str, Scene[ScalasPosition]] = {
    "scalas_start": scalas_scene(SCALAS_START),
    "scalas_chain": scalas_scene(SCALAS_BEFORE_A_CHAIN, "d3"),
    "scalas_first_step": half_entered(scalas_scene(SCALAS_BEFORE_A_CHOICE), ()),
    "scalas_whole_move": half_entered(scalas_scene(SCALAS_BEFORE_A_CHAIN), ("d3",)),
    "scalas_forced_choice": scalas_scene(SCALAS_BEFORE_A_CHOICE, "c3"),
    "scalas_forced_step": half_entered(scalas_scene(SCALAS_BEFORE_A_CHOICE, "c3"), ("+d3",)),
    "scalas_towers": half_entered(scalas_scene(SCALAS_TOWERS), ()),
    "scalas_largest": Scene(
        SCALAS, SCALAS_HALF_WAY.after, last=(SCALAS_HALF_WAY,), options={"size": 7}
    ),
    "scalas_finished": scalas_scene(SCALAS_BEFORE_THE_END, "e4"),
}
PASSTALLY_SCENES: dict[str, Scene[PasstallyPosition]] = {
    "passtally_start": half_entered(passtally_scene(PASSTALLY_START), ()),
    "passtally_last_turn": passtally_scene(PASSTALLY_MIDDLE, "E3-E4", "2:d6-c6"),
    "passtally_mid_turn": passtally_scene(PASSTALLY_MIDDLE, "3:d3-d4"),
    "passtally_towers": passtally_scene(PASSTALLY_TOWERS, "1:f3-f2", "2:b6-c6"),
    "passtally_lines_of_all": passtally_scene(PASSTALLY_LINES_OF_ALL, "2:f6-e6"),
    "passtally_first_step": half_entered(passtally_scene(PASSTALLY_MIDDLE), ()),
    "passtally_marker": half_entered(passtally_scene(PASSTALLY_MIDDLE), ("S3",)),
    "passtally_whole_marker": half_entered(passtally_scene(PASSTALLY_MIDDLE), ("S3", "S2")),
    "passtally_first_cell": half_entered(passtally_scene(PASSTALLY_MIDDLE), ("1",)),
    "passtally_second_cell": half_entered(passtally_scene(PASSTALLY_TOWERS), ("1", "e5")),
    "passtally_whole_tile": half_entered(passtally_scene(PASSTALLY_MIDDLE), ("1", "d1", "c1")),
    "passtally_last_round": passtally_scene(replace(PASSTALLY_BEFORE_THE_END, seat=2), "E5-E6"),
    "passtally_finished": passtally_scene(PASSTALLY_BEFORE_THE_END, "1:f2-f3", "3:c5-d5"),
}

SCENES: dict[str, Scene] = {
    **SKIRT_SCENES,
    **SCALA_SCENES,
    **SCALUS_SCENES,
    **SCALAS_SCENES,
    **PASSTALLY_SCENES,
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.png").write_bytes(draw(scene, WIDTH))
