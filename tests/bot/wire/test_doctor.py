"""`stairwell doctor`, `invite` and `health` against the loopback Discord."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.process.client import Options, Stairwell
from bot.process.slash_commands import ENTRY_POINT
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.bot.wire.stage import CARD, SOON, assert_requests_fit
from tests.databases import new_file, new_store
from tests.discord.bots import log_in, running
from tests.discord.forums import add_forum
from tests.discord.loopback import Loopback
from tests.discord.messages import Message
from tests.discord.places import INVITED_BOT, Channel, Permission

pytestmark = pytest.mark.slow

STAIRWELL = (sys.executable, "-m", "bot.command_line")
BASIC = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)


class Setup:
    """A loopback Discord, a database, and commands that examine them."""

    def __init__(self, world: Loopback, folder: Path) -> None:
        self.world = world
        self.path = folder / "stairwell.db"
        self.env = {"DATABASE_URL": f"sqlite:///{self.path}", "ENGINE_WORKERS": "1"}

    async def run(self, *words: str, **env: str) -> tuple[int, str]:
        """Return the exit code and output of a command, which must not contain the token."""
        command = running(self.world, *STAIRWELL, *words, env={**self.env, **env})
        async with command as process:
            code = await process.wait(SOON)
        output = process.stdout + process.stderr
        assert self.world.token not in output
        assert "Traceback" not in output
        assert_requests_fit(self.world)
        return code, output

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[Stairwell]:
        """Run the bot within the block."""
        store = await new_store(self.path.parent)
        bot = Stairwell(
            store, Options(random=Random(7), sweep=timedelta(hours=1)), guild_ready_timeout=0.1
        )
        try:
            async with log_in(bot, self.world):
                yield bot
        finally:
            await store.close()


def posted_cards(channel: Channel) -> list[Message]:
    """Return the messages with a picture, including deleted ones."""
    return [message for message in channel.sent if message.attachments]


@pytest.fixture
async def setup(tmp_path: Path) -> AsyncIterator[Setup]:
    async with Loopback(deadline=SOON) as world:
        yield Setup(world, tmp_path)


async def test_a_correct_installation_has_no_faults(setup: Setup) -> None:
    channel = setup.world.guild.add_channel("games")
    async with setup.bot():
        setup.world.requests.clear()
        code, output = await setup.run("doctor", "--channel", str(channel.id))
    assert code == 0, output
    for words in (
        "is intact",
        "Names can be drawn in all 9 scripts",
        "The computer opponent works",
        "The token is valid and belongs to stairwell",
        "clock agrees with Discord's",
        "All commands are registered and up to date",
        "Server “loopback”: people can play in 1 channel",
        "A board can be posted in #games",
        "It can be edited",
        "A thread can be opened and posted in",
        "Everyone can play",
    ):
        assert words in output
    assert "fault" not in output
    assert channel.messages == []
    assert channel.threads == []
    assert len(posted_cards(channel)) == 1


async def test_the_command_that_opens_an_activity_stays_when_others_change(setup: Setup) -> None:
    setup.world.guild.add_channel("games")
    launch = {
        "id": str(setup.world.snowflake()),
        "application_id": str(setup.world.application_id),
        "version": str(setup.world.snowflake()),
        "type": ENTRY_POINT,
        "handler": 2,
        "name": "launch",
        "name_localizations": {"de": "starten"},
        "description": "",
        "default_member_permissions": None,
        "nsfw": False,
    }
    setup.world.commands[None] = [launch]
    async with setup.bot() as bot:
        code, output = await setup.run("doctor")
        assert "launch" not in bot.front.command_ids
    assert code == 0, output
    assert "commands are registered and up to date" in output
    kept = [each for each in setup.world.commands[None] if each["type"] == ENTRY_POINT]
    assert [{**each, "version": launch["version"]} for each in kept] == [launch]


async def test_the_database_is_examined_without_changing_it(setup: Setup) -> None:
    setup.world.guild.add_channel("games")
    code, output = await setup.run("doctor")
    assert code == 0, output
    assert "There is no database" in output
    assert not setup.path.exists()
    new_file(setup.path)
    with closing(sqlite3.connect(setup.path)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '0001'")
    code, output = await setup.run("doctor")
    assert code == 0, output
    assert "The bot will upgrade its schema from 0001 to" in output
    setup.path.write_text("Dear Ada, " * 1000)
    code, output = await setup.run("doctor")
    assert code == 1
    assert "is not a database" in output
    assert "Faults to mend: 1" in output


async def test_missing_permissions_are_named_with_their_channels(
    setup: Setup,
) -> None:
    guild = setup.world.guild
    guild.add_channel("games")
    guild.add_channel("art", INVITED_BOT & ~Permission.ATTACH_FILES)
    guild.add_channel("staff", 0)
    guild.add_channel("flat", BASIC & ~Permission.CREATE_PUBLIC_THREADS)
    code, output = await setup.run("doctor")
    assert code == 0, output
    assert "note  Server “loopback”: Attach Files is missing in #art." in output
    assert "Manage Roles" not in output
    assert "people can play in 2 channels; 1 hidden from the bot" in output
    assert "Some are missing in #flat" in output


async def test_a_missing_permission_in_a_chosen_channel_is_a_fault(
    setup: Setup,
) -> None:
    guild = setup.world.guild
    guild.add_channel("games")
    art = guild.add_channel("art", INVITED_BOT & ~Permission.ATTACH_FILES)
    mute = guild.add_channel("mute", BASIC & ~Permission.SEND_MESSAGES)
    async with setup.bot() as bot, bot.club.store.write() as tx:
        chosen = GuildSettings(
            guild.id, (art.id,), summary_channel_id=mute.id, champion_role_id=guild.id
        )
        await settings.save(tx, chosen)
    code, output = await setup.run("doctor")
    assert code == 1
    assert "fault Server “loopback”: Attach Files is missing in #art." in output
    assert "the leaderboard or the summary needs Send Messages and Attach Files in #mute" in output
    assert "the champion role needs Manage Roles" in output
    assert "Faults to mend: 3" in output


async def test_a_trial_reports_refusals_and_cleans_up(setup: Setup) -> None:
    channel = setup.world.guild.add_channel("games", BASIC)
    code, output = await setup.run("doctor", "--channel", str(channel.id))
    assert code == 0, output
    assert "The thread “Checking” is closed but still there" in output
    (thread,) = channel.threads
    assert thread.archived
    assert channel.messages == []
    setup.world.fail_next("POST", CARD, status=403, code=50013, words="Missing Permissions")
    code, output = await setup.run("doctor", "--channel", str(channel.id))
    assert code == 1
    assert "No board can be posted in #games: Missing Permissions." in output
    art = setup.world.guild.add_channel("art", BASIC & ~Permission.ATTACH_FILES)
    code, output = await setup.run("doctor", "--channel", str(art.id))
    assert "No board can be posted in #art: Missing Permissions (Attach Files)." in output
    code, output = await setup.run("doctor", "--channel", "12345")
    assert code == 1
    assert "Channel 12345 can't be looked up: Unknown Channel." in output


async def test_a_wrong_token_and_an_unreachable_discord_are_reported(setup: Setup) -> None:
    code, output = await setup.run("doctor", DISCORD_TOKEN="not.the.token")
    assert code == 1
    assert "Discord doesn't accept this DISCORD_TOKEN" in output
    assert "not.the.token" not in output
    code, output = await setup.run("doctor", DISCORD_TOKEN="")
    assert code == 2
    assert "There is no DISCORD_TOKEN" in output
    nobody = "http://127.0.0.1:9/api/v10"
    code, output = await setup.run("doctor", DISCORD_API_URL=nobody)
    assert code == 1
    assert "Discord can't be reached" in output


async def test_an_unreachable_database_server_is_reported_with_its_reason(setup: Setup) -> None:
    code, output = await setup.run(
        "doctor", DATABASE_URL="postgresql://ada:hush@127.0.0.1:9/stairwell"
    )
    assert code == 1
    assert "fault The database postgresql://ada:***@127.0.0.1:9/stairwell can't be used" in output
    assert "Connect call failed" in output
    assert "The token is valid" in output
    assert "hush" not in output


async def test_the_invite_link_requests_only_the_needed_permissions(setup: Setup) -> None:
    code, output = await setup.run("invite")
    assert code == 0
    assert f"client_id={setup.world.application_id}" in output
    assert "scope=bot+applications.commands" in output
    assert f"permissions={int(BASIC)}" in output
    code, output = await setup.run("invite", "--application", "42", DISCORD_TOKEN="")
    assert code == 0
    assert "client_id=42" in output


async def test_health_needs_a_responding_monitoring_port(
    setup: Setup,
) -> None:
    code, output = await setup.run("health")
    assert code == 2
    assert "MONITOR_PORT isn't set" in output
    code, output = await setup.run("health", MONITOR_PORT="9")
    assert code == 1
    assert "No answer at 127.0.0.1, port 9" in output


async def test_obstacles_to_playing_anywhere_are_noted(setup: Setup) -> None:
    setup.world.installs = {0}
    async with setup.bot():
        for command in setup.world.commands[None]:
            if command["name"] == "move":
                command["integration_types"] = [0]
            if command["name"] == "cup":
                command["contexts"] = [0, 1, 2]
        _, output = await setup.run("doctor")
    assert "note  People can't install the bot for themselves" in output
    assert "note  Discord offers 2 commands in the wrong places" in output
    assert "/cup, /move" in output or "/cup and /move" in output


async def test_the_forum_for_matches_is_checked(setup: Setup) -> None:
    guild = setup.world.guild
    guild.add_channel("games")
    forum = add_forum(guild, "boards", BASIC, requires_tag=True)
    async with setup.bot() as bot, bot.club.store.write() as tx:
        await settings.save(tx, GuildSettings(guild.id, forum_id=forum.id))
    code, output = await setup.run("doctor", "--channel", str(forum.id))
    assert code == 1
    assert "#boards requires a tag on every post, but none of its tags fits all matches" in output
    assert "No post can be opened in #boards: A tag is required" in output
    forum.add_tags("In progress")
    code, output = await setup.run("doctor", "--channel", str(forum.id))
    assert code == 0, output
    assert "note  Server “loopback”: #boards has no tags Scala, Scalas" in output
    for words in ("A post with a board can be opened in #boards", "Messages can be posted in it"):
        assert words in output
    (post,) = forum.threads
    assert (post.archived, [each.text for each in post.messages if each.id == post.id]) == (
        True,
        [],
    )
    forum.bot_permissions = BASIC & ~Permission.SEND_MESSAGES_IN_THREADS
    _, output = await setup.run("doctor")
    assert "no posts in #boards, which needs Send Messages in Threads" in output
