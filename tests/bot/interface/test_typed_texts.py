"""What people type in forms and commands arrives whole, and comes back with every refusal."""

from __future__ import annotations

from typing import Any

from bot.challenges.forms import MAX_OPTIONS_LENGTH, OPTIONS
from bot.pages.forms import FIELD
from rules.notation import MAX_TEXT_LENGTH
from tests.bot.matches.test_quick_playing import start_small_match, typing
from tests.bot.simulated import World, initial_entries, reply_text

SWAN = "\N{SWAN}"
"""A character of four bytes."""


def copied(text: str) -> str:
    """Return a text as an answer gives it back for copying."""
    return f"```\n{text}\n```"


def value_in(form: Any) -> str:
    """Return the text that a form of one field begins with."""
    return form.modal["components"][0]["component"]["value"]


async def test_the_longest_typed_move_comes_back(world: World) -> None:
    place, typed = await start_small_match(world), SWAN * MAX_TEXT_LENGTH
    form = await typing(world.ada, place)
    assert copied(typed) in reply_text(await world.ada.submit_modal(form, {FIELD: typed}))
    refused = await world.ada.slash(place, "move", move=typed)
    assert refused.ephemeral
    assert copied(typed) in reply_text(refused)
    form = await typing(world.ada, place)
    await world.ada.slash(place, "move", move="a1")
    late = await world.ada.submit_modal(form, {FIELD: "e1"})
    assert copied("e1") in reply_text(late)


async def test_the_longest_options_of_a_challenge_come_back(world: World) -> None:
    form = await world.ada.context_menu(world.channel, "Challenge", world.ben)
    entries, options = initial_entries(form, world.ada, world.ben), SWAN * MAX_OPTIONS_LENGTH
    refused = await world.ada.submit_modal(form, {**entries, OPTIONS: options})
    assert copied(options) in reply_text(refused)
    again = await world.ada.click(refused.response, label="Edit")
    assert SWAN * 40 in str(again.modal)


async def test_back_ticks_do_not_end_what_is_given_back(world: World) -> None:
    place = await start_small_match(world)
    refused = await world.ada.slash(place, "move", move=f"```{SWAN * 40}")
    assert reply_text(refused).count("```") == 2
