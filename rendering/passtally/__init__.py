"""Passtally as a picture, as a text board and in words."""

from rendering.passtally.board import layout, place_of
from rendering.passtally.painter import paint, specimen
from rendering.passtally.pieces import icons
from rendering.passtally.words import alt_text, text_board
from rendering.scenes.scene import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
