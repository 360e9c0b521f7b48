"""Matches of every game, from the first turn to the last."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from club.matches.match import Match
from rules.registry import GAMES
from tests.bot.simulated import (
    World,
    alt_of,
    choose_step,
    click_through,
    labels_of,
    reply_text,
    text_of,
)

EVERY_GAME = pytest.mark.parametrize("key", list(GAMES))


def mover(world: World, match: Match) -> Any:
    player = match.player_to_move
    assert player is not None
    return next(each for each in (world.ada, world.ben, world.cy) if each.id == player.user_id)


@pytest.mark.slow
@EVERY_GAME
async def test_turns_are_played_by_clicks(world: World, key: str) -> None:
    place = await world.start_match(key)
    random = Random(2)
    panel: Any = None
    for _ in range(12):
        match = await world.bot.club.matches.find(1)
        actor = mover(world, match)
        if not match.position.is_mid_turn:
            panel = await actor.click(place.last_message, label="Play")
        move = random.choice(match.position.moves())
        page = await click_through(actor, panel.response, match.position, move)
        confirm = next(each for each in labels_of(page) if each.startswith("Play "))
        panel = await actor.click(page, label=confirm)
        assert f"You played **{match.position.text(move)}**" in reply_text(panel)
    match = await world.bot.club.matches.find(1)
    cards = [message for message in place.history() if message.attachments]
    # There is one card at the start, and one for each completed turn.
    turns = sum(not played.after.is_mid_turn for played in match.played)
    assert len(cards) == 1 + turns
    assert 0 < len(alt_of(cards[-1])) <= 1024


async def challenge_two(world: World) -> Any:
    """Challenge Ben and Cy as Ada, who moves first."""
    return await world.ada.slash(
        world.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=world.ben,
        second_opponent=world.cy,
        seat=1,
    )


async def test_three_players_play_passtally(world: World) -> None:
    challenge = await challenge_two(world)
    await world.cy.click(challenge.response, label="Accept")
    assert "Cy accepted." in text_of(challenge.response)
    assert "For <@" in text_of(challenge.response)
    await world.ben.click(challenge.response, label="Accept")
    place = world.place()
    match = await world.bot.club.matches.find(1)
    assert [player.seat_name for player in match.players] == ["Amber", "Teal", "Violet"]
    assert "(Amber) to move" in text_of(place.last_message)


async def test_naming_two_opponents_or_a_third_seat_makes_a_match_for_three(
    world: World,
) -> None:
    named = {"opponent": world.ben, "second_opponent": world.cy}
    for number, chosen in enumerate((named, {"seat": 3}), 1):
        await world.ada.slash(world.channel, "challenge", game="passtally", **chosen)
        challenge = await world.bot.club.challenges.find(number)
        assert challenge.options == {"players": 3, "head-start": 0}
    refusal = await world.ada.slash(
        world.channel,
        "challenge",
        game="passtally",
        options="players 2",
        opponent=world.ben,
        second_opponent=world.cy,
    )
    assert "With these options, Passtally is for 2 players: you and 1 other." in reply_text(refusal)


async def test_a_head_start_is_on_the_board_and_in_a_rematch(world: World) -> None:
    challenge = await world.ada.slash(
        world.channel,
        "challenge",
        game="passtally",
        options="players 2, head-start 3",
        opponent=world.ben,
        seat=1,
    )
    assert "Passtally (head start 3)" in text_of(challenge.response)
    await world.ben.click(challenge.response, label="Accept")
    place = world.place()
    board = place.last_message
    assert "Passtally (head start 3)" in text_of(board)
    assert "Scores: Amber 3, Teal 0." in alt_of(board)
    panel = await world.ada.click(board, label="Play")
    assert "Scores: Amber 3, Teal 0." in alt_of(panel.response)
    await world.ada.slash(place, "move", move="N3")
    match = await world.bot.club.matches.find(1)
    assert match.options == {"players": 2, "head-start": 3}
    question = await world.ada.slash(place, "resign")
    await world.ada.click(question.response, label="Resign")
    await world.ada.click(place.last_message, label="Rematch")
    await world.ben.click(place.last_message, label="Accept")
    again = await world.bot.club.matches.find(2)
    assert again.options == match.options
    assert [player.name for player in again.players] == ["Ben", "Ada"]
    assert again.position.scores == (3, 0)


async def test_open_seats_fill_up_one_by_one(world: World) -> None:
    challenge = await world.ada.slash(
        world.channel, "challenge", game="passtally", options="players 3"
    )
    assert "2 seats are open" in reply_text(challenge)
    await world.ben.click(challenge.response, label="Accept")
    again = await world.ben.click(challenge.response, label="Accept")
    assert "You've already accepted" in reply_text(again)
    assert "Expires" in text_of(challenge.response)
    await world.cy.click(challenge.response, label="Accept")
    assert "match 1 has started" in text_of(challenge.response)


async def test_two_of_three_players_continue_after_one_leaves(world: World) -> None:
    challenge = await challenge_two(world)
    await world.ben.click(challenge.response, label="Accept")
    await world.cy.click(challenge.response, label="Accept")
    place = world.place()
    question = await world.ada.slash(place, "resign")
    assert "Ben and Cy will keep playing without you" in reply_text(question) or (
        "Cy and Ben will keep playing without you" in reply_text(question)
    )
    await world.ada.click(question.response, label="Resign")
    assert "Ada left the match. The others keep playing." in text_of(place.last_message)
    match = await world.bot.club.matches.find(1)
    assert not match.is_over
    current = match.player_to_move
    assert current is not None
    assert current.name != "Ada"
    refusal = await world.ada.slash(place, "move", move="N1", match="1")
    assert "You've left match 1" in reply_text(refusal)
    assert "no matches in progress" in reply_text(await world.ada.slash(place, "matches"))
    await world.restart()
    await world.resign(world.ben, place)
    match = await world.bot.club.matches.find(1)
    assert match.result is not None
    cy = next(player for player in match.players if player.name == "Cy")
    assert match.result["winners"] == [cy.seat]
    # The first player to leave comes last.
    assert "1. Cy · 2. Ben · 3. Ada (left)" in text_of(place.last_message)


async def test_hidden_tiles_stay_hidden(world: World) -> None:
    place = await world.start_match("passtally")
    match = await world.bot.club.matches.find(1)
    hidden = [kind for pile in match.stored.setup["deck"] for kind in pile[1:]]
    public = match.position.seen_by(None)
    assert "?" in public.encode()
    assert len(hidden) == 39
    board = await world.ada.slash(place, "match", text=True)
    offered = await world.ada.autocomplete(place, "move", "move", "")
    words = reply_text(board) + str(offered) + alt_of(place.last_message)
    face_up = {pile[0] for pile in match.stored.setup["deck"]}
    for kind in {"XX", "XA", "XB", "AA", "BB", "AB"} - face_up:
        assert f" {kind} " not in words


async def test_a_marker_move_but_no_tile_can_be_taken_back_in_the_panel(world: World) -> None:
    place = await passtally_with_markers(world)
    card = place.last_message
    panel = await world.ada.click(card, label="Play")
    panel = await choose_step(world.ada, panel.response, "N1")
    panel = await choose_step(world.ada, panel.response, "N2")
    panel = await world.ada.click(panel.response, label="Play N1-N2")
    version = (await world.bot.club.matches.find(1)).version
    board = await world.ben.slash(place, "match")
    refusal = await world.click_anyway(world.ben, board.response, f"sw|undo|1|{version}")
    assert "Ada (Amber) is to move" in reply_text(refusal)
    assert (await world.bot.club.matches.find(1)).ply == 9
    panel = await world.ada.click(panel.response, label="Take back N1-N2")
    assert "Taken back." in reply_text(panel)
    match = await world.bot.club.matches.find(1)
    assert (match.ply, match.position.text(match.position.moves()[-1])) == (8, "W1-W3")
    await world.restart()
    assert (await world.bot.club.matches.find(1)).position == match.position
    # The card is still current.
    panel = await world.ada.click(card, label="Play")
    assert "Take a tile" in reply_text(panel)
    await world.ada.slash(place, "move", move="1:c3-d3")
    panel = await world.ada.click(card, label="Play")
    assert not [label for label in labels_of(panel.response) if label.startswith("Take back")]
    version = (await world.bot.club.matches.find(1)).version
    refusal = await world.click_anyway(world.ada, panel.response, f"sw|undo|1|{version}")
    assert "the rules don't make them final" in reply_text(refusal)


async def passtally_with_markers(world: World) -> Any:
    """Start a match of Passtally, place all markers, and return its place."""
    place = await world.start_match("passtally")
    for text in ("N1", "N6", "S6", "S1", "W1", "W6", "E1"):
        match = await world.bot.club.matches.find(1)
        await world.play_silently(mover(world, match), text)
    await mover(world, await world.bot.club.matches.find(1)).slash(place, "move", move="E6")
    return place
