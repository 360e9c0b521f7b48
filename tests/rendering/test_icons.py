"""Icons of games, seats and tiles: complete, and distinct at inline size."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from rendering import GAME, Icon, icons, seat_icon
from rendering.drawing.pieces import SIDE
from rules.passtally.board import KINDS
from rules.passtally.game import Passtally
from rules.registry import GAMES

LINE = 22
"""The size of an inline emoji, in pixels."""

THEMES = ((49, 51, 56), (255, 255, 255))
"""Discord's background colours, dark and light."""


@pytest.fixture(scope="module")
def drawn() -> dict[Icon, Image.Image]:
    return icons()


def test_each_game_and_each_of_its_seats_has_an_icon(drawn: dict[Icon, Image.Image]) -> None:
    for game in GAMES.values():
        most = (
            max(
                len(game.seat_names({**game.choose({}), option.key: value}))
                for option in game.options
                for value in option.values
            )
            if game.options
            else len(game.seat_names({}))
        )
        names = [GAME, *map(seat_icon, range(1, most + 1))]
        assert [name for name in names if Icon(game.key, name) not in drawn] == []


def test_icons_fit_discords_limits(drawn: dict[Icon, Image.Image]) -> None:
    for picture in drawn.values():
        assert (picture.mode, picture.size) == ("RGBA", (SIDE, SIDE))


@pytest.mark.parametrize("theme", THEMES)
def test_icons_with_different_meanings_look_different_inline(
    drawn: dict[Icon, Image.Image], theme: tuple[int, int, int]
) -> None:
    for game in GAMES:
        alike = [
            (one.name, other.name)
            for one, other in combinations([icon for icon in drawn if icon.game == game], 2)
            if GAME not in (one.name, other.name)
            and _difference(_in_line(drawn[one], theme), _in_line(drawn[other], theme)) < 8
        ]
        assert alike == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_icon_stands_out_from_the_background(
    drawn: dict[Icon, Image.Image], theme: tuple[int, int, int]
) -> None:
    ground = Image.new("RGB", (LINE, LINE), theme)
    for icon, picture in drawn.items():
        assert _difference(_in_line(picture, theme), ground) > 20, icon


def test_a_choice_of_a_tile_names_a_piece_that_has_an_icon(
    drawn: dict[Icon, Image.Image],
) -> None:
    game = Passtally()
    position = game.start({"players": 2, "deck": [list(KINDS) * 3, ["XX"] * 14, ["AB"] * 14]})
    while position.placing_markers:
        assert position.input.piece((), "1") is None
        position = position.play(position.moves()[0])
    pieces = [position.input.piece((), pile) for pile in ("1", "2", "3")]
    assert pieces == ["XX", "XX", "AB"]
    assert all(Icon(game.key, kind) in drawn for kind in KINDS)
    assert position.input.piece((), position.moves()[-1][0]) is None


def _in_line(picture: Image.Image, theme: tuple[int, int, int]) -> Image.Image:
    small = picture.convert("RGBa").resize((LINE, LINE), Image.Resampling.LANCZOS).convert("RGBA")
    ground = Image.new("RGB", small.size, theme)
    ground.paste(small, (0, 0), small)
    return ground


def _difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3
