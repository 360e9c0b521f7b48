"""Stories about reviews: of a match that is over, made once, while others' turns come first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from club.computers.reviews import Review
from engine.pool import Pool
from tests.bot.commands.matches.computers import (
    MEMORY,
    a_club_with_computers,
    a_pool,
    begun,
    challenged,
    first_move,
    itself,
    match_of,
)
from tests.bot.conftest import NEVER
from tests.bot.simulated import World, alt_of, labels_of, said, text_of, world_in


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[World]:
    async with a_club_with_computers(tmp_path) as world:
        yield world


async def ended(world: World, moves: int = 3) -> Any:
    """Ada plays some moves against the bot and resigns; where they played."""
    place = await begun(world)
    for _ in range(moves):
        if not (await match_of(world)).is_over:
            await world.ada.slash(place, "move", move=await first_move(world))
            await world.think()
    asked = await world.ada.click(place.last_message, label="Resign")
    await world.ada.click(asked.response, label="Resign")
    return place


async def kept(world: World, match_id: int = 1) -> Review | None:
    return await world.bot.club.reviews.kept(match_id)


async def test_a_review_shows_the_curve_and_what_cost_most(club: World) -> None:
    place = await ended(club)
    asked = await club.ada.slash(place, "review")
    assert asked.ephemeral
    assert said(asked) == "Thinking about match 1 … 0 of 7 positions"
    await club.think()
    words = said(asked)
    assert words.startswith("### Review of Skirt (cells on a side: 4) · match 1\nAda (White) vs")
    assert "evaluation over 6 moves" in alt_of(asked.response)
    review = await kept(club)
    assert review is not None
    assert len(review.values) == 7
    assert all(abs(sum(values) - 1) < 0.001 for values in review.values)
    for mistake in review.mistakes:
        text = (await match_of(club)).played[mistake.number - 1].text
        assert (
            f"**{text}** lost {100 * mistake.cost:.0f} points of winning chance. Better: **"
            in words
        )
        assert f"Go to move {mistake.number}" in labels_of(asked.response)


async def test_a_review_is_made_only_once(club: World) -> None:
    place = await ended(club)
    first = await club.ada.slash(place, "review")
    second = await club.ben.slash(place, "review", match="1")
    await club.think()
    assert said(first) == said(second)
    third = await club.ada.click(place.last_message, label="Review")
    assert said(third) == said(first)
    club.pool = None
    await club.restart()
    assert said(await club.cy.slash(place, "review")) == said(first)


async def test_the_moves_that_cost_most_can_be_looked_at(club: World) -> None:
    place = await ended(club, moves=4)
    asked = await club.ada.slash(place, "review")
    await club.think()
    review = await kept(club)
    assert review is not None
    assert review.mistakes
    number = review.mistakes[0].number
    shown = await club.ada.click(asked.response, label=f"Go to move {number}")
    assert f"Turn {number} of" in text_of(shown.response)


async def test_a_match_of_three_has_a_curve_for_each(club: World) -> None:
    await challenged(club, club.ada, "passtally", "players 3", seat=1, second_opponent=itself(club))
    place = club.place()
    await club.ada.slash(place, "move", move=await first_move(club))
    await club.think()
    asked = await club.ada.click(place.last_message, label="Resign")
    await club.ada.click(asked.response, label="Resign")
    shown = await club.ada.slash(place, "review")
    await club.think()
    assert "chances over the moves" in alt_of(shown.response)


async def test_a_match_that_goes_on_is_not_reviewed(club: World) -> None:
    place = await begun(club)
    refused = await club.ada.slash(place, "review")
    assert "Match 1 is still being played" in said(refused)


async def test_a_match_without_moves_is_not_reviewed(club: World) -> None:
    place = await ended(club, moves=0)
    assert labels_of(place.last_message) == ["Rematch", "History", "Rules", "Text board"]
    refused = await club.ada.slash(place, "review")
    assert "No moves were made in match 1" in said(refused)


async def test_who_does_not_see_the_channel_gets_no_review(club: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    open_channel = club.channel
    club.channel = club.guild.create_text_channel("few", overwrites={club.cy: hidden})
    await ended(club)
    refused = await club.cy.slash(open_channel, "review", match="1")
    assert "There is no match 1 in this server." in said(refused)


async def test_a_review_that_fails_can_be_asked_for_again(tmp_path: Path) -> None:
    impatient = Pool(1, MEMORY, patience=0.001)
    await impatient.start()
    async with world_in(tmp_path, sweep=NEVER, pool=impatient) as club:
        place = await ended(club, moves=1)
        asked = await club.ada.slash(place, "review")
        await club.think()
        assert said(asked) == "Sorry, the review didn't work out. Please try again."
        assert await kept(club) is None
        async with a_pool() as pool:
            club.pool = pool
            await club.restart()
            asked = await club.ada.slash(place, "review")
            await club.think()
            assert said(asked).startswith("### Review of Skirt")
    await impatient.close()
