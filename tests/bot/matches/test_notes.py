"""Private notes on matches: More, the form, the panel and the history."""

from __future__ import annotations

from typing import Any

from bot.interface.forms import FIELD
from tests.bot.simulated import World, labels_of, reply_text


async def write_note(member: Any, place: Any, text: str) -> Any:
    more = await member.click(place.last_message, label="More")
    form = await member.click(more.response, label="Note")
    return await member.submit_modal(form, {FIELD: text})


async def test_a_note_is_shown_to_its_writer_at_their_turn_and_in_the_history(
    world: World,
) -> None:
    place = await world.start_match("skirt", options="size 4")
    saved = await write_note(world.ada, place, "Block **f5**.\nThen k2.")
    assert saved.ephemeral
    assert reply_text(saved).startswith("Saved. Only you see it")
    await world.restart()
    panel = await world.ada.click(place.last_message, label="Play")
    assert r"-# Your note: Block \*\*f5\*\*. Then k2." in reply_text(panel)
    history = await world.ada.slash(place, "history")
    assert "Your note: Block" in reply_text(history)
    form = await world.ada.click(history.response, label="Note")
    assert "Block **f5**.\nThen k2." in form.modal["components"][0]["component"]["value"]
    assert reply_text(await world.ada.submit_modal(form, {FIELD: ""})) == "Your note is deleted."
    history = await world.ada.slash(place, "history")
    assert "Your note" not in reply_text(history)


async def test_others_neither_see_a_note_nor_write_one(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await write_note(world.ada, place, "Block f5.")
    for other in (world.ben, world.cy):
        assert "Block f5" not in reply_text(await other.slash(place, "history", match="1"))
    assert "Note" not in labels_of((await world.cy.slash(place, "history", match="1")).response)
    more = await world.cy.click(place.last_message, label="More")
    assert "Note" not in labels_of(more.response)
