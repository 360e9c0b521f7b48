"""Where an interaction comes from, who acts, and what they may see and do place."""

from __future__ import annotations

from functools import partial

import discord

from club.members.membership import Membership
from club.members.viewer import Viewer
from rules.language import lazy_gettext
from rules.refusal import Refusal
from storage.matches.matches import StoredMatch
from storage.matches.terms import Participant, Place


def guild_id_of(interaction: discord.Interaction) -> int:
    """The server.

    :raises Refusal: `guild_only`.
    """
    if interaction.guild_id is None:
        raise Refusal("guild_only", lazy_gettext("I only play in servers, not in direct messages."))
    return interaction.guild_id


def place_id_of(interaction: discord.Interaction) -> int:
    """The channel or thread.

    :raises Refusal: `guild_only`.
    """
    guild_id_of(interaction)
    assert interaction.channel_id is not None
    return interaction.channel_id


def parent_id_of(interaction: discord.Interaction) -> int:
    """The channel, also where the interaction comes from one of its threads."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return place_id_of(interaction)


def viewer_of(interaction: discord.Interaction) -> Viewer:
    """Return who looks, from where.

    :raises Refusal: `guild_only`.
    """
    return Viewer(
        guild_id_of(interaction),
        place_id_of(interaction),
        interaction.user.id,
        partial(_sees, interaction),
    )


def _sees(interaction: discord.Interaction, place: Place) -> bool:
    permissions = _permissions_at(interaction, place)
    return permissions is None or permissions.view_channel


def moderates(interaction: discord.Interaction, match: StoredMatch) -> bool:
    """Whether the person who asks has Manage Messages in a match's channel; where that is gone, in
    the channel that they ask from."""
    permissions = _permissions_at(interaction, match.place)
    if permissions is None:
        permissions = interaction.permissions
    return permissions.manage_messages


def _permissions_at(interaction: discord.Interaction, place: Place) -> discord.Permissions | None:
    """Return what the acting person may do in a place: nothing if its channel is unknown, None if
    it was deleted."""
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return None
    channel = guild.get_channel_or_thread(place.channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    # A thread that is folded away is not known, but its channel is: all of a server's are.
    channel = channel or guild.get_channel(place.parent_id or 0)
    if channel is not None:
        return channel.permissions_for(user)
    if place.parent_id is not None:
        return None
    is_there = place.channel_id == interaction.channel_id
    return interaction.permissions if is_there else discord.Permissions.none()


def person(user: discord.abc.User) -> Participant:
    """A member as the services know them."""
    return Participant(user.id, user.display_name)


async def note_presence(membership: Membership, interaction: discord.Interaction) -> None:
    """Note that who acts is in the server, if anybody has ever asked for them."""
    user = interaction.user
    if isinstance(user, discord.Member):
        await membership.saw(user.guild.id, user.id, user.display_name)
