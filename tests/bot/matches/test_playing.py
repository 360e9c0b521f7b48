"""Playing by clicks and by typing, also out of turn, too late or across a restart."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interface.options import Choices, empty_on_failure
from club.matches.match import Match
from tests.bot.simulated import (
    World,
    alt_of,
    choose_step,
    click_through,
    components_of,
    labels_of,
    reply_text,
    text_of,
)


def mover(world: World, match: Match) -> Any:
    player = match.player_to_move
    assert player is not None
    return next(each for each in (world.ada, world.ben, world.cy) if each.id == player.user_id)


async def play_by_clicks(world: World, place: Any, match: Match, move: tuple[str, ...]) -> Any:
    """Build and confirm a move in the panel of the latest card, and return the reply."""
    actor = mover(world, match)
    panel = await actor.click(place.last_message, label="Play")
    page = await click_through(actor, panel.response, match.position, move)
    return await actor.click(page, label=f"Play {match.position.text(move)}")


@pytest.mark.slow
async def test_a_whole_match_of_skirt_can_be_clicked_across_a_restart(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    random = Random(3)
    turns = 0
    while not (match := await world.bot.club.matches.find(1)).is_over:
        if turns == 5:
            await world.restart()
        move = random.choice(match.position.moves())
        answer = await play_by_clicks(world, place, match, move)
        assert f"You played **{match.position.text(move)}**" in reply_text(answer)
        turns += 1
    result = place.last_message
    assert result is not None
    assert "match 1 · finished" in text_of(result)
    assert "wins." in text_of(result)
    assert labels_of(result) == ["Rematch", "History", "Rules", "Text board"]
    # Each turn and the result have a card, and only the last one has controls.
    cards = [message for message in place.history() if message.attachments]
    assert len(cards) == turns + 1
    assert all(labels_of(card) == [] for card in cards[:-1])


@pytest.mark.slow
async def test_a_whole_match_of_scala_can_be_typed_across_a_restart(world: World) -> None:
    place = await world.start_match("scala")
    random = Random(5)
    turns = 0
    while not (match := await world.bot.club.matches.find(1)).is_over:
        if turns == 7:
            await world.restart()
        # Prefer forward moves, so that the match ends soon.
        moves = match.position.moves()
        ahead = sorted(moves, key=lambda each: (progress(match, each), random.random()))
        text = match.position.text(ahead[-1])
        played = await mover(world, match).slash(place, "move", move=text)
        assert f"You played **{text}**" in reply_text(played)
        assert played.ephemeral
        turns += 1
        assert turns < 300
    assert place.last_message is not None
    assert "finished" in text_of(place.last_message)


def progress(match: Match, move: tuple[str, ...]) -> int:
    ahead = int(move[-1][1:]) - int(move[0][1:])
    return ahead if match.position.to_move == 1 else -ahead


async def test_a_turn_posts_one_card_and_mentions_the_next_player_once(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    first, cards = place.last_message, len(place.history())
    uploaded = [each.id for each in first.attachments]
    before = len(world.env.http_requests)
    await world.ada.slash(place, "move", move="e1")
    # The reply to the command, the new card, and the old card without its controls.
    requests = world.env.http_requests[before:]
    assert [request.method for request in requests] == ["POST", "POST", "PATCH"]
    (card,) = place.history()[cards:]
    assert text_of(card).count(world.ben.mention) == 1
    assert world.ada.mention not in text_of(card)
    assert [user.id for user in card.mentions] == [world.ben.id]
    assert "e1" in alt_of(card)
    # The earlier card keeps its picture as a thumbnail.
    former = place.history()[cards - 1]
    (section,) = [each for each in components_of(former) if each["type"] == 9]
    assert section["accessory"]["type"] == 11
    assert section["accessory"]["description"] == alt_of(first)
    assert [each.id for each in former.attachments] == uploaded
    assert all(each["type"] != 12 for each in components_of(former))


async def test_autocomplete_suggests_moves(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    offered = await world.ada.autocomplete(place, "move", "move", "a")
    assert [each["value"] for each in offered] == ["a1", "a2", "a3", "a4"]
    await world.ada.slash(place, "move", move="a1")
    offered = await world.ben.autocomplete(place, "move", "move", "")
    assert len(offered) == 25
    offered = await world.ben.autocomplete(place, "move", "move", "A2 B")
    assert [each["value"] for each in offered] == ["a2-b2", "a2-b3"]
    for other in (world.ada, world.cy):
        assert await other.autocomplete(place, "move", "move", "") == []
    for match in ("99", "the first"):
        assert await world.ben.autocomplete(place, "move", "move", "a", match=match) == []


async def test_a_failing_autocomplete_returns_no_choices(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(owner: Any, interaction: Any, typed: str) -> Choices:
        raise LookupError(typed)

    nowhere: Any = SimpleNamespace(locale=discord.Locale.american_english)
    assert await empty_on_failure(fail)(world.bot.front, nowhere, "a") == []
    assert "LookupError" in caplog.text


async def test_illegal_and_incomplete_moves_are_explained_privately(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    before = place.history()
    refusal = await world.ada.slash(place, "move", move="d4")
    assert refusal.ephemeral
    assert "d4" in reply_text(refusal)
    assert place.history() == before
    assert (await world.bot.club.matches.find(1)).ply == 0
    await world.ada.slash(place, "move", move="e1")
    refusal = await world.ben.slash(place, "move", move="a2")
    assert "a2 is only the start of a move" in reply_text(refusal)
    assert "a2-b2" in reply_text(refusal)


async def test_only_the_player_whose_turn_it_is_can_move(world: World) -> None:
    place = await world.start_match("skirt")
    typed = await world.ben.slash(place, "move", move="a1")
    assert "match 1 (Ada)" in reply_text(typed)
    clicked = await world.ben.click(place.last_message, label="Play")
    assert "Ada (White) is to move" in reply_text(clicked)
    assert typed.ephemeral
    assert clicked.ephemeral
    clicked = await world.cy.click(place.last_message, label="Play")
    assert "You aren't in match 1" in reply_text(clicked)
    typed = await world.cy.slash(place, "move", move="a1", match="1")
    assert "Only Ada and Ben can play in this match" in reply_text(typed)
    resigned = await world.cy.slash(place, "resign", match="1")
    assert "You aren't in match 1" in reply_text(resigned)


async def test_a_stale_card_links_to_the_current_one(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    card = place.last_message
    assert card is not None
    play = world.control_of(card, "Play")
    await world.ada.slash(place, "move", move="e1")
    stale = await world.click_anyway(world.ada, card, play)
    present = place.last_message
    assert present is not None
    assert "Match 1 has moved on" in reply_text(stale)
    assert present.jump_url in reply_text(stale)


async def test_a_stale_panel_is_replaced_by_a_link(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    panel = await world.ada.click(place.last_message, label="Play")
    panel = await choose_step(world.ada, panel.response, "e1")
    await world.ada.slash(place, "move", move="a1")
    late = await world.ada.click(panel.response, label="Play e1")
    assert "Match 1 has moved on" in reply_text(late)
    assert labels_of(late.response) == []
    assert (await world.bot.club.matches.find(1)).ply == 1


async def test_the_panel_shows_the_partial_move_and_goes_back_one_step(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await world.ada.slash(place, "move", move="e1")
    panel = await world.ben.click(place.last_message, label="Play")
    assert panel.ephemeral
    first = labels_of(panel.response)
    empty = await panel.response.attachments[0].read()
    panel = await choose_step(world.ben, panel.response, "a2")
    assert "a2" in text_of(panel.response)
    assert await panel.response.attachments[0].read() != empty
    panel = await world.ben.click(panel.response, label="Back")
    assert labels_of(panel.response) == first


async def test_moving_without_a_match_explains_how_to_start_one(world: World) -> None:
    refusal = await world.ada.slash(world.channel, "move", move="a1")
    assert "You have no matches in progress in this channel" in reply_text(refusal)
    for number in ("99", "0", "-1", "seventeen", "9" * 30):
        refusal = await world.ada.slash(world.channel, "move", move="a1", match=number)
        assert refusal.ephemeral
        assert "match" in reply_text(refusal)


async def test_a_match_from_another_server_is_not_found(world: World) -> None:
    await world.start_match("skirt")
    other = world.env.create_guild("Other")
    elsewhere = other.create_text_channel("games")
    stranger = other.add_member(world.env.create_user("dee"))
    refusal = await stranger.slash(elsewhere, "match", match="1")
    assert "There is no match 1 in this server" in reply_text(refusal)
