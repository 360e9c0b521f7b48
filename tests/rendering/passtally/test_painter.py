"""Pictures of Passtally: all the right parts are marked, and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from rendering import Scene, alt_text, draw, text_board
from rendering.drawing import palette
from rendering.drawing.canvas import Spot
from rendering.drawing.palette import Colour
from rendering.passtally.board import drawn_board
from rendering.passtally.pieces import KIND_COLOURS, SEAT_COLOURS
from rendering.passtally.words import position_view
from rules.passtally.board import KINDS, UNKNOWN
from rules.passtally.position import PasstallyPosition
from rules.replay import Played
from tests.rendering.image_checks import count_pixels_like, picture
from tests.rendering.passtally.scenes import (
    PASSTALLY,
    PASSTALLY_MIDDLE,
    PASSTALLY_PILES,
    PASSTALLY_TOWERS,
    SCENES,
    passtally_scene,
)
from tests.rendering.staging import with_partial_move

BOARD = drawn_board(900, is_small=False)


def cells_with(image: Image.Image, colour: Colour, least: int) -> set[str]:
    """The cells with at least `least` pixels of a colour."""
    return {
        name
        for name, middle in BOARD.middles.items()
        if count_pixels_like(image, colour, middle, BOARD.cell * 0.48) >= least
    }


def spots_with(image: Image.Image, colour: Colour, least: int) -> set[str]:
    """The spots with at least `least` pixels of a colour around them."""
    return {
        name
        for name, middle in BOARD.spots.items()
        if count_pixels_like(image, colour, middle, BOARD.cell * 0.33) >= least
    }


@pytest.mark.parametrize("cells", ["c3-d3", "d3-c3", "c3-c4", "c4-c3"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_lines_of_a_tile_join_the_same_sides_as_in_the_rules(kind: str, cells: str) -> None:
    board = PasstallyPosition.set_up(2, PASSTALLY_PILES, [f"{kind}:{cells}"], {"N1": 1, "N2": 2})
    image = picture(passtally_scene(board))
    # How far from the middle of a cell bent lines pass. Straight ones cross there.
    away = round(BOARD.cell * (0.5 - 0.5 * 0.5**0.5))
    expected = {
        "A": {(away, -away), (-away, away)},
        "B": {(-away, -away), (away, away)},
        "X": {(0, 0)},
    }
    for name in cells.split("-"):
        x, y = BOARD.middles[name]
        points = {
            (across, down)
            for across, down in set().union(*expected.values())
            if count_pixels_like(image, KIND_COLOURS[kind], (x + across, y + down), 4) > 15
        }
        assert points == expected[board.board.cell(name).half]


def test_a_line_along_a_tile_passes_over_the_one_across_it() -> None:
    for cells, over in (("c3-d3", (10, 0)), ("c3-c4", (0, 10))):
        board = PasstallyPosition.set_up(2, PASSTALLY_PILES, [f"XX:{cells}"], {"N1": 1, "N2": 2})
        image = picture(passtally_scene(board))
        x, y = BOARD.middles["c3"]
        bright = KIND_COLOURS["XX"]
        along = count_pixels_like(image, bright, (x + over[0], y + over[1]), 8)
        across = count_pixels_like(image, bright, (x + over[1], y + over[0]), 8)
        assert along > across


def test_the_higher_a_tile_the_lighter_its_ground() -> None:
    laid = ["XX:a1-b1", "XX:a2-b2", "XX:a1-a2", "XX:b1-b2", "XX:a1-b1", "XX:e5-e6"]
    image = picture(
        passtally_scene(PasstallyPosition.set_up(2, PASSTALLY_PILES, laid, {"N1": 1, "N2": 2}))
    )
    grounds: list[int] = []
    for name in ("e5", "a2", "a1"):
        x, y = BOARD.middles[name]
        ground = image.crop((x + 16, y - 30, x + 26, y - 20)).convert("L")
        grounds.append(sum(value * count for value, count in enumerate(ground.histogram())))
    assert grounds == sorted(grounds)
    assert len(set(grounds)) == 3


def test_the_tiles_of_the_last_turn_are_outlined_and_no_others() -> None:
    laid = ["AA:b2-c2", "BB:b3-c3", "AB:e1-e2"]
    before = PasstallyPosition.set_up(2, PASSTALLY_PILES, laid, {"N1": 1, "N2": 2})
    image = picture(passtally_scene(before, "3:c2-c3", "1:f5-f6"))
    assert cells_with(image, palette.LAST, 300) == {"c2", "c3", "f5", "f6"}


def test_both_ends_of_a_markers_move_are_ringed() -> None:
    image = picture(SCENES["passtally_last_turn"])
    assert spots_with(image, palette.LAST_BRIGHT, 100) == {"E3", "E4"}
    moved = count_pixels_like(image, SEAT_COLOURS[1], BOARD.spots["E4"], 25)
    at_origin = count_pixels_like(image, SEAT_COLOURS[1], BOARD.spots["E3"], 25)
    assert moved > 800 > at_origin == 0


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_every_marker_has_the_look_of_its_seat(seat: int) -> None:
    image = picture(passtally_scene(PASSTALLY_TOWERS))
    own = {spot for spot, owner in PASSTALLY_TOWERS.markers.items() if owner == seat}
    assert spots_with(image, SEAT_COLOURS[seat], 700) == own


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("passtally_last_turn", 1),
        ("passtally_towers", 3),
        ("passtally_whole_tile", 1),
        ("passtally_whole_marker", 1),
    ],
)
def test_only_scoring_lines_have_a_stripe_from_end_to_end(name: str, seat: int) -> None:
    view = position_view(SCENES[name])
    assert view.lines
    image = picture(SCENES[name])
    passed = {crossing.cell for line in view.lines for crossing in line.path}
    assert cells_with(image, SEAT_COLOURS[seat], 250) == passed


def test_lines_have_their_seats_colour_and_scoring_ones_a_light_edge() -> None:
    scene = SCENES["passtally_lines_of_all"]
    view = position_view(scene)
    assert {seat for seat, _ in view.standing} == {2, 3}
    image = picture(scene)
    for seat in (1, 2, 3):
        lines = (
            view.lines if seat == 1 else [line for owner, line in view.standing if owner == seat]
        )
        passed = {crossing.cell for line in lines for crossing in line.path}
        assert cells_with(image, SEAT_COLOURS[seat], 150) == passed
    counted = {crossing.cell for line in view.lines for crossing in line.path}
    assert cells_with(image, palette.INK, 150) - {"e6", "f6"} == counted


def test_without_a_whole_move_no_line_of_the_mover_counts_that_it_does_not_have() -> None:
    assert position_view(SCENES["passtally_marker"]).tally == "0 passes = 0 points"
    assert position_view(SCENES["passtally_whole_marker"]).tally == "5 passes = 3 points"
    assert position_view(SCENES["passtally_towers"]).tally == "11 passes = 5 points"


def test_every_spot_to_choose_is_marked_and_nothing_else() -> None:
    scene = SCENES["passtally_marker"]
    image = picture(scene)
    assert scene.choices
    assert spots_with(image, palette.CHOICE_TINT, 300) == set(scene.choices)
    assert cells_with(image, palette.CHOICE_TINT, 60) == set()


def test_every_cell_to_choose_is_marked_and_nothing_else() -> None:
    for name in ("passtally_first_cell", "passtally_second_cell"):
        scene = SCENES[name]
        marked = cells_with(picture(scene), palette.CHOICE_TINT, 150) - set(scene.prefix)
        assert marked == set(scene.choices)
        assert spots_with(picture(scene), palette.CHOICE_TINT, 60) == set()


def test_piles_and_own_markers_are_marked_as_first_steps() -> None:
    image = picture(SCENES["passtally_first_step"])
    assert spots_with(image, palette.CHOICE_BRIGHT, 200) == {"N3", "S3", "E3", "W3"}
    for left, top, right, bottom in BOARD.piles.values():
        middle = (left + right) // 2, (top + bottom) // 2
        assert count_pixels_like(image, palette.CHOICE_BRIGHT, middle, (right - left) // 2) > 800


def test_a_complete_tile_is_previewed_in_place() -> None:
    """Only the outline's colour and the dot on the first half differ from a laid tile."""
    planned = picture(SCENES["passtally_whole_tile"])
    laid = picture(passtally_scene(PASSTALLY_MIDDLE, "1:d1-c1"))
    x, y = BOARD.middles["c1"]
    half = round(BOARD.cell * 0.4)
    box = (x - half, y - half, x + half, y + half)
    assert ImageChops.difference(planned.crop(box), laid.crop(box)).getbbox() is None
    assert cells_with(planned, palette.CHOICE, 200) == {"c1", "d1"}


def test_the_last_round_has_a_sign() -> None:
    def gold_pixels(name: str) -> int:
        image = picture(SCENES[name])
        middle: Spot = (690, image.height - 29)
        return count_pixels_like(image, palette.WIN, middle, 25)

    assert gold_pixels("passtally_last_round") > 500
    assert gold_pixels("passtally_towers") == 0


def test_the_picture_does_not_depend_on_hidden_tiles() -> None:
    hidden = tuple(pile[:1] + (UNKNOWN,) * len(pile[1:]) for pile in PASSTALLY_MIDDLE.piles)
    assert hidden != PASSTALLY_MIDDLE.piles
    for prefix in ((), ("1", "c5"), ("1", "c5", "d5")):
        scenes = [
            with_partial_move(Scene(PASSTALLY, replace(PASSTALLY_MIDDLE, piles=piles)), prefix)
            for piles in (hidden, PASSTALLY_MIDDLE.piles)
        ]
        for image in (draw, text_board, alt_text):
            one, other = (image(scene) for scene in scenes)
            assert one == other


def test_a_tile_hidden_from_the_viewer_is_a_question_mark() -> None:
    scene = Scene(PASSTALLY, PASSTALLY_MIDDLE.seen_by(None).play(("1", "c6", "d6")))
    assert "1: ?, 2 left" in text_board(scene)
    left, top, right, bottom = BOARD.piles["1"]
    middle = (left + right) // 2, (top + bottom) // 2
    for colour in KIND_COLOURS.values():
        # A tile would have thousands. The edges of the question mark have some of the same greys.
        assert count_pixels_like(picture(scene), colour, middle, (bottom - top) // 2) < 100


def test_a_seat_that_left_is_shown_without_lines_and_moves() -> None:
    before = replace(PASSTALLY_TOWERS, actions_left=1)
    departure = Played(before, (), before.without(3))
    scene = Scene(
        PASSTALLY, departure.after.seen_by(None), last=(departure,), options={"players": 3}
    )
    assert position_view(scene).lines == ()
    image = picture(scene)
    assert spots_with(image, palette.LAST_BRIGHT, 1) == set()
    assert spots_with(image, SEAT_COLOURS[3], 700) == {"N6", "E1", "S2", "W2"}
