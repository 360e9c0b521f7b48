"""Asking to end a match without a result."""

from __future__ import annotations

from sqlalchemy import update

from club.paces import DAY
from storage.matches.match import MATCHES
from tests.bot.matches.agreeing import latest_pings
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def test_players_agree_to_end_a_match_on_the_more_page(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="3d")
    page = await world.ben.click(place.last_message, label="More")
    assert "Abort" in labels_of(page.response)
    assert "Ask to end the match" not in labels_of(page.response)
    for _ in range(2):
        await world.make_a_move(place)
    page = await world.ben.click(place.last_message, label="More")
    asked = await world.ben.click(page.response, label="Ask to end the match")
    assert "You asked to end the match without a result. Waiting for Ada" in reply_text(asked)
    card = place.last_message
    assert "**Ben** asks to end the match without a result." in text_of(card)
    assert "it ends" not in text_of(card)
    agreed = await world.ada.click(card, label="Agree")
    assert "Match 1 ended without a result." in reply_text(agreed)
    assert "Aborted: it doesn't count. The players agreed to end it." in text_of(place.last_message)


async def test_a_card_warns_someone_who_has_been_silent_for_a_month(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="none")
    for _ in range(2):
        await world.make_a_move(place)
    began = world.env.now() - 30 * DAY
    async with world.bot.club.store.write() as tx:
        await tx.execute(update(MATCHES).values(turn_started_at=began))
    page = await world.ben.click(place.last_message, label="More")
    await world.ben.click(page.response, label="Ask to end the match")
    assert "Without a move or an answer, it ends <t:" in text_of(place.last_message)
    assert latest_pings(world) == [world.ada.id]
