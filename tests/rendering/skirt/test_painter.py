"""Pictures of Skirt: stones and marks are on the right cells, and on no others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from rendering.drawing import palette
from rendering.skirt.picture import drawn_board
from rules.skirt.board import SIZES, hexagon_of
from rules.skirt.position import SkirtPosition
from tests.rendering.image_checks import count_pixels_like, picture
from tests.rendering.skirt.scenes import SCENES, SKIRT_MIDDLE, skirt_scene
from tests.rendering.staging import with_partial_move


@pytest.mark.parametrize("size", SIZES)
def test_a_skirt_stone_appears_on_the_cell_of_its_name(size: int) -> None:
    drawn = drawn_board(size, 600, is_small=True)
    empty = picture(skirt_scene(SkirtPosition.set_up(size, seat=2)), 600)
    for name in (
        "a1",
        f"a{size}",
        "b2",
        hexagon_of(size).named(hexagon_of(size).rows[size - 1])[-1],
    ):
        image = picture(skirt_scene(SkirtPosition.set_up(size, white=[name], seat=2)), 600)
        changed = ImageChops.difference(image, empty).convert("L").point([0] * 25 + [255] * 231)
        box = changed.getbbox()
        assert box is not None
        x, y = drawn.middles[name]
        assert abs((box[0] + box[2]) / 2 - x) < drawn.cell * 0.2
        assert abs((box[1] + box[3]) / 2 - y) < drawn.cell * 0.2


def test_both_stones_of_the_last_turn_are_marked() -> None:
    drawn = drawn_board(6, 900, is_small=False)
    image = picture(skirt_scene(SKIRT_MIDDLE, "k3-i3"))
    for name in ("k3", "i3"):
        assert count_pixels_like(image, palette.LAST, drawn.middles[name], drawn.cell * 0.6) > 100
    for name in ("k1", "h3"):
        assert count_pixels_like(image, palette.LAST, drawn.middles[name], drawn.cell * 0.6) == 0


def test_a_standing_origin_is_marked_more_faintly_than_the_placed_stone() -> None:
    drawn = drawn_board(6, 900, is_small=False)
    image = picture(skirt_scene(SKIRT_MIDDLE, "(a3)-b3"))
    reach = drawn.cell * 0.6
    origin = count_pixels_like(image, palette.LAST, drawn.middles["a3"], reach)
    placed = count_pixels_like(image, palette.LAST, drawn.middles["b3"], reach)
    assert 0 < origin < placed


def test_every_choice_of_skirt_is_marked_and_nothing_else() -> None:
    drawn = drawn_board(6, 900, is_small=False)
    scene = with_partial_move(skirt_scene(SKIRT_MIDDLE), ("k3",))
    image = picture(scene)
    to_the_edge = round(drawn.cell * 0.75)
    marked = {
        name
        for name, (x, y) in drawn.middles.items()
        if count_pixels_like(image, palette.CHOICE, (x + to_the_edge, y), 2) > 5
        and name not in scene.prefix
    }
    assert scene.choices
    assert marked == set(scene.choices)


def test_a_selectable_stone_keeps_its_face_in_a_ring() -> None:
    drawn = drawn_board(6, 900, is_small=False)
    scene = with_partial_move(skirt_scene(SKIRT_MIDDLE), ())
    assert "(a3)" in scene.choices
    image = picture(replace(scene, has_names=False))
    plain = picture(replace(scene, has_names=False, choices=()))
    x, y = drawn.middles["a3"]
    reach = round(drawn.cell * 0.45)
    face = (x - reach, y - reach, x + reach, y + reach)
    assert ImageChops.difference(image.crop(face), plain.crop(face)).getbbox() is None
    assert count_pixels_like(image, palette.CHOICE, (x, y), drawn.cell) > 500


def test_the_winning_chain_is_marked_and_nothing_else() -> None:
    drawn = drawn_board(4, 900, is_small=False)
    image = picture(SCENES["skirt_won"])
    above_the_stone = round(drawn.cell * 0.81)
    gold = {
        name
        for name, (x, y) in drawn.middles.items()
        if count_pixels_like(image, palette.WIN, (x, y - above_the_stone), 2) > 10
    }
    assert gold == {"a2", "b2", "c3", "d3", "e3", "f2", "g1"}
