"""Computer opponents on the wire, with real searches."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time

import pytest

from engine.serving.pool import Pool
from tests.bot.wire.stage import SOON, Stage, cards, latest_reply
from tests.discord.calls import InteractionRecord
from tests.discord.messages import Message
from tests.discord.places import Member
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.stage(workers=1, end="quiet")]


MAX_TURN = 1.0
"""Maximum seconds of work in one step of the event loop. Searches take longer."""


async def challenge_bot(stage: Stage, member: Member, **chosen: object) -> InteractionRecord:
    bot = stage.world.guild.bot
    return await stage.world.slash(
        member, stage.channel, "challenge", game="skirt", opponent=bot, **{"seat": 1, **chosen}
    )


async def send_move(stage: Stage, member: Member, match_id: int, text: str) -> InteractionRecord:
    return await stage.world.slash(member, stage.channel, "move", move=text, match=str(match_id))


def cards_saying(stage: Stage, words: str) -> list[Message]:
    """The boards in the channel with some words. Each match has one card, edited turn by turn."""
    return [each for each in cards(stage.channel) if words in each.text]


async def card_saying(stage: Stage, words: str) -> Message:
    """Wait until the board of a stage's only match says some words, and return it."""
    await wait_until(lambda: cards_saying(stage, words), SOON, f"no card with {words!r}")
    (card,) = cards(stage.channel)
    return card


async def longest_loop_step(done: asyncio.Event) -> float:
    """Return the longest step of the event loop until `done`, in seconds.

    Only the thread's own CPU time counts, so other work on the machine doesn't matter.
    """
    longest = 0.0
    while not done.is_set():
        before = time.thread_time()
        await asyncio.sleep(0.01)
        longest = max(longest, time.thread_time() - before)
    return longest


async def test_ten_people_at_once_get_their_answers_in_turn(stage: Stage) -> None:
    people = [stage.world.guild.add_member(f"member{number}") for number in range(10)]
    for member in people:
        await (await challenge_bot(stage, member, level=4)).first_reply(SOON)
    await wait_until(lambda: len(cards(stage.channel)) == 10, SOON, "not ten boards")
    done = asyncio.Event()
    watching = asyncio.create_task(longest_loop_step(done))
    matches = {match.id: match for match in [await stage.match(each) for each in range(1, 11)]}
    calls = [
        await send_move(
            stage,
            next(each for each in people if match.player_of(each.id)),
            match.id,
            match.position.text(match.position.moves()[0]),
        )
        for match in matches.values()
    ]
    await wait_until(
        lambda: all(latest_reply(call) for call in calls), SOON, "not all were answered"
    )
    places = [
        re.search(r"is thinking(?: \((\d+) ahead of you\))?\.$", latest_reply(each))
        for each in calls
    ]
    before = sorted(int(place[1] or 0) for place in places if place is not None)
    assert len(before) == 10
    assert before[0] == 0
    assert before[-1] >= 4
    await wait_until(
        lambda: len(cards_saying(stage, "turn 3")) == 10, SOON, "not all have got an answer"
    )
    done.set()
    assert await watching < MAX_TURN
    for number in matches:
        assert [played.seat for played in (await stage.match(number)).played] == [1, 2]


async def test_a_killed_worker_costs_no_move(stage: Stage, pool: Pool) -> None:
    await (await challenge_bot(stage, stage.ada, level=4)).first_reply(SOON)
    await stage.board(1)
    await send_move(stage, stage.ada, 1, "f1")
    await wait_until(lambda: bool(pool.workers), SOON, "no worker was started")
    os.kill(pool.workers[0], signal.SIGKILL)
    await card_saying(stage, "turn 3")
    assert len((await stage.match()).played) == 2


async def test_a_hint_and_a_review_arrive_by_themselves(stage: Stage) -> None:
    await (await challenge_bot(stage, stage.ada, level=1, options="size 4")).first_reply(SOON)
    await stage.board(1)
    hint = await stage.world.slash(stage.ada, stage.channel, "hint")
    await wait_until(lambda: "I would play" in latest_reply(hint), SOON, "no hint came")
    await send_move(stage, stage.ada, 1, "a1")
    card = await card_saying(stage, "turn 3")
    question = await (await stage.ask_to_resign(stage.ada, card)).first_reply(SOON)
    await stage.world.click(stage.ada, question, label="Resign")
    result = await card_saying(stage, "finished")
    review = await stage.world.click(stage.ada, result, label="Review")
    await wait_until(
        lambda: "This is a quick analysis." in latest_reply(review), SOON, "no review came"
    )
