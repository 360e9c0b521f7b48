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
    """Draws and describes the positions of one game. All functions are thread-safe."""

    paint: Callable[[Scene[P], int], Image.Image]
    """The picture (RGB) at a width in pixels, the caller's own copy."""
    specimen: Callable[[], Image.Image]
    """A picture (RGB) of every piece, mark and shade of the game, for its fixed palette."""
    text_board: Callable[[Scene[P]], str]
    """The position in monospace, in lines of up to 60 characters and below 1900 in all."""
    alt_text: Callable[[Scene[P]], str]
    """The position in words for a screen reader, up to 1024 characters."""
    layout: Callable[[Scene[P], int], Layout]
    """The places on the picture at a width, one for every step that can be chosen."""
    place_of: Callable[[str], str]
    """The name of the place that a step chooses."""
    icons: Callable[[], Icons]
    """Small pictures of each seat's piece, of the game and of other things that choices name."""
