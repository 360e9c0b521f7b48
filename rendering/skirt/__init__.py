"""Skirt as a picture, as a text board and in words."""

from rendering.scenes.scene import Painter
from rendering.skirt.picture import icons, layout, paint, place_of, specimen
from rendering.skirt.words import alt_text, text_board

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
