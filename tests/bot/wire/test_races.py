"""Simultaneous actions, on the wire."""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.wire.stage import (
    CARD,
    SOON,
    Stage,
    board,
    cards,
    challenge,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.calls import InteractionRecord
from tests.discord.messages import Message
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow

ROUNDS = 2
"""How often a race is repeated, because the winner is random."""


def is_refused(call: InteractionRecord, offer: Message) -> bool:
    """Whether a click was refused, rather than updating the offer or suggesting lessons."""
    return call.messages[-1] is not offer and "New to Skirt?" not in latest_reply(call)


async def test_two_players_accepting_at_once_start_one_match(stage: Stage) -> None:
    for _ in range(ROUNDS):
        before = len(cards(stage.channel))
        offer = await stage.challenge()
        accept = offer.find_button("Accept")["custom_id"]
        calls = [await stage.world.click(who, offer, accept) for who in (stage.ben, stage.cy)]
        await wait_for_answers(*calls)
        await stage.settle()
        assert len(cards(stage.channel)) == before + 1
        (late,) = [call for call in calls if is_refused(call, offer)]
        assert late.messages[-1].ephemeral
        assert "It was accepted: match" in latest_reply(late)
        assert "**Accepted**" in offer.text
        assert offer.buttons == []


async def test_accepting_and_cancelling_at_once_has_one_winner(stage: Stage) -> None:
    for number in range(ROUNDS):
        before = len(cards(stage.channel))
        offer = await stage.challenge(stage.ben)
        accept, cancel = (offer.find_button(each)["custom_id"] for each in ("Accept", "Cancel"))
        pair = [(stage.ben, accept), (stage.ada, cancel)]
        calls = [await stage.world.click(who, offer, each) for who, each in pair[:: (-1) ** number]]
        await wait_for_answers(*calls)
        await stage.settle()
        (late,) = [call for call in calls if is_refused(call, offer)]
        assert late.messages[-1].ephemeral
        matches = len(cards(stage.channel)) - before
        if late.member is stage.ada:
            assert matches == 1
            assert "It was accepted" in latest_reply(late)
            assert "**Accepted**" in offer.text
        else:
            assert matches == 0
            assert "It was cancelled" in latest_reply(late)
            assert "**Cancelled.**" in offer.text


async def test_confirming_twice_at_once_makes_one_move(stage: Stage) -> None:
    card = await stage.start_match()
    panel = await stage.panel(stage.ada, card, "e1")
    confirm = panel.find_button("Play e1")["custom_id"]
    calls = [await stage.world.click(stage.ada, panel, confirm) for _ in range(2)]
    await wait_for_answers(*calls)
    await stage.board(2)
    match = await stage.match()
    assert [played.text for played in match.played] == ["e1"]
    assert panel.edits >= 2
    assert "e1" in panel.text or "Match 1 has moved on" in panel.text


async def test_thirty_simultaneous_interactions_on_ten_matches_make_ten_moves(stage: Stage) -> None:
    tables = [await start_match(stage, number) for number in range(10)]
    calls: list[InteractionRecord] = []
    for channel, ada, ben in tables:
        calls.append(await stage.world.slash(ada, channel, "move", move="e1"))
        calls.append(await stage.world.slash(ada, channel, "move", move="d1"))
        calls.append(await stage.world.slash(ben, channel, "move", move="a1"))
    await wait_for_answers(*calls)
    await asyncio.gather(*(board(channel, 2) for channel, _, _ in tables))
    moved = [call for call in calls if "You played" in latest_reply(call)]
    assert len(moved) == 10
    assert len({call.channel.id for call in moved}) == 10
    for match_id in range(1, 11):
        assert (await stage.match(match_id)).ply == 1


async def start_match(stage: Stage, number: int) -> tuple[Channel, Member, Member]:
    """Start a match between two new members in a new channel. The first one moves first."""
    world = stage.world
    channel = world.guild.add_channel(f"table-{number}")
    ada, ben = (world.guild.add_member(f"{name}{number}") for name in ("ada", "ben"))
    offer = await challenge(world, channel, ada, ben)
    await world.click(ben, offer, label="Accept")
    await board(channel, 1)
    return channel, ada, ben


async def finish_match(stage: Stage) -> Message:
    """Play a match that Ada resigns, and return the result."""
    await stage.start_match()
    await stage.bot.club.matches.resign(1, stage.ada.id)
    await stage.bot.courier.deliver_match(1)
    await stage.settle()
    return cards(stage.channel)[-1]


async def test_a_double_click_on_rematch_makes_one_challenge(stage: Stage) -> None:
    result = await finish_match(stage)
    before = len(stage.channel.messages)
    calls = [await stage.world.click(stage.ada, result, label="Rematch") for _ in range(2)]
    await wait_for_answers(*calls)
    await stage.settle()
    (asking,) = [call for call in calls if "asks for a rematch" in latest_reply(call)]
    (late,) = [call for call in calls if call is not asking]
    assert "You've already asked for a rematch" in latest_reply(late)
    assert late.messages[-1].ephemeral
    assert len(stage.channel.messages) == before + 1


async def test_both_players_clicking_rematch_at_once_play_one(stage: Stage) -> None:
    result = await finish_match(stage)
    calls = [
        await stage.world.click(who, result, label="Rematch") for who in (stage.ada, stage.ben)
    ]
    await wait_for_answers(*calls)
    await stage.settle()
    (accepting,) = [call for call in calls if "The rematch has started" in latest_reply(call)]
    (asking,) = [call for call in calls if call is not accepting]
    assert "match 2." in latest_reply(accepting)
    # The card shows the acceptance, even if it was posted later.
    challenge = asking.messages[-1]
    assert "match 2 has started." in challenge.text
    assert challenge.buttons == []


@pytest.mark.usefixtures("games_with_draws")
async def test_an_offer_shown_after_the_result_leaves_one_card_for_its_turn(stage: Stage) -> None:
    await stage.start_match()
    hold = stage.world.hold_next("POST", CARD)
    await stage.world.slash(stage.ada, stage.channel, "draw")
    await hold.wait_for_request(SOON)
    await stage.world.slash(stage.ben, stage.channel, "draw")
    hold.release()
    await wait_until(lambda: "finished" in cards(stage.channel)[-1].text, SOON, "no result")
    await stage.settle()
    late = [card for card in stage.channel.sent if "offers a draw" in card.text]
    assert not [card for card in late if not card.deleted and find_buttons(card, "Play")]
