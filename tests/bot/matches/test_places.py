"""A match shown in two servers, with a card and a thread in each."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest

from club.matches.changes import Agreement, begin
from preview.preview import repost_cards
from rules.registry import GAMES
from storage.matches.match import Participant, Place, StoredMatch, Terms
from tests.additions import additions
from tests.bot.matches.two_servers import TwoServers
from tests.bot.simulated import World, components_of, labels_of, reply_text, text_of

SKIRT = GAMES["skirt"]


async def start_match(world: World) -> Any:
    """Start a match across two servers, and return the channel in the second."""
    other_guild = world.env.create_guild("Other club")
    other = other_guild.create_text_channel("more-games")
    await world.env.settle()
    agreement = Agreement(
        Terms(SKIRT.key, SKIRT.choose({"size": 4}), rated=False),
        [Place(world.guild.id, world.channel.id), Place(other_guild.id, other.id)],
        [Participant(world.ada.id, "Ada"), Participant(world.ben.id, "Ben")],
    )
    with world.env.time_context():
        async with world.bot.club.store.write() as tx:
            await begin(tx, agreement, Random(1), world.bot.club.clock())
        await world.bot.courier.deliver_due()
    await world.env.settle()
    return other


async def stored_match(world: World) -> StoredMatch:
    return (await world.bot.club.matches.find(1)).stored


async def play(world: World) -> None:
    """Make a move as the player to move, and post its boards."""
    match = await world.bot.club.matches.find(1)
    assert match.player_to_move is not None
    with world.env.time_context():
        match = await world.bot.club.matches.play(
            1, match.player_to_move.user_id, match.position.moves()[0]
        )
        await world.bot.courier.deliver_match(1, match)
    await world.env.settle()


def cards(place: Any) -> list[discord.Message]:
    return [message for message in place.history() if message.attachments]


def playable(place: Any) -> list[int]:
    return [card.id for card in cards(place) if "Play" in labels_of(card)]


async def test_each_place_has_its_thread_and_one_active_card(world: World) -> None:
    other = await start_match(world)
    places = [world.channel.threads[-1], other.threads[-1]]
    assert [place.thread_id for place in (await stored_match(world)).places] == [
        place.id for place in places
    ]
    for moves in (1, 2, 3):
        await play(world)
        match = await stored_match(world)
        for place, thread in zip(match.places, places, strict=True):
            assert len(cards(thread)) == moves + 1
            assert playable(thread) == [place.card_message_id] == [cards(thread)[-1].id]
            assert place.card_ply == match.ply
    assert [len(channel.threads) for channel in (world.channel, other)] == [1, 1]


async def test_matches_without_threads_keep_a_card_in_each_channel(threadless: World) -> None:
    other = await start_match(threadless)
    await play(threadless)
    match = await stored_match(threadless)
    for place, channel in zip(match.places, (threadless.channel, other), strict=True):
        assert len(cards(channel)) == 2
        assert playable(channel) == [place.card_message_id]


async def test_an_offer_is_shown_on_both_cards(world: World) -> None:
    other = await start_match(world)
    await play(world)
    await play(world)
    with world.env.time_context():
        await world.bot.club.offers.make(1, world.ada.id, "take back")
        await world.bot.courier.deliver_match(1)
    await world.env.settle()
    match = await stored_match(world)
    for place, thread in zip(
        match.places, (world.channel.threads[-1], other.threads[-1]), strict=True
    ):
        assert playable(thread) == [place.card_message_id] == [cards(thread)[-1].id]
        assert "take back" in text_of(cards(thread)[-1]).lower()


async def test_a_channel_that_lost_its_messages_gets_a_new_card(
    threadless: World,
) -> None:
    other = await start_match(threadless)
    with threadless.env.time_context():
        await repost_cards(threadless.bot, other.id)
    await threadless.env.settle()
    assert len(cards(threadless.channel)) == 1
    assert playable(other) == [(await stored_match(threadless)).places[1].card_message_id]


async def test_trouble_with_the_other_servers_card_is_not_reported_as_the_movers(
    threadless: World,
) -> None:
    world = threadless
    other = await start_match(world)
    world.grant(other, send_messages=False)
    played = await world.ada.slash(world.channel, "move", move="e1")
    assert "I can't show the new board to the other players right now." in reply_text(played)
    assert "Send Messages" not in reply_text(played)


async def test_trouble_in_the_movers_own_server_is_reported_first(threadless: World) -> None:
    world = threadless
    other = await start_match(world)
    world.grant(other, send_messages=False)
    world.grant(world.channel, send_messages=False)
    played = await world.ada.slash(world.channel, "move", move="e1")
    assert f"I can't show boards in <#{world.channel.id}>" in reply_text(played)
    assert str(other.id) not in reply_text(played)


async def test_a_match_in_a_server_that_invites_the_bot_later_goes_on_there(world: World) -> None:
    """Until then, its channel was known as one where the bot can only answer."""
    agreement = Agreement(
        Terms(SKIRT.key, SKIRT.choose({"size": 4}), rated=False),
        [Place(None, world.channel.id, kind="group chat")],
        [Participant(world.ada.id, "Ada"), Participant(world.ben.id, "Ben")],
    )
    with world.env.time_context():
        async with world.bot.club.store.write() as tx:
            await begin(tx, agreement, Random(1), world.bot.club.clock())
    await world.ada.slash(world.channel, "move", move="e1", match="1")
    card: Any = world.channel.last_message
    assert "Ada placed a stone on e1." in text_of(card)
    assert f"<@{world.ben.id}> (Black) to move." in text_of(card)
    panel = await world.ben.click(card, label="Play")
    assert "Choose" in reply_text(panel)
    shown = await world.cy.slash(world.channel, "match", match="1")
    assert "There is no match 1" in reply_text(shown)


SHOWN_ON_TURN = ("hint", *(name for each in additions("commands") for name in each.OF_A_MATCH))
"""Commands whose answer depends on whose turn it is."""


@pytest.mark.parametrize("name", ["Zoe", "Yan"])
async def test_nothing_in_one_server_leads_to_the_other(club: World, name: str) -> None:
    servers = TwoServers(club)
    reader: Any = servers.zoe
    if name == "Yan":
        reader = servers.guild.add_member(club.env.create_user("Yan"))
    await servers.start_match()
    assert (await stored_match(club)).place.guild_id == club.guild.id
    await club.make_a_move(servers.threads[club.ada.id])
    for place in (servers.other, servers.threads[servers.zoe.id]):
        for command in ("match", "history", "draw", *SHOWN_ON_TURN):
            reply = await reader.slash(place, command)
            assert_stays_here(club, reply)
        assert_stays_here(club, await reader.slash(place, "matches", here=True))
    await servers.zoe.slash(servers.other, "move", move="a1")
    for command in SHOWN_ON_TURN:
        assert_stays_here(club, await reader.slash(servers.other, command))


def assert_stays_here(club: World, reply: Any) -> None:
    """Check that a reply has no link to the first server, and doesn't mention its player."""
    words = reply_text(reply) + str(list(components_of(reply.response)))
    assert str(club.guild.id) not in words
    assert f"<@{club.ada.id}>" not in words
