"""Conditional moves: entering and playing them, and hiding them from other users."""

from __future__ import annotations

from typing import Any

import pytest

from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from tests.bot.simulated import (
    World,
    choose_step,
    click_through,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)

pytestmark = pytest.mark.usefixtures("games_with_draws")

ADA, BEN = 1, 2


async def start_match(world: World) -> Any:
    """Start a small match of Skirt, make the first move as Ada, and return its place."""
    place = await world.start_match("skirt", options="size 4")
    await world.ada.slash(place, "move", move="e1")
    return place


async def save_by_clicks(world: World, place: Any, *moves: tuple[str, ...]) -> Any:
    """Enter and save a line as Ada, move by move, and return the last page."""
    lines = await world.ada.slash(place, "conditional")
    page = await world.ada.click(lines.response, label="Plan a line")
    for move in moves:
        for each in move:
            page = await choose_step(world.ada, page.response, each)
    return await world.ada.click(page.response, label="Plan this line")


async def test_a_matching_line_is_played_immediately(world: World) -> None:
    place = await start_match(world)
    page = await save_by_clicks(world, place, ("a2", "b2"), ("a4", "b4"))
    assert page.response.ephemeral
    assert "if **a2-b2** then **a4-b4**" in reply_text(page)
    await world.restart()
    before = len(place.history())
    played = await world.ben.slash(place, "move", move="a2-b2")
    assert (
        "You played **a2-b2**. Ada replied with **a4-b4**. It was a conditional move"
        in reply_text(played)
    )
    cards = place.history()[before:]
    assert len(cards) == 1
    assert (
        "Ben placed stones on a2 and b2. Ada placed stones on a4 and b4. It was a conditional move."
        in text_of(cards[0])
    )
    assert f"{world.ben.mention} (Black) to move" in text_of(cards[0])
    match = await world.bot.club.matches.find(1)
    assert [entry.kind for entry in match.record] == ["move", "move", "conditional"]
    assert await world.bot.club.part(Study).conditional_moves.of(match, match.players[0]) == []


async def test_an_immediate_reply_reports_that_the_draw_offer_was_not_sent(
    world: World,
) -> None:
    place = await start_match(world)
    match = await world.bot.club.matches.find(1)
    with world.env.time_context():
        await world.bot.club.part(Study).conditional_moves.add(
            1, world.ada.id, [Step(BEN, "a2-b2"), Step(ADA, "a4-b4")], match.version
        )
    played = await world.ben.slash(place, "move", move="a2-b2", draw=True)
    assert "Ada replied with **a4-b4**. It was a conditional move" in reply_text(played)
    assert "so your draw offer wasn't sent" in reply_text(played)
    offered = await world.ben.slash(place, "draw")
    assert "You offered a draw. Waiting for Ada to answer." in reply_text(offered)


async def test_a_line_ends_with_the_players_own_move_and_fits_its_board(world: World) -> None:
    place = await start_match(world)
    lines = await world.ada.slash(place, "conditional")
    page = await world.ada.click(lines.response, label="Plan a line")
    assert "**If Ben (Black) plays**" in text_of(page.response)
    assert "Plan this line" not in labels_of(page.response)
    page = await choose_step(world.ada, page.response, "a2")
    page = await choose_step(world.ada, page.response, "b2")
    assert "**Your reply**" in text_of(page.response)
    assert "Plan this line" not in labels_of(page.response)
    page = await choose_step(world.ada, page.response, "d1")
    page = await choose_step(world.ada, page.response, "d2")
    assert "Plan this line" in labels_of(page.response)
    undone = await world.ada.click(page.response, label="Undo")
    assert "Plan this line" not in labels_of(undone.response)
    page = await choose_step(world.ada, undone.response, "d1")
    page = await choose_step(world.ada, page.response, "d2")
    await world.ben.slash(place, "move", move="a2-b2")
    late = await world.ada.click(page.response, label="Plan this line")
    assert "Match 1 has moved on" in reply_text(late)
    match = await world.bot.club.matches.find(1)
    assert await world.bot.club.part(Study).conditional_moves.of(match, match.players[0]) == []


async def test_only_its_owner_sees_a_line_and_can_remove_it(world: World) -> None:
    place = await start_match(world)
    page = await save_by_clicks(world, place, ("a2", "b2"), ("a4", "b4"))
    lines = await world.ben.slash(place, "conditional")
    assert "a4-b4" not in reply_text(lines)
    refusal = await world.cy.slash(place, "conditional", match="1")
    assert "You aren't in match 1" in reply_text(refusal)
    (menu,) = menus_of(page.response)
    value = menu["options"][0]["value"]
    page = await world.ada.select(page.response, [value], custom_id=menu["custom_id"])
    assert "Conditional moves removed" in reply_text(page)
    await world.ben.slash(place, "move", move="a2-b2")
    assert (await world.bot.club.matches.find(1)).ply == 2


async def test_a_line_ends_at_a_move_that_reveals_hidden_information(world: World) -> None:
    place = await world.start_match("passtally")
    # Ben has placed his last marker. After Ada's two actions he must lay tiles.
    await play_opening(world)
    lines = await world.ada.slash(place, "conditional")
    page = await world.ada.click(lines.response, label="Plan a line")
    match = await world.bot.club.matches.find(1)
    tile = next(move for move in match.position.moves() if len(move) == 3)
    page = await click_through(world.ada, page.response, match.position.seen_by(None), tile)
    assert "reveals something hidden" in text_of(page)
    assert labels_of(page) == ["Undo", "Conditional moves"]


async def play_opening(world: World) -> None:
    """Make legal moves, tiles before markers, until Ada has completed a turn."""
    members = {world.ada.id: world.ada, world.ben.id: world.ben}
    while True:
        match = await world.bot.club.matches.find(1)
        player = match.player_to_move
        assert player is not None
        moves = sorted(match.position.moves(), key=len, reverse=True)
        if player.seat == BEN and len(moves[0]) == 3:
            return
        await world.play_silently(members[player.user_id], match.position.text(moves[0]))
