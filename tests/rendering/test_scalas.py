"""Scalas: towers stand where and as high as they should, marks are seen, texts read so."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image, ImageChops

from rendering import WIDTHS, Scene, alt_text, text_board
from rendering.drawing import heading, palette
from rendering.drawing.palette import Colour
from rendering.scalas.board import Drawn, drawn_board
from rendering.scalas.pieces import FORCED, LOOKS
from rules.replay import random_play
from rules.scalas.game import SIZES
from rules.scalas.position import ScalasPosition
from tests.rendering.scenes import (
    SCALAS,
    SCALAS_BEFORE_A_CHOICE,
    SCALAS_TOWERS,
    SCENES,
    half_entered,
    scalas_scene,
)
from tests.rendering.test_pictures import picture, pixels_like
from tests.rendering.test_texts import assert_texts_fit


def squares_with(shown: Image.Image, board: Drawn, colour: Colour, least: int) -> set[str]:
    """The cells of the plan that have at least so many pixels of a colour."""
    return {
        name
        for name, middle in board.squares.items()
        if pixels_like(shown, colour, middle, board.square * 0.45) >= least
    }


def framed_in(shown: Image.Image, board: Drawn, colour: Colour) -> set[str]:
    """The cells of the plan with a frame: the colour is in the middle of three of its sides."""
    away = round(board.square * 0.455)
    return {
        name
        for name, (x, y) in board.squares.items()
        if all(
            pixels_like(shown, colour, spot, 2) >= 3
            for spot in ((x - away, y), (x + away, y), (x, y + away))
        )
    }


def standing(tower: str, cell: str = "c3") -> Scene:
    """A board with one tower, of which nothing is said."""
    return scalas_scene(ScalasPosition.set_up(5, {cell: tower}, (20, 20), 1))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_columns_and_rows_run_as_on_a_board_seen_from_its_front_corner(
    size: int, width: int
) -> None:
    board = drawn_board(size, width)
    left, floor = board.floors["a1"]
    for name, (x, y) in board.floors.items():
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        assert (x - left, y - floor) == (
            (column + row) * board.half[0],
            (column - row) * board.half[1],
        )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_the_plan_has_columns_to_the_right_and_rows_upwards(size: int, width: int) -> None:
    board = drawn_board(size, width)
    left, bottom = board.squares["a1"]
    for name, (x, y) in board.squares.items():
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        assert (x - left, bottom - y) == (column * board.square, row * board.square)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_of_the_board_lies_outside_its_picture(size: int, width: int) -> None:
    layer = drawn_board(size, width).layer
    assert layer.width == width
    border = [(x, y) for x in (0, layer.width - 1) for y in range(layer.height)]
    border += [(x, y) for y in (0, layer.height - 1) for x in range(layer.width)]
    assert {layer.getpixel(spot) for spot in border} == {palette.BACKGROUND}


@pytest.mark.parametrize("cell", ["b1", "c3", "e2"])
@pytest.mark.parametrize("height", [1, 2, 4])
def test_a_tower_stands_on_its_cell_as_high_as_it_has_cubes(cell: str, height: int) -> None:
    board = drawn_board(5, 900)
    bare, shown = picture(standing("", cell)), picture(standing("R" * height, cell))
    stage = (200, 0, 900, round(board.floors["e1"][1]))
    changed = ImageChops.difference(shown.crop(stage), bare.crop(stage)).convert("L")
    box = changed.point([0] * 25 + [255] * 231).getbbox()
    assert box is not None
    x, floor = board.floors[cell]
    heights = [height if name == cell else 0 for name in board.floors]
    top = floor - height * board.rise(heights) - board.half[1]
    assert abs(box[1] - top) <= 3
    assert abs(200 + (box[0] + box[2]) / 2 - x) <= 3


@pytest.mark.parametrize("height", range(1, 20))
@pytest.mark.parametrize("size", SIZES)
def test_no_tower_reaches_the_heading(size: int, height: int) -> None:
    board = drawn_board(size, 900)
    for tall, (_, floor) in board.floors.items():
        rise = board.rise([height if name == tall else 0 for name in board.floors])
        assert rise > 0
        assert floor - height * rise - board.half[1] >= heading.HEIGHT


def test_the_tops_of_both_seats_differ_in_shape_and_lightness() -> None:
    board = drawn_board(5, 900)
    x, y = board.squares["c3"]
    corner = round(board.square * 0.24)
    for colour, is_disc in (("R", True), ("B", False)):
        shown, look = picture(standing(colour)), LOOKS[colour]
        assert pixels_like(shown, look.plate, (x, y), board.square * 0.25) > 300
        ground = look.top if is_disc else look.plate
        assert pixels_like(shown, ground, (x - corner, y + corner), 1) == 9
    red, blue = (sum(LOOKS[colour].plate) for colour in "RB")
    assert red > blue + 300


def test_the_plan_shows_the_top_of_every_tower() -> None:
    scene = SCENES["scalas_largest"]
    board, shown = drawn_board(7, 900), picture(scene)
    assert isinstance(scene.position, ScalasPosition)
    for colour in "RB":
        expected = {
            name
            for name, tower in zip(scene.position.cells, scene.position.towers, strict=True)
            if tower.endswith(colour)
        }
        assert squares_with(shown, board, LOOKS[colour].top, 150) == expected


@pytest.mark.parametrize("name", ["scalas_first_step", "scalas_towers"])
def test_every_choice_is_marked_on_the_plan_and_nothing_else(name: str) -> None:
    scene = SCENES[name]
    assert isinstance(scene.position, ScalasPosition)
    board = drawn_board(scene.position.size, 900)
    assert squares_with(picture(scene), board, palette.CHOICE_TINT, 250) == set(scene.choices)


def test_tall_towers_hide_a_choice_on_the_stage_but_not_on_the_plan() -> None:
    board, scene = drawn_board(5, 900), SCENES["scalas_towers"]
    assert "d2" in scene.choices
    shown = picture(scene)
    assert pixels_like(shown, palette.CHOICE_TINT, board.floors["d2"], board.half[1] * 0.6) == 0
    assert pixels_like(shown, palette.CHOICE_TINT, board.squares["d2"], board.square * 0.4) > 1000


def test_the_cube_placed_and_those_that_it_forced_are_framed_in_different_colours() -> None:
    board, shown = drawn_board(5, 900), picture(SCENES["scalas_chain"])
    assert framed_in(shown, board, palette.INK) == {"d3"}
    assert framed_in(shown, board, FORCED) == {"c2", "c3"}


def test_cells_that_must_be_filled_are_marked_and_the_others_are_darkened() -> None:
    board, shown = drawn_board(6, 900), picture(SCENES["scalas_forced_choice"])
    assert squares_with(shown, board, FORCED, 300) == {"b3", "d3"}
    assert squares_with(shown, board, palette.WOOD, 1) == set()
    assert squares_with(shown, board, LOOKS["R"].top, 1) == set()
    before = picture(scalas_scene(SCALAS_BEFORE_A_CHOICE))
    assert squares_with(before, board, FORCED, 1) == set()


def test_a_whole_move_shows_its_cubes_and_what_they_force() -> None:
    board, shown = drawn_board(5, 900), picture(SCENES["scalas_whole_move"])
    assert framed_in(shown, board, palette.CHOICE_BRIGHT) == {"d3"}
    assert framed_in(shown, board, FORCED) == {"c2", "c3"}
    assert framed_in(shown, board, palette.INK) == set()


CHAIN = """\
Blue to move · [ ] Red d3+c3+c2

5     ·     ·     ·     ·    1B
4     ·     ·     ·     ·     ·
3     ·    1R   (2R)  [1R]    ·
2     ·     ·   (1R)    ·     ·
1    1B     ·    2R     ·     ·
      a     b     c     d     e

Red: 19 left, 5 tops   Blue: 22 left, 2 tops

2R red at height 2   ( ) forced"""

FORCED_CHOICE = """\
Blue to move · [ ] Blue c3

6    1R     ·    3R     ·     ·    1B
5     ·     ·    1R    2R    1R     ·
4     ·    1B     ·     ·     ·     ·
3    1B   +2B   [1B]   +·    1B     ·
2     ·    1R     ·    1R     ·    2B
1     ·     ·     ·     ·    1B     ·
      a     b     c     d     e     f

Red: 24 left, 7 tops   Blue: 25 left, 8 tops

2R red at height 2   + to fill"""

TOWERS = """\
Red to move

5    7R    *·    1R    *·    *·
4    *·    2B    *·    *·    *·
3    *·    *·    3B    *·    *·
2    *·    *·    *·    *·    6B
1   10R    *·    *·    6R    7B
      a     b     c     d     e

Red: 5 left, 4 tops   Blue: 4 left, 4 tops

2R red at height 2   * choice"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("scalas_chain", CHAIN),
        ("scalas_forced_choice", FORCED_CHOICE),
        ("scalas_towers", TOWERS),
    ],
)
def test_a_text_board_of_scalas_reads_so(name: str, expected: str) -> None:
    assert text_board(SCENES[name]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "scalas_chain",
            "Scalas, 5 cells on a side. Blue to move. Last turn: Red d3+c3+c2. "
            "Filled, in order: 1) d3, 2) c3, forced: b3 and d3 are both red at height 1, "
            "3) c2, forced: c1 and c3 are both red at height 2. "
            "Red has 19 cubes left and 5 tops. Blue has 22 cubes left and 2 tops. "
            "Towers from bottom to top: "
            "a1 B, b3 R, c1 RR, c2 R, c3 BR, d3 R, e5 B.",
        ),
        (
            "scalas_forced_choice",
            "Scalas, 6 cells on a side. Blue to move. Last turn: Blue c3. "
            "Blue must choose: b3 between a3 and c3 or d3 between c3 and e3. "
            "Red has 24 cubes left and 7 tops. Blue has 25 cubes left and 8 tops. "
            "Towers from bottom to top: a3 B, a6 R, b2 R, b3 RB, b4 B, c3 B, c5 R, c6 RBR, "
            "d2 R, d5 RR, e1 B, e3 B, e5 R, f2 RB, f6 B.",
        ),
    ],
)
def test_an_alt_text_of_scalas_tells_why_cells_are_forced(name: str, expected: str) -> None:
    assert alt_text(SCENES[name]) == expected


def test_the_words_of_a_half_entered_move_tell_what_it_would_force() -> None:
    told = alt_text(SCENES["scalas_whole_move"])
    assert "It would fill, in order: 1) d3, 2) c3, forced:" in told
    assert "Red has 22 cubes left and 2 tops." in told


def test_an_alt_text_tells_only_heights_and_tops_where_towers_are_too_long() -> None:
    cells = SCALAS.start({"size": 7}).cells
    towers = dict.fromkeys(cells, "RBRBRBRBRBRBRBRBRB")
    told = alt_text(scalas_scene(ScalasPosition.set_up(7, towers, (3, 3), 1)))
    assert told.endswith("g7 18B.")


@pytest.mark.parametrize("seed", range(3))
def test_texts_of_scalas_fit_all_through_a_match(seed: int) -> None:
    options = {"size": 7}
    for played in random_play(SCALAS.start(options), Random(seed)):
        scene = Scene(SCALAS, played.after, last=(played,), options=options)
        assert_texts_fit(scene)
        assert not alt_text(scene).endswith("…")
        before = Scene(SCALAS, played.before, options=options)
        for prefix in ((), played.move):
            assert_texts_fit(half_entered(before, prefix))


def test_drawing_towers_leaves_no_trace_on_the_board_that_is_kept() -> None:
    before = picture(SCENES["scalas_start"]).tobytes()
    picture(scalas_scene(SCALAS_TOWERS))
    assert picture(SCENES["scalas_start"]).tobytes() == before
