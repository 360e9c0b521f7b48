"""Scala as a picture, as a text board and in words."""

from rendering.scala.icons import icons
from rendering.scala.layout import layout, place_of
from rendering.scala.painter import paint
from rendering.scala.specimen import specimen
from rendering.scala.words import alt_text, text_board
from rendering.scenes.painter import Painter

PAINTER = Painter(paint, specimen, text_board, alt_text, layout, place_of, icons)
