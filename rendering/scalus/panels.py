"""The line below the board of Scalus, with stones and goals, or the legend of the choices."""

from __future__ import annotations

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Sprite
from rendering.drawing.pieces import ring, stone
from rendering.scalus.board import FOOTING
from rendering.scalus.effects import StepKind, kind_of
from rendering.scalus.pieces import (
    STONE,
    TONES,
    choice_disc,
    corner_ground,
    legend_ground,
    plate,
)
from rendering.scenes.scene import Scene
from rendering.text.lettering import Anchor, width_of, write
from rules.language import gettext, ngettext
from rules.scalus.position import Displacement, ScalusPosition

_SIZE = 23.0


def put_footing(
    picture: Image.Image, scene: Scene[ScalusPosition], planned: Displacement | None
) -> None:
    """Put each player's stones under their side, and the rest between them.

    :param planned: the effect of a complete half-entered move.
    """
    unit = picture.width / 900
    y = round(picture.height - FOOTING * unit / 2)
    for seat, way in ((1, 1), (2, -1)):
        anchor: Anchor = "lm" if seat == 1 else "rm"
        x = (30 if seat == 1 else 870) * unit
        stone(17 * unit, TONES[seat]).paste_on(picture, (round(x), y))
        count = ngettext("{count} left", "{count} left", len(scene.position.stones(seat)))
        x += way * 27 * unit
        write(picture, (x, y), count, _SIZE * unit, palette.INK, anchor=anchor)
        if not scene.prefix:
            x += way * (width_of(count, _SIZE * unit) + 52 * unit)
            plate(18 * unit, seat).paste_on(picture, (round(x), y))
            x += way * 27 * unit
            goal = gettext("goal of {seat}", seat=scene.name_of(3 - seat))
            ink = palette.QUIET_INK
            write(picture, (x, y), goal, _SIZE * unit, ink, anchor=anchor, weight="SemiBold")
    if planned and planned.captured:
        stones = " ".join(planned.captured[:6])
        if len(planned.captured) > 6:
            stones += " …"
        words = gettext("captures {stones}", stones=stones)
        middle = (picture.width / 2, y)
        write(picture, middle, words, _SIZE * unit, palette.LAST_BRIGHT, weight="SemiBold")
    elif scene.prefix:
        _put_legend(picture, scene, y)


def _put_legend(picture: Image.Image, scene: Scene[ScalusPosition], y: int) -> None:
    """Put the legend of the choices on the board."""
    unit = picture.width / 900
    size, gap = _SIZE * unit, 30 * unit
    circle = ring(gap * 0.55, gap * 0.13, palette.CHOICE)
    signs: dict[StepKind, tuple[Sprite, bool, str]] = {
        StepKind.POINT: (choice_disc(gap * 0.46), False, gettext("single move")),
        StepKind.LINE: (circle, True, gettext("line")),
        StepKind.RECTANGLE: (corner_ground(gap * 1.08), True, gettext("rectangle")),
        StepKind.PIVOT: (circle, True, gettext("pivot")),
        StepKind.NO_PIVOT: (choice_disc(gap * 0.33), False, gettext("no pivot")),
    }
    kinds = set(map(kind_of, scene.choices))
    entries = [signs[kind] for kind in StepKind if kind in kinds]
    width = 1.32 * gap
    lead, space = width + 9 * unit, 26 * unit
    room = sum(lead + width_of(words, size, "SemiBold") for _, _, words in entries)
    x = (picture.width - room - space * (len(entries) - 1)) / 2
    for sign, is_stone, words in entries:
        middle = round(x + width / 2), y
        legend_ground(gap).paste_on(picture, middle)
        sign.paste_on(picture, middle)
        if is_stone:
            stone(gap * STONE, TONES[scene.position.seat]).paste_on(picture, middle)
        write(picture, (x + lead, y), words, size, palette.INK, anchor="lm", weight="SemiBold")
        x += lead + width_of(words, size, "SemiBold") + space
