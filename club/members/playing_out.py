"""The conditions for playing with members of other servers.

The server has to allow it, and hidden members can't.
"""

from __future__ import annotations

from club.references import Command
from language.texts import N_
from rules.refusal import Refusal
from storage.members.guild_settings import GuildSettings


def check_plays_out(settings: GuildSettings) -> None:
    """Check that a server allows its members to play against those of other servers.

    :raises Refusal: `plays_in`.
    """
    if not settings.plays_out:
        words = N_(
            "In this server, members only play each other. Its admins can change that in "
            "{settings}."
        )
        raise Refusal("plays_in", words, settings=Command("settings"))


def check_not_hidden(*, is_hidden: bool) -> None:
    """Check that a member isn't hidden from other servers.

    :raises Refusal: `hidden`.
    """
    if is_hidden:
        words = N_(
            "You've left the global leaderboards, so I don't show your name in other servers. "
            "{privacy} changes that."
        )
        raise Refusal("hidden", words, privacy=Command("privacy"))
