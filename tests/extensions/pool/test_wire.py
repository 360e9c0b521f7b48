"""Matches between two people, played in their direct messages with the bot."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from club.audit import Admin
from club.servers.settings import OTHER_SERVERS
from extensions.pool.club.pool import PlayerPool
from storage.database import key_values
from storage.members import preferences
from storage.members.preferences import Preferences
from tests.bot.wire.conftest import pool, retries_on_demand, stage, stage_options
from tests.bot.wire.private import play_by_panel
from tests.bot.wire.stage import (
    SOON,
    Stage,
    cards,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.calls import InteractionRecord
from tests.discord.messages import Message
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

__all__ = ["pool", "retries_on_demand", "stage", "stage_options"]

pytestmark = [pytest.mark.slow, pytest.mark.stage(end="quiet")]

UNREACHED = "I can't send direct messages to"


@dataclass(slots=True)
class DirectMatch:
    """A match from the pool. Ada plays in direct messages, Ben there or in a server."""

    stage: Stage
    places: dict[int, Channel]
    """The place of each player, by user."""

    @classmethod
    async def start(
        cls, stage: Stage, *, in_server: bool = False, refusal: int | None = None
    ) -> DirectMatch:
        """:param refusal: the code with which Ada's direct messages are refused, if any."""
        world, ada, ben = stage.world, stage.ada, stage.ben
        places: dict[int, Channel] = {
            each.id: world.direct_messages(each.id) for each in (ada, ben)
        }
        if in_server:
            places[ben.id] = stage.channel
            boss = Admin(99, "Boss")
            await stage.bot.club.settings.change(world.guild.id, OTHER_SERVERS, True, boss)
        for member in (ada, ben):
            await search_opponent(
                stage, member, places[member.id], reach="everywhere" if in_server else None
            )
        places[ada.id].refusal = refusal
        async with stage.bot.club.store.write() as tx:
            # Resets the interval, because the bot has just done a round at its start.
            await key_values.put(tx, "pool_round", "")
        await stage.bot.do_chores()
        return cls(stage, places)

    async def mover(self) -> Member:
        match = await self.stage.match()
        assert match.player_to_move is not None
        return self.stage.world.guild.members[match.player_to_move.user_id]

    def other(self, member: Member) -> Member:
        return self.stage.ben if member is self.stage.ada else self.stage.ada

    async def move(self) -> InteractionRecord:
        """Make the first legal move by typing it, in the place of the player to move."""
        match, member = await self.stage.match(), await self.mover()
        text = match.position.text(match.position.moves()[0])
        call = await self.stage.world.slash(member, self.places[member.id], "move", move=text)
        await wait_for_answers(call)
        await self.stage.settle()
        return call

    def card(self, member: Member) -> Message:
        return self.places[member.id].messages[-1]


async def search_opponent(stage: Stage, member: Member, place: Channel, reach: str | None) -> None:
    """Look for an opponent at Skirt, in a server or in direct messages."""
    page = await (await stage.world.slash(member, place, "pool")).first_reply(SOON)
    for verb, value in (("pool-games", "skirt"), ("pool-reach", reach)):
        menus = [each["custom_id"] for each in page.selects if f"|{verb}|" in each["custom_id"]]
        if value is not None and menus:
            edits = page.edits
            await stage.world.select(member, page, menus[0], [value])
            await wait_until(lambda edits=edits: page.edits > edits, SOON, "the page stays")
    join = next(each["custom_id"] for each in page.buttons if "|pool-join|" in each["custom_id"])
    edits = page.edits
    await stage.world.click(member, page, join)
    await wait_until(lambda: page.edits > edits, SOON, "not in the pool")


async def test_a_whole_match_is_pushed_to_both_players(stage: Stage) -> None:
    match = await DirectMatch.start(stage, in_server=True)
    while not (await stage.match()).is_over:
        mover = await match.mover()
        for member in (stage.ada, stage.ben):
            card, other = match.card(member), match.other(member)
            assert find_buttons(card, "Play")
            assert other not in card.pinged
        assert match.card(mover).pinged == [mover]
        await match.move()
    for member in (stage.ada, stage.ben):
        place = match.places[member.id]
        assert "· finished" in match.card(member).text
        assert not any(find_buttons(each, "Play") for each in cards(place))
        assert len(cards(place)) == (await stage.match()).turn_number
    assert not stage.channel.threads


async def test_the_panel_plays_in_direct_messages(stage: Stage) -> None:
    match = await DirectMatch.start(stage)
    mover = await match.mover()
    await play_by_panel(stage.world, mover, match.card(mover))
    await stage.settle()
    other = match.other(mover)
    assert match.card(other).pinged == [other]
    assert find_buttons(match.card(other), "Play")


@pytest.mark.parametrize("code", [50278, 50001])
async def test_a_refused_card_waits_and_the_other_card_mentions_it(stage: Stage, code: int) -> None:
    match = await DirectMatch.start(stage, refusal=code)
    await stage.settle()
    ada, ben = stage.ada, stage.ben
    assert cards(match.places[ada.id]) == []
    assert UNREACHED in match.card(ben).text
    match.places[ada.id].refusal = None
    await stage.retry_outbox()
    await stage.settle()
    assert len(cards(match.places[ada.id])) == 1
    assert UNREACHED not in match.card(ben).text


async def test_a_player_with_closed_messages_continues_with_match(stage: Stage) -> None:
    match = await DirectMatch.start(stage, refusal=50007)
    ada, place = stage.ada, match.places[stage.ada.id]
    if await match.mover() is not ada:
        call = await match.move()
        assert "permission" not in latest_reply(call)
    await stage.settle()
    card = await (await stage.world.slash(ada, place, "match")).first_reply(SOON)
    assert not card.ephemeral
    assert card.pinged == [ada]
    await match.move()
    await wait_until(lambda: not find_buttons(card, "Play"), SOON, "two cards to play on")
    answer = place.messages[-1]
    assert find_buttons(answer, "Play")
    # Nothing that was waiting is posted now, as the answer has shown it already.
    place.refusal = None
    await stage.retry_outbox()
    await stage.settle()
    assert place.messages[-1] is answer


@pytest.mark.parametrize("in_server", [False, True])
async def test_a_rematch_is_played_in_the_same_places(stage: Stage, in_server: bool) -> None:
    match = await DirectMatch.start(stage, in_server=in_server)
    ada, ben = stage.ada, stage.ben
    question = await (await stage.ask_to_resign(ada, match.card(ada))).first_reply(SOON)
    await stage.world.click(ada, question, label="Resign")
    await wait_until(lambda: find_buttons(match.card(ada), "Rematch"), SOON, "no result")
    await stage.world.click(ada, match.card(ada), label="Rematch")
    await wait_until(lambda: find_buttons(match.card(ben), "Accept"), SOON, "no invitation")
    await stage.world.click(ben, match.card(ben), label="Accept")
    await wait_until(lambda: "match 2" in match.card(ada).text, SOON, "no rematch")
    await stage.settle()
    rematch = (await stage.match(2)).stored
    for member in (ada, ben):
        assert rematch.home_of(member.id).channel_id == match.places[member.id].id
        messages = match.places[member.id].messages
        await wait_until(
            lambda messages=messages: not any(find_buttons(each, "Accept") for each in messages),
            SOON,
            "a challenge can still be accepted",
        )


async def test_pool_in_a_group_chat_leads_to_direct_messages(stage: Stage) -> None:
    chat = stage.world.outside.add_chat("group chat", stage.world.outside.add_member("dora"))
    await search_opponent(stage, chat.people[0], chat, None)
    entry = await stage.bot.club.part(PlayerPool).of(chat.people[0].id)
    assert entry is not None
    assert entry.place.channel_id == stage.world.direct_messages(chat.people[0].id).id


async def begin_in_server(stage: Stage) -> dict[int, Channel]:
    """Start a match of Ada and Ben in the channel, and return their direct messages, by user."""
    chats: dict[int, Channel] = {
        each.id: stage.world.direct_messages(each.id) for each in (stage.ada, stage.ben)
    }
    await stage.start_match()
    await stage.settle()
    return chats


def playable(place: Channel) -> list[Message]:
    return [each for each in cards(place) if find_buttons(each, "Play")]


async def test_a_banned_player_gets_the_board_instead_of_a_link_to_it(stage: Stage) -> None:
    chats = await begin_in_server(stage)
    async with stage.bot.club.store.write() as tx:
        await preferences.save(tx, Preferences(stage.ada.id, "direct"))
    await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
    await stage.board(2)
    del stage.world.guild.members[stage.ada.id]
    await stage.world.slash(stage.ben, stage.channel, "move", move="a2-b2")
    await wait_until(lambda: playable(chats[stage.ada.id]), SOON, "no board in direct messages")
    await stage.settle()
    assert len(playable(stage.channel)) == 1
    texts = [each.text for each in chats[stage.ada.id].messages]
    assert any("it continues here" in each for each in texts)
    assert not any("Go to the board" in str(each.buttons) for each in chats[stage.ada.id].messages)
    told = chats[stage.ben.id].messages[-1].text
    assert "Ada has lost access to this match's channel" in told
    await play_by_panel(stage.world, stage.ada, playable(chats[stage.ada.id])[-1])
    await stage.settle()
    assert (await stage.match()).ply == 3
    assert len(playable(stage.channel)) == 1
