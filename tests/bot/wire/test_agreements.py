"""Simultaneous offers, agreements and withdrawals, on the wire."""

from __future__ import annotations

import discord
import pytest

from club.matches.match import Match
from tests.bot.wire.stage import (
    CARD,
    SOON,
    Stage,
    cards,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.calls import InteractionRecord
from tests.discord.messages import Message
from tests.discord.places import Member
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("games_with_draws")]

MODERATOR = discord.Permissions(manage_messages=True).value

ROUNDS = 2
"""How often a race is repeated, because the winner is random."""


async def all_replies_are_private(stage: Stage, *calls: InteractionRecord) -> None:
    await wait_for_answers(*calls)
    await stage.settle()
    assert all(call.messages and call.messages[-1].ephemeral for call in calls)


async def start_match(stage: Stage, match_id: int) -> Message:
    """Start another match of Skirt, with Ada to move, and return its first board."""
    offer = await stage.challenge(stage.ben)
    await stage.world.click(stage.ben, offer, label="Accept")
    return await card_of(stage, match_id)


async def card_of(stage: Stage, match_id: int) -> Message:
    """Wait until the bot is idle, and return the only playable card of a match."""
    await wait_until(lambda: bool(playable(stage, match_id)), SOON, f"no card of match {match_id}")
    await stage.settle()
    (card,) = playable(stage, match_id)
    return card


def playable(stage: Stage, match_id: int) -> list[Message]:
    """Return the playable cards of a match."""
    title = f"match {match_id} · turn"
    return [
        card for card in cards(stage.channel) if title in card.text and find_buttons(card, "Play")
    ]


async def send_move(stage: Stage, member: Member, match_id: int, text: str) -> InteractionRecord:
    """Send a move without waiting for its reply."""
    return await stage.world.slash(member, stage.channel, "move", move=text, match=str(match_id))


async def send_offer(
    stage: Stage, member: Member, match_id: int, command: str
) -> InteractionRecord:
    """Send an offer without waiting for its reply."""
    return await stage.world.slash(member, stage.channel, command, match=str(match_id))


async def offer_draw(stage: Stage, match_id: int) -> Message:
    """Move and offer a draw as Ada in a new match, and return its card."""
    await start_match(stage, match_id)
    first = await send_move(stage, stage.ada, match_id, "e1")
    await all_replies_are_private(stage, first)
    await all_replies_are_private(stage, await send_offer(stage, stage.ada, match_id, "draw"))
    return await card_of(stage, match_id)


def is_a_draw(match: Match) -> bool:
    result = match.result
    return result is not None and result["reason"] == "agreement"


def offers_on(card: Message) -> bool:
    return "offers a draw" in card.text


async def end_match(stage: Stage, match_id: int) -> None:
    """End a match, so that the next round starts with a new one."""
    if not (await stage.match(match_id)).is_over:
        await stage.bot.club.matches.end(match_id, "someone", "the round is over")
        await stage.bot.courier.deliver_match(match_id)
    await stage.settle()


async def test_a_simultaneous_offer_and_opponents_move(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        await start_match(stage, number)
        offer, move = (
            send_offer(stage, stage.ben, number, "draw"),
            send_move(stage, stage.ada, number, "e1"),
        )
        calls = [await each for each in ((offer, move) if number % 2 else (move, offer))]
        await all_replies_are_private(stage, *calls)
        offering, moving = calls if number % 2 else calls[::-1]
        match, card = await stage.match(number), await card_of(stage, number)
        assert "You played **e1**" in latest_reply(moving)
        assert [played.text for played in match.played] == ["e1"]
        assert bool(match.offers) == offers_on(card)
        if match.offers:
            # The offer was made after the move.
            assert "You offered a draw. Waiting for Ada to answer." in latest_reply(offering)
        else:
            words = latest_reply(offering)
            assert "You offered a draw." in words or "has moved on" in words
        await end_match(stage, number)


async def test_accepting_a_draw_during_the_opponents_move(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        await start_match(stage, number)
        await all_replies_are_private(stage, await send_offer(stage, stage.ben, number, "draw"))
        # Ada, who is to move, accepts and moves at once.
        card = await card_of(stage, number)
        accept = stage.world.click(stage.ada, card, label="Accept draw")
        move = send_move(stage, stage.ada, number, "e1")
        calls = [await each for each in ((accept, move) if number % 2 else (move, accept))]
        await all_replies_are_private(stage, *calls)
        accepting, moving = calls if number % 2 else calls[::-1]
        match = await stage.match(number)
        if is_a_draw(match):
            assert f"Match {number} is a draw." in latest_reply(accepting)
            assert f"Match {number} is over: It's a draw." in latest_reply(moving)
        else:
            assert match.ply == 1
            assert "You played **e1**" in latest_reply(moving)
            assert "so this offer has lapsed" in latest_reply(accepting)
            assert not offers_on(await card_of(stage, number))
        await end_match(stage, number)


async def test_accepting_a_draw_just_as_the_other_player_moves_still_draws(
    stage: Stage,
) -> None:
    for number in range(1, ROUNDS + 1):
        await start_match(stage, number)
        await all_replies_are_private(stage, await send_offer(stage, stage.ada, number, "draw"))
        card = await card_of(stage, number)
        move = send_move(stage, stage.ada, number, "e1")
        accept = stage.world.click(stage.ben, card, label="Accept draw")
        calls = [await each for each in ((accept, move) if number % 2 else (move, accept))]
        await all_replies_are_private(stage, *calls)
        accepting, moving = calls if number % 2 else calls[::-1]
        # The offer outlasts the move, so both have agreed in either order.
        match = await stage.match(number)
        assert is_a_draw(match)
        assert f"Match {number} is a draw." in latest_reply(accepting)
        has_moved = "You played **e1**" in latest_reply(moving)
        assert has_moved == (match.ply == 1)
        assert has_moved or f"Match {number} is over: It's a draw." in latest_reply(moving)


async def test_simultaneous_accepting_and_withdrawing(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        card = await offer_draw(stage, number)
        pair = [(stage.ben, "Accept draw"), (stage.ada, "Decline draw")][:: (-1) ** number]
        calls = [await stage.world.click(who, card, label=label) for who, label in pair]
        await all_replies_are_private(stage, *calls)
        accepting, withdrawing = sorted(calls, key=lambda call: call.member is stage.ada)
        match = await stage.match(number)
        if is_a_draw(match):
            assert f"Match {number} is a draw." in latest_reply(accepting)
            assert f"Match {number} is over: It's a draw." in latest_reply(withdrawing)
        else:
            assert "Withdrawn." in latest_reply(withdrawing)
            assert "Ada has withdrawn this." in latest_reply(accepting)
            assert not offers_on(await card_of(stage, number))
        await end_match(stage, number)


async def test_withdrawing_while_the_offers_card_is_posted_leaves_no_trace(
    stage: Stage,
) -> None:
    await start_match(stage, 1)
    hold = stage.world.hold_next("POST", CARD)
    offering = await send_offer(stage, stage.ada, 1, "draw")
    await wait_for_answers(offering)
    await hold.wait_for_request(SOON)
    page = await (
        await stage.world.click(stage.ada, cards(stage.channel)[0], label="More")
    ).first_reply(SOON)
    await stage.world.click(stage.ada, page, label="Withdraw")
    await wait_until(lambda: "Withdrawn." in page.text, SOON, "the offer is not withdrawn")
    hold.release()
    card = await card_of(stage, 1)
    assert not offers_on(card)
    assert not find_buttons(card, "Accept draw")


async def test_simultaneous_draw_offers_agree_on_a_draw(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        await start_match(stage, number)
        calls = [await send_offer(stage, who, number, "draw") for who in (stage.ada, stage.ben)]
        await all_replies_are_private(stage, *calls)
        assert is_a_draw(await stage.match(number))
        replies = sorted(map(latest_reply, calls))
        assert replies[0].startswith(f"Match {number} is a draw.")
        assert replies[1].startswith("You offered a draw.")


async def test_an_offer_shown_after_the_result_leaves_one_card_for_its_turn(
    stage: Stage,
) -> None:
    await start_match(stage, 1)
    hold = stage.world.hold_next("POST", CARD)
    await send_offer(stage, stage.ada, 1, "draw")
    await hold.wait_for_request(SOON)
    await send_offer(stage, stage.ben, 1, "draw")
    hold.release()
    await wait_until(lambda: "finished" in cards(stage.channel)[-1].text, SOON, "no result")
    await stage.settle()
    late = [card for card in stage.channel.sent if "offers a draw" in card.text]
    assert not [card for card in late if not card.deleted and find_buttons(card, "Play")]


async def test_offering_twice_at_once_makes_one_offer(stage: Stage) -> None:
    await start_match(stage, 1)
    calls = [await send_offer(stage, stage.ada, 1, "draw") for _ in range(2)]
    await all_replies_are_private(stage, *calls)
    assert len((await stage.match()).offers) == 1
    refused = [each for each in map(latest_reply, calls) if each.startswith("You've already asked")]
    assert len(refused) == 1
    assert (await card_of(stage, 1)).text.count("offers a draw") == 1


async def test_two_of_three_players_accepting_at_once_both_agree(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        call = await stage.world.slash(
            stage.ada,
            stage.channel,
            "challenge",
            game="passtally",
            options="players 3",
            opponent=stage.ben,
            second_opponent=stage.cy,
            seat=1,
        )
        challenge = await call.first_reply(SOON)
        for guest in (stage.ben, stage.cy):
            accepting = await stage.world.click(guest, challenge, label="Accept")
            await accepting.first_reply(SOON)
        await card_of(stage, number)
        await all_replies_are_private(stage, await send_offer(stage, stage.ada, number, "draw"))
        card = await card_of(stage, number)
        pair = (stage.ben, stage.cy) if number % 2 else (stage.cy, stage.ben)
        calls = [await stage.world.click(who, card, label="Accept draw") for who in pair]
        await all_replies_are_private(stage, *calls)
        assert is_a_draw(await stage.match(number))
        replies = sorted(map(latest_reply, calls))
        assert replies[0].startswith(f"Match {number} is a draw.")
        assert replies[1].startswith("You agreed.")


async def test_a_double_click_on_rematch_makes_one_challenge(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        result = await finish_match(stage, number)
        before = len(stage.channel.messages)
        calls = [await stage.world.click(stage.ada, result, label="Rematch") for _ in range(2)]
        await wait_for_answers(*calls)
        await stage.settle()
        (asking,) = [call for call in calls if "asks for a rematch" in latest_reply(call)]
        (late,) = [call for call in calls if call is not asking]
        assert "You've already asked for a rematch" in latest_reply(late)
        assert late.messages[-1].ephemeral
        assert len(stage.channel.messages) == before + 1
        cancel = await stage.world.click(stage.ada, asking.messages[-1], label="Cancel")
        await wait_for_answers(cancel)


async def test_both_players_clicking_rematch_at_once_play_one(stage: Stage) -> None:
    for round_ in range(ROUNDS):
        number = 2 * round_ + 1
        result = await finish_match(stage, number)
        pair = (stage.ada, stage.ben) if round_ % 2 else (stage.ben, stage.ada)
        calls = [await stage.world.click(who, result, label="Rematch") for who in pair]
        await wait_for_answers(*calls)
        await card_of(stage, number + 1)
        (accepting,) = [call for call in calls if "The rematch has started" in latest_reply(call)]
        (asking,) = [call for call in calls if call is not accepting]
        assert f"match {number + 1}." in latest_reply(accepting)
        # The card shows the acceptance, even if it was posted later.
        challenge = asking.messages[-1]
        assert f"match {number + 1} has started." in challenge.text
        assert challenge.buttons == []
        await end_match(stage, number + 1)


async def finish_match(stage: Stage, match_id: int) -> Message:
    """Start another match, resign as Ada, and return the result."""
    await start_match(stage, match_id)
    await stage.bot.club.matches.resign(match_id, stage.ada.id)
    await stage.bot.courier.deliver_match(match_id)
    await stage.settle()
    title = f"match {match_id} · finished"
    (result,) = [card for card in cards(stage.channel) if title in card.text]
    return result


async def test_a_moderator_ends_a_match_during_a_move(stage: Stage) -> None:
    mia = stage.world.guild.add_member("mia", permissions=MODERATOR)
    for number in range(1, ROUNDS + 1):
        await start_match(stage, number)
        move = send_move(stage, stage.ada, number, "e1")
        end = stage.world.slash(mia, stage.channel, "end", match=str(number), reason="enough")
        calls = [await each for each in ((end, move) if number % 2 else (move, end))]
        await all_replies_are_private(stage, *calls)
        ending, moving = calls if number % 2 else calls[::-1]
        match = await stage.match(number)
        assert match.is_aborted
        assert f"You ended match {number}." in latest_reply(ending)
        has_moved = "You played **e1**" in latest_reply(moving)
        assert has_moved == (match.ply == 1)
        assert has_moved or f"Match {number} is over: Aborted" in latest_reply(moving)


async def test_simultaneous_resigning_and_accepting_a_draw(stage: Stage) -> None:
    for number in range(1, ROUNDS + 1):
        card = await offer_draw(stage, number)
        asking = await stage.ask_to_resign(stage.ada, card)
        question = await asking.first_reply(SOON)
        resign = stage.world.click(stage.ada, question, label="Resign")
        accept = stage.world.click(stage.ben, card, label="Accept draw")
        calls = [await each for each in ((resign, accept) if number % 2 else (accept, resign))]
        await all_replies_are_private(stage, *calls)
        ask_to_resign, accepting = calls if number % 2 else calls[::-1]
        match = await stage.match(number)
        assert match.is_over
        if is_a_draw(match):
            assert f"Match {number} is a draw." in latest_reply(accepting)
            assert f"Match {number} is over: It's a draw." in latest_reply(ask_to_resign)
        else:
            assert f"You resigned match {number}." in latest_reply(ask_to_resign)
            assert f"Match {number} is over: Ben (Black) wins." in latest_reply(accepting)
