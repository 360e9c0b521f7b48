"""Taking back moves, immediately or by agreement."""

from __future__ import annotations

import pytest

from tests.bot.matches.agreeing import (
    card_of,
    cards_of_turn,
    latest_pings,
    members_by_seat,
    methods_since,
    place_first_markers,
    start_match_of_three,
    start_small_match,
)
from tests.bot.simulated import World, labels_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")

ASKED = "**Ada** asks to take back **e1** (Ada) and **a2-b2** (Ben)."


async def texts(world: World) -> list[str]:
    return [each.text for each in (await world.bot.club.matches.find(1)).played]


async def test_an_unanswered_move_is_taken_back_immediately(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "move", move="e1")
    card = card_of(place)
    before = len(world.env.http_requests)
    back = await world.ada.slash(place, "takeback")
    # The reply to the command, the card of the reopened turn, and the former card.
    assert methods_since(world, before) == ["POST", "POST", "PATCH"]
    assert latest_pings(world) == []
    assert back.ephemeral
    assert "Taken back: **e1** (Ada). Ada is to move." in reply_text(back)
    assert await texts(world) == []
    former = next(message for message in place.history() if message.id == card.id)
    assert "Taken back." in text_of(former)
    assert labels_of(former) == []
    assert f"{world.ada.mention} (White) to move" in text_of(card_of(place))
    await world.restart()
    await world.ada.slash(place, "move", move="d1")
    assert await texts(world) == ["d1"]
    page = await world.ada.click(card_of(place), label="More")
    back = await world.ada.click(page.response, label="Take back d1")
    assert "Taken back: **d1** (Ada)." in reply_text(back)
    assert await texts(world) == []


async def test_taking_back_an_answered_move_needs_consent(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "move", move="e1")
    await world.ben.slash(place, "move", move="a2-b2")
    before = len(world.env.http_requests)
    request = await world.ada.slash(place, "takeback")
    assert methods_since(world, before) == ["POST", "POST", "DELETE"]
    assert (
        "You asked to take back **e1** (Ada) and **a2-b2** (Ben). Waiting for Ben to answer."
        in reply_text(request)
    )
    card = text_of(card_of(place))
    assert ASKED in card
    assert f"{world.ben.mention}, do you agree?" in card
    assert latest_pings(world) == [world.ben.id]
    assert len(cards_of_turn(place, 3)) == 1
    await world.restart()
    before = len(world.env.http_requests)
    agreed = await world.ben.click(card_of(place), label="Agree")
    assert methods_since(world, before) == ["POST", "POST", "PATCH"]
    assert agreed.ephemeral
    assert "Taken back: **e1** (Ada) and **a2-b2** (Ben). Ada is to move." in reply_text(agreed)
    assert await texts(world) == []
    assert latest_pings(world) == [world.ada.id]
    assert "asks to take back" not in text_of(card_of(place))


async def test_an_outdated_page_does_not_take_back_a_later_move(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "move", move="e1")
    page = await world.ada.click(card_of(place), label="More")
    await world.ben.slash(place, "move", move="a2-b2")
    await world.ada.slash(place, "move", move="d1-d2")
    late = await world.ada.click(page.response, label="Take back e1")
    assert "Match 1 has moved on." in reply_text(late)
    assert "Take back d1-d2" in labels_of(late.response)
    assert await texts(world) == ["e1", "a2-b2", "d1-d2"]


async def test_a_player_who_has_not_moved_cannot_take_back(world: World) -> None:
    place = await start_small_match(world)
    refusal = await world.ben.slash(place, "takeback")
    assert refusal.ephemeral
    assert "You have no move to take back." in reply_text(refusal)
    page = await world.ben.click(card_of(place), label="More")
    assert not [label for label in labels_of(page.response) if "ake back" in label]


async def test_taking_back_half_a_turn_replaces_the_card_that_shows_it(world: World) -> None:
    place = await start_match_of_three(world)
    await place_first_markers(world, place)
    _, _, third = await members_by_seat(world)
    # The card of a mid-turn offer shows the current board.
    await third.slash(place, "draw")
    former = card_of(place)
    before = await texts(world)
    await third.slash(place, "takeback")
    assert await texts(world) == before[:-1]
    assert card_of(place).id != former.id
    assert "offers a draw" not in text_of(card_of(place))
    assert former.id not in [message.id for message in place.history()]
    assert latest_pings(world) == []
