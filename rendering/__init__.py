"""Positions as pictures (Pillow), text boards and words, independent of rules and Discord."""

from rendering.drawing.pieces import GAME, Icon, seat_icon
from rendering.registry import WIDTHS, alt_text, draw, icons, layout, place_of, text_board
from rendering.scenes.scene import Ended, Painter, Scene

__all__ = [
    "GAME",
    "WIDTHS",
    "Ended",
    "Icon",
    "Painter",
    "Scene",
    "alt_text",
    "draw",
    "icons",
    "layout",
    "place_of",
    "seat_icon",
    "text_board",
]
