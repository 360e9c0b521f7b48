"""Stories about the summary of a month."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from club.ratings.months import bounds_of, month_before
from tests.bot.conftest import NEVER, check_requests
from tests.bot.delivery.test_live_leaderboards import admin_of, chores, menu_of, page_of_posts
from tests.bot.results import finished, members_named, reckoned, settled
from tests.bot.simulated import World, alt_of, text_of, world_in


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server in which the chores are done when a test says so, and days pass quickly."""
    async with world_in(tmp_path, sweep=NEVER) as world:
        yield world
        check_requests(world)


async def wished_in(world: World, channel: Any) -> Any:
    """The page of settings, once an admin has chosen a channel, None for none."""
    admin = await admin_of(world)
    page = await page_of_posts(world, admin)
    chosen = [] if channel is None else [channel]
    menu = menu_of(page, "settings-summary")
    return (await admin.select(page, chosen, custom_id=menu)).response


async def day(world: World, month: int, number: int) -> None:
    """Let the noon of a day of the year of the simulation come."""
    wanted = datetime(world.env.now().year, month, number, 12, tzinfo=UTC)
    await world.env.advance_time((wanted - world.env.now()).total_seconds())


async def test_a_month_is_summed_up_in_the_first_days_of_the_next(world: World) -> None:
    news = world.guild.create_text_channel("news")
    page = await wished_in(world, news)
    assert f"**Monthly summary**: in {news.mention}" in text_of(page)
    await chores(world)
    assert news.history() == []
    await day(world, 1, 28)
    await settled(world, world.ada, world.ben)
    await finished(world, world.ada, world.cy, game="scala", ply=83)
    await reckoned(world)
    await chores(world)
    assert news.history() == []
    await day(world, 2, 1)
    await chores(world)
    words = text_of(news.last_message)
    assert words.startswith(f"### January {world.env.now().year}\n**7 matches** finished: ")
    assert "6 of Skirt and 1 of Scala." in words
    assert "**Most active**: Ada (7), Ben (6) and Cy (1)." in words
    assert re.search(r"- Ada \*\*\+(\d+)\*\* in Skirt, 1500 → 1[78]\d\d\n", words)
    assert "Ben **" not in words
    assert "[Scala 7](https://discord.com/channels/" in words
    assert ", Ada vs Cy, the longest one, with 83 moves." in words
    opened = await world.ben.click(news.last_message, label="Leaderboards")
    assert opened.ephemeral
    assert "Top players, this server · all time." in alt_of(opened.response)


async def test_it_is_posted_once_whatever_happens(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    await finished(world, world.ada, world.ben)
    await day(world, 2, 2)
    await chores(world)
    await world.restart()
    for number in (3, 4):
        await day(world, 2, number)
        await chores(world)
    assert len(news.history()) == 1
    await day(world, 3, 1)
    await chores(world)
    # Nothing was played in February, and nothing is said of it.
    assert len(news.history()) == 1
    await finished(world, world.ada, world.ben)
    await day(world, 4, 1)
    await chores(world)
    assert len(news.history()) == 2


async def test_a_month_of_which_nobody_was_told_in_time_is_let_go(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    await finished(world, world.ada, world.ben)
    await day(world, 2, 8)
    await chores(world)
    assert news.history() == []
    await finished(world, world.ada, world.ben)
    await day(world, 3, 1)
    await chores(world)
    assert "### February" in text_of(news.last_message)


async def test_a_process_that_dies_after_queueing_loses_nothing(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    await finished(world, world.ada, world.ben)
    await day(world, 2, 1)
    with world.env.time_context():
        await world.bot.club.monthly_summaries.queue_due()
        await world.bot.club.monthly_summaries.queue_due()
    assert news.history() == []
    await world.restart()
    await chores(world)
    assert len(news.history()) == 1


async def test_the_biggest_upset_is_the_match_of_the_month(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    await day(world, 1, 28)
    await settled(world, world.ada, world.ben)
    await settled(world, world.ada, world.cy)
    number = await finished(world, world.cy, world.ada)
    await finished(world, world.ada, world.ben, ply=300)
    await reckoned(world)
    await day(world, 2, 1)
    await chores(world)
    words = text_of(news.last_message)
    assert f"[Skirt {number}](" in words
    assert "in which Cy beat Ada, who was rated " in words
    assert "points higher." in words


async def test_a_match_of_a_hidden_channel_is_not_named_to_others(world: World) -> None:
    role = world.guild.create_role("Inner circle")
    hidden = world.guild.create_text_channel(
        "hidden",
        overwrites={
            world.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            role: discord.PermissionOverwrite(view_channel=True),
        },
    )
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    await finished(world, world.ada, world.ben, channel_id=hidden.id, ply=300)
    await finished(world, world.ben, world.ada, ply=20)
    await day(world, 2, 1)
    await chores(world)
    assert "[Skirt 2](" in text_of(news.last_message)
    assert "**2 matches** finished" in text_of(news.last_message)


async def test_who_has_left_is_not_named(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    await settled(world, world.ada, world.ben)
    world.guild.remove_member(world.ada)
    await day(world, 1, 5)
    await finished(world, world.ben, world.cy)
    await day(world, 2, 1)
    await chores(world)
    assert "**Most active**: Ben (1) and Cy (1)." in text_of(news.last_message)


async def test_names_and_numbers_of_any_kind_fit(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    crowd = members_named(world, "**@everyone**", "*_~|`" * 6, "字" * 32, "עדה\u202e")
    await day(world, 1, 28)
    await settled(world, *crowd)
    await day(world, 2, 1)
    await chores(world)
    words = text_of(news.last_message)
    assert "@everyone" not in words
    assert len(words) < 4000


async def test_switched_off_it_says_nothing(world: World) -> None:
    news = world.guild.create_text_channel("news")
    await wished_in(world, news)
    page = await wished_in(world, None)
    assert "**Monthly summary**: off" in text_of(page)
    await finished(world, world.ada, world.ben)
    await day(world, 2, 1)
    await chores(world)
    assert news.history() == []


async def test_where_the_bot_may_not_post_it_follows_when_it_may(world: World) -> None:
    news = world.guild.create_text_channel("news")
    world.grant(news, send_messages=False)
    page = await wished_in(world, news)
    assert "I can't post there: I'm missing **Send Messages**" in text_of(page)
    await finished(world, world.ada, world.ben)
    await day(world, 2, 1)
    await chores(world)
    assert news.history() == []
    world.grant(news, send_messages=True)
    await chores(world, timedelta(hours=1))
    assert len(news.history()) == 1


@pytest.mark.parametrize(
    ("month", "before"), [(1, "2025-12"), (2, "2026-01"), (3, "2026-02"), (12, "2026-11")]
)
def test_a_month_ends_where_the_next_begins(month: int, before: str) -> None:
    now = datetime(2026, month, 1, 0, 30, tzinfo=UTC)
    assert month_before(now) == before
    assert month_before(now + timedelta(days=25)) == before
    assert bounds_of(before)[1] == now.replace(minute=0)
    assert bounds_of(before)[0].day == 1
