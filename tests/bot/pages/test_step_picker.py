"""The menus of a move that is entered step by step say what they hold."""

from __future__ import annotations

from random import Random

import pytest

from bot.pages.matches.step_picker import Growing, choices, joined
from bot.pages.page import Menu
from rules.registry import game_named

GROWING = Growing(lambda steps: f"at/{joined(steps)}", lambda steps: f"group/{joined(steps)}")


def menus(game_name: str, size: int, group: str | None) -> list[Menu]:
    game = game_named(game_name)
    position = game.start(game.deal(game.choose({"size": size}), Random(1)))
    return [block for block in choices(position, (), group, GROWING) if isinstance(block, Menu)]


@pytest.mark.parametrize(
    ("game_name", "size", "line", "most"), [("Skirt", 7, "row", 13), ("Scalas", 6, "column", 6)]
)
def test_many_choices_are_asked_for_by_the_row_or_column_first(
    game_name: str, size: int, line: str, most: int
) -> None:
    first, within = menus(game_name, size, "b")
    assert first.placeholder == f"Choose a {line} first"
    assert [choice.label for choice in first.choices] == [
        f"{line.capitalize()} {letter}" for letter in "abcdefghijklm"[:most]
    ]
    assert within.placeholder == f"{line.capitalize()} b"
    assert {choice.label[0] for choice in within.choices} == {"b"}


def test_a_menu_that_holds_all_choices_asks_for_them() -> None:
    (menu,) = menus("Scalas", 5, None)
    assert menu.placeholder == "Choose a cell for your cube"
