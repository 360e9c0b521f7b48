"""The pages of the rules: the first minute, the rules and the start, then examples."""

from __future__ import annotations

import pytest

from bot.members.rules import rules_page
from bot.pages.layout import Picture, control
from rules.registry import GAMES
from tests.bot.simulated import World, labels_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("with_sample_lessons")


async def test_the_rules_can_be_paged_through(world: World) -> None:
    first = await world.ada.slash(world.channel, "rules", game="skirt")
    assert first.ephemeral
    skirt = GAMES["skirt"]
    assert reply_text(first).startswith(f"## Skirt\n{skirt.summary}\n{skirt.opening}")
    assert "**(a3)-d3, a5-b5, a1-b2:** Two stones in line." in reply_text(first)
    assert labels_of(first.response)[:2] == ["Previous", "Next"]
    second = (await world.ada.click(first.response, label="Next")).response
    assert text_of(second).startswith(f"### Skirt: the rules\n{skirt.how_to_play}\n")
    assert "\nCells on a side: 4, 5, 6, 7 or 8 (default: 6)." in text_of(second)
    third = (await world.ada.click(second, label="Next")).response
    assert "### Skirt: Connect two opposite sides" in text_of(third)
    assert "Page 3 of 3" in text_of(third)
    back = (await world.ada.click(third, label="Previous")).response
    assert "the rules" in text_of(back)


async def test_the_rules_name_each_option_and_why_to_choose_it(world: World) -> None:
    first = await world.ada.slash(world.channel, "rules", game="passtally")
    second = (await world.ada.click(first.response, label="Next")).response
    assert "Number of players: 2 or 3 (default: 2)." in text_of(second)
    assert (
        "Points of the first player at the start: 0, 1, 2, 3, 4 or 5 (default: 0). "
        "Later players have it easier." in text_of(second)
    )


async def test_a_page_number_past_the_end_shows_the_last_page(world: World) -> None:
    rules = await world.ada.slash(world.channel, "rules", game="skirt")
    far = await world.click_anyway(
        world.ada, rules.response, control("rulespage", "skirt", 999, "on")
    )
    assert "Page 3 of 3" in reply_text(far)
    wrong = await world.click_anyway(
        world.ada, rules.response, control("rulespage", "skirt", "x", "on")
    )
    assert "isn't a number" in reply_text(wrong)


async def test_a_game_without_lessons_has_an_opening_and_its_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["skirt"]
    monkeypatch.setattr(type(game), "lessons", ())
    for number, text in enumerate((game.opening, game.how_to_play)):
        words, picture, *_ = (await rules_page(game, number)).blocks
        assert isinstance(words, str)
        assert text in words
        assert isinstance(picture, Picture)
