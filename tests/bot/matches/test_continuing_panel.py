"""The panel, which continues after a computer's reply and on to the next match."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pages.layout import control
from tests.bot.matches.computers import cards, make_move, match_of, start_match
from tests.bot.simulated import World, choose_step, labels_of, reply_text, text_of, turn_sentence

pytestmark = pytest.mark.club(computers=True)


async def play_in_panel(club: World, place: Any, cell: str) -> Any:
    """Play a cell as Ada in the panel of the latest card, and return the reply."""
    panel = await club.ada.click(place.last_message, label="Play")
    grown = await choose_step(club.ada, panel.response, cell)
    return await club.ada.click(grown.response, label=f"Play {cell}")


def panel_of(club: World, place: Any, answer: Any) -> Any:
    """The current state of the private message."""
    return club.env.backend.get_message(place.id, answer.response.id)


async def test_the_panel_shows_the_computers_reply_and_continues_the_match(club: World) -> None:
    place = await start_match(club)
    waiting = await play_in_panel(club, place, "a1")
    assert reply_text(waiting).endswith("You played **a1**. TestBot Doorstep is thinking.")
    assert labels_of(waiting.response) == ["Show the board"]
    await club.think()
    answer = turn_sentence((await match_of(club)).played[1], "TestBot Doorstep")
    panel = panel_of(club, place, waiting)
    assert text_of(panel).startswith(f"{answer}\nChoose")
    assert panel.attachments
    assert "Type" in labels_of(panel)
    typing = await club.click_anyway(club.ada, waiting.response, club.control_of(panel, "Type"))
    assert typing.modal is not None


async def test_after_a_restart_a_button_continues_the_match(club: World) -> None:
    place = await start_match(club)
    waiting = await play_in_panel(club, place, "a1")
    await club.restart()
    await club.think()
    on = await club.ada.click(waiting.response, label="Show the board")
    assert "Type" in labels_of(on.response)
    assert (await match_of(club)).ply == 2


async def test_a_refreshed_panel_stays_live_and_reports_moves_made_elsewhere(club: World) -> None:
    place = await start_match(club)
    waiting = await play_in_panel(club, place, "a1")
    again = await club.ada.click(waiting.response, label="Show the board")
    assert reply_text(again).endswith("TestBot Doorstep is thinking.")
    await club.think()
    panel = panel_of(club, place, waiting)
    assert "Type" in labels_of(panel)
    await make_move(club, place, club.ada)
    await club.think()
    ply = (await match_of(club)).ply
    stale = await club.click_anyway(
        club.ada, waiting.response, club.control_of(panel, labels_of(panel)[0])
    )
    assert "Match 1 has moved on. The current board:" in reply_text(stale)
    assert labels_of(stale.response) == ["Show the board"]
    assert (await match_of(club)).ply == ply


async def test_a_late_reply_does_not_overwrite_a_panel_that_moved_on(club: World) -> None:
    place = await start_match(club)
    await club.start_match("scala")
    waiting = await play_in_panel(club, place, "a1")
    assert labels_of(waiting.response) == ["Show the board", "Next: Scala, match 2"]
    other = await club.ada.click(waiting.response, label="Next: Scala, match 2")
    assert "Scala" in reply_text(other)
    assert "Type" in labels_of(other.response)
    await club.think()
    assert text_of(panel_of(club, place, waiting)) == reply_text(other)
    assert len(cards(place)) >= 2


async def test_between_people_the_panel_names_the_awaited_player(world: World) -> None:
    first = await world.start_match("skirt", options="size 4")
    card = first.last_message
    await world.start_match("scala")
    panel = await world.ada.click(card, label="Play")
    grown = await choose_step(world.ada, panel.response, "e1")
    waiting = await world.ada.click(grown.response, label="Play e1")
    assert reply_text(waiting).endswith("You played **e1**. Waiting for Ben…")
    onward = await world.ada.click(waiting.response, label="Next: Scala, match 2")
    assert "Type" in labels_of(onward.response)
    assert "Choose" in reply_text(onward)


async def test_a_player_cannot_open_the_panel_of_someone_elses_match(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    panel = await world.ada.click(place.last_message, label="Play")
    others = await world.ben.slash(world.channel, "challenge", game="scala", opponent=world.cy)
    await world.cy.click(others.response, label="Accept")
    refusal = await world.click_anyway(world.ada, panel.response, control("onward", 2))
    assert "You aren't in match 2" in reply_text(refusal)
