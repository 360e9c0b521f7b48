"""Silent seats of event matches of two on Discord: who offers them, and what the card says."""

from __future__ import annotations

from typing import Any

from club.matches.match import Match
from club.paces import DAY
from tests.bot.simulated import World, labels_of, reply_text, text_of
from tests.extensions.events.bot.cups import SOON, card_of


async def silent_match(world: World, olga: Any) -> Match:
    """A match of Ada and Ben in a ladder, in which the time of one has run out."""
    await olga.slash(
        world.channel, "event open", format="ladder", game="skirt", pace="1d", substitutes=True
    )
    for each in (world.ada, world.ben):
        await each.click(card_of(world), label="Join")
    choices = await world.ben.click(card_of(world), label="Challenge")
    await world.ben.click(choices.response, label="1st: Ada")
    await world.pass_time(SOON)
    match = await world.bot.club.matches.find(1)
    for _ in range(6):
        assert match.player_to_move is not None
        with world.env.time_context():
            move, user_id = match.position.moves()[0], match.player_to_move.user_id
            match = await world.bot.club.matches.play(1, user_id, move)
    while match.vacancy is None:
        await world.pass_time(DAY / 2)
        match = await world.bot.club.matches.find(1)
    return match


def match_card(world: World) -> Any:
    """The card of the only match."""
    places = (world.channel, *world.channel.threads)
    cards = (each for place in places for each in place.history() if "Play" in labels_of(each))
    return max(cards, key=lambda card: card.id)


async def test_an_organiser_offers_a_silent_seat_and_a_member_takes_it(world: World) -> None:
    olga = world.organiser()
    match = await silent_match(world, olga)
    assert "substitutes after a time-out" in text_of(card_of(world))
    assert match.vacancy is not None
    left = match.vacancy.name
    text = text_of(match_card(world))
    assert f"In the event it's a loss on time for {left}, unless they come back." in text
    assert {"Offer the seat", "Take it back"} <= {*labels_of(match_card(world))}
    refused = await world.cy.click(match_card(world), label="Offer the seat")
    assert "can play in this match" in reply_text(refused)
    offered = await olga.click(match_card(world), label="Offer the seat")
    assert "The seat is open." in reply_text(offered)
    assert "Anyone here can take it." in text_of(match_card(world))
    await world.cy.click(match_card(world), label="Take the seat")
    assert f"Cy plays for <@{match.vacancy.user_id}>, unrated." in text_of(match_card(world))
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    log = await admin.click(settings.response, label="Change log…")
    assert "**Olga** offered a seat in match 1 of event 1" in reply_text(log)


async def test_the_opponent_takes_the_win(world: World) -> None:
    match = await silent_match(world, world.organiser())
    assert match.vacancy is not None
    other = world.ben if match.vacancy.user_id == world.ada.id else world.ada
    choices = await other.click(match_card(world), label="Other choices")
    assert "have to choose the same" not in reply_text(choices)
    won = await other.click(choices.response, label="Take the win")
    assert "You've won on time." in reply_text(won)
    assert (await world.bot.club.matches.find(1)).is_over
