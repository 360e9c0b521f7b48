"""Skirt as a picture, as a text board and in words."""

from rendering.scenes.painter import Painter
from rendering.skirt.icons import icons
from rendering.skirt.layout import layout, place_of
from rendering.skirt.painter import paint
from rendering.skirt.specimen import specimen
from rendering.skirt.words import alt_text, text_board

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
