"""Pictures of Scalas: all the right parts are marked, and no others."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from rendering import Scene
from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.scalas.board import FORCED, LOOKS, DrawnBoard, drawn_board, face_lift
from rules.scalas.position import ScalasPosition
from tests.rendering.image_checks import count_pixels_like, picture
from tests.rendering.scalas.scenes import (
    SCALAS_BEFORE_A_CHAIN,
    SCALAS_BEFORE_A_CHOICE,
    SCALAS_TOWERS,
    SCENES,
    scalas_scene,
)


def squares_with(image: Image.Image, board: DrawnBoard, colour: Colour, least: int) -> set[str]:
    """The cells of the plan with at least `least` pixels of a colour."""
    return {
        name
        for name, middle in board.squares.items()
        if count_pixels_like(image, colour, middle, board.square * 0.45) >= least
    }


def framed_cells(image: Image.Image, board: DrawnBoard, colour: Colour) -> set[str]:
    """The framed cells of the plan, with the colour in the middle of three sides."""
    away = round(board.square * 0.455)
    return {
        name
        for name, (x, y) in board.squares.items()
        if all(
            count_pixels_like(image, colour, spot, 2) >= 3
            for spot in ((x - away, y), (x + away, y), (x, y + away))
        )
    }


def tower_on(tower: str, cell: str = "c3") -> Scene:
    """The scene of a board with a single tower."""
    return scalas_scene(ScalasPosition.set_up(5, {cell: tower}, (20, 20), 1))


def changed_box(cell: str, tower: str) -> tuple[int, int, int, int]:
    """The box in which a tower changes the picture, without the side column."""
    board = drawn_board(5, 900)
    plan = (0, 0, board.hands[0][0], board.layer.height)
    bare, image = picture(tower_on("", cell)).crop(plan), picture(tower_on(tower, cell)).crop(plan)
    changed = ImageChops.difference(image, bare).convert("L")
    box = changed.point([0] * 25 + [255] * 231).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("cell", ["b1", "c3", "e2"])
def test_a_tower_grows_upwards_with_its_cubes(cell: str) -> None:
    boxes = [changed_box(cell, "RBRB"[:height]) for height in (1, 2, 3, 4)]
    tops = [top for _, top, _, _ in boxes]
    assert len({round(lower - upper, -1) for lower, upper in pairwise(tops)}) == 1
    assert all(lower > upper for lower, upper in pairwise(tops))
    assert len({bottom for _, _, _, bottom in boxes}) == 1


@pytest.mark.parametrize("height", [1, 2, 5, 10, 20])
def test_no_tower_leaves_its_cell(height: int) -> None:
    board = drawn_board(5, 900)
    x, y = board.squares["c3"]
    left, top, right, bottom = changed_box("c3", ("RB" * 10)[:height])
    half = board.square / 2
    assert x - half <= left < right <= x + half + 1
    assert y - half <= top < bottom <= y + half + 1


def test_a_tower_shows_each_of_its_cubes_from_the_bottom_up() -> None:
    board = drawn_board(5, 900)
    image = picture(tower_on("RBBR"))
    x, y = board.squares["c3"]
    slab = 0.405 / 4 * board.square
    for level, colour in enumerate("RBB"):
        at = (
            x - round(board.square * 0.28),
            round(y + 0.445 * board.square - (level + 0.5) * slab),
        )
        front = LOOKS[colour].top if colour == "R" else LOOKS[colour].left
        assert count_pixels_like(image, front, at, 1) == 9


def test_the_tops_of_both_seats_differ_in_shape_and_lightness() -> None:
    board = drawn_board(5, 900)
    x, y = board.squares["c3"]
    y -= face_lift(board.square, 1)
    corner = round(board.square * 0.19)
    for colour, is_disc in (("R", True), ("B", False)):
        image, look = picture(tower_on(colour)), LOOKS[colour]
        assert count_pixels_like(image, look.plate, (x, y), board.square * 0.25) > 300
        ground = look.top if is_disc else look.plate
        assert count_pixels_like(image, ground, (x - corner, y + corner), 1) == 9
    red, blue = (sum(LOOKS[colour].plate) for colour in "RB")
    assert red > blue + 300


def test_the_plan_shows_the_top_of_every_tower() -> None:
    scene = SCENES["scalas_largest"]
    board, image = drawn_board(7, 900), picture(scene)
    for colour in "RB":
        expected = {
            name
            for name, tower in zip(scene.position.cells, scene.position.towers, strict=True)
            if tower.endswith(colour)
        }
        assert squares_with(image, board, LOOKS[colour].plate, 500) == expected


@pytest.mark.parametrize("name", ["scalas_first_step", "scalas_towers"])
def test_every_choice_is_marked_on_the_plan_and_nothing_else(name: str) -> None:
    scene = SCENES[name]
    board = drawn_board(scene.position.size, 900)
    assert framed_cells(picture(scene), board, palette.CHOICE) == set(scene.choices)


def test_a_choice_keeps_the_face_of_its_cell() -> None:
    board, scene = drawn_board(6, 900), SCENES["scalas_first_step"]
    assert {"b2", "c2"} <= set(scene.choices)
    assert scene.position.towers[scene.position.cells.index("b2")]
    image, plain = picture(scene), picture(replace(scene, choices=()))
    for x, y in (board.squares["b2"], board.squares["c2"]):
        reach = round(board.square * 0.3)
        face = (x - reach, y - reach, x + reach, y + reach)
        assert ImageChops.difference(image.crop(face), plain.crop(face)).getbbox() is None


def test_a_filled_and_selectable_cell_shows_both() -> None:
    scene = scalas_scene(SCALAS_BEFORE_A_CHAIN, "a4")
    board, both = drawn_board(5, 900), replace(scene, choices=("a4",))
    image = picture(both)
    assert squares_with(image, board, palette.CHOICE, 500) == {"a4"}
    x, y = board.squares["a4"]
    outer = (x, y + round(board.square * 0.47))
    assert count_pixels_like(image, palette.INK, outer, 2) >= 3


def test_placed_and_forced_cubes_have_different_frame_colours() -> None:
    board, image = drawn_board(5, 900), picture(SCENES["scalas_chain"])
    assert framed_cells(image, board, palette.INK) == {"d3"}
    assert framed_cells(image, board, FORCED) == {"c2", "c3"}


def test_forced_cells_are_marked_and_the_others_are_darkened() -> None:
    board, image = drawn_board(6, 900), picture(SCENES["scalas_forced_choice"])
    assert squares_with(image, board, FORCED, 300) == {"b3", "d3"}
    assert squares_with(image, board, palette.WOOD, 50) == {"a3", "c3", "e3"}  # Ends of pairs.
    assert squares_with(image, board, LOOKS["R"].top, 1) == {"b3"}  # Under its blue top.
    before = picture(scalas_scene(SCALAS_BEFORE_A_CHOICE))
    assert squares_with(before, board, FORCED, 1) == set()


def test_a_complete_move_shows_its_cubes_and_forced_cells() -> None:
    board, image = drawn_board(5, 900), picture(SCENES["scalas_whole_move"])
    assert framed_cells(image, board, palette.CHOICE_BRIGHT) == {"d3"}
    assert framed_cells(image, board, FORCED) == {"c2", "c3"}
    assert framed_cells(image, board, palette.INK) == set()


def test_drawing_towers_does_not_change_the_cached_board() -> None:
    before = picture(SCENES["scalas_start"]).tobytes()
    picture(scalas_scene(SCALAS_TOWERS))
    assert picture(SCENES["scalas_start"]).tobytes() == before
