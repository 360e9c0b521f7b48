"""Guessing the moves of finished matches: private pages, searches, and posted results."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from bot.pages.forms import FIELD
from bot.pages.layout import control
from storage.matches.match import MATCHES
from tests.bot.simulated import World, alt_of, choose_step, labels_of, reply_text, text_of

ROUNDS = 5


async def finish_match(world: World) -> Any:
    """Play a match that Ben resigns after five turns each, and return its place."""
    place = await world.start_match("skirt")
    for _ in range(2 * ROUNDS):
        await world.make_a_move(place)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    return place


async def open_seats(world: World, place: Any, actor: Any = None) -> Any:
    """Open the choice of a seat from the history."""
    who = actor or world.ada
    history = await who.slash(place, "history", match="1")
    opened = await who.click(history.response, label="Guess the moves")
    assert opened.ephemeral
    return opened.response


async def played_at(world: World, ply: int) -> Any:
    return (await world.bot.club.matches.find(1)).played[ply]


async def guess(world: World, page: Any, *steps: str) -> Any:
    """Choose steps and play the guess as Ada, and return the next page."""
    for each in steps:
        page = (await choose_step(world.ada, page, each)).response
    label = next((each for each in labels_of(page) if each.startswith("Play ")), None)
    return page if label is None else (await world.ada.click(page, label=label)).response


async def type_guess(world: World, page: Any, text: str) -> Any:
    window = await world.ada.click(page, label="Type")
    return (await world.ada.submit_modal(window, {FIELD: text})).response


async def test_the_leaderboard_names_the_best_of_the_month(world: World) -> None:
    place = await world.start_match("skirt")
    for _ in range(2):
        await world.make_a_move(place)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    page = await open_seats(world, place, world.cy)
    page = (await world.cy.click(page, label="Ada (White)")).response
    window = await world.cy.click(page, label="Type")
    await world.cy.submit_modal(window, {FIELD: (await played_at(world, 0)).text})
    for game in ({}, {"game": "skirt"}):
        board = await world.ada.slash(world.channel, "leaderboard", **game)
        words = "**Guess the moves: best this month**\n1. Cy: 10 points in 1 match"
        assert words in text_of(board.response)
    board = await world.ada.slash(world.channel, "leaderboard", scope="everywhere")
    assert "Guess the moves" not in text_of(board.response)


async def test_a_match_is_guessed_move_by_move_and_the_result_is_posted(world: World) -> None:
    place = await finish_match(world)
    page = await open_seats(world, place)
    assert text_of(page).startswith("### Guess the moves: Skirt · match 1\n")
    assert "Whose moves do you want to guess?" in text_of(page)
    assert "The move that was played earns 10 points." in text_of(page)
    assert labels_of(page) == ["Ada (White)", "Ben (Black)", "Surprise me"]
    page = (await world.ada.click(page, label="Ben (Black)")).response
    for number in range(ROUNDS):
        before = await played_at(world, 2 * number)
        played = await played_at(world, 2 * number + 1)
        assert f"-# Guess {number + 1} of {ROUNDS} · {10 * number} points so far" in text_of(page)
        words = f"Ada played **{before.text}**. What did Ben play as **Black**?"
        assert words in text_of(page)
        await world.restart()
        page = await type_guess(world, page, played.text)
        assert f"Yes, Ben played **{played.text}**.\n**You get 10 points.**" in text_of(page)
        label = "Next move" if number < ROUNDS - 1 else "See the result"
        page = (await world.ada.click(page, label=label)).response
    result = "**50 of 50 points** as **Black**. Moves guessed right: 5 of 5."
    assert f"You scored {result}" in text_of(page)
    posted = await world.ada.click(page, label="Post it here")
    assert not posted.ephemeral
    assert reply_text(posted) == (
        "**Ada** guessed **Black**'s moves in a match of Skirt and scored **50 of 50 points**. "
        "Moves guessed right: 5 of 5."
    )
    repeated = await world.ada.click(page, label="Post it here")
    assert repeated.ephemeral
    assert "I've already posted that." in reply_text(repeated)
    opened = await world.ben.click(posted.response, label="Guess the moves")
    assert opened.ephemeral
    assert "Whose moves do you want to guess?" in reply_text(opened)


async def test_a_guess_is_entered_with_buttons(world: World) -> None:
    page = await open_seats(world, await finish_match(world))
    page = (await world.ada.click(page, label="Ada (White)")).response
    assert "What did Ada play as **White**?" in text_of(page)
    assert "White to move" in alt_of(page)
    played = await played_at(world, 0)
    page = await guess(world, page, *played.move)
    assert f"Yes, Ada played **{played.text}**." in text_of(page)


async def test_a_reader_can_look_and_a_bad_text_is_refused(world: World) -> None:
    page = await open_seats(world, await finish_match(world))
    page = (await world.ada.click(page, label="Ada (White)")).response
    page = await type_guess(world, page, "to the left")
    assert "“to the left” isn't" in text_of(page)
    played = await played_at(world, 0)
    page = (await world.ada.click(page, label="Show me")).response
    assert f"Ada played **{played.text}**.\n**You get 0 points.**" in text_of(page)
    page = (await world.ada.click(page, label="Next move")).response
    assert "-# Guess 2 of 5 · 0 points so far" in text_of(page)


@pytest.mark.club(computers=True)
async def test_a_computer_judges_guesses_in_the_background(club: World) -> None:
    page = await open_seats(club, await finish_match(club))
    assert "The best move earns 10 points." in text_of(page)
    page = (await club.ada.click(page, label="Ada (White)")).response
    position = (await played_at(club, 0)).before
    text = position.text(position.moves()[-1])
    page = await type_guess(club, page, text)
    assert f"Your move is **{text}**. Thinking…" in text_of(page)
    assert labels_of(page) == ["Refresh"]
    await club.think()
    words = text_of(page)
    assert f"Your move **{text}**: winning chance " in words
    assert "The move played **" in words
    assert labels_of(page) == ["Next move"]


@pytest.mark.club(computers=True)
async def test_a_restart_while_thinking_leaves_a_button_to_judge_again(club: World) -> None:
    page = await open_seats(club, await finish_match(club))
    page = (await club.ada.click(page, label="Ada (White)")).response
    played = await played_at(club, 0)
    page = await type_guess(club, page, played.text)
    await club.restart()
    page = (await club.ada.click(page, label="Refresh")).response
    await club.think()
    assert f"Yes, Ada played **{played.text}**." in text_of(page)


async def test_made_up_and_outdated_controls_are_refused(world: World) -> None:
    page = await open_seats(world, await finish_match(world))
    page = (await world.ada.click(page, label="Ada (White)")).response
    for code in ("1.9.0.0", "7.0.0.0", "1.1.99.0", "x"):
        refused = await world.click_anyway(world.ada, page, control("guessat", 1, code, ""))
        assert "These guesses don't fit match 1." in reply_text(refused)
    for verb in ("guesslook", "guesspost"):
        code = "1.5.0.0" if verb == "guesslook" else "1.0.0.0"
        refused = await world.click_anyway(world.ada, page, control(verb, 1, code))
        assert "This button is out of date." in reply_text(refused)
    refused = await world.click_anyway(world.ada, page, control("guessat", 9, "1.0.0.0", ""))
    assert "match 9" in reply_text(refused)


async def test_a_running_match_has_no_button_and_is_refused(world: World) -> None:
    place = await world.start_match("skirt")
    await world.make_a_move(place)
    history = await world.ada.slash(place, "history", match="1")
    assert "Guess the moves" not in labels_of(history.response)
    refused = await world.click_anyway(world.ada, history.response, control("guess", 1))
    assert "You can guess its moves when it's over." in reply_text(refused)


async def test_surprise_me_suggests_a_visible_match(world: World) -> None:
    page = await open_seats(world, await finish_match(world))
    page = (await world.ada.click(page, label="Surprise me")).response
    assert text_of(page).startswith("### Guess the moves: Skirt · match 1\n")
    async with world.bot.club.store.write() as tx:
        await tx.execute(update(MATCHES).values(rated=False))
    refused = await world.ada.click(page, label="Surprise me")
    assert "I need a rated one with a winner and 10 to 40 turns" in reply_text(refused)
