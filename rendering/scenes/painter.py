"""The interface for drawing a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from PIL import Image

from rendering.drawing.icons import Icons
from rendering.scenes.layout import Layout
from rendering.scenes.scene import Scene
from rules.replay import P


@dataclass(frozen=True, slots=True)
class Painter(Generic[P]):
    """How a game is drawn and described, for its own class of positions.

    Each may be called in several threads at once.
    """

    paint: Callable[[Scene[P], int], Image.Image]
    """The picture (RGB) at a width in pixels, the caller's own copy."""
    specimen: Callable[[], Image.Image]
    """A picture (RGB) of every piece, mark and shade of the game, for its fixed palette."""
    text_board: Callable[[Scene[P]], str]
    """The position in monospace: lines for a phone if the board allows it, of at most 60
    characters; less than 1900 in all."""
    alt_text: Callable[[Scene[P]], str]
    """The position in words, for a screen reader: at most 1024 characters."""
    layout: Callable[[Scene[P], int], Layout]
    """Where things lie on the picture at a width. Every step that can be chosen has a place."""
    place_of: Callable[[str], str]
    """The name of the place that a step chooses."""
    icons: Callable[[], Icons]
    """Small pictures of each seat's piece, of the game and of other things that choices name."""
