"""Where an interaction comes from, who acts, and what they may see and do there."""

from __future__ import annotations

import discord

from club.members.membership import Membership
from rules.language import lazy_gettext
from rules.refusal import Refusal
from storage.matches.challenges import Challenge
from storage.matches.matches import StoredMatch
from storage.matches.terms import Participant


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


def may_know_of(interaction: discord.Interaction, match: StoredMatch) -> bool:
    """Whether a match is no secret to the person who asks: its players know of it, and who can
    see its channel."""
    is_player = any(seat.user_id == interaction.user.id for seat in match.seats)
    return is_player or sees(interaction, match)


def may_know_of_challenge(interaction: discord.Interaction, challenge: Challenge) -> bool:
    """Whether a challenge is no secret to the person who asks: who makes it or is asked by name
    knows of it, and who can see its channel."""
    known_to = {challenge.challenger_id, *(guest.user_id for guest in challenge.guests)}
    return interaction.user.id in known_to or sees(interaction, challenge)


def sees(interaction: discord.Interaction, there: StoredMatch | Challenge) -> bool:
    """Whether the person who asks can see where something is.

    Where the channel is gone there is nothing to keep from anybody.
    """
    permissions = _permissions_at(interaction, there)
    return permissions is None or permissions.view_channel


def sees_channel(interaction: discord.Interaction, channel_id: int) -> bool:
    """Whether the person who asks can see a channel, which is no thread; one that is gone keeps
    nothing from anybody."""
    guild, user = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel is None or not isinstance(user, discord.Member):
        return True
    return channel.permissions_for(user).view_channel


def moderates(interaction: discord.Interaction, match: StoredMatch) -> bool:
    """Whether the person who asks has Manage Messages in a match's channel; where that is gone, in
    the channel that they ask from."""
    permissions = _permissions_at(interaction, match)
    if permissions is None:
        permissions = interaction.permissions
    return permissions.manage_messages


def _permissions_at(
    interaction: discord.Interaction, there: StoredMatch | Challenge
) -> discord.Permissions | None:
    """What the person who asks may do in the channel of something, or of its thread: nothing where
    it can't be said which that is; None where it is gone."""
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return None
    channel = guild.get_channel_or_thread(there.channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    # A thread that is folded away is not known, but its channel is: all of a server's are.
    channel = channel or guild.get_channel(there.parent_id or 0)
    if channel is not None:
        return channel.permissions_for(user)
    if there.parent_id is not None:
        return None
    is_there = there.channel_id == interaction.channel_id
    return interaction.permissions if is_there else discord.Permissions.none()


def person(user: discord.abc.User) -> Participant:
    """A member as the services know them."""
    return Participant(user.id, user.display_name)


async def note_presence(membership: Membership, interaction: discord.Interaction) -> None:
    """Note that who acts is in the server, if anybody has ever asked for them."""
    user = interaction.user
    if isinstance(user, discord.Member):
        await membership.saw(user.guild.id, user.id, user.display_name)
