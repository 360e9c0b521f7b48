"""What Discord says: whether it knows the token, the clock, the commands, and each server's
permissions. Only its REST API is asked, so a bot that runs meanwhile is not disturbed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.delivery.events.scheduled_events import may_make_entries
from bot.interactions.permissions import EXTRAS, NEEDED, NEEDED_FOR_A_THREAD, NEEDED_TO_LOOK_BACK
from bot.process.doctor.finding import Finding, fault, note, ok
from rules.listing import listed
from storage.database.store import Store
from storage.members import guild_settings
from storage.members.guild_settings import GuildSettings
from storage.ratings import live_leaderboards

CLOCK_NOTE, CLOCK_FAULT = 5.0, 60.0
"""Seconds by which this machine's clock may differ from Discord's."""

MOST_NAMED = 5
"""Channels that are named in one line."""


class DiscordClock:
    """How far this machine's clock is from Discord's, by the latest answer. `trace` is for a
    client's `http_trace`."""

    def __init__(self) -> None:
        self.ahead: float | None = None
        """Seconds; negative where this machine is behind. None before any answer."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._note)

    async def _note(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        told = ended.response.headers.get("Date")
        if told is not None:
            self.ahead = (datetime.now(UTC) - parsedate_to_datetime(told)).total_seconds()

    def finding(self) -> Finding:
        """Whether deadlines will be right."""
        if self.ahead is None:
            return note("Discord didn't say what time it is.")
        # Discord tells whole seconds, and the answer took a moment.
        off = abs(self.ahead)
        which = "ahead of" if self.ahead > 0 else "behind"
        words = f"This machine's clock is {off:.0f} seconds {which} Discord's."
        if off > CLOCK_FAULT:
            return fault(f"{words} Deadlines would be wrong: synchronize it.")
        return note(words) if off > CLOCK_NOTE else ok("This machine's clock is Discord's.")


async def commands(client: discord.Client, own: app_commands.CommandTree[Any]) -> Finding:
    """Whether Discord offers the commands that this program has."""
    known = {
        each.name: _essence(each.to_dict())
        for each in await app_commands.CommandTree(client).fetch_commands()
    }
    mine = {each.name: _essence(each.to_dict(own)) for each in own.get_commands()}
    if known == mine:
        return ok(f"Discord knows all {len(mine)} commands as they are.")
    differing = sorted(name for name in mine.keys() | known if mine.get(name) != known.get(name))
    named = listed([f"/{name}" for name in differing[:MOST_NAMED]])
    return note(
        f"{_counted(len(differing), 'command')} at Discord differ from this program's, such as "
        f"{named}. The bot sends them at its start; should they still be missing after that, "
        "start it once with: stairwell run --sync"
    )


def _essence(command: Any) -> Any:
    """What people see of a command, in one form for both sides."""
    options = [_essence(each) for each in command.get("options") or ()]
    return command["name"], command.get("description", ""), options


async def servers(client: discord.Client, store: Store | None) -> AsyncIterator[Finding]:
    """Which permission is missing where.

    :param store: what servers have chosen; None where it can't be read.
    """
    joined = [guild.id async for guild in client.fetch_guilds(limit=None)]
    if not joined:
        yield note("The bot is in no server yet. The link to invite it: stairwell invite")
    for guild_id in joined:
        chosen, live = GuildSettings(guild_id), None
        if store is not None:
            async with store.read() as tx:
                chosen = await guild_settings.get(tx, guild_id)
                live = await live_leaderboards.get(tx, guild_id)
        posts_in = {chosen.summary_channel_id, None if live is None else live.channel_id} - {None}
        async for finding in _server(client, chosen, posts_in):
            yield finding


async def _server(
    client: discord.Client, chosen: GuildSettings, posts_in: set[int | None]
) -> AsyncIterator[Finding]:
    assert client.user is not None
    guild = await client.fetch_guild(chosen.guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    text_channels = {
        each.id: each
        for each in await guild.fetch_channels()
        if isinstance(each, discord.TextChannel)
    }
    name = f"Server “{guild.name}”"
    is_wanted = set(chosen.channels) & text_channels.keys() or text_channels.keys()
    lacking: dict[str, list[str]] = defaultdict(list)
    threadless: list[str] = []
    hidden, usable = 0, 0
    for channel_id in is_wanted:
        channel = text_channels[channel_id]
        may = channel.permissions_for(me)
        if not may.view_channel and not chosen.channels:
            hidden += 1
            continue
        missing = [words for flag, words in NEEDED.items() if not getattr(may, flag)]
        for each in missing:
            lacking[each].append(channel.name)
        usable += not missing
        if not all(getattr(may, flag) for flag in (*NEEDED_FOR_A_THREAD, *NEEDED_TO_LOOK_BACK)):
            threadless.append(channel.name)
    for permission, channels in lacking.items():
        # Elsewhere it may well be meant; where nobody can play at all, or an admin has chosen the
        # channel, it is not.
        say = fault if chosen.channels or not usable else note
        yield say(f"{name}: {permission} is missing in {_named(channels)}.")
    for channel_id in posts_in:
        async for finding in _posts(name, text_channels.get(channel_id or 0), me):
            yield finding
    if threadless and chosen.threads:
        needed = listed(list((NEEDED_FOR_A_THREAD | NEEDED_TO_LOOK_BACK).values()))
        yield note(
            f"{name}: for threads, and so that nothing is posted twice after an outage, the bot "
            f"needs {needed}; not all are there in {_named(threadless)}."
        )
    for finding in _extras(name, chosen, me.guild_permissions):
        yield finding
    if not usable and not lacking:
        yield fault(f"{name}: the bot can't see any channel in which to play.")
    elif usable:
        others = f"; {hidden} hidden from the bot" if hidden else ""
        yield ok(f"{name}: people can play in {_counted(usable, 'channel')}{others}.")


def _extras(name: str, chosen: GuildSettings, rights: discord.Permissions) -> Iterator[Finding]:
    """What only some servers want."""
    if chosen.champion_role_id is not None and not rights.manage_roles:
        yield fault(f"{name}: the role for champions needs {EXTRAS['manage_roles']}.")
    elif not rights.manage_roles:
        yield note(
            f"{name}: without {EXTRAS['manage_roles']} there is no role for whoever wins an event. "
            "Nothing else needs it."
        )
    if not may_make_entries(rights):
        yield note(
            f"{name}: without {EXTRAS['create_events']}, events of the bot don't stand among the "
            "server's events. Nothing else needs it."
        )


async def _posts(
    name: str, channel: discord.TextChannel | None, me: discord.Member
) -> AsyncIterator[Finding]:
    """Where the live leaderboard or the summary goes."""
    if channel is None:
        yield fault(f"{name}: a channel for the leaderboard or the summary is gone; see /settings.")
        return
    may = channel.permissions_for(me)
    needed = NEEDED | NEEDED_TO_LOOK_BACK
    missing = [words for flag, words in needed.items() if not getattr(may, flag)]
    if missing:
        words = f"the leaderboard or the summary needs {listed(missing)} in #{channel.name}"
        yield fault(f"{name}: {words}.")


def _named(channels: list[str]) -> str:
    named = [f"#{each}" for each in channels[:MOST_NAMED]]
    if len(channels) > MOST_NAMED:
        named.append(_counted(len(channels) - MOST_NAMED, "more channel"))
    return listed(named)


def _counted(count: int, one: str) -> str:
    """ "1 channel", "1,200 channels"."""
    return f"{count:,} {one if count == 1 else f'{one}s'}"
