"""Puzzles: private attempts, and the comments on them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.pages.forms import FIELD
from bot.pages.layout import control
from extensions.training.club.puzzles import Puzzles
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of
from tests.extensions.training.bot.solving import open_puzzle, try_move
from tests.sample_puzzles import JUMP, TRIO, TWO, add

pytestmark = [pytest.mark.club(computers=True), pytest.mark.usefixtures("with_sample_puzzles")]


async def solve(world: World, page: Any) -> Any:
    """Solve the Scala puzzle as Ada, and return the last page."""
    return await try_move(world, await try_move(world, page, "d11", "f13"), "f12-f14")


async def test_a_puzzle_is_solved_move_by_move(world: World) -> None:
    page = await open_puzzle(world)
    assert text_of(page).startswith(
        "### Scala: Win in two\n-# Puzzle scala-901 · rated 1500, about your level\nYou are "
        "**O**. Win within two turns, whatever X plays.\n"
    )
    assert "O to move" in alt_of(page)
    assert labels_of(page)[-2:] == ["Type", "Show me"]
    page = await try_move(world, page, "d11", "f13")
    assert "Yes, **d11-f13**. X answers **e12-e11**. Now win this turn." in text_of(page)
    assert "Last turn: X e12-e11." in alt_of(page)
    page = await try_move(world, page, "f12-f14")
    words = text_of(page)
    assert "**f12-f14**. Solved on the first try.\n" in words
    assert "Your rating in Scala puzzles: 1500 → **" in words
    assert "O wins" in alt_of(page)
    assert labels_of(page) == ["Next puzzle", "See the solution"]


async def test_a_theme_can_be_chosen_and_is_named_after_solving(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, "puzzle", "theme", "jum")
    assert [choice["name"] for choice in offered] == ["Chain of jumps"]
    puzzle = await world.ada.slash(world.channel, "puzzle", theme="chain of jumps")
    page = puzzle.response
    assert "Chain" not in text_of(page)
    words = text_of(await solve(world, page))
    assert "-# **Chain of jumps**: A stone jumps several times in one turn." in words
    refusal = await world.ada.slash(world.channel, "puzzle", theme="Castling")
    assert "There are no puzzles with the theme “Castling”. The themes are " in reply_text(refusal)


async def test_a_wrong_move_is_reported_and_can_be_retried(world: World) -> None:
    page = await try_move(world, await open_puzzle(world), "f10", "d8")
    words = text_of(page)
    assert "**f10-d8(:d8 e9)** isn't right.\nYour rating in Scala puzzles: 1500 → **1" in words
    assert labels_of(page) == ["Try again", "Show me", "Next puzzle"]
    again = (await world.ada.click(page, label="Try again")).response
    assert "· already tried\n" in text_of(again)
    assert "Next puzzle" in labels_of(again)
    page = await solve(world, again)
    assert "**f12-f14**. Solved." in text_of(page)
    assert "Your rating" not in text_of(page)


async def test_the_refutation_of_a_wrong_move_is_shown_on_the_board(club: World) -> None:
    page = await try_move(club, await open_puzzle(club), "f10", "d8")
    assert "**f10-d8(:d8 e9)** isn't right. Looking for the reply…" in text_of(page)
    await club.think()
    words = text_of(page)
    assert "**f10-d8(:d8 e9)** isn't right. X answers **" in words
    assert "Looking" not in words
    assert "Last turn: X " in alt_of(page)


async def test_a_puzzle_for_three_players_names_the_third_seat(club: World) -> None:
    add(TRIO)
    page = await open_puzzle(club, "passtally")
    assert "You are **Violet**. Find the turn that scores the most points." in text_of(page)
    assert "Violet to move" in alt_of(page)
    page = await try_move(club, page, "W1", "W2")
    assert "Yes, **W1-W2**. It's still your turn." in text_of(page)
    wrong = await try_move(club, page, "S6", "W1")
    await club.think()
    assert "After that your turn scores at most 4 points. The best turn scores 5." in text_of(wrong)
    page = (await club.ada.click(wrong, label="Try again")).response
    solved = await try_move(club, page, "S6", "W3")
    assert "**S6-W3**. Solved." in text_of(solved)
    assert "Scores: Amber 9, Teal 15, Violet 11." in alt_of(solved)
    solution = (await club.ada.click(solved, label="See the solution")).response
    assert "Move 1 of 2: Violet plays **S6-W2**." in text_of(solution)


async def test_a_late_refutation_does_not_overwrite_the_next_attempt(club: World) -> None:
    page = await try_move(club, await open_puzzle(club), "f10", "d8")
    again = (await club.ada.click(page, label="Try again")).response
    await club.think()
    assert "isn't right" not in text_of(again)
    assert labels_of(again)[-3:] == ["Type", "Show me", "Next puzzle"]


async def test_a_move_can_be_typed(world: World) -> None:
    page = await open_puzzle(world)
    window = await world.ada.click(page, label="Type")
    refusal = await world.ada.submit_modal(window, {FIELD: "to the left"})
    assert "“to the left” isn't a turn in Scala." in reply_text(refusal)
    assert "### Scala: Win in two" in reply_text(refusal)
    window = await world.ada.click(refusal.response, label="Type again")
    page = (await world.ada.submit_modal(window, {FIELD: " D11 F13 "})).response
    assert "Yes, **d11-f13**." in text_of(page)


async def test_show_me_steps_through_the_solution_and_counts_as_a_failure(world: World) -> None:
    page = (await world.ada.click(await open_puzzle(world), label="Show me")).response
    assert "Move 1 of 3: O plays **d11-f13**.\n-# **d11-f13** e12-e11 f12-f14" in text_of(page)
    assert "Your rating in Scala puzzles: 1500 → **1" in text_of(page)
    for _ in range(2):
        page = (await world.ada.click(page, label="Next move")).response
    assert "Move 3 of 3: O plays **f12-f14**." in text_of(page)
    assert "O wins" in alt_of(page)
    assert "Your rating" not in text_of(page)
    with world.env.time_context():
        record = await world.bot.club.part(Puzzles).record_of(world.ada.id)
    assert (record.tried, record.solved, record.streak) == (1, 0, 0)
    again = await world.click_anyway(world.ada, page, control("puzzleat", JUMP.key, "0", ""))
    page = await solve(world, again.response)
    assert "**f12-f14**. That's it." in text_of(page)
    with world.env.time_context():
        record = await world.bot.club.part(Puzzles).record_of(world.ada.id)
    assert (record.solved, record.streak) == (0, 0)


async def test_a_puzzle_stays_until_attempted_and_is_not_repeated(world: World) -> None:
    first = text_of(await open_puzzle(world, "skirt"))
    page = await open_puzzle(world, "skirt")
    assert text_of(page) == first
    page = (await world.ada.click(page, label="Show me")).response
    page = (await world.ada.click(page, label="Next puzzle")).response
    assert text_of(page).split("\n")[1] != first.split("\n")[1]
    page = (await world.ada.click(page, label="Show me")).response
    answered = await world.ada.click(page, label="Next puzzle")
    assert "You've solved every Skirt puzzle." in reply_text(answered)


async def test_failed_puzzles_return_once_all_others_are_used(world: World) -> None:
    page = await try_move(world, await open_puzzle(world), "f10", "d8")
    page = (await world.ada.click(page, label="Next puzzle")).response
    assert "Puzzle scala-901" in text_of(page)
    assert "· already tried\n" in text_of(page)
    page = await solve(world, page)
    answered = await world.ada.click(page, label="Next puzzle")
    assert "You've solved every Scala puzzle." in reply_text(answered)


async def test_without_a_game_the_puzzle_is_from_a_game_the_user_plays(world: World) -> None:
    await world.start_match("scala")
    assert "### Scala: " in text_of(await open_puzzle(world, None))
    assert "### Scala: " in text_of(await open_puzzle(world, None, actor=world.ben))
    assert "### " in text_of(await open_puzzle(world, None, actor=world.cy))
    reply = await world.ada.slash(world.channel, "puzzle", game="passtally")
    assert reply_text(reply) == "There are no Passtally puzzles yet. Choose Scala, Skirt."


async def test_the_profile_shows_puzzle_results(club: World) -> None:
    await solve(club, await open_puzzle(club))
    await club.env.advance_time(timedelta(days=1).total_seconds())
    page = await open_puzzle(club, "skirt")
    if "skirt-902" not in text_of(page):
        page = (await club.ada.click(page, label="Show me")).response
        page = (await club.ada.click(page, label="Next puzzle")).response
    window = await club.ada.click(page, label="Type")
    page = (await club.ada.submit_modal(window, {FIELD: "d7-d4"})).response
    assert "2 days in a row." in text_of(page)
    words = reply_text(await club.ada.slash(club.channel, "profile"))
    assert "**Puzzles** · **1" in words
    assert "?** in Skirt" in words
    assert "solved, " in words
    assert "streak: **2 days**." in words
    assert "**Puzzles**" in reply_text(
        await club.ben.slash(club.channel, "profile", member=club.ada)
    )
    with club.env.time_context():
        await club.bot.club.personal_data.show_globally(club.ada.id, False)
    hidden = reply_text(await club.ben.slash(club.channel, "profile", member=club.ada))
    assert "**Puzzles**" not in hidden


async def test_a_repeated_click_counts_once(world: World) -> None:
    page = await open_puzzle(world)
    control_id = control("puzzletry", JUMP.key, "0", "f10/d8")
    await world.click_anyway(world.ada, page, control_id)
    await world.click_anyway(world.ada, page, control_id)
    with world.env.time_context():
        record = await world.bot.club.part(Puzzles).record_of(world.ada.id)
    assert [each.played for each in record.ratings] == [1]


FORGED = [
    (("puzzleat", "scala-999", "0", ""), "That puzzle no longer exists."),
    (("puzzleat", "../scala", "0", ""), "That puzzle no longer exists."),
    (("puzzleat", JUMP.key, "", ""), "This button is out of date."),
    (("puzzleat", JUMP.key, "zzzzzzzz", ""), "This button is out of date."),
    (("puzzleat", JUMP.key, "0", "zz"), "out of date"),
    (("puzzlegroup", JUMP.key, "0", "d11/q"), "out of date"),
    (("puzzletry", JUMP.key, "0", "zz"), "zz"),
    (("puzzletry", TWO.key, "0", ""), "Choose an empty outer cell"),
    (("puzzlenext", "go"), "no game"),
    (("puzzlestep", JUMP.key, "x"), "isn't a number"),
    (("daily", "2026-13-99"), "That puzzle no longer exists."),
    (("dailysolution", "x"), "That puzzle no longer exists."),
]
"""Forged controls, and the answers to them."""


async def test_forged_controls_get_a_friendly_answer(world: World) -> None:
    page = await open_puzzle(world)
    for forged, words in FORGED:
        answered = await world.click_anyway(world.ada, page, control(*forged))
        assert words in reply_text(answered), forged
        assert "went wrong" not in reply_text(answered), forged
