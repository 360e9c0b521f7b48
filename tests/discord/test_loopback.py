"""The loopback Discord, tested with a small discord.py bot.

Each request and reply must fit Discord's own description.
"""

from __future__ import annotations

import asyncio
import sys

import aiohttp
import discord
import pytest
from aiohttp import ServerDisconnectedError
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.discord.bots import connected_to, log_in, running
from tests.discord.loopback import Loopback
from tests.discord.places import EVERYONE, INVITED_BOT, Permission
from tests.discord.sample_bot import Bot, card
from tests.discord.stage import Stage
from tests.discord.waiting import SOON, wait_until

pytestmark = pytest.mark.slow

MESSAGES = "/channels/{id}/messages"
CALLBACK = "/interactions/{id}/{token}/callback"


async def test_a_bot_logs_in_registers_its_commands_and_sees_its_guild(stage: Stage) -> None:
    await stage.bot.wait_until_ready()
    assert [guild.name for guild in stage.bot.guilds] == ["loopback"]
    assert {command["name"] for command in stage.world.commands[None]} >= {"show", "whisper"}
    assert (await stage.bot.fetch_user(stage.ada.id)).name == "ada"


async def test_a_deferred_answer_is_filled_by_a_multipart_edit(stage: Stage) -> None:
    call = await stage.world.slash(stage.ada, stage.channel, "show", opponent=stage.ben)
    reply = await call.first_reply()
    assert call.answer == 5
    assert reply.text == "Pressed 0 times"
    assert [(a.name, a.data, a.description) for a in reply.attachments] == [
        ("board.png", b"start", "An empty board")
    ]
    await wait_until(lambda: len(stage.channel.messages) == 2)
    assert stage.channel.messages[1].pinged == [stage.ben]
    assert await stage.bot.http.get_from_cdn(reply.attachments[0].url) == b"start"


async def test_an_ephemeral_answer_belongs_only_to_its_call(stage: Stage) -> None:
    call = await stage.world.slash(stage.ada, stage.channel, "whisper", word="hush", loud=True)
    whispered = await call.first_reply()
    assert whispered.ephemeral
    assert whispered.content == "hush True"
    assert stage.channel.messages == []
    with pytest.raises(discord.NotFound):
        await stage.target.get_partial_message(whispered.id).edit(content="seen")
    with pytest.raises(LookupError, match="ben can't see"):
        await stage.world.select(stage.ben, whispered, "menu", ["1"])
    with pytest.raises(LookupError, match="can't be chosen"):
        await stage.world.select(stage.ada, whispered, "menu", ["2"])


async def test_a_click_updates_its_message(stage: Stage) -> None:
    message = await (
        await stage.world.slash(stage.ada, stage.channel, "show", opponent=stage.ben)
    ).first_reply()
    call = await stage.world.click(stage.ben, message, label="Press")
    assert await call.first_reply() is message
    assert call.answer == 7
    assert (message.edits, message.text) == (1, "Pressed 1 times")
    assert [attachment.data for attachment in message.attachments] == [b"pressed"]
    with pytest.raises(LookupError, match="press:1"):
        await stage.world.click(stage.ben, message, "press:0")


async def test_two_simultaneous_clicks_both_start_before_either_is_answered(
    stage: Stage,
) -> None:
    message = await (
        await stage.world.slash(stage.ada, stage.channel, "show", opponent=stage.ben)
    ).first_reply()
    stage.bot.presses_expected = 2
    calls = await asyncio.gather(
        stage.world.click(stage.ada, message, "press:0"),
        stage.world.click(stage.ben, message, "press:0"),
    )
    await asyncio.gather(*(call.first_reply() for call in calls))
    assert (message.edits, message.text) == (2, "Pressed 1 times")


async def test_autocomplete_returns_the_choices(stage: Stage) -> None:
    choices = await stage.world.autocomplete(
        stage.ada, stage.channel, "whisper", focused="word", value="sc"
    )
    assert [choice["value"] for choice in choices] == ["scala", "scalas"]


async def test_a_modal_is_shown_and_submitted(stage: Stage) -> None:
    call = await (await stage.world.slash(stage.ada, stage.channel, "ask")).wait_for_callback()
    with pytest.raises(LookupError, match="answer"):
        await stage.world.submit(call, {"question": "?"})
    submitted = await stage.world.submit(call, {"answer": "42"})
    assert (await submitted.first_reply()).text == "You said 42"


async def test_a_nonce_prevents_a_duplicate_after_a_lost_response(stage: Stage) -> None:
    stage.world.fail_next("POST", MESSAGES, status=500, carried_out=True)
    await stage.target.send("once", nonce="match-1-ply-1")
    posts = [request for request in stage.world.requests if request.method == "POST"]
    assert [request.status for request in posts] == [500, 200]
    assert [message.text for message in stage.channel.messages] == ["once"]
    await stage.target.send("once", nonce="match-1-ply-1")
    await stage.target.send("again", nonce="match-1-ply-2")
    assert [message.text for message in stage.channel.messages] == ["once", "again"]


async def test_a_rate_limit_is_waited_out(stage: Stage) -> None:
    stage.world.fail_next("POST", MESSAGES, status=429, retry_after=0.2)
    await stage.target.send("patient")
    posts = [request for request in stage.world.requests if request.method == "POST"]
    assert [request.status for request in posts] == [429, 200]
    assert [message.text for message in stage.channel.messages] == ["patient"]


async def test_an_injected_refusal_reaches_the_bot_with_its_code(stage: Stage) -> None:
    stage.world.fail_next(
        "POST", MESSAGES, status=403, code=50013, words="Missing Permissions", times=2
    )
    for _ in range(2):
        with pytest.raises(discord.Forbidden, match="50013"):
            await stage.target.send("no")
    await stage.target.send("yes")
    assert [message.text for message in stage.channel.messages] == ["yes"]


async def test_a_held_request_can_be_cut_before_taking_effect(stage: Stage) -> None:
    hold = stage.world.hold_next("POST", MESSAGES)
    sending = asyncio.create_task(stage.target.send("lost"))
    await hold.wait_for_request()
    assert stage.channel.messages == []
    hold.cut()
    with pytest.raises(ServerDisconnectedError):
        await sending
    assert stage.channel.messages == []


async def test_a_held_response_leaves_the_message_posted(stage: Stage) -> None:
    hold = stage.world.hold_next("POST", MESSAGES, carried_out=True)
    sending = asyncio.create_task(stage.target.send("slow"))
    await hold.wait_for_request()
    assert [message.text for message in stage.channel.messages] == ["slow"]
    assert not sending.done()
    hold.release()
    assert (await sending).id == stage.channel.messages[0].id


async def test_a_dropped_gateway_is_resumed_and_misses_nothing(stage: Stage) -> None:
    await stage.bot.wait_until_ready()
    await stage.world.drop_gateway()
    call = await stage.world.slash(stage.ada, stage.channel, "whisper", word="still here")
    assert (await call.first_reply()).content == "still here False"
    assert (stage.world.gateway.identify_count, stage.world.gateway.resume_count) == (1, 1)


async def test_a_forgotten_session_makes_the_bot_identify_again(stage: Stage) -> None:
    await stage.world.drop_gateway(resumable=False)
    await stage.world.bot_ready()
    call = await stage.world.slash(stage.ada, stage.channel, "whisper", word="back")
    assert (await call.first_reply()).content == "back False"
    assert stage.world.gateway.resume_count == 0


async def test_a_thread_is_created_announced_and_written_in(stage: Stage) -> None:
    await stage.bot.wait_until_ready()
    place = stage.bot.get_channel(stage.channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="A match", type=discord.ChannelType.public_thread)
    await thread.send("Welcome")
    starter = await place.send("Another")
    below = await starter.create_thread(name="From a message")
    assert below.id == starter.id
    first, second = stage.channel.threads
    assert [message.text for message in first.messages] == ["Welcome"]
    assert second.name == "From a message"
    await thread.edit(archived=True)
    assert first.archived
    await thread.send("Awake")
    assert not first.archived
    await wait_until(lambda: place.guild.get_thread(below.id) is not None)


async def test_messages_are_read_edited_and_deleted(stage: Stage) -> None:
    for word in ("one", "two", "three"):
        await stage.target.send(word)
    assert [message.content async for message in stage.target.history(limit=2)] == ["three", "two"]
    first = await stage.target.fetch_message(stage.channel.messages[0].id)
    await first.edit(content="first")
    await stage.target.get_partial_message(stage.channel.messages[1].id).delete()
    assert [message.text for message in stage.channel.messages] == ["first", "three"]


async def test_the_bot_computes_the_channels_permissions(stage: Stage) -> None:
    await stage.bot.wait_until_ready()
    place = stage.bot.get_channel(stage.channel.id)
    assert isinstance(place, discord.TextChannel)
    assert place.permissions_for(place.guild.me).value == INVITED_BOT
    assert place.permissions_for(place.guild.default_role).value == EVERYONE
    stage.channel.bot_permissions = int(INVITED_BOT & ~Permission.SEND_MESSAGES)
    await wait_until(lambda: not place.permissions_for(place.guild.me).send_messages)
    with pytest.raises(discord.Forbidden, match="50013"):
        await place.send("no")


async def test_an_admin_command_is_offered_only_to_admins(stage: Stage) -> None:
    with pytest.raises(LookupError, match="ada is not offered /manage"):
        await stage.world.slash(stage.ada, stage.channel, "manage")
    admin = stage.world.guild.add_member("eve", Permission.MANAGE_GUILD)
    call = await stage.world.slash(admin, stage.channel, "manage")
    assert (await call.first_reply()).text == "True"


async def test_an_answer_after_the_deadline_is_unknown(stage: Stage) -> None:
    stage.world.deadline = 0.05
    call = await stage.world.slash(stage.ada, stage.channel, "late")
    await wait_until(lambda: call.refusals)
    assert [(error.status, error.code) for error in call.refusals] == [(404, 10062)]
    assert stage.channel.messages == []


async def test_a_second_acknowledgement_is_refused(stage: Stage) -> None:
    call = await stage.world.slash(stage.ada, stage.channel, "twice")
    await wait_until(lambda: call.refusals)
    assert [(error.status, error.code) for error in call.refusals] == [(400, 40060)]
    assert [message.text for message in stage.channel.messages] == ["first"]


async def test_a_retry_after_a_lost_callback_response_is_refused_as_a_duplicate(
    stage: Stage,
) -> None:
    stage.world.fail_next("POST", CALLBACK, status=502, carried_out=True)
    call = await stage.world.slash(stage.ada, stage.channel, "whisper", word="hush")
    await wait_until(lambda: call.refusals)
    assert [error.code for error in call.refusals] == [40060]
    assert len(call.messages) == 1


async def test_bad_messages_are_refused(stage: Stage) -> None:
    doubled = ui.View().add_item(ui.Button(custom_id="a")).add_item(ui.Button(custom_id="a"))
    with pytest.raises(discord.HTTPException, match="duplicated"):
        await stage.target.send("x", view=doubled)
    with pytest.raises(discord.HTTPException, match="empty"):
        await stage.target.send("")
    with pytest.raises(discord.HTTPException, match="names no attachment"):
        await stage.target.send(view=card(0))
    assert stage.channel.messages == []


async def ask_for_what_is_not_there() -> None:
    bot = Bot()
    async with Loopback() as world, log_in(bot, world):
        with pytest.raises(discord.NotFound):
            await bot.fetch_soundboard_default_sounds()


async def test_requesting_an_unknown_route_fails_the_test() -> None:
    with pytest.raises(ExceptionGroup, match="loopback Discord failed"):
        await ask_for_what_is_not_there()


async def test_redirecting_to_the_simulation_is_undone() -> None:
    async with Loopback() as world:
        with connected_to(world):
            assert Route("GET", "/gateway").url == f"{world.rest_url}/gateway"
        assert Route("GET", "/gateway").url.startswith("https://discord.com")
        assert DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"


async def test_a_killed_bot_comes_back_and_its_old_buttons_work() -> None:
    command = (sys.executable, "-m", "tests.discord.sample_bot")
    async with Loopback(deadline=SOON) as world:
        channel = world.guild.add_channel("games")
        ada, ben = world.guild.add_member("ada"), world.guild.add_member("ben")
        async with running(world, *command, env={"GREETING": "hello"}) as bot:
            await bot.wait_for_output("hello")
            await world.bot_ready()
            message = await (await world.slash(ada, channel, "show", opponent=ben)).first_reply()
            hold = world.hold_next("POST", CALLBACK)
            lost = await world.click(ben, message, label="Press")
            await hold.wait_for_request()
            bot.kill()
            assert await bot.wait() == -9
            hold.cut()
        async with running(world, *command) as bot:
            await world.bot_ready()
            await (await world.click(ben, message, label="Press")).first_reply()
            bot.terminate()
            assert await bot.wait() == -15
        assert lost.answer is None
        assert (message.edits, message.text) == (1, "Pressed 1 times")


async def test_a_group_chat_is_reachable_only_by_token_and_only_for_a_while(stage: Stage) -> None:
    ada = stage.world.outside.add_member("ada")
    chat = stage.world.outside.add_chat("group chat", ada)
    offer_everywhere(stage.world)
    call = await stage.world.slash(ada, chat, "whisper", word="skirt")
    await call.first_reply()
    with pytest.raises(discord.Forbidden) as closed:
        await stage.bot.get_partial_messageable(chat.id).send("Hello")
    assert closed.value.code == 50001
    async with aiohttp.ClientSession() as session:
        webhook = discord.Webhook.partial(stage.world.application_id, call.token, session=session)
        for _ in range(5):
            await webhook.send("More", wait=True)
        with pytest.raises(discord.HTTPException) as too_many:
            await webhook.send("Too much", wait=True)
        assert too_many.value.code == 40094
        stage.world.pass_time(15 * 60)
        with pytest.raises(discord.HTTPException) as expired:
            await webhook.send("Too late", wait=True)
        assert (expired.value.status, expired.value.code) == (401, 50027)


async def test_a_server_can_make_answers_private(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    chat = foreign.add_chat("server", foreign.add_member("ada"))
    chat.forces_private = True
    offer_everywhere(stage.world)
    call = await stage.world.slash(chat.people[0], chat, "twice")
    assert (await call.first_reply()).ephemeral
    assert chat.messages == []


async def test_the_bot_writes_in_its_own_direct_messages(stage: Stage) -> None:
    user = await stage.bot.create_dm(discord.Object(stage.ada.id))
    await user.send("Hello")
    assert [each.content for each in stage.world.direct_messages(stage.ada.id).messages] == [
        "Hello"
    ]


def offer_everywhere(world: Loopback) -> None:
    """Let people use the bot's commands wherever they have installed it."""
    for command in world.commands[None]:
        command |= {"contexts": [0, 1, 2], "integration_types": [0, 1]}
