"""Failed, lost and late requests, on the wire."""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import timedelta

import pytest
from sqlalchemy import text

from club.outbox import delivery
from storage.challenges import challenges as stored_challenges
from tests.bot.wire.stage import (
    CALLBACK,
    CARD,
    OLD_CARD,
    SOON,
    Stage,
    cards,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.inputs import STRING, SUBCOMMAND
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.stage(end="open", max_log_level=logging.WARNING)]


async def test_a_board_accepted_at_the_third_attempt_is_one_card(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CARD, status=500)
    stage.world.fail_next("POST", CARD, status=502)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await stage.board(2)
    assert [message.text for message in call.messages] == [latest_reply(call)]
    await stage.check()


async def test_a_board_with_a_lost_response_is_one_card(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CARD, status=None, carried_out=True)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_until(lambda: "I'll post it as soon as I can" in latest_reply(call), SOON)
    assert len(cards(stage.channel)) == 2
    await stage.retry_outbox()
    await stage.check()


async def test_a_board_accepted_after_the_time_limit_is_one_card(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start_match()
    await stage.settle()
    monkeypatch.setattr(delivery, "TIME_LIMIT", timedelta(seconds=0.5))
    hold = stage.world.hold_next("POST", CARD)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await hold.wait_for_request(SOON)
    await wait_until(lambda: "I'll post it as soon as I can" in latest_reply(call), SOON)
    monkeypatch.undo()
    hold.release()
    await stage.board(2)
    await stage.retry_outbox()
    await stage.check()


async def test_the_next_turns_board_replaces_one_with_a_lost_response(stage: Stage) -> None:
    first = await stage.start_match()
    stage.world.fail_next("POST", CARD, status=None, carried_out=True)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_until(lambda: "I'll post it as soon as I can" in latest_reply(call), SOON)
    lost = cards(stage.channel)[1]
    await stage.world.slash(stage.ben, stage.channel, "move", move="a1-b2")
    third = await stage.board(3)
    await stage.settle()
    await stage.retry_outbox()
    await stage.settle()
    assert not find_buttons(first, "Play")
    assert not find_buttons(lost, "Play")
    assert "Then: Ben placed stones on a1 and b2." in lost.text
    assert find_buttons(third, "Play")
    await stage.check()


async def test_a_board_with_a_lost_response_is_replaced_after_a_take_back(
    stage: Stage,
) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CARD, status=None, carried_out=True)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_until(lambda: "I'll post it as soon as I can" in latest_reply(call), SOON)
    lost = cards(stage.channel)[1]
    takeback = await stage.world.slash(stage.ada, stage.channel, "takeback")
    await takeback.first_reply(SOON)
    await stage.settle()
    await stage.retry_outbox()
    await stage.settle()
    assert not find_buttons(lost, "Play")
    playable = [card for card in cards(stage.channel) if find_buttons(card, "Play")]
    assert len(playable) == 1


@pytest.mark.usefixtures("games_with_draws")
async def test_an_offer_with_a_lost_response_leaves_one_card_for_its_turn(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CARD, status=None, carried_out=True)
    await stage.world.slash(stage.ada, stage.channel, "draw")
    lost = await stage.board(2)
    await stage.settle()
    await stage.world.slash(stage.ben, stage.channel, "draw")
    await wait_until(lambda: "finished" in cards(stage.channel)[-1].text, SOON, "no result")
    await stage.settle()
    await stage.retry_outbox()
    await stage.settle()
    assert lost.deleted
    await stage.check()


async def test_a_rate_limit_delays_only_the_board(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CARD, status=429, retry_after=0.3)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await stage.board(2)
    assert "You played **e1**" in latest_reply(call)
    await stage.check()


async def test_a_board_refused_for_an_unknown_reason_is_reported_too(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CARD, status=403, code=50013, words="Missing Permissions")
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_until(
        lambda: (
            "Match 1 is saved, but there's a problem. I can't show boards" in latest_reply(call)
        ),
        SOON,
    )
    await stage.retry_outbox()
    await stage.check()


LOST = {
    "unknown": (404, 10062, False),
    "cut off afterwards": (None, 0, True),
    "failed afterwards": (502, 0, True),
}


@pytest.mark.parametrize("way", LOST)
async def test_a_move_with_a_lost_response_is_kept_and_shown(stage: Stage, way: str) -> None:
    await stage.start_match()
    status, code, carried_out = LOST[way]
    stage.world.fail_next("POST", CALLBACK, status=status, code=code, carried_out=carried_out)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await stage.board(2)
    assert [played.text for played in (await stage.match()).played] == ["e1"]
    await stage.check(unanswered=[] if carried_out else [call])


async def test_a_repeated_gateway_event_is_handled_once(stage: Stage) -> None:
    offer = await stage.challenge()
    (session,) = stage.world.gateway.sessions.values()
    frames = [json.loads(frame) for frame in session.frames]
    (again,) = [frame["d"] for frame in frames if frame["t"] == "INTERACTION_CREATE"]
    session.send("INTERACTION_CREATE", again)
    await stage.world.slash(stage.ben, stage.channel, "matches", here=True)
    await stage.settle()
    async with stage.bot.club.store.read() as tx:
        challenges = await stored_challenges.open_in(tx, stage.channel.id)
    assert [each.message_id for each in challenges] == [offer.id]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_players_learn_that_nothing_can_be_stored(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.start_match()
    await stage.settle()
    async with stage.bot.club.store.write() as tx:
        # Make a move need far more space than is left.
        await tx.execute(text("CREATE TABLE ballast (content)"))
        await tx.execute(
            text(
                "CREATE TRIGGER heavy BEFORE INSERT ON move "
                "BEGIN INSERT INTO ballast VALUES (zeroblob(1000000)); END"
            )
        )
        (pages,) = (await tx.execute(text("PRAGMA page_count"))).one()
        await tx.execute(text(f"PRAGMA max_page_count = {pages}"))
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_until(lambda: "I can't save anything right now" in latest_reply(call), SOON)
    assert (await stage.match()).ply == 0
    async with stage.bot.club.store.write() as tx:
        await tx.execute(text("DROP TRIGGER heavy"))
        await tx.execute(text("PRAGMA max_page_count = 1000000"))
    await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await stage.board(2)
    await stage.check()
    caplog.clear()


@pytest.mark.parametrize("status", [500, 503])
async def test_a_move_is_confirmed_in_time_after_a_first_failure(stage: Stage, status: int) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CALLBACK, status=status)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await wait_until(lambda: "You played **e1**" in latest_reply(call), SOON)
    await stage.check()


@pytest.mark.parametrize("way", LOST)
async def test_a_confirmed_move_with_a_lost_response_is_kept_and_shown(
    stage: Stage, way: str
) -> None:
    panel = await stage.panel(stage.ada, await stage.start_match(), "e1")
    status, code, carried_out = LOST[way]
    stage.world.fail_next("POST", CALLBACK, status=status, code=code, carried_out=carried_out)
    call = await stage.world.click(stage.ada, panel, label="Play e1")
    await stage.board(2)
    assert [played.text for played in (await stage.match()).played] == ["e1"]
    await stage.check(unanswered=[] if carried_out else [call])


async def test_accepting_starts_the_match_even_if_the_response_is_lost(stage: Stage) -> None:
    offer = await stage.challenge(stage.ben)
    stage.world.fail_next("POST", CALLBACK, status=404, code=10062)
    call = await stage.world.click(stage.ben, offer, label="Accept")
    await stage.board(1)
    await stage.check(unanswered=[call])


async def test_a_challenge_stands_even_if_the_response_is_lost(stage: Stage) -> None:
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    offer = await stage.challenge(stage.ben)
    challenge = await stage.bot.club.challenges.find(1)
    async with asyncio.timeout(SOON):
        # The answer is retried after a moment, and only then is its message id stored.
        while challenge.message_id is None:
            await asyncio.sleep(0.02)
            challenge = await stage.bot.club.challenges.find(1)
    assert challenge.message_id == offer.id
    await stage.world.click(stage.ben, offer, label="Accept")
    await stage.board(1)
    await stage.check()


async def test_a_private_answer_is_shown_once_even_if_the_response_is_lost(stage: Stage) -> None:
    card = await stage.start_match()
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    call = await stage.world.click(stage.ada, card, label="Play")
    await wait_until(lambda: call.refusals, SOON, "not repeated")
    panel = await call.first_reply(SOON)
    assert panel.ephemeral
    await stage.settle()
    assert call.messages == [panel]
    await stage.world.click(stage.ada, panel, label="e1")
    await wait_until(lambda: find_buttons(panel, "Play e1"), SOON)
    await stage.check()


async def test_an_unsent_answer_is_sent_again(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CALLBACK, status=None)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    assert "You played **e1**" in (await call.first_reply(SOON)).text
    stage.world.fail_next("POST", CALLBACK, status=None)
    command = await stage.world.slash(stage.cy, stage.channel, "move", move="e1")
    assert (
        "You have no matches in progress in this channel" in (await command.first_reply(SOON)).text
    )
    await stage.check()


async def test_buttons_work_after_the_gateway_drops_and_resumes(stage: Stage) -> None:
    card = await stage.start_match()
    await stage.world.drop_gateway()
    call = await stage.world.click(stage.ada, card, label="Rules")
    await call.first_reply(SOON)
    await stage.panel(stage.ada, card, "e1")
    assert (stage.world.gateway.identify_count, stage.world.gateway.resume_count) == (1, 1)
    await stage.check()


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (500, 0), (None, 0)])
async def test_an_old_card_that_cannot_be_edited_blocks_nothing(
    stage: Stage, status: int | None, code: int
) -> None:
    await stage.start_match()
    stage.world.fail_next("PATCH", OLD_CARD, status=status, code=code)
    call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await stage.board(2)
    await stage.world.slash(stage.ben, stage.channel, "move", move="a1-b2")
    await stage.board(3)
    await wait_for_answers(call)
    await stage.settle()
    assert [message.text for message in call.messages] == [latest_reply(call)]
    assert "You played **e1**" in latest_reply(call)
    await stage.retry_outbox()
    await stage.check()


@pytest.mark.parametrize("carried_out", [False, True], ids=["before", "after"])
async def test_a_board_waits_for_the_previous_one(stage: Stage, carried_out: bool) -> None:
    await stage.start_match()
    hold = stage.world.hold_next("POST", CARD, carried_out=carried_out)
    await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await hold.wait_for_request(SOON)
    await stage.world.slash(stage.ben, stage.channel, "move", move="a1-b2")
    await asyncio.sleep(0.5)
    assert len(cards(stage.channel)) == 1 + carried_out
    hold.release()
    newer = await stage.board(3)
    assert "Ben placed stones on a1 and b2." in newer.text
    await stage.check()


@pytest.mark.parametrize("words", ["duel", "event duel", "event"])
async def test_a_command_that_only_an_old_client_knows_gets_words(stage: Stage, words: str) -> None:
    name, *below = words.split()
    options = [{"name": each, "type": SUBCOMMAND} for each in below]
    stage.world.commands[None].insert(0, {"id": "1", "name": name, "type": 1, "options": options})
    call = await stage.world.slash(stage.ada, stage.channel, words)
    await call.first_reply(SOON)
    assert "your Discord still shows the old one" in latest_reply(call)
    options.append({"name": "match", "type": STRING})
    if not below:
        choices = await stage.world.autocomplete(
            stage.ada, stage.channel, words, focused="match", value="1"
        )
        assert choices == []
