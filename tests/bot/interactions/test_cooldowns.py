"""Limits on how fast a member may request pictures and searches."""

from __future__ import annotations

from typing import Any

import pytest

from bot.interactions.controls import Controls
from bot.interactions.cooldowns import (
    BURST,
    COSTLY_COMMANDS,
    COSTLY_VERBS,
    PER_SECOND,
    Cooldowns,
)
from tests.bot.simulated import World, reply_text


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_served_and_the_excess_waits_a_second() -> None:
    cooldowns = Cooldowns(Time())
    assert [cooldowns.wait_for(1) for _ in range(BURST)] == [0] * BURST
    assert cooldowns.wait_for(1) == 1
    assert cooldowns.wait_for(2) == 0


def test_clicking_at_reading_speed_never_waits() -> None:
    time = Time()
    cooldowns = Cooldowns(time)
    for _ in range(500):
        assert cooldowns.wait_for(1) == 0
        time.now += 1 / PER_SECOND


async def test_a_script_learns_how_long_to_wait(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.interactions.cooldowns.BURST", 1)
    monkeypatch.setattr("bot.interactions.cooldowns.PER_SECOND", 0.01)
    place = await world.start_match("skirt")
    first = await world.ada.slash(place, "board")
    assert "faster than I can draw" not in reply_text(first)
    refusal = await world.ada.slash(place, "board")
    assert "Please try again in 100 seconds." in reply_text(refusal)
    assert "faster than I can draw" not in reply_text(await world.ben.slash(place, "board"))


async def test_the_costly_commands_and_controls_exist(world: World) -> None:
    bot: Any = world.bot
    assert {each.name for each in bot.tree.get_commands()} >= COSTLY_COMMANDS
    controls: Controls = bot.controls
    assert controls.verbs.keys() >= COSTLY_VERBS
