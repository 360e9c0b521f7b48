"""Stories about events on the wire: one card that is edited, news that are told once, also where
Discord did what was asked and its answer was lost."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.wire.stage import CARD, SOON, Stage, labelled, last_words, stage_in
from tests.discord.messages import Message
from tests.discord.waiting import holds

pytestmark = pytest.mark.slow


@pytest.fixture
async def stage(database_url: str) -> AsyncIterator[Stage]:
    async with stage_in(database_url) as stage:
        yield stage
        await stage.check()


def cards_of_events(stage: Stage) -> list[Message]:
    return [each for each in stage.channel.messages if labelled(each, "Look closer")]


def news(stage: Stage) -> list[Message]:
    return [each for each in stage.channel.messages if labelled(each, "Standings")]


async def opened(stage: Stage) -> Message:
    """The card of a cup for three that Ada has opened."""
    call = await stage.world.slash(stage.ada, stage.channel, "cup", game="skirt", players=3)
    await call.replied(SOON)
    await holds(lambda: len(cards_of_events(stage)) == 1, SOON, "no card")
    return cards_of_events(stage)[0]


async def filled(stage: Stage, card: Message) -> None:
    """Let Ben and Cy join, so that the cup begins, and show its boards."""
    for member in (stage.ben, stage.cy):
        call = await stage.world.click(member, card, label="Join")
        await holds(lambda call=call: "You're in" in last_words(call), SOON, "not joined")
    for match_id in range(1, 7):
        await stage.bot.courier.deliver_match(match_id)


async def test_an_event_has_one_card_which_is_edited_in_place(stage: Stage) -> None:
    card = await opened(stage)
    await filled(stage, card)
    await stage.bot.courier.deliver_due()
    await stage.quiet()
    assert cards_of_events(stage) == [card]
    assert card.text.count("[match ") == 6
    assert card.attachments
    assert len(news(stage)) == 1
    assert "**It has begun**" in news(stage)[0].text


async def test_a_card_whose_posting_was_not_heard_of_is_found_again(stage: Stage) -> None:
    stage.world.fail_next("POST", CARD, status=403, code=50013, carried_out=True)
    call = await stage.world.slash(stage.ada, stage.channel, "cup", game="skirt", players=3)
    await call.replied(SOON)
    await stage.a_while_later()
    assert len(cards_of_events(stage)) == 1
    event = (await stage.bot.club.events.event(1)).event
    assert event.card_message_id == cards_of_events(stage)[0].id


async def test_news_whose_telling_was_not_heard_of_are_not_told_again(stage: Stage) -> None:
    await filled(stage, await opened(stage))
    stage.world.fail_next("POST", CARD, status=403, code=50013, carried_out=True)
    await stage.bot.courier.deliver_due()
    assert len(news(stage)) == 1
    await stage.a_while_later()
    assert len(news(stage)) == 1
    assert (await stage.bot.club.events.event(1)).event.told_news > 0
