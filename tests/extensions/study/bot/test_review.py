"""Reviews of finished matches: their pages, their progress, and repeated requests."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.pages.layout import Page
from club.members.membership import Viewer
from engine.facts import Reason
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from extensions.study.bot.reviews import match_to_review, review_page, review_under_way_page
from extensions.study.club.reviews import Mistake, Review, ReviewProgress
from extensions.study.club.study import Study
from extensions.study.storage import reviews as stored_reviews
from rules.refusal import Refusal
from tests.bot.clubs import MEMORY, NEVER, a_pool
from tests.bot.matches.computers import (
    bot_member,
    challenge_bot,
    first_move,
    match_of,
    resign,
    start_match,
)
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of, world_in
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services
from tests.discord.waiting import SOON, wait_until

pytestmark = pytest.mark.club(computers=True)


async def finish_match(world: World, moves: int = 3, match_id: int = 1) -> Any:
    """Play moves against the bot as Ada, resign, and return the place."""
    place = await start_match(world)
    for _ in range(moves):
        if not (await match_of(world, match_id)).is_over:
            await world.ada.slash(place, "move", move=await first_move(world, match_id))
            await world.think()
    await resign(place, world.ada)
    return place


async def stored_review(world: World, match_id: int = 1) -> Review | None:
    return await world.bot.club.part(Study).reviews.stored(match_id)


async def test_a_review_shows_the_curve_and_the_costliest_moves(club: World) -> None:
    place = await finish_match(club, moves=4)
    page = await club.ada.slash(place, "review")
    assert page.ephemeral
    assert reply_text(page) == "Thinking about match 1… 0 of 9 positions"
    assert labels_of(page.response) == ["Refresh"]
    await club.think()
    words = reply_text(page)
    assert words.startswith("### Review of Skirt (cells on a side: 4) · match 1\nAda (White) vs")
    assert "evaluation over 8 turns" in alt_of(page.response)
    review = await stored_review(club)
    assert review is not None
    assert len(review.values) == 9
    assert review.mistakes
    assert all(abs(sum(values) - 1) < 0.001 for values in review.values)
    for mistake in review.mistakes:
        text = (await match_of(club)).played[mistake.number - 1].text
        assert (
            f"**{text}** cost {100 * mistake.cost:.0f} percentage points of winning chance."
            in words
        )
        assert f"Better: **{mistake.line[0]}**" in words
        assert f"Go to turn {mistake.number}" in labels_of(page.response)
        assert f"({text} −{100 * mistake.cost:.0f}): from" in alt_of(page.response)
    number = review.mistakes[0].number
    turn = await club.ada.click(page.response, label=f"Go to turn {number}")
    assert f"Turn {number} of" in text_of(turn.response)


REASON = Reason("stops", 1, ("b2",), ("(a1)-b2",))


async def test_a_review_explains_each_mistake_and_the_better_move(services: Services) -> None:
    match = await services.matches.find(await services.win_match())
    line = match.position.text(match.played[0].before.moves()[0]), match.played[1].text
    wins = Reason("wins", 1)
    mistake = Mistake(1, 0.5, line[:1], (REASON,), match.played[1].text, (wins,))
    words = text_on(await review_page(match, Review(((0.5, 0.5),) * 7, (mistake,)), 600))
    assert f"Best reply: **{match.played[1].text}**. It wins at once." in words
    better = "It stops Black from winning at once with **(a1)-b2**."
    assert f"Better: **{line[0]}**. {better}" in words
    allowed_nothing = replace(mistake, reply="", reply_reasons=())
    words = text_on(await review_page(match, Review(((0.5, 0.5),) * 7, (allowed_nothing,)), 600))
    assert "reply" not in words


async def test_reviews_store_reasons_and_older_ones_load_without_them(services: Services) -> None:
    await services.win_match()
    reviews = services.part(Study).reviews
    mistake = Mistake(1, 0.5, ("a1",), (REASON,), "b1", (REASON,))
    review = Review(((0.5, 0.5),), (mistake,))
    data = asdict(review)
    store, now = services.store, services.now
    async with store.write() as tx:
        await stored_reviews.keep(tx, 1, data, now)
    assert await reviews.stored(1) == review
    for key in ("reasons", "reply", "reply_reasons"):
        del data["mistakes"][0][key]
    async with store.write() as tx:
        await stored_reviews.keep(tx, 1, data, now)
    assert await reviews.stored(1) == Review(review.values, (Mistake(1, 0.5, ("a1",)),))


def text_on(page: Page) -> str:
    return "\n".join(block for block in page.blocks if isinstance(block, str))


async def begin_searches(world: World) -> None:
    """Start the waiting searches without finishing any."""
    with world.env.time_context():
        world.bot.club.background.begin_waiting()
        await asyncio.sleep(0)


async def progress_of(world: World, match_id: int = 1) -> ReviewProgress:
    """The progress of a review."""
    progress = await world.bot.club.part(Study).reviews.of(await match_of(world, match_id))
    assert isinstance(progress, ReviewProgress)
    return progress


async def test_a_progress_bar_grows_during_a_review(club: World) -> None:
    place = await finish_match(club)
    page = await club.ada.slash(place, "review")
    progress = await progress_of(club)
    await begin_searches(club)
    await wait_until(lambda: progress.searched_count >= 2, SOON)
    match, done = await match_of(club), progress.searched_count
    words, _ = review_under_way_page(match, progress).blocks
    heading, bar = str(words).splitlines()
    assert heading == f"Thinking about match 1… {done} of 7 positions"
    assert bar == "▰" * (10 * done // 7) + "▱" * (10 - 10 * done // 7)
    await club.think()
    assert reply_text(page).startswith("### Review of Skirt")


async def test_the_refresh_button_shows_progress_and_resumes_after_a_restart(club: World) -> None:
    place = await finish_match(club)
    page = await club.ada.slash(place, "review")
    again = await club.ada.click(page.response, label="Refresh")
    assert reply_text(again) == "Thinking about match 1… 0 of 7 positions"
    await club.restart()
    again = await club.ada.click(page.response, label="Refresh")
    assert reply_text(again) == "Thinking about match 1… 0 of 7 positions"
    await club.think()
    assert text_of(page.response).startswith("### Review of Skirt")


async def test_a_review_outlasting_the_interaction_suggests_refreshing(
    club: World,
) -> None:
    place = await finish_match(club)
    page = await club.ada.slash(place, "review")
    await club.env.advance_time(timedelta(minutes=14, seconds=57).total_seconds())
    await club.think()
    assert reply_text(page) == (
        "This is taking longer than usual. Press **Refresh** to check progress."
    )
    await club.ada.click(page.response, label="Refresh")
    await club.think()
    assert text_of(page.response).startswith("### Review of Skirt")


async def test_a_queued_review_shows_the_number_of_searches_ahead(club: World) -> None:
    await finish_match(club, moves=1)
    await finish_match(club, moves=1, match_id=2)
    first = await club.ada.slash(club.channel, "review", match="1")
    second = await club.ada.slash(club.channel, "review", match="2")
    await begin_searches(club)
    again = await club.ada.click(second.response, label="Refresh")
    assert re.fullmatch(r"Thinking about match 2… \(\d+ ahead of you\)", reply_text(again))
    await club.think()
    for each in (first, second):
        assert reply_text(each).startswith("### Review of Skirt")


async def test_a_match_between_people_can_be_reviewed(club: World) -> None:
    place = await club.start_match("skirt", "size 4")
    for _ in range(4):
        await club.make_a_move(place)
    await resign(place, club.ben)
    assert "Review" in labels_of(place.last_message)
    by_button = await club.cy.click(place.last_message, label="Review")
    by_command = await club.ada.slash(place, "review")
    await club.think()
    assert reply_text(by_button) == reply_text(by_command)
    assert reply_text(by_button).startswith("### Review of Skirt")


async def test_the_latest_finished_match_is_reviewed(club: World) -> None:
    await finish_match(club)
    await start_match(club)
    elsewhere = club.guild.create_text_channel("elsewhere")
    for place in (club.channel, elsewhere):
        page = await club.ada.slash(place, "review")
        assert reply_text(page) == "Thinking about match 1… 0 of 7 positions"
    refusal = await club.ben.slash(elsewhere, "review")
    assert reply_text(refusal).startswith(
        "There are no finished matches in this channel, and you have none in this server."
    )
    await club.think()


async def test_a_match_to_review_is_one_that_the_reader_sees(services: Services) -> None:
    await services.start_match()
    finished = await services.win_match(ADA, BEN)
    seer = Viewer(GUILD, CHANNEL, CY.user_id, lambda _place: True)
    assert (await match_to_review(services.match_finder, seer, None)).id == finished
    blind = Viewer(GUILD, CHANNEL, CY.user_id, lambda _place: False)
    outside = Viewer(None, 777, CY.user_id, lambda _place: False, is_direct=True)
    for reader in (blind, outside):
        with pytest.raises(Refusal) as refusal:
            await match_to_review(services.match_finder, reader, None)
        assert refusal.value.code == "none_over"
        assert ("server" in str(refusal.value)) == (reader is blind)


async def test_a_review_is_made_only_once(club: World) -> None:
    place = await finish_match(club)
    first = await club.ada.slash(place, "review")
    progress = await progress_of(club)
    second = await club.ben.slash(place, "review", match="1")
    assert await progress_of(club) is progress
    await club.think()
    assert reply_text(first) == reply_text(second)
    third = await club.ada.click(place.last_message, label="Review")
    assert reply_text(third) == reply_text(first)
    club.pool = None
    await club.restart()
    assert reply_text(await club.cy.slash(place, "review")) == reply_text(first)


async def test_a_three_player_match_has_a_curve_for_each_player(club: World) -> None:
    await challenge_bot(
        club, club.ada, "passtally", "players 3", seat=1, second_opponent=bot_member(club)
    )
    place = club.place()
    await club.ada.slash(place, "move", move=await first_move(club))
    await club.think()
    await resign(place, club.ada)
    review = await club.ada.slash(place, "review")
    await club.think()
    assert "winning chances over the match" in alt_of(review.response)


async def test_a_match_without_moves_and_a_running_one_cannot_be_reviewed(club: World) -> None:
    place = await finish_match(club, moves=0)
    assert labels_of(place.last_message) == ["Rematch", "History", "Rules", "Text board"]
    refusal = await club.ada.slash(place, "review")
    assert "No moves were made in match 1" in reply_text(refusal)
    place = await start_match(club)
    refusal = await club.ada.slash(place, "review")
    assert "Match 2 is still in progress" in reply_text(refusal)


async def test_a_member_who_cannot_see_the_channel_gets_no_review(club: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    open_channel = club.channel
    club.channel = club.guild.create_text_channel("few", overwrites={club.cy: hidden})
    await finish_match(club)
    refusal = await club.cy.slash(open_channel, "review", match="1")
    assert "There is no match 1 in this server." in reply_text(refusal)


async def test_a_failed_review_can_be_requested_again(tmp_path: Path) -> None:
    impatient = Pool(1, LocalSearches(MEMORY, patience=0.001))
    await impatient.start()
    async with world_in(tmp_path, sweep=NEVER, pool=impatient) as club:
        place = await finish_match(club, moves=1)
        review = await club.ada.slash(place, "review")
        await club.think()
        assert reply_text(review) == "Sorry, the review failed. Please try again."
        assert labels_of(review.response) == ["Try again"]
        assert await stored_review(club) is None
        async with a_pool() as pool:
            club.pool = pool
            await club.restart()
            await club.ada.click(review.response, label="Try again")
            await club.think()
            assert text_of(review.response).startswith("### Review of Skirt")
    await impatient.close()
