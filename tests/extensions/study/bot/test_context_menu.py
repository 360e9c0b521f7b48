"""The entry of Discord's context menu that explores the position of a card."""

from __future__ import annotations

from datetime import timedelta

from tests.bot.matches.test_history import play_out
from tests.bot.simulated import World, labels_of, reply_text


async def test_a_card_opens_the_explorer_at_its_own_position(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    first = place.last_message
    await world.make_a_move(place)
    page = await world.cy.context_menu(place, "Explore this position", first)
    assert "|0" in world.control_of(page.response, "Back to the match")
    page = await world.cy.context_menu(place, "Explore this position", place.last_message)
    assert page.ephemeral
    back = await world.cy.click(page.response, label="Back to the match")
    assert "Ada" in reply_text(back)


async def test_the_final_board_of_a_match_opens_its_history(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_out(world)
    await world.pass_time(timedelta(minutes=1))
    page = await world.cy.context_menu(place, "Explore this position", place.last_message)
    assert "Save as text" in labels_of(page.response)
    assert f"match {match.id}" in reply_text(page)


async def test_an_unrelated_message_gets_a_friendly_answer(world: World) -> None:
    message = await world.cy.send(world.channel, "hello")
    page = await world.ada.context_menu(world.channel, "Explore this position", message)
    assert page.ephemeral
    assert "This message isn't one of my recent boards" in reply_text(page)


async def test_a_card_in_a_hidden_channel_cannot_be_explored(world: World) -> None:
    outsider = world.guild.add_member(world.env.create_user("mia", global_name="Mia"))
    hidden = world.hidden_channel(outsider)
    await world.start_match("skirt", channel=hidden)
    message = await outsider.send(world.channel, "mine")
    page = await outsider.context_menu(world.channel, "Explore this position", message)
    assert "This message isn't one of my recent boards" in reply_text(page)
