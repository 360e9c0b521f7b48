"""Small boards without a heading, alone and several in one picture."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from rendering.drawing import palette
from rendering.glimpses import (
    all_games,
    board_alone,
    boards_together,
    first_board,
    first_scene,
    scene_at_a_glance,
)
from rendering.registry import PAINTERS
from rules.position import Game
from rules.registry import GAMES
from tests.rendering.image_checks import image_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@EVERY_GAME
def test_a_single_board_is_a_square_filled_by_a_small_picture(game: Game) -> None:
    picture = image_of(first_board(game, tuple(game.choose({}).items())))
    assert picture.size == (400, 400)
    ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, _, right, _ = ImageChops.difference(picture, ground).getbbox() or (0, 0, 0, 0)
    assert right - left > 250


@EVERY_GAME
def test_a_scene_without_heading_shows_nothing_above_the_board(game: Game) -> None:
    scene = first_scene(game, game.choose({}))
    paint = PAINTERS[game.key].paint
    full, bare = paint(scene, 900), paint(replace(scene, has_heading=False), 900)
    left, top, right, bottom = ImageChops.difference(full, bare).getbbox() or (0, 0, 0, 0)
    assert bottom <= 66
    assert right > left + 50
    assert bottom > top


def test_all_games_fit_one_picture_on_a_phone_screen() -> None:
    picture = image_of(all_games())
    assert picture.width == 900
    assert picture.height <= 900
    assert len(all_games()) < 150_000


@pytest.mark.parametrize("count", range(1, 8))
def test_rows_have_three_boards_and_the_last_row_is_centred(count: int) -> None:
    scenes = [scene_at_a_glance(game) for game in GAMES.values()] * 2
    picture = image_of(boards_together(scenes[:count], 600))
    rows = -(-count // 3)
    row = picture.height // rows
    last = picture.crop((0, (rows - 1) * row, 600, picture.height))
    ground = Image.new("RGB", last.size, palette.BACKGROUND)
    left, _, right, _ = ImageChops.difference(last, ground).getbbox() or (0, 0, 0, 0)
    assert abs(left - (600 - right)) < 60


def test_larger_boards_are_scaled_down_and_not_cropped() -> None:
    game = GAMES["skirt"]
    for size in (4, 8):
        picture = image_of(board_alone(first_scene(game, {"size": size}), 300))
        assert picture.size == (300, 300)
