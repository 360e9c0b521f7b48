"""Nudges: when a waiting player may remind the one to move, and how often."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from club.matches.match import Match
from club.outbox import queue
from club.outbox.kinds import CardPost, DirectPost, Post
from club.paces import DAY, HOUR
from rules.refusal import Refusal
from storage.outbox import OUTBOX, Entry
from tests.club.services import ADA, BEN, CY, Services

MINUTE = timedelta(minutes=1)


async def begin(services: Services, pace: str = "1d") -> Match:
    """Start a match in which it's Ada's turn."""
    match_id = await services.start_match(ADA, BEN, pace=pace)
    return await services.matches.find(match_id)


async def refusal_of(services: Services, match: Match, user_id: int = BEN.user_id) -> str:
    with pytest.raises(Refusal) as refusal:
        await services.nudges.nudge(match, user_id)
    assert not await services.nudges.are_possible(match, user_id)
    return refusal.value.code


async def nudging_posts(services: Services) -> list[Post]:
    async with services.store.read() as tx:
        rows = await tx.execute(select(*OUTBOX.c).order_by(OUTBOX.c.id))
        waiting = [queue.decoded(Entry(*row)) for row in rows]
    posts = [each for each in waiting if isinstance(each, CardPost | DirectPost)]
    return [each for each in posts if each.why == "nudge"]


async def test_a_nudge_mentions_the_player_once_half_of_the_time_is_over(
    services: Services,
) -> None:
    match = await begin(services)
    services.now += 12 * HOUR - MINUTE
    assert await refusal_of(services, match) == "too_soon"
    services.now += MINUTE
    assert await services.nudges.are_possible(match, BEN.user_id)
    await services.nudges.nudge(match, BEN.user_id)
    (post,) = await nudging_posts(services)
    assert isinstance(post, CardPost)
    assert post.pings == (ADA.user_id,)
    nudging = await services.nudges.of_turn(match.stored)
    assert nudging is not None
    assert nudging.user_id == BEN.user_id


async def test_those_who_prefer_it_get_a_direct_message(services: Services) -> None:
    match = await begin(services)
    await services.preferences.set_notice(ADA.user_id, "direct")
    services.now += 12 * HOUR
    await services.nudges.nudge(match, BEN.user_id)
    (post,) = await nudging_posts(services)
    assert isinstance(post, DirectPost)
    assert post.user_id == ADA.user_id


async def test_a_match_without_a_clock_waits_a_day(services: Services) -> None:
    match = await begin(services, "none")
    services.now += DAY - MINUTE
    assert await refusal_of(services, match) == "too_soon"
    services.now += MINUTE
    await services.nudges.nudge(match, BEN.user_id)


async def test_two_clicks_in_two_matches_give_one_nudge_a_day(services: Services) -> None:
    one, other = await begin(services), await begin(services)
    services.now += 13 * HOUR
    clicks = [services.nudges.nudge(each, BEN.user_id) for each in (one, one, other, other)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    assert [each for each in answers if each is None] == [None]
    assert len(await nudging_posts(services)) == 1
    services.now += DAY - MINUTE - 13 * HOUR
    assert await refusal_of(services, one) == "nudged"


async def test_no_one_is_nudged_off_duty_or_unwilling_or_blocked(services: Services) -> None:
    match = await begin(services, "none")
    services.now += DAY
    await services.vacations.take(ADA.user_id, 2)
    assert await refusal_of(services, match) == "no_nudge"
    await services.vacations.end(ADA.user_id)
    await services.own_days.set_zone(ADA.user_id, "UTC")
    hour = services.now.hour
    await services.own_days.set_time_off(ADA.user_id, f"{hour}:00", f"{(hour + 1) % 24}:00", ())
    assert await refusal_of(services, match) == "no_nudge"
    await services.own_days.set_time_off(ADA.user_id, "0:00", "0:00", ())
    await services.preferences.turn(ADA.user_id, "gets_nudges", is_on=False)
    assert await refusal_of(services, match) == "no_nudge"
    await services.preferences.turn(ADA.user_id, "gets_nudges", is_on=True)
    await services.preferences.set_notice(ADA.user_id, "none")
    assert await refusal_of(services, match) == "no_nudge"
    await services.preferences.set_notice(ADA.user_id, "mention")
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    assert await refusal_of(services, match) == "no_nudge"


async def test_only_the_others_nudge_in_a_running_match_of_people(services: Services) -> None:
    match = await begin(services, "none")
    services.now += DAY
    assert await refusal_of(services, match, ADA.user_id) == "no_nudge"
    assert await refusal_of(services, match, CY.user_id) == "not_yours"
    fast = await begin(services, "10m")
    services.now += 9 * MINUTE
    assert await refusal_of(services, fast) == "no_nudge"
    over = await services.matches.resign(match, ADA.user_id)
    assert await refusal_of(services, over) == "match_over"
