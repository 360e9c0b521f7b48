"""Passtally as a picture, as a text board and in words."""

from rendering.passtally.icons import icons
from rendering.passtally.layout import layout, place_of
from rendering.passtally.painter import paint
from rendering.passtally.specimen import specimen
from rendering.passtally.words import alt_text, text_board
from rendering.scenes.painter import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
