"""Scala as a picture, as a text board and in words."""

from rendering.scala.board import layout, place_of
from rendering.scala.painter import icons, paint, specimen
from rendering.scala.words import alt_text, text_board
from rendering.scenes.scene import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons, heading=0)
