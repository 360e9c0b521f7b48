"""Scalus as a picture, as a text board and in words."""

from rendering.scalus.icons import icons
from rendering.scalus.layout import layout, place_of
from rendering.scalus.painter import paint
from rendering.scalus.specimen import specimen
from rendering.scalus.words import alt_text, text_board
from rendering.scenes.painter import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
