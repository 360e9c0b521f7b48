"""Finished matches narrowed to an event."""

from __future__ import annotations

from tests.bot.matches.agreeing import start_small_match
from tests.bot.simulated import World, text_of


async def test_finished_matches_are_listed_by_event(world: World) -> None:
    place = await start_small_match(world)
    resigned = await world.ada.slash(place, "resign")
    await world.ada.click(resigned.response, label="Resign")
    await world.ada.slash(world.channel, "cup", game="skirt", players=4)
    listed = await world.cy.slash(world.channel, "matches", finished=True, member=world.ada)
    menu = f"sw|archive-event|{world.ada.id}"
    of_cup = await world.cy.select(listed.response, ["1"], custom_id=menu)
    assert "I found no finished matches" in text_of(of_cup.response)
    with_all = await world.cy.select(of_cup.response, ["any"], custom_id=menu)
    assert "**1** · Skirt vs Ben" in text_of(with_all.response)
