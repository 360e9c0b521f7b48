"""Stories about `stairwell doctor` and `stairwell invite`, which ask a Discord how things are."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.process.client import Stairwell
from bot.process.options import Options
from storage.members import guild_settings
from storage.members.guild_settings import GuildSettings
from tests.bot.wire.stage import CARD, SOON, assert_requests_fit
from tests.databases import new_file, new_store
from tests.discord.bots import connected, running
from tests.discord.loopback import Loopback
from tests.discord.messages import Message
from tests.discord.places import INVITED_BOT, Channel, Permission

pytestmark = pytest.mark.slow

STAIRWELL = (sys.executable, "-m", "bot.process.command_line")
BASIC = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)


class Practice:
    """A Discord, a database, and the commands that look at both."""

    def __init__(self, world: Loopback, folder: Path) -> None:
        self.world = world
        self.path = folder / "stairwell.db"
        self.env = {"DATABASE_URL": f"sqlite:///{self.path}", "ENGINE_WORKERS": "1"}

    async def asked(self, *words: str, **env: str) -> tuple[int, str]:
        """The return code of a command, and all that it says, its token never."""
        command = running(self.world, *STAIRWELL, *words, env={**self.env, **env})
        async with command as process:
            code = await process.wait(SOON)
        said = process.stdout + process.stderr
        assert self.world.token not in said
        assert "Traceback" not in said
        assert_requests_fit(self.world)
        return code, said

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[Stairwell]:
        """Within, the bot runs beside the commands."""
        store = await new_store(self.path.parent)
        bot = Stairwell(
            store, Options(random=Random(7), sweep=timedelta(hours=1)), guild_ready_timeout=0.1
        )
        try:
            async with connected(bot, self.world):
                yield bot
        finally:
            await store.close()


def cards_ever(channel: Channel) -> list[Message]:
    """The messages with a picture, those that are gone included."""
    return [message for message in channel.sent if message.attachments]


@pytest.fixture
async def practice(tmp_path: Path) -> AsyncIterator[Practice]:
    async with Loopback(deadline=SOON) as world:
        yield Practice(world, tmp_path)


async def test_a_bot_that_is_well_set_up_has_nothing_to_fear(practice: Practice) -> None:
    channel = practice.world.guild.add_channel("games")
    async with practice.bot() as bot:
        commands = len(bot.tree.get_commands())
        practice.world.requests.clear()
        code, said = await practice.asked("doctor", "--channel", str(channel.id))
    assert code == 0, said
    for words in (
        "is whole",
        "Names can be drawn in 9 scripts",
        "A computer opponent moves",
        "Discord knows the token: it is stairwell's",
        "clock is Discord's",
        f"Discord knows all {commands} commands as they are",
        "Server “loopback”: people can play in 1 channel",
        "A board can be posted in #games",
        "It can be changed",
        "A thread can be opened, and posted in",
        "Nothing here would keep people from playing",
    ):
        assert words in said
    assert "fault" not in said
    assert channel.messages == []
    assert channel.threads == []
    assert len(cards_ever(channel)) == 1


async def test_the_database_is_looked_at_and_never_changed(practice: Practice) -> None:
    practice.world.guild.add_channel("games")
    code, said = await practice.asked("doctor")
    assert code == 0, said
    assert "There is no database" in said
    assert not practice.path.exists()
    new_file(practice.path)
    with closing(sqlite3.connect(practice.path)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '0016'")
    code, said = await practice.asked("doctor")
    assert code == 0, said
    assert "Its schema is 0016; the bot brings it to" in said
    practice.path.write_text("Dear Ada, " * 1000)
    code, said = await practice.asked("doctor")
    assert code == 1
    assert "is not a database" in said
    assert "1 of these would keep people from playing" in said


async def test_permissions_that_are_missing_are_named_with_their_channels(
    practice: Practice,
) -> None:
    guild = practice.world.guild
    guild.add_channel("games")
    guild.add_channel("art", INVITED_BOT & ~Permission.ATTACH_FILES)
    guild.add_channel("staff", 0)
    guild.add_channel("flat", BASIC & ~Permission.CREATE_PUBLIC_THREADS)
    code, said = await practice.asked("doctor")
    assert code == 0, said
    assert "note  Server “loopback”: Attach Files is missing in #art." in said
    assert "without Manage Roles champions get no role" in said
    assert "without Create Events, events of the bot don't stand among" in said
    assert "people can play in 2 channels; 1 hidden from the bot" in said
    assert "not all are there in #flat" in said


async def test_where_admins_chose_a_channel_a_missing_permission_is_a_fault(
    practice: Practice,
) -> None:
    guild = practice.world.guild
    guild.add_channel("games")
    art = guild.add_channel("art", INVITED_BOT & ~Permission.ATTACH_FILES)
    mute = guild.add_channel("mute", BASIC & ~Permission.SEND_MESSAGES)
    async with practice.bot() as bot, bot.club.store.write() as tx:
        chosen = GuildSettings(guild.id, (art.id,), summary_channel_id=mute.id)
        await guild_settings.save(tx, chosen)
    code, said = await practice.asked("doctor")
    assert code == 1
    assert "fault Server “loopback”: Attach Files is missing in #art." in said
    assert "the leaderboard or the summary needs Send Messages and Attach Files in #mute" in said
    assert "2 of these would keep people from playing" in said


async def test_a_trial_says_what_discord_refuses_and_leaves_nothing(practice: Practice) -> None:
    channel = practice.world.guild.add_channel("games", BASIC)
    code, said = await practice.asked("doctor", "--channel", str(channel.id))
    assert code == 0, said
    assert "The thread “Checking” is closed, but only a moderator can delete it" in said
    (thread,) = channel.threads
    assert thread.archived
    assert channel.messages == []
    practice.world.fail_next("POST", CARD, status=403, code=50013, words="Missing Permissions")
    code, said = await practice.asked("doctor", "--channel", str(channel.id))
    assert code == 1
    assert "No board can be posted in #games: Missing Permissions." in said
    code, said = await practice.asked("doctor", "--channel", "12345")
    assert code == 1
    assert "Channel 12345 can't be looked up: Unknown Channel." in said


async def test_a_wrong_token_and_a_silent_discord_are_told(practice: Practice) -> None:
    code, said = await practice.asked("doctor", DISCORD_TOKEN="not.the.token")
    assert code == 1
    assert "Discord doesn't accept this DISCORD_TOKEN" in said
    assert "not.the.token" not in said
    code, said = await practice.asked("doctor", DISCORD_TOKEN="")
    assert code == 2
    assert "There is no DISCORD_TOKEN" in said
    nobody = "http://127.0.0.1:9/api/v10"
    code, said = await practice.asked("doctor", DISCORD_API_URL=nobody)
    assert code == 1
    assert "Discord can't be reached" in said


async def test_the_link_asks_for_what_is_needed_and_no_more(practice: Practice) -> None:
    code, said = await practice.asked("invite")
    assert code == 0
    assert f"client_id={practice.world.application_id}" in said
    assert "scope=bot+applications.commands" in said
    assert f"permissions={int(BASIC)}" in said
    code, said = await practice.asked("invite", "--application", "42", DISCORD_TOKEN="")
    assert code == 0
    assert "client_id=42" in said


async def test_the_health_of_a_bot_that_is_not_watched_can_not_be_asked(
    practice: Practice,
) -> None:
    code, said = await practice.asked("health")
    assert code == 2
    assert "MONITOR_PORT isn't set" in said
    code, said = await practice.asked("health", MONITOR_PORT="9")
    assert code == 1
    assert "No answer at 127.0.0.1, port 9" in said
