"""Events on the wire: a single card, and news posted once even if a response is lost."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from extensions.events.club.events import Events
from tests.bot.wire.house import House
from tests.bot.wire.stage import (
    CARD,
    SOON,
    Stage,
    assert_requests_fit,
    find_buttons,
    latest_reply,
)
from tests.discord.loopback import Loopback
from tests.discord.messages import Message
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.stage(max_log_level=logging.WARNING)]


def cards_of_events(stage: Stage) -> list[Message]:
    return [each for each in stage.channel.messages if find_buttons(each, "Open just for me")]


def news(stage: Stage) -> list[Message]:
    return [each for each in stage.channel.messages if find_buttons(each, "Standings")]


async def open_cup(stage: Stage) -> Message:
    """Open a cup for three as Ada, and return its card."""
    call = await stage.world.slash(stage.ada, stage.channel, "cup", game="skirt", players=3)
    await call.first_reply(SOON)
    await wait_until(lambda: len(cards_of_events(stage)) == 1, SOON, "no card")
    return cards_of_events(stage)[0]


async def fill_cup(stage: Stage, card: Message) -> None:
    """Join as Ben and Cy, so that the cup starts, and post its first boards."""
    for member in (stage.ben, stage.cy):
        call = await stage.world.click(member, card, label="Join")
        await wait_until(lambda call=call: "You're in" in latest_reply(call), SOON, "not joined")
    for match_id in range(1, 4):
        await stage.bot.courier.deliver_match(match_id)


async def test_an_event_has_one_card_edited_in_place(stage: Stage) -> None:
    card = await open_cup(stage)
    await fill_cup(stage, card)
    await stage.bot.courier.deliver_due()
    await stage.settle()
    assert cards_of_events(stage) == [card]
    assert card.text.count("[match ") == 3
    assert card.attachments
    assert len(news(stage)) == 1
    assert "**It has started.**" in news(stage)[0].text


async def test_an_unconfirmed_card_is_found_again(stage: Stage) -> None:
    stage.world.fail_next("POST", CARD, status=403, code=50013, carried_out=True)
    call = await stage.world.slash(stage.ada, stage.channel, "cup", game="skirt", players=3)
    await call.first_reply(SOON)
    await stage.retry_outbox()
    assert len(cards_of_events(stage)) == 1
    event = (await stage.bot.club.part(Events).reader.event(1)).event
    assert event.card_message_id == cards_of_events(stage)[0].id


async def test_unconfirmed_news_is_not_posted_again(stage: Stage) -> None:
    await fill_cup(stage, await open_cup(stage))
    stage.world.fail_next("POST", CARD, status=403, code=50013, carried_out=True)
    await stage.bot.courier.deliver_due()
    assert len(news(stage)) == 1
    await stage.retry_outbox()
    assert len(news(stage)) == 1
    assert (await stage.bot.club.part(Events).reader.event(1)).event.told_news > 0


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Loopback(deadline=SOON) as world:
        yield House(world, tmp_path)


def event_news(house: House) -> list[Message]:
    """The news of events, in the channel and its threads."""
    places = [house.channel, *house.channel.threads]
    return [each for place in places for each in place.messages if find_buttons(each, "Standings")]


def last_news_number(house: House) -> int:
    """The number of the latest news that was posted for event 1, from the database."""
    file = house.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as alone:
        return alone.execute("SELECT told_news FROM event").fetchone()[0]


@pytest.mark.parametrize("reaches_discord", [False, True], ids=["before", "after"])
async def test_a_bot_killed_around_posting_news_posts_it_once(
    house: House, reaches_discord: bool
) -> None:
    async with house.bot() as bot:
        call = await house.world.slash(house.ada, house.channel, "cup", game="skirt", players=3)
        await call.first_reply(SOON)

        def cards() -> list[Message]:
            return [
                each for each in house.channel.messages if find_buttons(each, "Open just for me")
            ]

        await wait_until(lambda: len(cards()) == 1, SOON, "no card")
        hold = house.world.hold_next(
            "POST", CARD, carried_out=reaches_discord, containing="event-news"
        )
        for member in (house.ben, house.cy):
            joined = await house.world.click(member, cards()[0], label="Join")
            await joined.first_reply(SOON)
        await hold.wait_for_request(SOON)
        bot.kill()
        await bot.wait()
        hold.cut()
    assert len(event_news(house)) == reaches_discord
    async with house.bot():
        await wait_until(lambda: last_news_number(house) > 0, SOON, "not recorded")
        await house.world.settle(0.5, within=SOON)
        assert len(event_news(house)) == 1
        assert "**It has started.**" in event_news(house)[0].text
        assert len(cards()) == 1
    assert_requests_fit(house.world)
