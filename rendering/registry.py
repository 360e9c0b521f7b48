"""The painter of each game, and the drawing functions."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any

from PIL import Image

from rendering.drawing.encoding import GROUNDS, INKS, encoded, fixed_palette, flattened
from rendering.drawing.pieces import Icon
from rendering.scenes.scene import Layout, Painter, Scene, raised
from rendering.scenes.suggestions import put_suggestions
from rules.position import Game
from rules.registry import GAMES

PAINTERS: dict[str, Painter[Any]] = {
    key: import_module(f"rendering.{key}").PAINTER for key in GAMES
}
"""The painters by the key of their game, from the folder of that name."""

WIDTHS = (600, 900, 1200)
"""Available widths, in pixels. The first is for phones."""


def draw(scene: Scene, width: int = 900, *, is_small: bool | None = None) -> bytes:
    """Return the scene as a PNG file, `width` pixels wide.

    Takes milliseconds, and tenths of a second for the first picture of a board. Call it in a worker
    thread. Several threads may draw at once. The same scene gives the same bytes.

    :param is_small: whether to draw it for a phone; by default, whether it is narrow.
    """
    painter = PAINTERS[scene.game.key]
    scene = replace(scene, is_small=width <= WIDTHS[0] if is_small is None else is_small)
    picture = painter.paint(scene, width)
    if scene.suggested:
        put_suggestions(picture, painter.layout(scene, width).places, scene.suggested)
    if cut := _cut(scene, width):
        picture = picture.crop((0, cut, *picture.size))
    return encoded(picture, _colours(scene.game.key))


def warm(game: Game, width: int = 900) -> None:
    """Cache a game's colours, pieces and default board, which takes tenths of a second."""
    start = game.start(game.deal(game.choose({}), Random(0)))
    draw(Scene(game, start), width)


def painted(scene: Scene, width: int) -> Image.Image:
    """Return the unencoded picture: a palette image with the game's palette."""
    painter = PAINTERS[scene.game.key]
    return flattened(painter.paint(scene, width), _colours(scene.game.key))


def text_board(scene: Scene) -> str:
    """Return the scene for a code block, in lines of up to 60 characters."""
    return PAINTERS[scene.game.key].text_board(scene)


def alt_text(scene: Scene) -> str:
    """Return the scene in words for a screen reader, up to 1024 characters."""
    return PAINTERS[scene.game.key].alt_text(scene)


def layout(scene: Scene, width: int) -> Layout:
    """Return the places on the picture of a scene `width` pixels wide."""
    whole, cut = PAINTERS[scene.game.key].layout(scene, width), _cut(scene, width)
    if not cut:
        return whole
    return Layout(width, whole.height - cut, lambda: [raised(place, cut) for place in whole.places])


def _cut(scene: Scene, width: int) -> int:
    """Return the height of the heading that the picture of a scene leaves out."""
    heading = PAINTERS[scene.game.key].heading
    return 0 if scene.has_heading else round(heading * width / 900)


def place_of(game: Game, step: str) -> str:
    """Return the name of the place that a step of a game chooses, as in its layout."""
    return PAINTERS[game.key].place_of(step)


def icons() -> dict[Icon, Image.Image]:
    """The icons of all games (RGBA). Takes tenths of a second, so call it in a worker thread."""
    return {
        Icon(key, name): picture
        for key, painter in PAINTERS.items()
        for name, picture in painter.icons().items()
    }


@lru_cache(maxsize=16)
def _colours(key: str) -> Image.Image:
    return fixed_palette(PAINTERS[key].specimen(), (*GROUNDS, *INKS))
