"""Small boards without the heading of a match, alone or several together."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from PIL import Image, ImageChops

from language.texts import language, written_in
from rendering.drawing import palette
from rendering.drawing.encoding import PICTURE_COLOURS, with_round_corners
from rendering.registry import PAINTERS
from rendering.scenes.scene import Scene
from rendering.text.lettering import shortened, write
from rules.position import Game, Options
from rules.registry import GAMES

IN_A_ROW = 3
"""Boards per row, still readable at 400 pixels."""

_MARGIN, _NAME, _NAME_SIZE = 20, 64, 40
"""In a picture 900 wide: margins of a board, room for its name, and size of the name."""

_BOARD_HEIGHT = 252
"""Maximum height of a board in a picture 900 wide."""


def board_alone(scene: Scene, width: int) -> bytes:
    """Return a board in a square, as a PNG file `width` pixels wide.

    Call it in a worker thread.
    """
    board = trimmed(scene, width)
    room = round(width * 0.94)
    board.thumbnail((room, room), Image.Resampling.LANCZOS)
    picture = Image.new("RGB", (width, width), palette.BACKGROUND)
    picture.paste(board, ((width - board.width) // 2, (width - board.height) // 2))
    return _encoded(picture)


def scene_at_a_glance(game: Game) -> Scene:
    """Return a typical position of a game, or the first one."""
    if game.glimpse:
        return Scene(game, game.decode(game.glimpse))
    return first_scene(game, game.choose({}))


def first_scene(game: Game, options: Options) -> Scene:
    """Return the first position of a match with these options and an example deal."""
    position = game.start(game.deal(options, Random(0))).seen_by(None)
    return Scene(game, position, options=options)


def first_board(game: Game, options: tuple[tuple[str, int], ...]) -> bytes:
    """Return a small first board of a match with these options."""
    return _first_board(game, options, language())


@lru_cache(maxsize=64)
def _first_board(game: Game, options: tuple[tuple[str, int], ...], in_language: str) -> bytes:
    with written_in(in_language):
        return board_alone(first_scene(game, dict(options)), 400)


def game_board(game: Game) -> bytes:
    """Return a small board with a typical position of a game."""
    return _game_board(game, language())


@lru_cache(maxsize=32)
def _game_board(game: Game, in_language: str) -> bytes:
    with written_in(in_language):
        return board_alone(scene_at_a_glance(game), 400)


def all_games() -> bytes:
    """A board of each game below its name, as a PNG file 900 pixels wide."""
    return _all_games(language())


@lru_cache(maxsize=4)
def _all_games(in_language: str) -> bytes:
    with written_in(in_language):
        return boards_together([scene_at_a_glance(game) for game in GAMES.values()], 900)


def boards_together(scenes: Sequence[Scene], width: int) -> bytes:
    """Boards of several games, each below its name, in rows of three."""
    unit = width / 900
    margin, above = round(_MARGIN * unit), round(_NAME * unit)
    cell = width // IN_A_ROW
    boards: list[Image.Image] = []
    for scene in scenes:
        board = trimmed(scene, width)
        board.thumbnail((cell - margin, round(_BOARD_HEIGHT * unit)), Image.Resampling.LANCZOS)
        boards.append(board)
    row_height = above + round(_BOARD_HEIGHT * unit) + margin
    rows = -(-len(boards) // IN_A_ROW)
    picture = Image.new("RGB", (width, rows * row_height), palette.BACKGROUND)
    for place, (scene, board) in enumerate(zip(scenes, boards, strict=True)):
        row, column = divmod(place, IN_A_ROW)
        in_row = min(IN_A_ROW, len(boards) - row * IN_A_ROW)
        middle = (width - in_row * cell) // 2 + column * cell + cell // 2
        top = row * row_height
        name = shortened(scene.game.name, _NAME_SIZE * unit, cell - margin, "ExtraBold")
        at = middle, top + above * 0.56
        write(picture, at, name, _NAME_SIZE * unit, palette.INK, weight="ExtraBold")
        free = round(_BOARD_HEIGHT * unit) - board.height
        picture.paste(board, (middle - board.width // 2, top + above + free // 2))
    return _encoded(picture)


def trimmed(scene: Scene, width: int) -> Image.Image:
    """The picture of a scene, without heading or empty edges."""
    bare = dataclasses.replace(scene, has_heading=False)
    picture = PAINTERS[scene.game.key].paint(bare, width)
    ground = Image.new("RGB", picture.size, palette.BACKGROUND)
    return picture.crop(ImageChops.difference(picture, ground).getbbox())


def _encoded(picture: Image.Image) -> bytes:
    return with_round_corners(picture.quantize(PICTURE_COLOURS, dither=Image.Dither.NONE))
