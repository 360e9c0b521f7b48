"""Scalas as a picture, as a text board and in words."""

from rendering.scalas.icons import icons
from rendering.scalas.layout import layout, place_of
from rendering.scalas.painter import paint
from rendering.scalas.specimen import specimen
from rendering.scalas.words import alt_text, text_board
from rendering.scenes.painter import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
