"""Scalas as a picture, as a text board and in words."""

from rendering.scalas.board import icons, layout, place_of
from rendering.scalas.painter import paint, specimen
from rendering.scalas.words import alt_text, text_board
from rendering.scenes.scene import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
