"""The permissions the bot needs, by their English names in Discord's settings, to be translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from club.parts import Parts
from language.lists import all_of
from language.texts import N_, Text, gettext, lazy_gettext, lazy_ngettext
from rules.refusal import Refusal
from storage.servers.settings import GuildSettings

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
NEEDED_IN_THREADS = {
    "view_channel": N_("View Channel"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
}
NEEDED_FOR_A_THREAD = {
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}

NEEDED_IN_FORUMS = NEEDED | NEEDED_IN_THREADS
"""A post is a thread, which anyone who can write in the forum can open."""

NEEDED_TO_LOOK_BACK = {"read_message_history": N_("Read Message History")}
"""For checking after an outage whether a board was already posted."""

INVITE_PERMISSIONS = NEEDED | NEEDED_IN_THREADS | NEEDED_FOR_A_THREAD | NEEDED_TO_LOOK_BACK
"""All permissions requested by the invitation."""

EXTRAS = {"manage_channels": N_("Manage Channels")}
"""Permissions only some servers need: for a forum's tags, and for settings of extensions.

An admin gives them to the bot's role by hand.
"""


LACKING = Parts[tuple[GuildSettings, discord.Permissions], str]()
"""What the bot lacks in a server for the settings of extensions, in words for the host."""


def invite_permissions() -> discord.Permissions:
    """Return the permissions requested by the invitation."""
    return discord.Permissions(**dict.fromkeys(INVITE_PERMISSIONS, True))


def missing_names(permissions: discord.Permissions, *, in_thread: bool) -> list[str]:
    """Return the permissions the bot lacks to show matches in a place, translated."""
    return [gettext(name) for name in missing_permissions(permissions, in_thread=in_thread)]


def missing_permissions(permissions: discord.Permissions, *, in_thread: bool) -> list[str]:
    """Return the permissions the bot lacks to show matches in a place, in English."""
    return missing_among(permissions, NEEDED_IN_THREADS if in_thread else NEEDED)


def missing_among(permissions: discord.Permissions, needed: Mapping[str, str]) -> list[str]:
    """Return the English names of the needed permissions that are missing."""
    return [name for flag, name in needed.items() if not getattr(permissions, flag)]


def may_open_threads(permissions: discord.Permissions) -> bool:
    """Whether a match can get its own thread."""
    return all(getattr(permissions, flag) for flag in NEEDED_FOR_A_THREAD)


def require(permissions: discord.Permissions, channel_id: int, *, in_thread: bool) -> None:
    """Check that a match can be shown in a channel or thread.

    :raises Refusal: `permissions`, with the names of missing ones.
    """
    names = missing_permissions(permissions, in_thread=in_thread)
    if names:
        raise Refusal("permissions", missing_words(names, channel_id))


def missing_words(names: Sequence[str], channel_id: int) -> Text:
    """Return the message about missing permissions and who can grant them.

    :param names: the English names of the permissions.
    """
    bold = [Text("**{name}**", (("name", lazy_gettext(name)),)) for name in names]
    return lazy_ngettext(
        "I can't show boards in {channel}: I'm missing {permissions}. An admin can allow it in "
        "the channel's settings.",
        "I can't show boards in {channel}: I'm missing {permissions}. An admin can allow them in "
        "the channel's settings.",
        len(names),
        channel=f"<#{channel_id}>",
        permissions=all_of(bold),
    )
