"""The monthly summary of a server."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from sqlalchemy import update

from club.calendar import bounds_of, month_before
from storage.matches.match import MATCH_PLACES
from tests.bot.ratings.test_live_leaderboards import do_chores, menu_of, page_of_posts
from tests.bot.results import (
    add_finished_match,
    add_members,
    add_ranked_results,
    recompute_ratings,
)
from tests.bot.simulated import World, alt_of, text_of


async def choose_channel(club: World, channel: Any) -> Any:
    """Choose a channel (None for none) in the settings, and return their page."""
    admin = club.admin()
    page = await page_of_posts(club, admin)
    chosen = [] if channel is None else [channel]
    menu = menu_of(page, "settings-summary")
    return (await admin.select(page, chosen, custom_id=menu)).response


async def news_channel(club: World) -> Any:
    """Create a channel for monthly summaries."""
    news = club.guild.create_text_channel("news")
    await choose_channel(club, news)
    return news


async def day(club: World, month: int, number: int) -> None:
    """Advance to noon of a day of this year."""
    noon = datetime(club.env.now().year, month, number, 12, tzinfo=UTC)
    await club.env.advance_time((noon - club.env.now()).total_seconds())


async def test_a_month_is_summarized_in_the_first_days_of_the_next(club: World) -> None:
    news = club.guild.create_text_channel("news")
    page = await choose_channel(club, news)
    assert f"**Monthly summary**: in {news.mention}" in text_of(page)
    await do_chores(club)
    assert news.history() == []
    await day(club, 1, 28)
    await add_ranked_results(club, club.ada, club.ben)
    await add_finished_match(club, club.ada, club.cy, game="scala", ply=83)
    await recompute_ratings(club)
    await do_chores(club)
    assert news.history() == []
    await day(club, 2, 1)
    await do_chores(club)
    words = text_of(news.last_message)
    assert words.startswith(f"### January {club.env.now().year}\n**7 matches** finished: ")
    assert "6 Skirt and 1 Scala." in words
    assert "**Most active**: Ada (7), Ben (6) and Cy (1)." in words
    assert re.search(r"- Ada \*\*\+(\d+)\*\* in Skirt, 1500 → 1[78]\d\d\n", words)
    assert "Ben **" not in words
    assert "[Scala 7](https://discord.com/channels/" in words
    assert ", Ada vs Cy, the longest, with 83 moves." in words
    opened = await club.ben.click(news.last_message, label="Leaderboards")
    assert opened.ephemeral
    assert "Top players, this server · all time." in alt_of(opened.response)


async def test_a_summary_is_posted_once_despite_restarts(club: World) -> None:
    news = await news_channel(club)
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 2, 2)
    await do_chores(club)
    await club.restart()
    for number in (3, 4):
        await day(club, 2, number)
        await do_chores(club)
    assert len(news.history()) == 1
    await day(club, 3, 1)
    await do_chores(club)
    # Nothing was played in February, so there is no summary.
    assert len(news.history()) == 1
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 4, 1)
    await do_chores(club)
    assert len(news.history()) == 2


async def test_an_overdue_summary_is_skipped(club: World) -> None:
    news = await news_channel(club)
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 2, 8)
    await do_chores(club)
    assert news.history() == []
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 3, 1)
    await do_chores(club)
    assert "### February" in text_of(news.last_message)


async def test_a_crash_after_queueing_loses_nothing(club: World) -> None:
    news = await news_channel(club)
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 2, 1)
    with club.env.time_context():
        await club.bot.club.monthly_summaries.queue_due()
        await club.bot.club.monthly_summaries.queue_due()
    assert news.history() == []
    await club.restart()
    await do_chores(club)
    assert len(news.history()) == 1


async def test_the_biggest_upset_is_the_match_of_the_month(club: World) -> None:
    news = await news_channel(club)
    await day(club, 1, 28)
    await add_ranked_results(club, club.ada, club.ben)
    await add_ranked_results(club, club.ada, club.cy)
    number = await add_finished_match(club, club.cy, club.ada)
    await add_finished_match(club, club.ada, club.ben, ply=300)
    await recompute_ratings(club)
    await day(club, 2, 1)
    await do_chores(club)
    words = text_of(news.last_message)
    assert f"[Skirt {number}](" in words
    assert "in which Cy beat Ada, who was rated " in words
    assert "points higher." in words


async def test_a_match_worth_a_look_in_a_hidden_channel_is_not_named(club: World) -> None:
    everyone = club.guild.default_role
    closed = discord.PermissionOverwrite(view_channel=False)
    hidden = club.guild.create_text_channel("hidden", overwrites={everyone: closed})
    news = await news_channel(club)
    await add_finished_match(club, club.ada, club.ben, channel_id=hidden.id)
    await recompute_ratings(club)
    await day(club, 2, 1)
    await do_chores(club)
    words = text_of(news.last_message)
    assert "**1 match** finished" in words
    assert "Worth a look" not in words


async def test_a_match_in_a_hidden_channel_is_not_named_elsewhere(club: World) -> None:
    role = club.guild.create_role("Inner circle")
    hidden = club.guild.create_text_channel(
        "hidden",
        overwrites={
            club.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            role: discord.PermissionOverwrite(view_channel=True),
        },
    )
    news = await news_channel(club)
    await add_finished_match(club, club.ada, club.ben, channel_id=hidden.id, ply=300)
    await add_finished_match(club, club.ben, club.ada, ply=20)
    await day(club, 2, 1)
    await do_chores(club)
    assert "[Skirt 2](" in text_of(news.last_message)
    assert "**2 matches** finished" in text_of(news.last_message)


async def test_a_match_in_a_hidden_forum_is_not_named_elsewhere(club: World) -> None:
    hidden = club.hidden_channel(club.guild.default_role)
    news = await news_channel(club)
    await add_finished_match(club, club.ada, club.ben, ply=300)
    async with club.bot.club.store.write() as tx:
        posted = update(MATCH_PLACES).values(forum_id=hidden.id, thread_id=5)
        await tx.execute(posted)
    await add_finished_match(club, club.ben, club.ada, ply=20)
    await day(club, 2, 1)
    await do_chores(club)
    assert "[Skirt 2](" in text_of(news.last_message)


async def test_former_members_are_not_named(club: World) -> None:
    news = await news_channel(club)
    await add_ranked_results(club, club.ada, club.ben)
    club.guild.remove_member(club.ada)
    await day(club, 1, 5)
    await add_finished_match(club, club.ben, club.cy)
    await day(club, 2, 1)
    await do_chores(club)
    assert "**Most active**: Ben (1) and Cy (1)." in text_of(news.last_message)


async def test_names_and_numbers_of_any_kind_fit(club: World) -> None:
    news = await news_channel(club)
    crowd = add_members(club, "**@everyone**", "*_~|`" * 6, "字" * 32, "עדה\u202e")
    await day(club, 1, 28)
    await add_ranked_results(club, *crowd)
    await day(club, 2, 1)
    await do_chores(club)
    words = text_of(news.last_message)
    assert "@everyone" not in words
    assert len(words) < 4000


async def test_no_summary_is_posted_when_switched_off(club: World) -> None:
    news = await news_channel(club)
    page = await choose_channel(club, None)
    assert "**Monthly summary**: off" in text_of(page)
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 2, 1)
    await do_chores(club)
    assert news.history() == []


async def test_a_summary_follows_once_the_bot_gets_permission_to_post(club: World) -> None:
    news = club.guild.create_text_channel("news")
    club.grant(news, send_messages=False)
    page = await choose_channel(club, news)
    assert "I can't post there: I'm missing **Send Messages**" in text_of(page)
    await add_finished_match(club, club.ada, club.ben)
    await day(club, 2, 1)
    await do_chores(club)
    assert news.history() == []
    club.grant(news, send_messages=True)
    await do_chores(club, timedelta(hours=1))
    assert len(news.history()) == 1


@pytest.mark.parametrize(
    ("month", "before"), [(1, "2025-12"), (2, "2026-01"), (3, "2026-02"), (12, "2026-11")]
)
def test_a_month_ends_when_the_next_begins(month: int, before: str) -> None:
    now = datetime(2026, month, 1, 0, 30, tzinfo=UTC)
    assert month_before(now) == before
    assert month_before(now + timedelta(days=25)) == before
    assert bounds_of(before)[1] == now.replace(minute=0)
    assert bounds_of(before)[0].day == 1
