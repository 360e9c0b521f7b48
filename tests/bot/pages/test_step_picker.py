"""The step picker, in which a few clicks make a move on pages within Discord's limits."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.interface.move_entry import ButtonEntry
from bot.pages.layout import Block, Button, Page, Picture, control
from bot.pages.step_picker import (
    Room,
    StepControls,
    StepVerbs,
    choices,
    group_steps,
    max_rows,
    split_group,
)
from presentation.steps import join_steps, split_steps
from rendering import Scene
from rules.notation import add_forced_steps, complete
from rules.position import Move, Position
from rules.registry import GAMES, game_named
from rules.replay import random_play

CONTROLS = StepControls((10**9, 10**5), StepVerbs("at", "group", "confirm"), "passtally")


def beginning(name: str, **options: int) -> Position:
    game = game_named(name)
    return game.start(game.deal(game.choose(options), Random(1)))


def rows_of(position: Position, prefix: Move = (), group: str | None = None) -> list[list[Button]]:
    rows = choices(position, prefix, group, CONTROLS, Room.beside(position))
    return [list(row) for row in rows if isinstance(row, tuple)]


def buttons_of(position: Position, prefix: Move = (), group: str | None = None) -> list[Button]:
    return [button for row in rows_of(position, prefix, group) for button in row]


def labels_of(position: Position, prefix: Move = (), group: str | None = None) -> list[list[str]]:
    return [[button.label for button in row] for row in rows_of(position, prefix, group)]


def test_a_small_square_board_becomes_a_grid_of_buttons() -> None:
    position = beginning("Scalas").play(("c3",)).play(("d2",))
    rows = rows_of(position)
    assert [[button.label for button in row] for row in rows] == [
        [f"{column}{row}" for column in "abcde"] for row in (5, 4, 3, 2, 1)
    ]
    closed = {button.label for row in rows for button in row if button.disabled}
    assert closed == {cell for row in position.input.cell_rows for cell in row} - {
        move[0] for move in position.moves()
    }
    assert closed


@pytest.mark.parametrize(("game", "size", "lines"), [("Skirt", 8, "Row"), ("Scalas", 7, "Row")])
def test_many_choices_start_with_the_row_or_column(game: str, size: int, lines: str) -> None:
    position = beginning(game, size=size)
    name = "a" if game == "Skirt" else "1"
    assert f"{lines} {name}" in {button.label for button in buttons_of(position)}
    assert {name} < {letter for button in buttons_of(position, (), name) for letter in button.label}
    *_, last = ButtonEntry(position, group=name).rows(CONTROLS)
    assert last == (Button("Back", CONTROLS.at(())),)


def test_rows_come_top_first_and_short_ones_show_every_choice() -> None:
    labels = [label for row in labels_of(beginning("Skirt")) for label in row]
    assert labels[0] == "Row k"
    assert labels[-1] == "Row a"
    assert labels.index("f1") + 1 == labels.index("f11")
    assert labels.index("j1") < labels.index("b1")


def test_the_start_of_a_move_is_called_a_stone() -> None:
    position = game_named("Skirt").decode("6 e1,f1 f11,h9 2")
    labels = {button.label for button in buttons_of(position)}
    assert {"stone f11", "stone h9"} <= labels
    assert not any("(" in label for label in labels)


def test_five_choices_on_a_line_of_the_board_fill_one_row() -> None:
    position = beginning("Skirt").play(("k5",))
    assert ["k1", "k2", "k3", "k4", "k6"] in labels_of(position)


def test_the_best_placements_come_first_then_the_tiles_then_the_markers() -> None:
    position = beginning("Passtally")
    for spot in ("N1", "N6", "S6", "S1", "W1", "W6", "E1", "E6"):
        position = position.play((spot,))
    buttons = buttons_of(position)
    assert [button.style for button in buttons[:2]] == ["primary"] * 2
    suggestion = "[123]:[a-f][1-6]-[a-f][1-6] · [0-9]+"
    assert all(re.fullmatch(suggestion, button.label) for button in buttons[:2])
    assert [button.label[0] for button in buttons[2:5]] == ["1", "2", "3"]
    assert {button.label[1:] for button in buttons[2:5]} <= {" straight", " curved", " mixed"}
    assert all(re.fullmatch("[NESW][1-6]", button.label) for button in buttons[5:])
    assert len(buttons) == 9
    spots = buttons_of(position, ("N1",))
    assert all(re.fullmatch("[NESW][1-6]", button.label) for button in spots)
    placed = buttons_of(position, ("2",))
    assert [button.style for button in placed[:2]] == ["primary"] * 2


@pytest.mark.parametrize("key", list(GAMES))
def test_the_buttons_of_whole_matches_fit_on_a_phone(key: str) -> None:
    game = GAMES[key]
    for played in random_play(beginning(game.name), Random(4)):
        steps: Move = ()
        while steps != played.move:
            rows = rows_of(played.before, steps)
            assert len(rows) <= max_rows(played.before) + 1, [
                [each.label for each in row] for row in rows
            ]
            steps = played.move[: len(steps) + 1]


def test_cells_follow_the_order_of_the_board() -> None:
    labels = [label for row in labels_of(beginning("Skirt", size=8), (), "h") for label in row]
    assert labels == ["h1", "h15"]
    ends = [label for row in labels_of(beginning("Scala"), ("d6",)) for label in row]
    assert ends.index("d10") < ends.index("d5")


def test_a_group_control_is_read_as_written() -> None:
    text = CONTROLS.group(("2", "c")).split("|")[-1]
    assert split_group(text) == ("2", "c")
    assert split_group("c") == ("", "c")


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
            assert len(control("confirm", 10**9, 10**5, join_steps(played.move))) <= 100
            if ply == 60:
                break


def clicks_to(position: Position, move: Move) -> int:
    """Return the number of clicks to a move, checking that each page fits."""
    steps, group, clicks = add_forced_steps(position, ()), None, 0
    while steps != move:
        assert len(complete(position, steps).steps) != 1 or steps in position.moves()
        page = choices(position, steps, group, CONTROLS, Room.beside(position))
        check_fits(page)
        carried = [
            split_steps(button.control.split("|")[-1])
            for row in page
            if isinstance(row, tuple)
            for button in row
            if "|at|" in button.control and not button.disabled
        ]
        ways = [each for each in carried if each == move[: len(each)]]
        if ways:
            steps, group = add_forced_steps(position, max(ways, key=len)), None
        else:
            groups = group_steps(position, complete(position, steps).steps)
            group = next(name for name, each in groups.items() if move[len(steps)] in each)
        clicks += 1
    return clicks


def check_fits(rows: list[Block]) -> None:
    last = tuple(Button(f"Button {number}", f"sw|other|{number}") for number in range(5))
    Page(("Words", Picture("board.png", "A board"), *rows, last)).layout()


def test_after_a_row_is_chosen_the_picture_offers_only_its_cells() -> None:
    position = beginning("skirt")
    scene = Scene(GAMES["skirt"], position)
    assert {cell[0] for cell in ButtonEntry(position, group="a").on(scene).choices} == {"a"}
    assert {cell[0] for cell in ButtonEntry(position).on(scene).choices} > {"a"}


@pytest.mark.parametrize("key", ["scala", "skirt"])
def test_long_news_above_a_newcomers_board_takes_the_place_of_a_row_of_choices(key: str) -> None:
    position = beginning(GAMES[key].name)
    ready = (Button("1 a1-a2", "sw|x", "success"),)
    news = "Stairwell Doorstep moved h10 to g9 and cut off 1 stone."
    short = ButtonEntry(position, ready=ready, news=news)
    long = ButtonEntry(position, ready=ready, news=f"{news} {news}")
    assert long.room.rows == short.room.rows - 1
    wide = "ボットが h10 から g9 へ動かし、切り離された石 1 個を取り除きました。"
    assert ButtonEntry(position, ready=ready, news=wide * 2).room == long.room
