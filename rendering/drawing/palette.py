"""The colours of all games, in one palette.

Safe for colour-blind people, since things differ in lightness and in shape or mark as well as in
hue. Pictures have their own background, so they look the same in Discord's dark and light themes.
"""

from __future__ import annotations

Colour = tuple[int, int, int]
Ramp = tuple[Colour, Colour, Colour]
"""The highlight, middle and edge of a shaded body."""

BACKGROUND: Colour = (35, 39, 47)
PANEL: Colour = (54, 60, 72)
INK: Colour = (240, 242, 246)
QUIET_INK: Colour = (178, 186, 200)

WOOD: Colour = (228, 201, 153)
WOOD_SHADE: Colour = (214, 184, 132)
WOOD_DEEP: Colour = (196, 156, 102)
WOOD_EDGE: Colour = (244, 224, 186)
WOOD_DEEP_EDGE: Colour = (216, 180, 130)
GROOVE: Colour = (112, 78, 46)
FRAME: Colour = (84, 58, 36)
FRAME_EDGE: Colour = (126, 92, 60)
ENGRAVED: Colour = (112, 78, 42)
ENGRAVED_DEEP: Colour = (88, 58, 28)
HOLE: Colour = (20, 22, 27)

LIGHT_STONE: Ramp = ((255, 255, 253), (236, 231, 220), (176, 167, 150))
DARK_STONE: Ramp = ((104, 114, 130), (40, 45, 54), (10, 11, 14))
LIGHT_RIM: Colour = (128, 118, 102)
DARK_RIM: Colour = (4, 5, 7)

LAST: Colour = (226, 61, 30)
"""The last turn, on light ground."""
LAST_BRIGHT: Colour = (255, 122, 82)
"""The last turn, on dark ground."""
CHOICE: Colour = (0, 98, 190)
"""Choices and selections."""
CHOICE_TINT: Colour = (208, 232, 255)
CHOICE_BRIGHT: Colour = (124, 194, 255)
WIN: Colour = (255, 200, 24)
WIN_DEEP: Colour = (150, 100, 0)
ON_WIN: Colour = (48, 34, 0)

PAIRS: tuple[Colour, Colour, Colour] = ((233, 163, 43), (92, 176, 224), (206, 118, 170))
"""Three accents that stay distinct for every kind of colour vision (after Okabe and Ito)."""
MARKED: Colour = PAIRS[2]
"""Places mentioned in the words, with an edge of `BACKGROUND`."""
MORE_PAIRS: tuple[Colour, Colour, Colour] = (QUIET_INK, (84, 190, 150), (240, 228, 66))
"""Three more, for things with different shapes."""

OWN_PANEL: Colour = (30, 62, 98)
"""The background of the viewer's own row, with a frame of `CHOICE_BRIGHT`."""
SILVER: Colour = (204, 210, 220)
BRONZE: Colour = (212, 152, 98)


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a colour with a share of another one."""
    red, green, blue = (
        round(part + (further - part) * share) for part, further in zip(colour, other, strict=True)
    )
    return red, green, blue
