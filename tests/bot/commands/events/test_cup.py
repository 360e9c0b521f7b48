"""Stories about a cup: from one command to the champion."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.bot.simulated import World, alt_of, components_of, labels_of, said, text_of

SOON = timedelta(minutes=1)


async def dee_of(world: World) -> Any:
    """A fourth member."""
    return world.guild.add_member(world.env.create_user("dee", global_name="Dee"))


def card_of(world: World) -> Any:
    """The card of an event: the message with a way to look closer."""
    return next(
        message
        for message in world.channel.history()
        if "Look closer" in labels_of(message)
    )


async def begun_cup(world: World, game: str = "skirt", **options: Any) -> list[Any]:
    """Ada opens a cup, and three others fill it; those who play."""
    dee = await dee_of(world)
    await world.ada.slash(world.channel, "cup", game=game, **options)
    for each in (world.ben, world.cy, dee):
        await each.click(card_of(world), label="Join")
    await world.later(SOON)
    return [world.ada, world.ben, world.cy, dee]


async def test_a_cup_is_opened_in_one_step_by_anybody(world: World) -> None:
    opened = await world.ada.slash(world.channel, "cup", game="skirt")
    assert opened.ephemeral
    assert "is open. You're in it yourself." in said(opened)
    words = text_of(card_of(world))
    assert "Skirt" in words
    assert "1 of 4 seats taken" in words
    assert "Ada" in words
    print(words, labels_of(card_of(world)))


async def test_joining_shows_on_the_card_at_once(world: World) -> None:
    await world.ada.slash(world.channel, "cup", game="skirt")
    joined = await world.ben.click(card_of(world), label="Join")
    assert "2 of 4 seats taken" in text_of(card_of(world))
    assert "You're in" in said(joined)
    again = await world.ben.click(card_of(world), label="Join")
    assert "already" in said(again)


async def test_a_full_cup_begins_by_itself(world: World) -> None:
    await begun_cup(world)
    print(world.env.transcript())
    card = card_of(world)
    print(text_of(card)); print(alt_of(card)); print(labels_of(card))
    assert "Running" in text_of(card)
