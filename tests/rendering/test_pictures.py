"""The pictures: kept ones stay as they are, and what must be seen is seen.

`python -m tests.rendering.scenes` makes the kept pictures anew.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from rendering import WIDTHS, Scene, draw
from rendering.drawing import palette
from rendering.drawing.canvas import Spot
from rendering.drawing.palette import Colour
from rendering.scala import board as scala_board
from rendering.skirt import board as skirt_board
from rules.skirt.board import SIZES, hexagon_of
from rules.skirt.position import SkirtPosition
from tests.rendering.scenes import (
    FOLDER,
    SCALA_BEFORE_THE_WIN,
    SCALA_CUT_OFF,
    SCENES,
    SKIRT_MIDDLE,
    WIDTH,
    half_entered,
    scala_scene,
    skirt_scene,
)

MOST_MEAN_DIFFERENCE = 1.0
"""Of 255; typefaces and compressors of other versions may differ by less."""
MOST_PIXELS_DIFFERING = 0.02


def picture(scene: Scene, width: int = 900) -> Image.Image:
    return Image.open(BytesIO(draw(scene, width))).convert("RGB")


def pixels_like(shown: Image.Image, colour: Colour, middle: Spot, reach: float) -> int:
    """How many pixels of a square around a spot have about this colour."""
    x, y = middle
    around = round(reach)
    square = shown.crop((x - around, y - around, x + around + 1, y + around + 1))
    return sum(
        count
        for count, found in square.getcolors(square.width * square.height) or []
        if isinstance(found, tuple)
        and max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 24
    )


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_as_it_was_approved(name: str) -> None:
    kept = Image.open(FOLDER / f"{name}.png").convert("RGB")
    now = picture(SCENES[name], WIDTH)
    assert now.size == kept.size
    difference = ImageChops.difference(now, kept)
    mean = sum(ImageStat.Stat(difference).mean) / 3
    strongest = difference.convert("L").histogram()
    differing = sum(strongest[25:]) / (now.width * now.height)
    assert mean <= MOST_MEAN_DIFFERENCE
    assert differing <= MOST_PIXELS_DIFFERING


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_palette_png_of_modest_size(name: str) -> None:
    file = draw(SCENES[name], 900)
    image = Image.open(BytesIO(file))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 900)
    assert image.height <= 1000
    assert len(file) < 150_000


@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_has_the_width_that_was_asked_for(width: int) -> None:
    assert picture(SCENES["skirt_last_turn"], width).width == width
    assert picture(SCENES["scala_captures"], width).width == width


def test_threads_that_draw_at_once_give_the_same_bytes() -> None:
    scenes = list(SCENES.values()) * 3
    alone = [draw(scene, WIDTH) for scene in scenes]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda scene: draw(scene, WIDTH), scenes))
    assert together == alone


def test_drawing_leaves_no_trace_on_the_board_that_is_kept() -> None:
    empty = skirt_scene(SkirtPosition.set_up(6))
    before = draw(empty)
    draw(SCENES["skirt_last_turn"])
    assert draw(empty) == before


@pytest.mark.parametrize("name", ["skirt_won", "scala_start"])
def test_plain_areas_have_exactly_the_colour_of_the_palette(name: str) -> None:
    colours = {colour: count for count, colour in picture(SCENES[name]).getcolors(1000) or []}
    for ground in (palette.BACKGROUND, palette.WOOD, palette.FRAME):
        assert colours.get(ground, 0) > 10_000


@pytest.mark.parametrize("size", SIZES)
def test_a_stone_of_skirt_appears_where_its_name_says(size: int) -> None:
    drawn = skirt_board.drawn_board(size, 600)
    empty = picture(skirt_scene(SkirtPosition.set_up(size, seat=2)), 600)
    hexagon = hexagon_of(size)
    for name in ("a1", f"a{size}", "b2", hexagon.names[hexagon.rows[size - 1][-1]]):
        shown = picture(skirt_scene(SkirtPosition.set_up(size, white=[name], seat=2)), 600)
        changed = ImageChops.difference(shown, empty).convert("L").point([0] * 25 + [255] * 231)
        box = changed.getbbox()
        assert box is not None
        x, y = drawn.middles[name]
        assert abs((box[0] + box[2]) / 2 - x) < drawn.cell_radius * 0.2
        assert abs((box[1] + box[3]) / 2 - y) < drawn.cell_radius * 0.2


def test_both_stones_of_the_last_turn_are_marked() -> None:
    drawn = skirt_board.drawn_board(6, 900)
    shown = picture(skirt_scene(SKIRT_MIDDLE, "k3-i3"))
    for name in ("k3", "i3"):
        assert pixels_like(shown, palette.LAST, drawn.middles[name], drawn.cell_radius * 0.6) > 100
    for name in ("k1", "h3"):
        assert pixels_like(shown, palette.LAST, drawn.middles[name], drawn.cell_radius * 0.6) == 0


def test_a_standing_origin_is_marked_less_than_the_stone_placed() -> None:
    drawn = skirt_board.drawn_board(6, 900)
    shown = picture(skirt_scene(SKIRT_MIDDLE, "(a3)-b3"))
    reach = drawn.cell_radius * 0.6
    origin = pixels_like(shown, palette.LAST, drawn.middles["a3"], reach)
    placed = pixels_like(shown, palette.LAST, drawn.middles["b3"], reach)
    assert 0 < origin < placed


def test_every_choice_of_skirt_is_marked_and_nothing_else() -> None:
    drawn = skirt_board.drawn_board(6, 900)
    scene = half_entered(skirt_scene(SKIRT_MIDDLE), ("k3",))
    shown = picture(scene)
    marked = {
        name
        for name, middle in drawn.middles.items()
        if pixels_like(shown, palette.CHOICE_TINT, middle, drawn.cell_radius * 0.5) > 100
    }
    assert scene.choices
    assert marked == set(scene.choices)


def test_the_winning_chain_is_marked_and_nothing_else() -> None:
    drawn = skirt_board.drawn_board(4, 900)
    shown = picture(SCENES["skirt_won"])
    above_the_stone = round(drawn.cell_radius * 0.81)
    gilded = {
        name
        for name, (x, y) in drawn.middles.items()
        if pixels_like(shown, palette.WIN, (x, y - above_the_stone), 2) > 10
    }
    assert gilded == {"a2", "b2", "c3", "d3", "e3", "f2", "g1"}


def test_captured_stones_stay_as_ghosts_for_one_turn() -> None:
    drawn = scala_board.drawn_board(900)
    now = picture(scala_scene(SCALA_CUT_OFF, "h5-j5"))
    later = picture(scala_scene(SCALA_CUT_OFF.play(("h5", "j5"))))
    for name in ("f5", "g4", "g5"):
        stroke = pixels_like(now, palette.LAST, drawn.middles[name], drawn.cell * 0.4)
        assert stroke > 60
        assert pixels_like(later, palette.LAST, drawn.middles[name], drawn.cell * 0.4) == 0


def test_the_way_of_the_last_turn_is_drawn_over_every_jump() -> None:
    drawn = scala_board.drawn_board(900)
    shown = picture(SCENES["scala_chain"])
    for name in ("i8", "j7", "k6", "j5", "i4", "h4", "g4"):
        assert pixels_like(shown, palette.LAST, drawn.middles[name], drawn.cell * 0.5) > 20
    assert pixels_like(shown, palette.LAST, drawn.middles["g5"], drawn.cell * 0.3) == 0


def test_choices_that_capture_or_win_look_different() -> None:
    drawn = scala_board.drawn_board(900)
    shown = picture(half_entered(scala_scene(SCALA_CUT_OFF), ("h5",)))
    reach = drawn.cell * 0.48
    assert pixels_like(shown, palette.LAST, drawn.middles["j5"], reach) > 100
    assert pixels_like(shown, palette.LAST, drawn.middles["h6"], reach) == 0
    assert pixels_like(shown, palette.CHOICE_TINT, drawn.middles["h6"], reach) > 1000
    shown = picture(half_entered(scala_scene(SCALA_BEFORE_THE_WIN), ("e13",)))
    assert pixels_like(shown, palette.WIN, drawn.middles["f14"], reach) > 1000
    assert pixels_like(shown, palette.WIN, drawn.middles["g13"], reach) == 0
