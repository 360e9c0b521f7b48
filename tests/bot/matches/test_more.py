"""The More page: the state of a match, and actions other than moving."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.additions import own_labels
from tests.bot.matches.agreeing import (
    card_of,
    members_by_seat,
    names_by_seat,
    pause_after_two_moves,
    play_first_move,
    start_match_of_three,
    start_small_match,
)
from tests.bot.simulated import World, labels_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")


async def test_a_player_sees_the_state_of_the_match_and_the_actions(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ada.click(card_of(place), label="More")
    assert page.ephemeral
    words = reply_text(page)
    assert "### Skirt (cells on a side: 4) · match 1\nTurn 1, 3 days per turn." in words
    assert "- Ada to move by <t:" in words
    assert "- Ben: 3 days for the next turn" in words
    assert own_labels(page.response) == [
        "History",
        "Offer a draw",
        "Ask to pause",
        "Abort",
        "Resign",
    ]


async def test_the_actions_depend_on_the_state_of_the_match(world: World) -> None:
    place = await start_small_match(world)
    await pause_after_two_moves(world, place)
    page = await world.ben.click(card_of(place), label="More")
    assert own_labels(page.response) == [
        "History",
        "Offer a draw",
        "Take back a2-b2",
        "Ask to resume",
        "Ask to end the match",
        "Resign",
    ]
    assert "3 days left. Clocks paused until <t:" in reply_text(page)
    page = await world.ada.click(card_of(place), label="More")
    assert "Ask to take back e1" in labels_of(page.response)


async def test_an_offer_can_be_accepted_on_the_page(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ada.click(card_of(place), label="More")
    own = await world.ada.click(page.response, label="Offer a draw")
    assert "You offered a draw. Waiting for Ben to answer." in reply_text(own)
    assert "**Ada** offers a draw." in text_of(own.response)
    assert labels_of(own.response)[0] == "Withdraw"
    assert "Offer a draw" not in labels_of(own.response)
    page = await world.ben.click(card_of(place), label="More")
    assert labels_of(page.response)[:2] == ["Accept draw", "Decline draw"]
    await world.restart()
    accepted = await world.ben.click(page.response, label="Accept draw")
    assert "Match 1 is a draw." in reply_text(accepted)
    assert "It's a draw. The players agreed on it." in text_of(accepted.response)
    assert own_labels(accepted.response) == ["History"]


async def test_a_player_can_change_their_mind_after_agreeing(world: World) -> None:
    place = await start_match_of_three(world)
    ada, second, _ = await members_by_seat(world)
    await ada.slash(place, "draw")
    page = await second.click(card_of(place), label="More")
    agreed = await second.click(page.response, label="Accept draw")
    assert f"You agreed. Waiting for {(await names_by_seat(world))[2]} to answer." in reply_text(
        agreed
    )
    assert labels_of(agreed.response)[0] == "Decline draw"
    await second.click(agreed.response, label="Decline draw")
    assert (await world.bot.club.matches.find(1)).offers == ()


async def test_a_player_who_left_can_only_view_the_match(world: World) -> None:
    place = await start_match_of_three(world)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    page = await world.ben.click(place.last_message, label="More")
    assert own_labels(page.response) == ["History"]


async def test_an_outdated_page_reports_the_result_of_the_offer(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "draw")
    page = await world.ben.click(card_of(place), label="More")
    await world.ada.click(card_of(place), label="Decline draw")
    late = await world.ben.click(page.response, label="Accept draw")
    assert "Ada has withdrawn this. The current board: " in reply_text(late)
    assert "Offer a draw" in labels_of(late.response)
    await play_first_move(world, place)
    late = await world.ben.click(late.response, label="Offer a draw")
    assert "Match 1 has moved on." in reply_text(late)
    fresh = await world.ben.click(late.response, label="Offer a draw")
    assert "You offered a draw. Waiting for Ada to answer." in reply_text(fresh)


async def test_an_outdated_page_reports_that_the_match_is_over(world: World) -> None:
    place = await start_small_match(world)
    page = await world.ben.click(card_of(place), label="More")
    await world.resign(world.ada, place)
    late = await world.ben.click(page.response, label="Offer a draw")
    assert "Match 1 is over: Ben (Black) wins." in reply_text(late)
    assert own_labels(late.response) == ["History"]


async def test_a_spectator_sees_the_match_but_cannot_act(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "draw")
    page = await world.cy.click(card_of(place), label="More")
    assert page.ephemeral
    assert "- Ada to move by <t:" in reply_text(page)
    assert "**Ada** offers a draw." in text_of(page.response)
    assert own_labels(page.response) == ["History", "Follow"]
    for control in ("ask|1|draw|0", "answer|1|1|yes", "answer|1|1|no"):
        forged = await world.click_anyway(world.cy, page.response, f"sw|{control}")
        assert "Only Ada and Ben can play in this match." in reply_text(forged)
    assert len((await world.bot.club.matches.find(1)).offers) == 1


async def test_without_a_time_limit_no_clocks_are_shown(world: World) -> None:
    place = await world.start_match("skirt", pace="none")
    page = await world.ada.click(card_of(place), label="More")
    assert "<t:" not in text_of(card_of(place))
    assert "Turn 1, no time limit." in reply_text(page)
    assert "Ask to pause" not in labels_of(page.response)
    assert "Ben:" not in reply_text(page)


async def test_every_players_time_bank_is_shown(club: World) -> None:
    place = await club.start_match("skirt", options="size 4", pace="3d+12h<5d")
    await club.pass_time(timedelta(hours=36))
    await play_first_move(club, place)
    page = await club.ben.click(card_of(place), label="More")
    assert "- Ada: 2 days for the next turn" in reply_text(page)


async def test_a_button_from_an_older_version_is_reported_as_such(world: World) -> None:
    place = await start_small_match(world)
    for control in ("ask|1|draw", "ask|1|flowers|0", "answer|1|1"):
        refusal = await world.click_anyway(world.ada, card_of(place), f"sw|{control}")
        assert refusal.ephemeral
        assert "This button is out of date." in reply_text(refusal)


async def test_a_nudge_shows_the_card_again_with_a_mention(world: World) -> None:
    place = await start_small_match(world)
    early = await world.ben.click(card_of(place), label="More")
    assert "Nudge Ada" not in labels_of(early.response)
    await world.pass_time(timedelta(hours=37))
    page = await world.ben.click(card_of(place), label="More")
    cards = len(place.history())
    nudged = await world.ben.click(page.response, label="Nudge Ada")
    assert "You nudged Ada." in reply_text(nudged)
    assert "Nudge Ada" not in labels_of(nudged.response)
    assert "-# Ben nudged Ada." in text_of(card_of(place))
    assert len(place.history()) == cards
    assert [user.id for user in place.last_message.mentions] == [world.ada.id]
