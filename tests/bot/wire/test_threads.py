"""The thread of a match, which may open slowly or with a lost response.

These matches have no challenge card, because Discord opens only one thread under a message.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

import pytest

from storage.matches import cards as stored_cards
from tests.bot.wire.stage import (
    CALLBACK,
    CARD,
    MATCH_HEADING,
    SOON,
    Stage,
    cards,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.places import Thread

pytestmark = [
    pytest.mark.slow,
    pytest.mark.stage(opens_threads=True, end="open", max_log_level=logging.WARNING),
]

OPENING = "/channels/{id}/threads"
ACTIVE_THREADS = "/guilds/{id}/threads/active"


def only_thread(stage: Stage) -> Thread:
    (thread,) = stage.channel.threads
    return thread


async def assert_one_thread_and_one_card_a_turn(stage: Stage) -> None:
    """Check that the match has one thread and only one card per turn, the last playable."""
    await stage.settle()
    thread = only_thread(stage)
    match = await stage.match()
    assert match.stored.place.thread_id == thread.id
    assert cards(stage.channel) == []
    matches = [MATCH_HEADING.search(card.text) for card in cards(thread)]
    headings = Counter(heading[0] for heading in matches if heading is not None)
    assert set(headings.values()) == {1}
    assert [card.id for card in cards(thread) if find_buttons(card, "Play")] == [
        match.stored.place.card_message_id
    ]


async def test_a_move_made_while_the_thread_opens_appears_in_it_once(
    stage: Stage,
) -> None:
    match_id = await stage.start_unposted_match()
    hold = stage.world.hold_next("POST", OPENING, carried_out=True)
    delivering = asyncio.create_task(stage.bot.courier.deliver_match(match_id))
    await hold.wait_for_request(SOON)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_for_answers(call)
    assert "You played **e1**" in latest_reply(call)
    await asyncio.sleep(0.3)
    hold.release()
    await delivering
    await assert_one_thread_and_one_card_a_turn(stage)
    assert [card for card in cards(only_thread(stage)) if "turn 2" in card.text]


async def test_an_unconfirmed_thread_is_found_again(stage: Stage) -> None:
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=None, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    assert only_thread(stage).messages == []
    await stage.retry_outbox()
    await assert_one_thread_and_one_card_a_turn(stage)


async def test_the_next_board_finds_an_unconfirmed_thread(
    stage: Stage,
) -> None:
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=None, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    # The second board is posted before the first one is retried.
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_for_answers(call)
    await assert_one_thread_and_one_card_a_turn(stage)
    await stage.retry_outbox()
    await assert_one_thread_and_one_card_a_turn(stage)


async def test_a_duplicate_thread_from_a_retried_request_is_removed(stage: Stage) -> None:
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=502, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    assert len([each for each in stage.world.requests if each.route and "threads" in each.route
                and each.method == "POST"]) == 2  # fmt: skip
    await assert_one_thread_and_one_card_a_turn(stage)


async def test_a_thread_stored_by_another_process_is_not_a_duplicate(
    stage: Stage,
) -> None:
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", OPENING, status=502, carried_out=True)
    hold = stage.world.hold_next("GET", ACTIVE_THREADS, carried_out=True)
    delivering = asyncio.create_task(stage.bot.courier.deliver_match(match_id))
    await hold.wait_for_request(SOON)
    place = (await stage.match()).stored.place_numbered(1)
    _, duplicate = sorted(stage.channel.threads, key=lambda thread: thread.id)
    async with stage.bot.club.store.write() as tx:
        await stored_cards.set_thread(tx, place, duplicate.id, None)
    hold.release()
    await delivering
    await assert_one_thread_and_one_card_a_turn(stage)
    assert only_thread(stage) == duplicate


async def test_an_unconfirmed_card_is_found_among_many_later_messages(stage: Stage) -> None:
    match_id = await stage.start_unposted_match()
    stage.world.fail_next("POST", CARD, status=None, carried_out=True)
    await stage.bot.courier.deliver_match(match_id)
    thread = only_thread(stage)
    (card,) = cards(thread)
    place = stage.bot.get_partial_messageable(thread.id)
    for number in range(130):
        await place.send(f"message {number}")
    card.nonce = None
    await stage.retry_outbox()
    assert cards(thread) == [card]
    assert (await stage.match()).stored.place.card_message_id == card.id


@pytest.mark.stage(opens_threads=True, end="open")
async def test_a_move_whose_answer_a_locked_thread_refuses_is_said_to_be_saved(
    stage: Stage,
) -> None:
    await stage.bot.courier.deliver_match(await stage.start_unposted_match())
    thread = only_thread(stage)
    stage.world.fail_next("POST", CALLBACK, status=400, code=50083)
    call = await stage.world.slash(stage.ada, thread, "move", move="e1")
    await wait_for_answers(call)
    assert "This thread is locked" in latest_reply(call)
    assert "are saved" in latest_reply(call)
    assert (await stage.match()).ply == 1
