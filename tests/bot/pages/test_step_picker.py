"""A move grows by buttons: few clicks, on pages that Discord takes and a phone has room for."""

from __future__ import annotations

from random import Random

import pytest

from bot.pages.control_ids import control
from bot.pages.moves.step_panel import StepPanel, Steps
from bot.pages.moves.step_picker import (
    Growing,
    choices,
    grouped,
    parted_group,
)
from bot.pages.page import Block, Button, Page, Picture
from presentation.steps import (
    advanced,
    joined,
    parted,
)
from rules.notation import complete
from rules.position import Move, Position
from rules.registry import GAMES, game_named
from rules.replay import random_play

GROWING = Growing((10**9, 10**5), "at", "group", "confirm")


def beginning(name: str, **options: int) -> Position:
    game = game_named(name)
    return game.start(game.deal(game.choose(options), Random(1)))


def rows_of(position: Position, prefix: Move = (), group: str | None = None) -> list[list[Button]]:
    found = choices(position, prefix, group, GROWING)
    return [list(row) for row in found if isinstance(row, tuple)]


def buttons_of(position: Position, prefix: Move = (), group: str | None = None) -> list[Button]:
    return [button for row in rows_of(position, prefix, group) for button in row]


def labels_of(position: Position, prefix: Move = (), group: str | None = None) -> list[list[str]]:
    return [[button.label for button in row] for row in rows_of(position, prefix, group)]


def test_a_small_square_board_is_shown_as_buttons_in_their_places() -> None:
    position = beginning("Scalas").play(("c3",)).play(("d2",))
    rows = rows_of(position)
    assert [[button.label for button in row] for row in rows] == [
        [f"{column}{row}" for column in "abcde"] for row in (5, 4, 3, 2, 1)
    ]
    closed = {button.label for row in rows for button in row if button.disabled}
    assert closed == {cell for row in position.cell_rows for cell in row} - {
        move[0] for move in position.moves()
    }
    assert closed


@pytest.mark.parametrize(("game", "size", "lines"), [("Skirt", 8, "Row"), ("Scalas", 7, "Column")])
def test_many_choices_are_asked_for_by_the_row_or_column_first(
    game: str, size: int, lines: str
) -> None:
    position = beginning(game, size=size)
    labels = {button.label for button in buttons_of(position)}
    assert f"{lines} a" in labels
    within = buttons_of(position, (), "a")
    assert {button.label[0] for button in within} == {"a"}
    *_, last = StepPanel(position, Steps(group="a"), GROWING).rows()
    assert last == (Button("Back", GROWING.at(())),)


def test_rows_with_few_choices_are_shown_with_all_of_them() -> None:
    labels = [label for row in labels_of(beginning("Skirt")) for label in row]
    assert labels[0] == "Row a"
    assert labels[-1] == "Row k"
    assert {"b1", "b7", "f11"} <= set(labels)


def test_where_few_moves_are_left_each_is_a_button() -> None:
    position = beginning("Passtally")
    for spot in ("N1", "N6", "S6", "S1", "W1", "W6", "E1", "E6"):
        position = position.play((spot,))
    labels = [label for row in labels_of(position) for label in row]
    tiles = [label for label in labels if label.startswith("tile ")]
    assert tiles == labels[: len(tiles)]
    assert sorted(labels[len(tiles) :]) == [
        position.text(move) for move in position.moves() if len(move) == 2
    ]


def test_moves_of_two_spots_stand_side_by_side_as_a_phone_has_room_for_them() -> None:
    position = beginning("Passtally")
    for spot in ("N1", "N6", "S6", "S1", "W1", "W6", "E1", "E6"):
        position = position.play((spot,))
    rows = [row for row in labels_of(position) if "-" in row[0]]
    assert rows
    assert all(len(row) <= 3 for row in rows)


def test_a_cell_comes_before_those_with_higher_numbers() -> None:
    labels = [label for row in labels_of(beginning("Skirt", size=8), (), "h") for label in row]
    assert labels == ["h1", "h15"]
    ends = [label for row in labels_of(beginning("Scala"), ("d6",)) for label in row]
    assert ends.index("d5") < ends.index("d10")


def test_a_group_control_is_read_as_it_was_made() -> None:
    text = GROWING.group(("2", "c")).split("|")[-1]
    assert parted_group(text) == ("2", "c")
    assert parted_group("c") == ("", "c")


@pytest.mark.parametrize("key", list(GAMES))
def test_every_choice_fits_on_a_page_and_leads_to_every_move(key: str) -> None:
    game = GAMES[key]
    random = Random(6)
    every = [{option.key: value} for option in game.options for value in option.values]
    for chosen in every or [{}]:
        position = game.start(game.deal(game.choose(chosen), random))
        for ply, played in enumerate(random_play(position, random)):
            if ply % 4 == 0:
                assert clicks_to(played.before, played.move) <= 5
            assert len(control("confirm", 10**9, 10**5, joined(played.move))) <= 100
            if ply == 60:
                break


def clicks_to(position: Position, move: Move) -> int:
    """How many clicks lead to a move, on pages that all fit."""
    steps, group, clicks = advanced(position, ()), None, 0
    while steps != move:
        assert len(complete(position, steps).steps) != 1 or steps in position.moves()
        page = choices(position, steps, group, GROWING)
        check_fits(page)
        carried = [
            parted(button.control.split("|")[-1])
            for row in page
            if isinstance(row, tuple)
            for button in row
            if "|at|" in button.control and not button.disabled
        ]
        ways = [each for each in carried if each == move[: len(each)]]
        if ways:
            steps, group = advanced(position, max(ways, key=len)), None
        else:
            groups = grouped(complete(position, steps).steps)
            group = next(name for name, each in groups.items() if move[len(steps)] in each)
        clicks += 1
    return clicks


def check_fits(rows: list[Block]) -> None:
    last = tuple(Button(f"Button {number}", f"sw|other|{number}") for number in range(5))
    Page(("Words", Picture("board.png", "A board"), *rows, last)).layout()
