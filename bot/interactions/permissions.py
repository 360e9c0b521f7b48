"""Which permissions the bot needs where, by the names that Discord's settings show in English; each
language has its own for them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from rules.language import N_, Text, gettext, lazy_gettext, lazy_ngettext
from rules.listing import all_of
from rules.refusal import Refusal

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

NEEDED_TO_LOOK_BACK = {"read_message_history": N_("Read Message History")}
"""To see after an outage whether a board was posted already."""

INVITED = NEEDED | NEEDED_IN_THREADS | NEEDED_FOR_A_THREAD | NEEDED_TO_LOOK_BACK
"""All that the bot asks for when it is invited."""

EXTRAS = {
    "create_events": N_("Create Events"),
    "manage_roles": N_("Manage Roles"),
}
"""What only some servers want: cups and leagues among the server's events, and a role for who has
won one. Nothing else needs them, so an admin gives them to the bot's role by hand."""


def invited() -> discord.Permissions:
    """What the bot asks for when it is invited."""
    return discord.Permissions(**dict.fromkeys(INVITED, True))


def missing(permissions: discord.Permissions, *, in_thread: bool) -> list[str]:
    """The names of the permissions that the bot lacks to show a match in a place."""
    return [gettext(name) for name in lacking(permissions, in_thread=in_thread)]


def lacking(permissions: discord.Permissions, *, in_thread: bool) -> list[str]:
    """The same names in English."""
    needed = NEEDED_IN_THREADS if in_thread else NEEDED
    return [name for flag, name in needed.items() if not getattr(permissions, flag)]


def may_open_threads(permissions: discord.Permissions) -> bool:
    """Whether a match can get a thread of its own."""
    return all(getattr(permissions, flag) for flag in NEEDED_FOR_A_THREAD)


def require(permissions: discord.Permissions, *, in_thread: bool) -> None:
    """Check that a match can be shown in a place, before anything is promised there.

    :raises Refusal: `permissions`, with the names of those that are missing.
    """
    names = lacking(permissions, in_thread=in_thread)
    if names:
        raise Refusal("permissions", missing_words(names))


def missing_words(names: Sequence[str]) -> Text:
    """What is missing, and who can help.

    :param names: of the permissions, in English.
    """
    bold = [Text("**{name}**", (("name", lazy_gettext(each)),)) for each in names]
    return lazy_ngettext(
        "I can't show boards here: I'm missing {permissions}. Someone who manages this "
        "server can allow it in the channel's settings.",
        "I can't show boards here: I'm missing {permissions}. Someone who manages this "
        "server can allow them in the channel's settings.",
        len(names),
        permissions=all_of(bold),
    )
