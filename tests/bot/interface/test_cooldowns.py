"""Limits on how fast a member may request anything but their own moves."""

from __future__ import annotations

from typing import Any

import pytest

from bot.interface.controls import Controls
from bot.interface.front import IS_FREE
from bot.interface.handlers import BURST, PER_SECOND, Cooldowns
from bot.pages.layout import control
from tests.bot.simulated import World, reply_text


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_served_and_the_excess_waits_a_second() -> None:
    cooldowns = Cooldowns(clock=Time())
    assert [cooldowns.wait_for(1) for _ in range(BURST)] == [0] * BURST
    assert 0 < cooldowns.wait_for(1) <= 1
    assert cooldowns.wait_for(2) == 0


def test_clicking_at_reading_speed_never_waits() -> None:
    time = Time()
    cooldowns = Cooldowns(clock=time)
    for _ in range(500):
        assert cooldowns.wait_for(1) == 0
        time.now += 1 / PER_SECOND


async def test_a_script_learns_how_long_to_wait(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await world.start_match("skirt")
    monkeypatch.setattr(world.bot.handlers, "_cooldowns", Cooldowns(1, 0.01))
    first = await world.ada.slash(place, "match")
    assert "too fast for me" not in reply_text(first)
    refusal = await world.ada.slash(place, "match")
    assert "Please try again in 100 seconds." in reply_text(refusal)
    assert "too fast for me" not in reply_text(await world.ben.slash(place, "match"))


async def test_suggestions_have_a_limit_of_their_own(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await world.start_match("skirt")
    monkeypatch.setattr(world.bot.handlers, "_suggestions", Cooldowns(1, 0.01))
    assert await world.ada.autocomplete(place, "match", "match", "1")
    assert not await world.ada.autocomplete(place, "match", "match", "1")
    assert await world.ben.autocomplete(place, "match", "match", "1")
    assert "too fast for me" not in reply_text(await world.ada.slash(place, "match"))


async def test_pages_and_personal_data_are_limited_but_moves_are_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await world.start_match("skirt", options="size 4")
    monkeypatch.setattr(world.bot.handlers, "_cooldowns", Cooldowns(1, 0.01))
    page = await world.ada.slash(place, "privacy")
    for refusal in (
        await world.ada.click(page.response, custom_id=control("mydata")),
        await world.ada.slash(place, "profile"),
        await world.ada.slash(place, "rules", game="scala"),
    ):
        assert "too fast for me" in reply_text(refusal)
    for _ in range(2):
        await world.make_a_move(place)
        await world.make_a_move(place)
    card = place.last_message
    panel = await world.ada.click(card, label="Play")
    assert "too fast for me" not in reply_text(panel)


async def test_what_leads_to_the_next_move_or_makes_it_has_no_limit(world: World) -> None:
    bot: Any = world.bot
    commands = {each.name for each in bot.tree.get_commands() if each.extras.get(IS_FREE)}
    assert commands == {"move", "next"}
    controls: Controls = bot.controls
    assert {verb for verb, each in controls.verbs.items() if each.is_free} == {
        *("play", "next", "onward", "at", "group", "undo", "confirm", "skip"),
        *("type", "typed"),
    }
