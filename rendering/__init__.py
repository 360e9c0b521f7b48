"""Positions as pictures (Pillow), text boards and words. Knows no rules and no Discord."""

from rendering.registry import WIDTHS, alt_text, draw, layout, place_of, text_board
from rendering.scenes.painter import Painter
from rendering.scenes.scene import Ended, Scene

__all__ = [
    "WIDTHS",
    "Ended",
    "Painter",
    "Scene",
    "alt_text",
    "draw",
    "layout",
    "place_of",
    "text_board",
]
