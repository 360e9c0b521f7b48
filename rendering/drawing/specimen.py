"""The picture that a game's fixed palette is made from."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Spot, Sprite
from rendering.drawing.palette import Colour

INKS: tuple[Colour, ...] = (
    palette.INK,
    palette.QUIET_INK,
    palette.CHOICE_BRIGHT,
    palette.LAST,
    palette.LAST_BRIGHT,
    palette.CHOICE,
    palette.WIN,
    palette.WIN_DEEP,
    *palette.PAIRS,
)
"""The colours of lines, marks and letters."""
GROUNDS: tuple[Colour, ...] = (
    palette.BACKGROUND,
    palette.PANEL,
    palette.WOOD,
    palette.CHOICE_TINT,
    palette.WIN,
    palette.LIGHT_STONE[1],
    palette.DARK_STONE[1],
)
"""The colours of plain areas below them."""


def specimen_of(
    layer: Image.Image,
    spots: Sequence[Spot] = (),
    sprites: Sequence[Sprite] = (),
    *,
    inks: Sequence[Colour] = INKS,
    grounds: Sequence[Colour] = GROUNDS,
) -> Image.Image:
    """Return a board with every sprite on it, several times, and every ink on every ground.

    Marks cover few pixels of a real picture, so their colours would be averaged away.
    """
    height = layer.height + len(inks) * len(grounds) * 2
    specimen = Image.new("RGB", (layer.width, height), palette.BACKGROUND)
    specimen.paste(layer)
    for place, spot in enumerate(spots):
        if place % 4:
            sprites[place % len(sprites)].paste_on(specimen, spot)
    top = layer.height
    ramp = Image.linear_gradient("L").rotate(90).resize((layer.width, 2))
    for ground in grounds:
        for ink in inks:
            full = Image.new("RGB", ramp.size, ink)
            specimen.paste(
                Image.composite(full, Image.new("RGB", ramp.size, ground), ramp), (0, top)
            )
            top += 2
    return specimen
