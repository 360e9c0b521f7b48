"""Pictures of Scala: captured stones, the path of a turn, and the effects of choices."""

from __future__ import annotations

from rendering.drawing import palette
from rendering.scala.board import drawn_board
from tests.rendering.image_checks import count_pixels_like, picture
from tests.rendering.scala.scenes import SCALA_BEFORE_THE_WIN, SCALA_CUT_OFF, SCENES, scala_scene
from tests.rendering.staging import with_partial_move


def test_captured_stones_stay_as_ghosts_for_one_turn() -> None:
    drawn = drawn_board(900, is_small=False)
    now = picture(scala_scene(SCALA_CUT_OFF, "h5-j5"))
    later = picture(scala_scene(SCALA_CUT_OFF.play(("h5", "j5"))))
    for name in ("f5", "g4", "g5"):
        stroke = count_pixels_like(now, palette.LAST, drawn.middles[name], drawn.cell * 0.4)
        assert stroke > 60
        assert count_pixels_like(later, palette.LAST, drawn.middles[name], drawn.cell * 0.4) == 0


def test_the_path_of_the_last_turn_shows_every_jump() -> None:
    drawn = drawn_board(900, is_small=False)
    image = picture(SCENES["scala_chain"])
    for name in ("i8", "j7", "k6", "j5", "i4", "h4", "g4"):
        assert count_pixels_like(image, palette.LAST, drawn.middles[name], drawn.cell * 0.5) > 20
    assert count_pixels_like(image, palette.LAST, drawn.middles["g5"], drawn.cell * 0.3) == 0


def test_the_path_of_the_last_turn_does_not_cover_emblems_or_names() -> None:
    drawn = drawn_board(900, is_small=False)
    image = picture(SCENES["scala_chain"])
    for jumped in ("j7", "j5", "h4"):
        assert count_pixels_like(image, palette.LAST, drawn.middles[jumped], drawn.cell * 0.15) == 0
    assert count_pixels_like(image, palette.LAST, drawn.middles["i8"], drawn.cell * 0.15) == 0
    for turn in ("k6", "i4"):
        assert count_pixels_like(image, palette.INK, drawn.middles[turn], drawn.cell * 0.15) > 10


def test_selectable_and_selected_stones_show_their_names() -> None:
    drawn = drawn_board(900, is_small=False)
    for scene, name in (("scala_first_step", "f6"), ("scala_second_step", "h5")):
        image = picture(SCENES[scene])
        assert count_pixels_like(image, palette.CHOICE, drawn.middles[name], drawn.cell * 0.2) > 20
        ringed = count_pixels_like(image, palette.CHOICE, drawn.middles[name], drawn.cell * 0.5)
        assert ringed > 200


def test_capturing_and_winning_choices_look_different() -> None:
    drawn = drawn_board(900, is_small=False)
    image = picture(with_partial_move(scala_scene(SCALA_CUT_OFF), ("h5",)))
    reach = drawn.cell * 0.48
    assert count_pixels_like(image, palette.LAST, drawn.middles["j5"], reach) > 100
    assert count_pixels_like(image, palette.LAST, drawn.middles["h6"], reach) == 0
    assert count_pixels_like(image, palette.CHOICE_TINT, drawn.middles["h6"], reach) > 1000
    image = picture(with_partial_move(scala_scene(SCALA_BEFORE_THE_WIN), ("e13",)))
    assert count_pixels_like(image, palette.WIN, drawn.middles["f14"], reach) > 1000
    assert count_pixels_like(image, palette.WIN, drawn.middles["g13"], reach) == 0
