"""Pictures of Scalus: all the right parts are marked, and no others."""

from __future__ import annotations

from math import sqrt

from PIL import Image

from rendering import Scene
from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.scalus.board import drawn_board
from rules.scalus.board import HEADQUARTERS
from tests.rendering.image_checks import count_pixels_like, picture
from tests.rendering.scalus.scenes import SCALUS, SCALUS_SQUARE, SCALUS_START, SCENES, scalus_scene
from tests.rendering.staging import with_partial_move

BOARD = drawn_board(900, is_upright=False)


def points_with(image: Image.Image, colour: Colour, least: int, reach: float = 0.5) -> set[str]:
    """The points with at least `least` pixels of a colour around them."""
    return {
        name
        for name, middle in BOARD.middles.items()
        if count_pixels_like(image, colour, middle, BOARD.cell * reach) >= least
    }


def ringed_points(image: Image.Image, colour: Colour) -> set[str]:
    """The points with a ring around a stone, which crosses all four diagonals."""
    away = round(BOARD.cell * 0.475 * sqrt(0.5))
    corners = [(across * away, down * away) for across in (-1, 1) for down in (-1, 1)]
    return {
        name
        for name, (x, y) in BOARD.middles.items()
        if all(count_pixels_like(image, colour, (x + dx, y + dy), 1) >= 4 for dx, dy in corners)
    }


def test_a_stone_on_every_point_is_the_stone_of_its_seat() -> None:
    image = picture(scalus_scene(SCALUS_START))
    assert points_with(image, palette.DARK_STONE[1], 300, 0.3) == set(SCALUS_START.stones(1))
    light = points_with(image, palette.LIGHT_STONE[1], 300, 0.3) - set(HEADQUARTERS[2])
    assert light == set(SCALUS_START.stones(2))


def test_moved_group_stones_are_ringed_and_their_origins_dashed() -> None:
    image = picture(SCENES["scalus_contraction"])
    assert ringed_points(image, palette.LAST) == {"e4", "e5", "e6", "e7"}
    assert points_with(image, palette.LAST, 20, 0.4) >= {"e8", "e10"}
    assert not points_with(image, palette.LAST, 1, 0.4) & {"e3", "e11", "g4", "d13"}


def test_the_pivot_of_the_last_turn_has_a_dot() -> None:
    image = picture(SCENES["scalus_expansion"])
    assert points_with(image, palette.LAST_BRIGHT, 50, 0.15) == {"e5"}


def test_a_captured_stone_stays_as_a_mark_for_one_turn() -> None:
    x, y = BOARD.middles["d11"]
    corner = (x + round(BOARD.cell * 0.36), y - round(BOARD.cell * 0.36))
    now = picture(SCENES["scalus_capture"])
    assert count_pixels_like(now, palette.DARK_STONE[1], corner, BOARD.cell * 0.2) > 60
    assert count_pixels_like(now, palette.LAST, corner, BOARD.cell * 0.2) > 60
    later = picture(Scene(SCALUS, SCENES["scalus_capture"].position))
    assert count_pixels_like(later, palette.LAST, corner, BOARD.cell * 0.2) == 0


def test_every_first_step_is_marked_and_nothing_else() -> None:
    image = picture(SCENES["scalus_first_step"])
    assert points_with(image, palette.CHOICE, 150) == set(SCALUS_SQUARE.stones(2))


def test_free_points_corners_and_line_ends_have_different_marks() -> None:
    image = picture(SCENES["scalus_second_step"])
    assert points_with(image, palette.CHOICE_TINT, 300) == {"c3", "c4", "c5", "d3", "e3"}
    reach, corner = BOARD.cell * 0.07, round(BOARD.cell * 0.43)
    framed = {
        name
        for name, (x, y) in BOARD.middles.items()
        if count_pixels_like(image, palette.CHOICE, (x - corner, y - corner), reach) > 10
        and count_pixels_like(image, palette.CHOICE, (x + corner, y + corner), reach) > 10
    }
    assert framed == {"e5", "e6", "e7", "f5", "f6", "f7", "g5", "g6", "g7"}
    ringed = points_with(image, palette.CHOICE, 60) - framed
    assert ringed >= {"d5", "d6", "d7", "e4", "f4", "g4"}


def test_selectable_and_selected_stones_show_their_names_on_black() -> None:
    image = picture(SCENES["scalus_second_step"])
    named = points_with(image, palette.CHOICE_TINT, 20, 0.25)
    assert named >= set(SCALUS_START.stones(1))
    assert points_with(image, palette.INK, 150) >= {"d4"}
    before = picture(scalus_scene(SCALUS_START))
    assert not points_with(before, palette.CHOICE_TINT, 20, 0.25) & set(SCALUS_START.stones(1))


def test_marks_of_neighbouring_rectangle_ends_do_not_touch() -> None:
    image = picture(SCENES["scalus_second_step"])
    (x, y), (to_x, _) = BOARD.middles["f6"], BOARD.middles["f7"]
    middle, half = (x + to_x) // 2, int(BOARD.cell) // 2
    row = [image.getpixel((middle, y + down)) for down in range(8, half - 2)]
    assert all(min(pixel[:1]) > 90 for pixel in row if isinstance(pixel, tuple))


def test_a_scaling_without_a_pivot_is_marked_beside_the_group() -> None:
    image = picture(SCENES["scalus_third_step"])
    x, y = BOARD.middles["d12"]
    half = int(BOARD.cell) // 2
    assert count_pixels_like(image, palette.CHOICE_TINT, (x + half, y - half), half * 0.6) > 80
    others = with_partial_move(scalus_scene(SCALUS_START), ("e4", "line to e7"))
    assert "()" not in others.choices
    assert points_with(picture(others), palette.CHOICE, 100) >= {"e4", "e5", "e6", "e7"}


def test_a_complete_turn_previews_moved_and_captured_stones() -> None:
    image = picture(SCENES["scalus_whole_turn"])
    assert ringed_points(image, palette.CHOICE) == {"d11", "f11", "f13", "d13"}
    assert points_with(image, palette.LIGHT_STONE[1], 300, 0.3) >= {"f11", "f13", "d13"}
    assert points_with(image, palette.CHOICE, 20, 0.3) >= {"d12", "e12", "e13"}
    assert points_with(image, palette.LAST, 60) == {"d11"}


def test_only_a_stone_on_the_enemy_headquarters_shines() -> None:
    image = picture(SCENES["scalus_won"])
    assert points_with(image, palette.WIN, 150, 0.56) == {"f18"}
    own = picture(scalus_scene(SCALUS_START.set_up(["e2"], ["e18", "f18"])))
    assert points_with(own, palette.WIN, 1) == set()
