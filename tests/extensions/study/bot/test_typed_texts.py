"""Notes and names of lines typed in forms, which no refusal loses."""

from __future__ import annotations

from extensions.study.club.kept_lines import MAX_LINES, MAX_NAME_LENGTH
from extensions.study.club.notes import MAX_NOTE_LENGTH
from tests.bot.interface.test_typed_texts import SWAN, copied, value_in
from tests.bot.matches.test_quick_playing import start_small_match
from tests.bot.simulated import World, reply_text
from tests.extensions.study.bot.test_kept_lines import keep_line
from tests.extensions.study.bot.test_notes import write_note


async def test_the_longest_note_is_kept(world: World) -> None:
    place, note = await start_small_match(world), SWAN * MAX_NOTE_LENGTH
    await write_note(world.ada, place, note)
    more = await world.ada.click(place.last_message, label="More")
    assert value_in(await world.ada.click(more.response, label="Note")) == note


async def test_the_longest_name_of_a_line_comes_back_if_there_are_too_many(world: World) -> None:
    place = await start_small_match(world)
    for number in range(MAX_LINES):
        await keep_line(world.ada, place, f"{SWAN * (MAX_NAME_LENGTH - 1)}{number}")
    name = SWAN * MAX_NAME_LENGTH
    refused = await keep_line(world.ada, place, name)
    assert "You already keep 10 lines of this match." in reply_text(refused)
    assert copied(name) in reply_text(refused)
