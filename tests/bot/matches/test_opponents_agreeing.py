"""Clocks, take-backs, pauses and draws in matches with computers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.opponent import choose
from tests.bot.matches.computers import make_move, match_of, start_match
from tests.bot.simulated import World, components_of, labels_of, reply_text, text_of

pytestmark = [pytest.mark.club(computers=True), pytest.mark.usefixtures("games_with_draws")]


async def test_no_clock_runs_on_the_computers_turn(club: World) -> None:
    place = await start_match(club, pace="10m")
    assert (await match_of(club)).deadline is not None
    await make_move(club, place, club.ada)
    match = await match_of(club)
    assert (match.deadline, match.stored.wakes_at) == (None, None)
    await club.pass_time(timedelta(days=400))
    await club.think()
    match = await match_of(club)
    assert not match.is_over
    assert match.deadline == club.env.now() + timedelta(minutes=10)
    assert match.record[1].time_left is None


async def test_a_computer_match_without_a_first_move_is_aborted(club: World) -> None:
    place = await start_match(club, pace="10m")
    await club.pass_time(timedelta(minutes=11))
    assert "Aborted: it doesn't count. Ada never made a first move." in text_of(place.last_message)


async def test_a_move_and_the_reply_are_taken_back_immediately(club: World) -> None:
    place = await start_match(club)
    for _ in range(2):
        await make_move(club, place, club.ada)
        await club.think()
    answer = await club.ada.slash(place, "takeback")
    assert "Taken back:" in reply_text(answer)
    assert "Ada is to move." in reply_text(answer)
    assert len((await match_of(club)).played) == 2
    assert "Play" in labels_of(place.last_message)
    await make_move(club, place, club.ada)
    await club.think()
    assert len((await match_of(club)).played) == 4


async def test_a_move_taken_back_during_the_computers_turn_gets_no_reply(club: World) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada, "a1")
    await club.ada.slash(place, "takeback")
    await club.think()
    assert (await match_of(club)).played == ()
    await make_move(club, place, club.ada, "b1")
    await club.think()
    match = await match_of(club)
    assert [played.seat for played in match.played] == [1, 2]
    assert match.played[0].text == "b1"


async def test_a_player_can_pause_and_resume_clocks_without_consent(club: World) -> None:
    place = await start_match(club, pace="1h")
    await make_move(club, place, club.ada)
    # The computer is thinking.
    paused = await club.ada.slash(place, "pause")
    assert reply_text(paused) == "Clocks paused."
    await club.think()
    assert (await match_of(club)).stored.time_left == 3600
    await club.pass_time(timedelta(days=2))
    match = await match_of(club)
    assert (match.is_over, match.paused_until is None) == (False, False)
    resumed = await club.ada.slash(place, "pause")
    assert reply_text(resumed) == "Clocks running again."
    match = await match_of(club)
    assert match.deadline == club.env.now() + timedelta(hours=1)


async def test_a_computer_in_a_good_position_declines_a_draw(club: World) -> None:
    place = await start_match(club)
    offered = await club.ada.slash(place, "draw")
    assert reply_text(offered) == (
        "You offered a draw. TestBot Doorstep answers with its next move."
    )
    await make_move(club, place, club.ada)
    await club.think()
    match = await match_of(club)
    assert not match.is_over
    assert match.offers == ()
    assert "The draw offer was declined." in text_of(place.last_message)
    await club.pass_time(timedelta(seconds=1))
    await make_move(club, place, club.ada)
    await club.think()
    assert "declined" not in text_of(place.last_message)


async def test_a_declined_draw_is_forgotten_with_the_moves_that_are_taken_back(
    club: World,
) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada)
    await club.think()
    await club.pass_time(timedelta(seconds=1))
    await club.ada.slash(place, "draw")
    await make_move(club, place, club.ada)
    await club.think()
    assert "declined" in text_of(place.last_message)
    await club.pass_time(timedelta(seconds=1))
    await club.ada.slash(place, "takeback")
    assert "declined" not in text_of(place.last_message)
    await make_move(club, place, club.ada)
    await club.think()
    assert "declined" not in text_of(place.last_message)


async def test_a_computer_in_a_bad_position_accepts_a_draw(club: World) -> None:
    place = await start_match(club, level=2)
    while not (match := await match_of(club)).is_over:
        best = choose("skirt", match.position.encode(), 3, 1).move
        await club.ada.slash(place, "move", move=best, draw=True)
        await club.think()
    assert match.result is not None
    assert match.result["reason"] == "agreement"
    assert "It's a draw." in text_of(place.last_message)


async def test_the_more_page_offers_actions_that_need_no_consent(club: World) -> None:
    place = await start_match(club, pace="1h")
    await make_move(club, place, club.ada, "a1")
    await club.think()
    more = await club.ada.click(place.last_message, label="More")
    labels = labels_of(more.response)
    assert {"Take back a1", "Hint"} <= set(labels)
    assert "Pause the clocks" not in labels
    clocks = [each for each in text_of(more.response).splitlines() if each.startswith("- ")]
    assert len(clocks) == 1
    assert not [each for each in components_of(more.response) if each.get("type") == 3]
