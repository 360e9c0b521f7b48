"""Errors of Discord as delivery failures, and their messages for the acting user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.interactions.permissions import NEEDED, missing_permissions, missing_words
from club.outbox.claims import Failure, Report
from club.outbox.kinds import BoardPost, EventPost, Post
from language.texts import N_, gettext

UNKNOWN_CHANNEL = 10003
CLOSED_THREAD = frozenset({50083, 160005})


class ServerGone(discord.DiscordException):
    """A post for a server that has removed the bot."""


@dataclass(frozen=True, slots=True)
class _Words:
    """Messages to a user whose change can't be shown."""

    gone: str
    later: str
    bug: str


_WORDS: Mapping[type[Post], _Words] = {
    BoardPost: _Words(
        gone=N_("I can't post the new board: the channel is gone."),
        later=N_("Discord isn't accepting the new board right now. I'll post it as soon as I can."),
        bug=N_("I couldn't draw the new board just now. I'll post it as soon as I can."),
    ),
    EventPost: _Words(
        gone=N_("I can't post its card: the channel is gone."),
        later=N_("Discord isn't accepting its card right now. I'll post it as soon as I can."),
        bug=N_("I couldn't draw its card just now. I'll post it as soon as I can."),
    ),
}
"""Failures of other kinds, such as a former card keeping its buttons, are not reported."""


def failure_of(error: Exception) -> Failure:
    """Classify an error of Discord."""
    if isinstance(error, discord.Forbidden):
        return "refused"
    if isinstance(error, discord.NotFound | ServerGone):
        return "gone"
    if isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError):
        return "later"
    return "bug"


def words_for(report: Report, client: discord.Client, *, is_own: bool = True) -> str | None:
    """Return a message to the acting user about a failed delivery, if they should know.

    :param is_own: whether it failed in their server or home, whose details they may know.
    """
    words = _WORDS.get(type(report.post))
    if words is None or report.failure is None:
        return None
    if not is_own and (report.failure, report.post.guild_id) != ("refused", None):
        return gettext(
            "I can't show the new board to the other players right now. I'll keep trying."
        )
    match report.failure:
        case "refused" if report.post.guild_id is None:
            # The other players' cards already show that someone can't be reached.
            return None
        case "refused":
            return _missing_permissions(client, report.post.channel_id)
        case "gone":
            return gettext(words.gone)
        case "later":
            return gettext(words.later)
        case "bug":
            return gettext(words.bug)


def is_thread_closed(error: discord.HTTPException) -> bool:
    """Whether a thread was deleted or locked."""
    return error.code == UNKNOWN_CHANNEL or error.code in CLOSED_THREAD


def _missing_permissions(client: discord.Client, channel_id: int | None) -> str:
    channel: Any = client.get_channel(channel_id or 0)
    names: list[str] = []
    if isinstance(channel, discord.TextChannel | discord.Thread):
        permissions = channel.permissions_for(channel.guild.me)
        names = missing_permissions(permissions, in_thread=isinstance(channel, discord.Thread))
    names = names or [NEEDED["view_channel"], NEEDED["send_messages"]]
    return str(missing_words(names, channel_id or 0))
