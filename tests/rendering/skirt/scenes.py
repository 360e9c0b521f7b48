"""The scenes of Skirt with approved pictures, and their positions."""

from __future__ import annotations

from dataclasses import replace

from rendering import Scene
from rules.skirt.game import Skirt
from rules.skirt.position import SkirtPosition
from tests.rendering.staging import scene_of, with_partial_move

SKIRT = Skirt()


def skirt_scene(position: SkirtPosition, *texts: str) -> Scene[SkirtPosition]:
    return scene_of(SKIRT, position, *texts, size=position.size)


SKIRT_MIDDLE = SkirtPosition.set_up(
    6,
    white=["a3", "c5", "f11", "f9", "k1", "h3", "i8", "g6", "b7", "e7"],
    black=["f1", "f4", "a6", "d6", "k6", "j5", "b1", "c3", "g10", "g7"],
    seat=1,
)
SKIRT_BEFORE_THE_WIN = SkirtPosition.set_up(
    4, white=["a2", "b2", "c3", "d3", "e3"], black=["d1", "d2", "b5", "c5", "g4"], seat=1
)

SCENES: dict[str, Scene[SkirtPosition]] = {
    "skirt_last_turn": skirt_scene(SKIRT_MIDDLE, "k3-i3"),
    "skirt_standing_origin": skirt_scene(SKIRT_MIDDLE, "(a3)-b3"),
    "skirt_first_step": with_partial_move(skirt_scene(SKIRT_MIDDLE), ()),
    "skirt_second_step": with_partial_move(skirt_scene(SKIRT_MIDDLE), ("k3",)),
    "skirt_spoken_of": replace(
        with_partial_move(skirt_scene(SKIRT_MIDDLE), ("k3", "i3")),
        marked=("h3", "f4", "e4", "nowhere"),
    ),
    "skirt_won": skirt_scene(SKIRT_BEFORE_THE_WIN, "g1-f2"),
    "skirt_largest": skirt_scene(SkirtPosition.set_up(8), "a1"),
}
