"""What people type in forms and commands arrives whole, and comes back with every refusal."""

from __future__ import annotations

from typing import Any

from bot.challenges.forms import MAX_OPTIONS_LENGTH, OPTIONS
from bot.pages.forms import FIELD
from extensions.study.club.kept_lines import MAX_LINES, MAX_NAME_LENGTH
from extensions.study.club.notes import MAX_NOTE_LENGTH
from rules.notation import MAX_TEXT_LENGTH
from tests.bot.matches.test_quick_playing import start_small_match, typing
from tests.bot.simulated import World, initial_entries, reply_text
from tests.extensions.study.bot.test_kept_lines import keep_line
from tests.extensions.study.bot.test_notes import write_note

SWAN = "\N{SWAN}"
"""A character of four bytes."""


def copied(text: str) -> str:
    """Return a text as an answer gives it back for copying."""
    return f"```\n{text}\n```"


def value_in(form: Any) -> str:
    """Return the text that a form of one field begins with."""
    return form.modal["components"][0]["component"]["value"]


async def test_the_longest_note_is_kept(world: World) -> None:
    place, note = await start_small_match(world), SWAN * MAX_NOTE_LENGTH
    await write_note(world.ada, place, note)
    more = await world.ada.click(place.last_message, label="More")
    assert value_in(await world.ada.click(more.response, label="Note")) == note


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


async def test_the_longest_name_of_a_line_comes_back_if_there_are_too_many(world: World) -> None:
    place = await start_small_match(world)
    for number in range(MAX_LINES):
        await keep_line(world.ada, place, f"{SWAN * (MAX_NAME_LENGTH - 1)}{number}")
    name = SWAN * MAX_NAME_LENGTH
    refused = await keep_line(world.ada, place, name)
    assert "You already keep 10 lines of this match." in reply_text(refused)
    assert copied(name) in reply_text(refused)


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
