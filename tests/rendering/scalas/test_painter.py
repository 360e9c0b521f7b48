"""Scalas as a picture: what must be seen is seen, and nothing else is marked."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from rendering import Scene
from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.scalas.board import DrawnBoard, drawn_board
from rendering.scalas.pieces import FORCED, LOOKS
from rendering.scenes import heading
from rules.scalas.game import SIZES
from rules.scalas.position import ScalasPosition
from tests.rendering.looking import picture, pixels_like
from tests.rendering.scalas.scenes import (
    SCALAS_BEFORE_A_CHOICE,
    SCALAS_TOWERS,
    SCENES,
    scalas_scene,
)


def squares_with(shown: Image.Image, board: DrawnBoard, colour: Colour, least: int) -> set[str]:
    """The cells of the plan that have at least so many pixels of a colour."""
    return {
        name
        for name, middle in board.squares.items()
        if pixels_like(shown, colour, middle, board.square * 0.45) >= least
    }


def framed_in(shown: Image.Image, board: DrawnBoard, colour: Colour) -> set[str]:
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


def tower_on(tower: str, cell: str = "c3") -> Scene:
    """A board with one tower, of which nothing is said."""
    return scalas_scene(ScalasPosition.set_up(5, {cell: tower}, (20, 20), 1))


@pytest.mark.parametrize("cell", ["b1", "c3", "e2"])
@pytest.mark.parametrize("height", [1, 2, 4])
def test_a_tower_stands_on_its_cell_as_high_as_it_has_cubes(cell: str, height: int) -> None:
    board = drawn_board(5, 900)
    bare, shown = picture(tower_on("", cell)), picture(tower_on("R" * height, cell))
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
        shown, look = picture(tower_on(colour)), LOOKS[colour]
        assert pixels_like(shown, look.plate, (x, y), board.square * 0.25) > 300
        ground = look.top if is_disc else look.plate
        assert pixels_like(shown, ground, (x - corner, y + corner), 1) == 9
    red, blue = (sum(LOOKS[colour].plate) for colour in "RB")
    assert red > blue + 300


def test_the_plan_shows_the_top_of_every_tower() -> None:
    scene = SCENES["scalas_largest"]
    board, shown = drawn_board(7, 900), picture(scene)
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


def test_drawing_towers_leaves_no_trace_on_the_board_that_is_kept() -> None:
    before = picture(SCENES["scalas_start"]).tobytes()
    picture(scalas_scene(SCALAS_TOWERS))
    assert picture(SCENES["scalas_start"]).tobytes() == before
