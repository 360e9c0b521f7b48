"""What stands beside a board: private notes, and what is usually played."""

from __future__ import annotations

from typing import Any

from bot.pages.forms import FIELD
from extensions.study.club.study import Study
from tests.bot.simulated import World, labels_of, reply_text, text_of


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


async def test_usual_moves_stand_in_the_first_panels_the_history_and_explore(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    for _ in range(3):
        await world.ada.slash(place, "move", move=await first_move(world, 1))
        await world.ben.slash(place, "move", move=await first_move(world, 1))
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
        await world.bot.club.part(Study).usual_moves.count_due()
    place = await world.start_match("skirt", options="size 4")
    usual = "-# Usually played here: **a1** (1 match, 100% won)."
    panel = await world.ada.click(place.last_message, label="Play")
    assert usual in reply_text(panel)
    history = await world.ada.slash(place, "history", match="2")
    assert usual in reply_text(history)
    assert "-# Matches with this position: [match 1](" in reply_text(history)
    explore = await world.ada.click(history.response, label="Explore")
    assert usual in text_of(explore.response)


async def first_move(world: World, match_id: int) -> str:
    position = (await world.bot.club.matches.find(match_id)).position
    return position.text(position.moves()[0])
