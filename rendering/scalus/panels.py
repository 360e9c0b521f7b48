"""The line below the board of Scalus: stones and goals, or what the marks of choices mean."""

from __future__ import annotations

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite
from rendering.drawing.pieces import ring, stone
from rendering.scalus.board import FOOTING
from rendering.scalus.pieces import TONES, choice_disc, corner_frame, plate
from rendering.scalus.shown import StepKind, kind_of
from rendering.scenes.scene import Scene
from rendering.text.lettering import Anchor, width_of, write
from rules.scalus.position import Displacement, ScalusPosition

_SIZE = 23.0


def put_footing(
    picture: Image.Image, scene: Scene[ScalusPosition], planned: Displacement | None
) -> None:
    """Write it: under each player's side how many stones are left, and between them the rest.

    :param planned: what the half-entered move does, where it is whole.
    """
    unit = picture.width / 900
    y = round(picture.height - FOOTING * unit / 2)
    for seat, way in ((1, 1), (2, -1)):
        anchor: Anchor = "lm" if seat == 1 else "rm"
        x = (30 if seat == 1 else 870) * unit
        stone(17 * unit, TONES[seat]).paste_on(picture, (round(x), y))
        count = f"{len(scene.position.stones(seat))} left"
        x += way * 27 * unit
        write(picture, (x, y), count, _SIZE * unit, palette.INK, anchor=anchor)
        if not scene.prefix:
            x += way * (width_of(count, _SIZE * unit) + 52 * unit)
            plate(18 * unit, seat).paste_on(picture, (round(x), y))
            x += way * 27 * unit
            goal = f"goal of {scene.name_of(3 - seat)}"
            ink = palette.QUIET_INK
            write(picture, (x, y), goal, _SIZE * unit, ink, anchor=anchor, weight="SemiBold")
    if planned and planned.captured:
        said = f"captures {' '.join(planned.captured[:6])}"
        if len(planned.captured) > 6:
            said += " …"
        middle = (picture.width / 2, y)
        write(picture, middle, said, _SIZE * unit, palette.LAST_BRIGHT, weight="SemiBold")
    elif scene.prefix:
        _put_legend(picture, scene, y)


def _put_legend(picture: Image.Image, scene: Scene[ScalusPosition], y: int) -> None:
    """What the marks of the choices mean, of those that are on the board."""
    unit = picture.width / 900
    size, half = _SIZE * unit, 15 * unit
    circle = ring(half, half * 0.24, palette.CHOICE_BRIGHT)
    signs: dict[StepKind, tuple[Sprite, str]] = {
        StepKind.POINT: (choice_disc(half), "single move"),
        StepKind.LINE: (circle, "line"),
        StepKind.RECTANGLE: (corner_frame(half, palette.CHOICE_BRIGHT), "rectangle"),
        StepKind.PIVOT: (circle, "pivot"),
        StepKind.NO_PIVOT: (choice_disc(half), "no pivot"),
    }
    kinds = set(map(kind_of, scene.choices))
    shown = [signs[kind] for kind in StepKind if kind in kinds]
    lead, space = 2 * half + 9 * unit, 26 * unit
    room = sum(lead + width_of(said, size, "SemiBold") for _, said in shown)
    x = (picture.width - room - space * (len(shown) - 1)) / 2
    for sign, said in shown:
        sign.paste_on(picture, (round(x + half), y))
        write(picture, (x + lead, y), said, size, palette.INK, anchor="lm", weight="SemiBold")
        x += lead + width_of(said, size, "SemiBold") + space
