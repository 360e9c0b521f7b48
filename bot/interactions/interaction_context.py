"""Where an interaction comes from, who acts, and what they may see and do there."""

from __future__ import annotations

import discord

from club.challenges.participant import Participant
from club.members.membership import Membership
from rules.refusal import Refusal
from storage.matches.challenges import Challenge
from storage.matches.matches import StoredMatch


def guild_id_of(interaction: discord.Interaction) -> int:
    """The server.

    :raises Refusal: `guild_only`.
    """
    if interaction.guild_id is None:
        raise Refusal("guild_only", "I only play in servers, not in direct messages.")
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


def sees(interaction: discord.Interaction, channel_id: int) -> bool:
    """Whether the person who asks can see a channel, or a thread's channel.

    Where a channel is not known, as after its deletion, there is nothing to keep from anybody.
    """
    permissions = _permissions_in(interaction, channel_id)
    return permissions is None or permissions.view_channel


def _permissions_in(
    interaction: discord.Interaction, channel_id: int
) -> discord.Permissions | None:
    """What the person who asks may do in a channel, or a thread's channel; None where it is not
    known."""
    guild, user = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if channel is None or not isinstance(user, discord.Member):
        return None
    return channel.permissions_for(user)


def may_know_of(interaction: discord.Interaction, match: StoredMatch) -> bool:
    """Whether a match is no secret to the person who asks: its players know of it, and who can
    see its channel."""
    is_player = any(seat.user_id == interaction.user.id for seat in match.seats)
    return is_player or sees(interaction, match.channel_id)


def may_know_of_challenge(interaction: discord.Interaction, challenge: Challenge) -> bool:
    """Whether a challenge is no secret to the person who asks: who makes it or is asked by name
    knows of it, and who can see its channel."""
    known_to = {challenge.challenger_id, *(guest.user_id for guest in challenge.guests)}
    return interaction.user.id in known_to or sees(interaction, challenge.channel_id)


def moderates(interaction: discord.Interaction, channel_id: int) -> bool:
    """Whether the person who asks has Manage Messages in a channel, or a thread's channel; where
    it is not known, as after its deletion, in the channel that they ask from."""
    permissions = _permissions_in(interaction, channel_id)
    if permissions is None:
        permissions = interaction.permissions
    return permissions.manage_messages


def person(user: discord.abc.User) -> Participant:
    """A member as the services know them."""
    return Participant(user.id, user.display_name)


async def note_presence(membership: Membership, interaction: discord.Interaction) -> None:
    """Note that who acts is in the server, if anybody has ever asked for them."""
    user = interaction.user
    if isinstance(user, discord.Member):
        await membership.saw(user.guild.id, user.id, user.display_name)
