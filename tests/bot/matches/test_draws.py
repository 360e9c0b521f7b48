"""Draws by agreement: making, accepting, declining and withdrawing offers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.bot.matches.agreeing import (
    card_of,
    cards_of_turn,
    latest_pings,
    members_by_seat,
    methods_since,
    names_by_seat,
    play_first_move,
    start_match_of_three,
    start_small_match,
)
from tests.bot.simulated import World, labels_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")

OFFERED = "**Ada** offers a draw. Ben, do you agree?"


async def is_a_draw(world: World) -> bool:
    match = await world.bot.club.matches.find(1)
    return match.is_over and match.result is not None and not match.result["winners"]


async def by_command(world: World, place: Any) -> Any:
    """Move and offer a draw by command, as Ada."""
    await world.ada.slash(place, "move", move="e1")
    return await world.ada.slash(place, "draw")


async def by_typing(world: World, place: Any) -> Any:
    return await world.ada.slash(place, "move", move="e1", draw=True)


async def test_a_draw_is_offered_with_a_move_and_accepted(world: World) -> None:
    place = await start_small_match(world)
    before = len(world.env.http_requests)
    reply = await by_typing(world, place)
    assert methods_since(world, before) == ["POST", "POST", "PATCH"]
    assert "You offered a draw." in reply_text(reply)
    assert OFFERED in text_of(card_of(place))
    await world.restart()
    accepted = await world.ben.click(card_of(place), label="Accept draw")
    assert accepted.ephemeral
    assert "Match 1 is a draw." in reply_text(accepted)
    assert "**It's a draw. The players agreed on it.**" in text_of(place.last_message)
    assert latest_pings(world) == []
    assert await is_a_draw(world)


async def test_a_declined_draw_is_offered_again_after_the_next_move(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "move", move="e1")
    former = place.last_message
    before = len(world.env.http_requests)
    await world.ada.slash(place, "draw")
    # The reply to the command, the new card, and the removal of the former one.
    assert methods_since(world, before) == ["POST", "POST", "DELETE"]
    assert former.id not in [message.id for message in place.history()]
    assert len(cards_of_turn(place, 2)) == 1
    card = card_of(place)
    assert OFFERED in text_of(card)
    assert text_of(card).count(world.ben.mention) == 1
    assert latest_pings(world) == [world.ben.id]
    before = len(world.env.http_requests)
    declined = await world.ben.click(card, label="Decline draw")
    assert methods_since(world, before) == ["POST", "PATCH"]
    assert declined.ephemeral
    assert "Declined. The match continues." in reply_text(declined)
    assert card_of(place).id == card.id
    assert "offers a draw" not in text_of(card_of(place))
    assert labels_of(card_of(place)) == ["Play", "More", "Rules", "Text board"]
    again = await world.ada.slash(place, "draw")
    assert "You've already offered a draw since your last move." in reply_text(again)
    await play_first_move(world, place)
    await world.ada.slash(place, "move", move="d1-d2", draw=True)
    assert OFFERED in text_of(card_of(place))
    before = len(world.env.http_requests)
    await world.ben.click(card_of(place), label="Accept draw")
    # One updates the challenge's card, before or after the new board, which comes before the
    # old card loses its buttons.
    assert methods_since(world, before) in (
        ["POST", "POST", "PATCH", "PATCH"],
        ["POST", "PATCH", "POST", "PATCH"],
    )


async def test_an_offer_out_of_turn_mentions_the_opponent_and_is_made_once(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "draw")
    card = card_of(place)
    assert f"**Ada** offers a draw. {world.ben.mention}, do you agree?" in text_of(card)
    assert latest_pings(world) == [world.ben.id]
    again = await world.ada.slash(place, "draw")
    assert again.ephemeral
    assert "You've already asked. Waiting for Ben to answer." in reply_text(again)


async def test_an_offer_lapses_with_the_opponents_move(world: World) -> None:
    place = await start_small_match(world)
    await by_command(world, place)
    accept = world.control_of(card_of(place), "Accept draw")
    await world.ben.slash(place, "move", move="a2-b2")
    assert "offers a draw" not in text_of(card_of(place))
    late = await world.click_anyway(world.ben, card_of(place), accept)
    assert late.ephemeral
    assert "The match has moved on, so this offer has lapsed." in reply_text(late)
    assert place.last_message.jump_url in reply_text(late)
    assert not await is_a_draw(world)


async def test_an_offer_is_withdrawn_and_repeated_without_further_pings(world: World) -> None:
    place = await start_small_match(world)
    await by_command(world, place)
    card = card_of(place)
    decline = world.control_of(card, "Decline draw")
    own = await world.ada.click(card, label="Accept draw")
    assert "This is your own offer" in reply_text(own)
    page = await world.ada.click(card, label="More")
    withdrawn = await world.ada.click(page.response, label="Withdraw")
    assert "Withdrawn. The match continues." in reply_text(withdrawn)
    assert card_of(place).id == card.id
    assert "offers a draw" not in text_of(card_of(place))
    late = await world.click_anyway(world.ben, card, decline)
    assert "Ada has withdrawn this." in reply_text(late)
    for _ in range(2):
        assert "You offered a draw." in reply_text(await world.ada.slash(place, "draw"))
        withdrawn = await world.ada.click(card_of(place), label="Decline draw")
        assert "Withdrawn." in reply_text(withdrawn)
    await world.ada.slash(place, "draw")
    assert OFFERED in text_of(card_of(place))
    assert card_of(place).id == card.id


async def test_both_opponents_must_agree_in_a_three_player_match(world: World) -> None:
    place = await start_match_of_three(world)
    ada, second, third = await members_by_seat(world)
    _, *names = await names_by_seat(world)
    offered = await ada.slash(place, "draw")
    assert f"Waiting for {names[0]} and {names[1]} to answer" in reply_text(offered)
    card = card_of(place)
    assert sorted(latest_pings(world)) == sorted([second.id, third.id])
    first = await third.click(card, label="Accept draw")
    assert f"You agreed. Waiting for {names[0]} to answer." in reply_text(first)
    assert not await is_a_draw(world)
    assert f"{names[1]} agreed." in text_of(card_of(place))
    again = await third.click(card_of(place), label="Accept draw")
    assert "You've already agreed." in reply_text(again)
    await world.restart()
    await second.slash(place, "draw")
    assert await is_a_draw(world)


async def test_an_offer_made_with_half_a_turn_is_announced_immediately(world: World) -> None:
    place = await world.start_match("passtally")
    await play_first_move(world, place)
    match = await world.bot.club.matches.find(1)
    first = match.position.text(match.position.moves()[0])
    reply = await world.ben.slash(place, "move", move=first, draw=True)
    assert "You offered a draw. It's your turn again" in reply_text(reply)
    assert "**Ben** offers a draw." in text_of(card_of(place))
    assert latest_pings(world) == [world.ada.id]
    await world.ada.click(card_of(place), label="Accept draw")
    assert await is_a_draw(world)


async def test_an_offer_lapsing_mid_turn_keeps_its_card(world: World) -> None:
    place = await world.start_match("passtally")
    await play_first_move(world, place)
    await world.ada.slash(place, "draw")
    card = card_of(place)
    assert "**Ada** offers a draw." in text_of(card)
    await play_first_move(world, place)
    assert (await world.bot.club.matches.find(1)).position.is_mid_turn
    assert card_of(place).id == card.id
    assert "offers a draw" not in text_of(card_of(place))


async def test_an_offer_withdrawn_before_delivery_pings_no_one(world: World) -> None:
    place = await start_small_match(world)
    card = card_of(place)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=20)
    await world.ada.slash(place, "draw")
    await world.ada.slash(place, "draw")
    page = await world.ada.click(card, label="More")
    await world.ada.click(page.response, label="Withdraw")
    world.env.backend.faults.clear()
    await world.pass_time(timedelta(hours=2))
    assert card_of(place).id == card.id
    assert "offers a draw" not in text_of(card_of(place))
