"""The pictures of all games, against approved ones, at any width and in any thread.

`python -m tests.rendering.scenes` redraws the approved pictures.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from rendering import WIDTHS, Scene, draw, layout
from rendering.drawing import palette
from rendering.registry import PAINTERS, warm
from rendering.scala import board as scala_board
from rendering.skirt import picture as skirt_board
from rules.registry import GAMES
from rules.skirt.position import SkirtPosition
from tests.rendering.image_checks import (
    MAX_MEAN_DIFFERENCE,
    MAX_PIXELS_DIFFERING,
    count_pixels_like,
    image_of,
    picture,
)
from tests.rendering.scenes import FOLDER, SCENES, WIDE, WIDTH, scenes_of
from tests.rendering.skirt.scenes import skirt_scene


@pytest.mark.parametrize("width", WIDTHS)
def test_a_board_stays_inside_its_picture(width: int) -> None:
    for drawn in (
        scala_board.drawn_board(width, is_small=False),
        skirt_board.drawn_board(8, width, is_small=False),
    ):
        across, down = drawn.layer.size
        assert all(0 < x < across and 0 < y < down for x, y in drawn.middles.values())
        edge = drawn.layer.getpixel((0, 0))
        border = [(x, y) for x in (0, across - 1) for y in range(down)]
        border += [(x, y) for y in (0, down - 1) for x in range(across)]
        assert {drawn.layer.getpixel(spot) for spot in border} == {edge}


@pytest.mark.parametrize("key", GAMES)
def test_suggestions_are_numbered_in_the_picture(key: str) -> None:
    game = GAMES[key]
    scene = Scene(game, game.start(game.deal(game.choose({}), Random(1))))
    places = layout(scene, 900).places[:2]
    one, two = (
        picture(replace(scene, suggested=tuple(((place.name, place.name),) for place in numbered)))
        for numbered in (places[:1], places)
    )
    box = ImageChops.difference(one, two).getbbox()
    assert box is not None
    middle = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    reach = max(box[2] - box[0], box[3] - box[1]) / 2
    assert count_pixels_like(two, palette.MARKED, middle, reach) > reach**2


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_scenes_with_approved_pictures(key: str) -> None:
    scenes = scenes_of(key)
    assert scenes, f"stage scenes in tests/rendering/{key}/scenes.py, as the other games do"
    assert {scene.game.key for scene in scenes.values()} == {key}
    missing = [name for name in scenes if not (FOLDER / f"{name}.png").is_file()]
    assert not missing, f"draw with: python -m tests.rendering.scenes {key}; then look at each"


@pytest.mark.parametrize(
    ("name", "kept_as", "width"),
    [
        *((name, name, WIDTH) for name in SCENES if (FOLDER / f"{name}.png").is_file()),
        *((name, f"{name}_wide", 900) for name in WIDE),
    ],
)
def test_a_scene_matches_the_approved_picture(name: str, kept_as: str, width: int) -> None:
    approved = image_of((FOLDER / f"{kept_as}.png").read_bytes())
    now = picture(SCENES[name], width)
    assert now.size == approved.size
    difference = ImageChops.difference(now, approved)
    mean = sum(ImageStat.Stat(difference).mean) / 3
    strongest = difference.convert("L").histogram()
    differing = sum(strongest[25:]) / (now.width * now.height)
    assert mean <= MAX_MEAN_DIFFERENCE
    assert differing <= MAX_PIXELS_DIFFERING


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_palette_png_of_modest_size(name: str) -> None:
    file = draw(SCENES[name], 900)
    image = Image.open(BytesIO(file))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 900)
    assert image.height <= 1000
    assert len(file) < 150_000
    check_only_corners_are_transparent(image)


def check_only_corners_are_transparent(picture: Image.Image) -> None:
    opacity = picture.convert("RGBA").getchannel("A")
    across, down = opacity.size
    ends = [(x, y) for x in (0, across - 1) for y in (0, down - 1)]
    assert {opacity.getpixel(end) for end in ends} == {0}
    opaque = Image.new("L", opacity.size, 255)
    for x in (0, across - 24):
        for y in (0, down - 24):
            opaque.paste(opacity.crop((x, y, x + 24, y + 24)), (x, y))
    assert ImageChops.difference(opacity, opaque).getbbox() is None


@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_has_the_requested_width(width: int) -> None:
    assert picture(SCENES["skirt_last_turn"], width).width == width
    assert picture(SCENES["scala_captures"], width).width == width


def test_concurrent_threads_draw_the_same_bytes() -> None:
    scenes = list(SCENES.values())[::6] * 3
    alone = [draw(scene, WIDTH) for scene in scenes]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda scene: draw(scene, WIDTH), scenes))
    assert together == alone


def test_drawing_does_not_change_the_cached_board() -> None:
    empty = skirt_scene(SkirtPosition.set_up(6))
    before = draw(empty)
    draw(SCENES["skirt_last_turn"])
    assert draw(empty) == before


@pytest.mark.parametrize("name", ["skirt_won", "scala_start"])
def test_plain_areas_have_the_exact_palette_colour(name: str) -> None:
    colours = {colour: count for count, colour in picture(SCENES[name]).getcolors(1000) or []}
    for ground in (palette.BACKGROUND, palette.WOOD, palette.FRAME):
        assert colours.get(ground, 0) > 10_000


@pytest.mark.parametrize("key", GAMES)
def test_after_warming_the_first_picture_draws_no_board(key: str) -> None:
    game = GAMES[key]
    boards = import_module(PAINTERS[key].paint.__module__).drawn_board
    warm(game)
    drawn = boards.cache_info().misses
    draw(Scene(game, game.start(game.deal(game.choose({}), Random(1)))))
    assert boards.cache_info().misses == drawn
