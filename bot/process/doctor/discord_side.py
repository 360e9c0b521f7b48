"""Checks against Discord: clock, commands, and permissions in each server.

They only use the REST API, so they don't disturb a running bot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.interface.languages import spoken_by, supported
from bot.interface.permissions import (
    EXTRAS,
    LACKING,
    NEEDED,
    NEEDED_FOR_A_THREAD,
    NEEDED_TO_LOOK_BACK,
)
from bot.interface.threads import (
    may_add_tags,
    missing_permissions_in,
    missing_tags,
    refuses_untagged,
)
from bot.process.doctor.machine import Finding, fault, note, ok
from bot.process.slash_commands import ENTRY_POINT
from language.lists import listed
from language.texts import SOURCE, written_in
from presentation.matches.match import all_tag_names, first_tag_names
from storage.database.store import Store
from storage.ratings import leaderboards
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings

CLOCK_NOTE, CLOCK_FAULT = 5.0, 60.0
"""Differences from Discord's clock, in seconds, that lead to a note or a fault."""

MAX_NAMED = 5
"""Maximum number of channels or commands named on one line."""


class DiscordClock:
    """The difference from Discord's clock, by its latest response.

    `trace` goes into a client's `http_trace`.
    """

    def __init__(self) -> None:
        self.ahead: float | None = None
        """Seconds this machine is ahead, negative if behind, None before any response."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._note)

    async def _note(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        date = params.response.headers.get("Date")
        if date is not None:
            self.ahead = (datetime.now(UTC) - parsedate_to_datetime(date)).total_seconds()

    def finding(self) -> Finding:
        """Check the clock, on which deadlines depend."""
        if self.ahead is None:
            return note("Discord's response had no date.")
        # Discord reports whole seconds, and the response took a moment.
        deviation = abs(self.ahead)
        direction = "ahead of" if self.ahead > 0 else "behind"
        words = f"This machine's clock is {deviation:.0f} seconds {direction} Discord's."
        if deviation > CLOCK_FAULT:
            return fault(f"{words} Deadlines would be wrong: synchronise it.")
        return (
            note(words)
            if deviation > CLOCK_NOTE
            else ok("This machine's clock agrees with Discord's.")
        )


async def commands(client: discord.Client, own: app_commands.CommandTree[Any]) -> Finding:
    """Check that Discord has the commands of this version, and offers them in the same places."""
    assert client.application_id is not None
    # As Discord's JSON, because discord.py misreads in which places a command is offered.
    fetched: list[Any] = await client.http.get_global_commands(client.application_id)
    registered = {each["name"]: each for each in fetched if each["type"] != ENTRY_POINT}
    expected = {each.name: each.to_dict(own) for each in own.get_commands()}
    differing = _differing(registered, expected, _essence)
    if differing:
        return note(
            f"{_count(len(differing), 'command')} on Discord are out of date: "
            f"{_name_commands(differing)}. {_SYNC}"
        )
    misplaced = _differing(registered, expected, _places)
    if misplaced:
        return note(
            f"Discord offers {_count(len(misplaced), 'command')} in the wrong places (servers, "
            f"direct messages, group chats): {_name_commands(misplaced)}. {_SYNC}"
        )
    return ok("All commands are registered and up to date.")


_SYNC = (
    "The bot updates them when it starts. If that doesn't help, start it once with: "
    "stairwell run --sync"
)


def _differing(
    registered: Mapping[str, Any], expected: Mapping[str, Any], aspect: Callable[[Any], Any]
) -> list[str]:
    """Return the names of the commands that differ in some aspect."""
    return sorted(
        name
        for name in expected.keys() | registered.keys()
        if name not in expected
        or name not in registered
        or aspect(expected[name]) != aspect(registered[name])
    )


def _name_commands(names: Sequence[str]) -> str:
    return _name_some([f"/{name}" if name.islower() else name for name in names], "other")


def _places(command: Any) -> Any:
    """Return where a command can be used, and who has to have installed the bot for that."""
    return sorted(command.get("contexts") or ()), sorted(command.get("integration_types") or ())


def _essence(command: Any) -> Any:
    """Return the visible parts of a command, normalised for comparison."""
    options = [_essence(each) for each in command.get("options") or ()]
    return command["name"], command.get("description", ""), options


async def installation(client: discord.Client) -> Finding:
    """Check that people can install the bot for themselves."""
    application = await client.application_info()
    if application.user_integration_config is not None:
        return ok("People can also install the bot for themselves, to play anywhere.")
    return note(
        "People can't install the bot for themselves, so it only plays in servers. To change that: "
        "https://discord.com/developers/applications → your application → Installation → "
        "User Install."
    )


async def servers(client: discord.Client, store: Store | None) -> AsyncIterator[Finding]:
    """Check the permissions in each server.

    :param store: the servers' settings, or None if they can't be read.
    """
    guild_ids = [guild.id async for guild in client.fetch_guilds(limit=None)]
    if not guild_ids:
        yield note("The bot isn't in any server yet. For an invite link, run: stairwell invite")
    for guild_id in guild_ids:
        settings, live = GuildSettings(guild_id), None
        if store is not None:
            async with store.read() as tx:
                settings = await stored_settings.get(tx, guild_id)
                live = await leaderboards.get(tx, guild_id)
        posts_in = {settings.summary_channel_id, None if live is None else live.channel_id} - {None}
        async for finding in _server(client, settings, posts_in):
            yield finding


async def _server(
    client: discord.Client, settings: GuildSettings, posts_in: set[int | None]
) -> AsyncIterator[Finding]:
    assert client.user is not None
    guild = await client.fetch_guild(settings.guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    all_channels = {each.id: each for each in await guild.fetch_channels()}
    text_channels = {
        each.id: each for each in all_channels.values() if isinstance(each, discord.TextChannel)
    }
    name = f"Server “{guild.name}”"
    wanted_ids = set(settings.channels) & text_channels.keys() or text_channels.keys()
    missing_permissions: dict[str, list[str]] = defaultdict(list)
    threadless: list[str] = []
    hidden, usable = 0, 0
    for channel_id in wanted_ids:
        channel = text_channels[channel_id]
        rights = channel.permissions_for(me)
        if not rights.view_channel and not settings.channels:
            hidden += 1
            continue
        missing = [words for flag, words in NEEDED.items() if not getattr(rights, flag)]
        for each in missing:
            missing_permissions[each].append(channel.name)
        usable += not missing
        if not all(getattr(rights, flag) for flag in (*NEEDED_FOR_A_THREAD, *NEEDED_TO_LOOK_BACK)):
            threadless.append(channel.name)
    for permission, channels in missing_permissions.items():
        # This may be intended, unless no one can play at all or an admin has chosen the channel.
        make_finding = fault if settings.channels or not usable else note
        yield make_finding(f"{name}: {permission} is missing in {_name_channels(channels)}.")
    for channel_id in posts_in:
        async for finding in _posts(name, text_channels.get(channel_id or 0), me):
            yield finding
    if threadless and settings.threads:
        yield _threadless(name, threadless)
    if settings.forum_id is not None:
        with written_in(
            supported(settings.language) or spoken_by(guild.preferred_locale) or SOURCE
        ):
            finding = _forum(name, all_channels.get(settings.forum_id), me)
        yield finding
    for lacking in LACKING.of((settings, me.guild_permissions)):
        yield fault(f"{name}: {lacking}.")
    if not usable and not missing_permissions:
        yield fault(f"{name}: the bot can't see any channel to play in.")
    elif usable:
        others = f"; {hidden} hidden from the bot" if hidden else ""
        yield ok(f"{name}: people can play in {_count(usable, 'channel')}{others}.")


def _threadless(name: str, channels: list[str]) -> Finding:
    needed = listed(list((NEEDED_FOR_A_THREAD | NEEDED_TO_LOOK_BACK).values()))
    return note(
        f"{name}: threads, and finding boards again after an outage, need {needed}. Some are "
        f"missing in {_name_channels(channels)}."
    )


def _forum(name: str, forum: object, me: discord.Member) -> Finding:
    """Check the forum for matches, in the server's language."""
    if not isinstance(forum, discord.ForumChannel):
        return fault(
            f"{name}: the forum for matches is gone or hidden from the bot. See /settings."
        )
    missing = missing_permissions_in(forum, me)
    if missing:
        return fault(
            f"{name}: matches get no posts in #{forum.name}, which needs {listed(missing)}."
        )
    if any(refuses_untagged(forum, names, me) for names in first_tag_names()):
        return fault(
            f"{name}: #{forum.name} requires a tag on every post, but none of its tags fits all "
            f"matches. Allow {EXTRAS['manage_channels']} there, or don't require tags."
        )
    tags = missing_tags(forum, all_tag_names())
    if tags and not may_add_tags(forum, me):
        return note(f"{name}: #{forum.name} has no tags {listed(tags)}. It works without them.")
    return ok(f"{name}: each match gets a post in #{forum.name}.")


async def _posts(
    name: str, channel: discord.TextChannel | None, me: discord.Member
) -> AsyncIterator[Finding]:
    """Check the channel of the live leaderboard or the summary."""
    if channel is None:
        yield fault(
            f"{name}: the channel of the leaderboard or the summary is gone or hidden from the "
            f"bot. See /settings."
        )
        return
    rights = channel.permissions_for(me)
    needed = NEEDED | NEEDED_TO_LOOK_BACK
    missing = [words for flag, words in needed.items() if not getattr(rights, flag)]
    if missing:
        words = f"the leaderboard or the summary needs {listed(missing)} in #{channel.name}"
        yield fault(f"{name}: {words}.")


def _name_channels(channels: list[str]) -> str:
    return _name_some([f"#{channel}" for channel in channels], "more channel")


def _name_some(names: list[str], rest: str) -> str:
    some = names[:MAX_NAMED]
    if len(names) > MAX_NAMED:
        some.append(_count(len(names) - MAX_NAMED, rest))
    return listed(some)


def _count(count: int, one: str) -> str:
    """ "1 channel", "1,200 channels"."""
    return f"{count:,} {one if count == 1 else f'{one}s'}"
