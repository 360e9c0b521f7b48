"""The context of an interaction: its place, user and permissions, and the members of servers.

`place_of` decides what an interaction may reach. Everything else depends on the place: its
`guild_id` is None outside of the servers that have the bot, and `can_post` is true if the bot
can post there by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from contextvars import ContextVar
from functools import partial

import aiohttp
import discord

from club.members.membership import MemberLookup, Membership, Sight, Viewer
from language.texts import lazy_gettext
from rules.refusal import Refusal
from storage.matches.match import Participant, Place, StoredMatch, direct_messages

log = logging.getLogger(__name__)

GONE = frozenset({10007, 10013})
"""Discord's codes for a user who isn't a member or no longer exists."""

SERVER_GONE = frozenset({10004, 50001})
"""Discord's codes for a server that doesn't exist, or that the bot has no access to."""

current_interaction: ContextVar[int | None] = ContextVar("current_interaction", default=None)
"""The id of the current interaction, None outside interactions."""

arrived_at: ContextVar[float | None] = ContextVar("arrived_at", default=None)
"""When the current interaction arrived, in the event loop's time. None outside interactions."""


def place_of(interaction: discord.Interaction) -> Place:
    """Return the place of an interaction.

    In a server without the bot, it can only answer, as in a group chat.
    """
    channel_id = place_id_of(interaction)
    if interaction.guild_id is not None and _has_bot(interaction):
        return Place(
            interaction.guild_id,
            channel_id,
            parent_id_of(interaction),
            is_private=is_in_private_thread(interaction),
        )
    if interaction.guild_id is None and interaction.context.dm_channel:
        return direct_messages(channel_id)
    return Place(None, channel_id, kind="group chat")


def is_on_pulled_card(interaction: discord.Interaction) -> bool:
    """Whether a public message was clicked where the bot can only answer."""
    message = interaction.message
    is_public = message is not None and not message.flags.ephemeral
    return is_public and not place_of(interaction).can_post


def guild_id_of(interaction: discord.Interaction) -> int:
    """Return the id of an interaction's server.

    :raises Refusal: `guild_only`.
    """
    guild_id = place_of(interaction).guild_id
    if guild_id is None:
        raise Refusal("guild_only", lazy_gettext("This only works in a server I'm a member of."))
    return guild_id


def place_id_of(interaction: discord.Interaction) -> int:
    """Return the id of an interaction's channel or thread."""
    assert interaction.channel_id is not None
    return interaction.channel_id


def parent_id_of(interaction: discord.Interaction) -> int:
    """Return the id of the channel or, in a thread, of its parent channel."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return place_id_of(interaction)


def card_channel_id_of(interaction: discord.Interaction) -> int:
    """Return the id of the channel for a public card.

    In a thread, it is that of the parent channel, except in a private one or a post of a forum.
    """
    if is_in_forum(interaction) or is_in_private_thread(interaction):
        return place_id_of(interaction)
    return parent_id_of(interaction)


def is_in_forum(interaction: discord.Interaction) -> bool:
    """Whether an interaction takes place in a post of a forum."""
    channel = interaction.channel
    return isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.ForumChannel)


def is_in_private_thread(interaction: discord.Interaction) -> bool:
    """Whether an interaction takes place in a private thread."""
    channel = interaction.channel
    return isinstance(channel, discord.Thread) and channel.is_private()


def viewer_of(interaction: discord.Interaction) -> Viewer:
    """Return the user of an interaction as a viewer in its place."""
    place = place_of(interaction)
    return Viewer(
        place.guild_id,
        place_id_of(interaction),
        interaction.user.id,
        partial(_sees, interaction),
        is_direct=place.is_direct,
    )


def moderates(interaction: discord.Interaction, match: StoredMatch) -> bool:
    """Whether the user can see a match's channel and has Manage Messages there."""
    # A player reaches a match from anywhere, and may moderate another server.
    place, user = match.place, interaction.user
    if place.guild_id is None or place.guild_id != place_of(interaction).guild_id:
        return False
    if not _sees(interaction, place) or not isinstance(user, discord.Member):
        return False
    permissions = permissions_of(user, place)
    return (interaction.permissions if permissions is None else permissions).manage_messages


def check_may_post(interaction: discord.Interaction) -> None:
    """Check that the user could post in the channel themselves.

    :raises Refusal: `not_allowed`.
    """
    if interaction.guild_id is None:
        # Discord sends no permissions there.
        return
    rights = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (rights.send_messages_in_threads if in_thread else rights.send_messages):
        words = lazy_gettext("You can't post in this channel, so only you can see this.")
        raise Refusal("not_allowed", words)


def readers_see_match(interaction: discord.Interaction, match: StoredMatch) -> bool:
    """Whether everyone who can read what is posted in a place certainly sees a match."""
    place, guild = place_of(interaction), interaction.guild
    here = [each for each in match.places if each.guild_id == place.guild_id]
    if place.is_direct or any(_is_at(interaction, each) for each in here):
        return True
    return any(readers_see_place(guild, place.id, each) for each in here)


def sees(member: discord.Member, place: Place) -> bool:
    """Whether a member can see a place of their server.

    Unknown and deleted channels count as hidden, and private threads if it isn't certain that they
    manage threads: who has been added to one is unknown.
    """
    permissions = permissions_of(member, place)
    if member.guild.unavailable or permissions is None or not permissions.view_channel:
        return False
    return permissions.manage_threads or not _is_private(member.guild, place)


def organises(permissions: discord.Permissions) -> bool:
    """Whether a member with these permissions may organise events."""
    return permissions.manage_events or permissions.manage_guild


def permissions_of(
    member: discord.Member | discord.Role, place: Place
) -> discord.Permissions | None:
    """Return the permissions of a member or a role in the channel of a place, or None if unknown.

    A match with a post in a forum belongs to the forum, as long as that exists.
    """
    forum = member.guild.get_channel(place.forum_id or 0)
    if forum is not None:
        return forum.permissions_for(member)
    channel = member.guild.get_channel_or_thread(place.channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    # Archived threads are not cached, but all channels of a server are.
    channel = channel or member.guild.get_channel(place.parent_id or 0)
    return None if channel is None else channel.permissions_for(member)


def readers_see(guild: discord.Guild | None, audience_id: int, channel_id: int) -> bool:
    """Whether everyone who sees a channel or thread also sees another channel.

    That follows from what is set for roles and for single members, without knowing the members.
    """
    if guild is None or guild.unavailable:
        return False
    audience = guild.get_channel_or_thread(audience_id)
    if isinstance(audience, discord.Thread):
        audience = audience.parent
    channel = guild.get_channel(channel_id)
    if audience is None or channel is None:
        return False
    by_role = all(
        channel.permissions_for(role).view_channel
        for role in guild.roles
        if audience.permissions_for(role).view_channel
    )
    in_audience, in_channel = _set_for_members(audience), _set_for_members(channel)
    others = {*in_audience, *in_channel} - {guild.me.id}
    readers = [member for member in others if in_audience.get(member, True)]
    # Those let in as single members have to be let in there too.
    return by_role and all(in_channel.get(member, member not in in_audience) for member in readers)


def readers_see_place(guild: discord.Guild | None, audience_id: int, place: Place) -> bool:
    """Whether everyone who sees a channel or thread certainly also sees a place of its server."""
    if guild is None or place.guild_id != guild.id or _is_private(guild, place):
        return False
    return readers_see(guild, audience_id, place.forum_id or place.parent_id or place.channel_id)


def _set_for_members(channel: discord.abc.GuildChannel) -> dict[int, bool]:
    """Return the single members for whom it is set whether they see a channel."""
    return {
        target.id: overwrite.view_channel
        for target, overwrite in channel.overwrites.items()
        if discord.Role not in (type(target), getattr(target, "type", None))
        and overwrite.view_channel is not None
    }


def deleted_in(guild: discord.Guild | None, ids: Iterable[int]) -> frozenset[int]:
    """Return those of some channels and roles of a server that were certainly deleted.

    All channels of a server are known, even hidden ones, except before it is loaded and during an
    outage. Archived threads are not.
    """
    if guild is None or guild.unavailable:
        return frozenset()
    return frozenset(
        each for each in ids if guild.get_channel(each) is None and guild.get_role(each) is None
    )


def person(user: discord.abc.User) -> Participant:
    """Return a user as a participant for the services."""
    return Participant(user.id, user.display_name)


async def note_presence(membership: Membership, interaction: discord.Interaction) -> None:
    """Record that the user is in the server, if they were ever looked up."""
    user = interaction.user
    if isinstance(user, discord.Member):
        await membership.note_seen(user.guild.id, user.id, user.display_name)


class GuildUnavailable(discord.DiscordException):
    """An outage of a server, during which its channels are unknown."""


class GuildMembers:
    """A directory of the members of all servers."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def look_up(self, guild_id: int, user_id: int) -> MemberLookup | None:
        """Look up a member, or None if Discord gives no answer.

        Servers of other processes are asked too.
        """
        try:
            guild = self._client.get_guild(guild_id)
            if guild is None:
                guild = await self._client.fetch_guild(guild_id, with_counts=False)
            if guild.unavailable:
                return None
            member = await guild.fetch_member(user_id)
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code in GONE:
                return MemberLookup(None)
            if error.code in SERVER_GONE:
                return MemberLookup(None, is_gone=True)
            log.info("could not fetch member %s of guild %s: %s", user_id, guild_id, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not fetch member %s of guild %s: %s", user_id, guild_id, error)
        else:
            return MemberLookup(member.display_name)
        return None

    async def is_gone(self, guild_id: int) -> bool:
        """Whether the bot isn't a member of a server, according to Discord."""
        if self._client.get_guild(guild_id) is not None:
            return False
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except (discord.Forbidden, discord.NotFound) as error:
            return error.code in SERVER_GONE
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not fetch guild %s: %s", guild_id, error)
        return False

    async def direct_channel(self, user_id: int) -> int | None:
        """Open the direct messages of a user, or None if Discord doesn't allow that now."""
        try:
            return (await self._client.create_dm(discord.Object(user_id))).id
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not open direct messages to %s: %s", user_id, error)
            return None

    async def viewer_at(self, user_id: int, place: Place) -> Sight | None:
        """Look up a user at a place in a server of this process, or None if that fails."""
        guild = self._client.get_guild(place.guild_id or 0)
        if guild is None:
            return None
        try:
            member = await _member_of(guild, user_id)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not look up what user %s sees: %s", user_id, error)
            return None
        if member is None:
            return Sight(False)
        permissions = permissions_of(member, place)
        return Sight(
            sees(member, place),
            member.display_name,
            member.joined_at,
            organises=permissions is not None and organises(permissions),
        )

    def is_open(self, place: Place) -> bool:
        """Whether everyone in a server of this process can see a place."""
        guild = self._client.get_guild(place.guild_id or 0)
        if guild is None or guild.unavailable or _is_private(guild, place):
            return False
        permissions = permissions_of(guild.default_role, place)
        return permissions is not None and permissions.view_channel

    def deleted(self, guild_id: int, ids: Collection[int]) -> frozenset[int]:
        """Return those of some channels and roles that were deleted in a server of this process."""
        return deleted_in(self._client.get_guild(guild_id), ids)


async def sees_place(client: discord.Client, user_id: int, place: Place) -> bool:
    """Whether a user is a member of a place's server and can see its channel.

    :raises GuildUnavailable: during an outage of the server.
    """
    guild = client.get_guild(place.guild_id or 0)
    member = None if guild is None else await _member_of(guild, user_id)
    return member is not None and sees(member, place)


async def _member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """Return a member of a server, or None if the user isn't one.

    :raises GuildUnavailable: during an outage of the server.
    """
    if guild.unavailable:
        raise GuildUnavailable(guild.id)
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in GONE:
            raise
        return None


def _has_bot(interaction: discord.Interaction) -> bool:
    """Whether the bot is a member of an interaction's server.

    A server can have its commands alone. Its own servers are known before any interaction comes.
    """
    return interaction.client.get_guild(interaction.guild_id or 0) is not None


def _sees(interaction: discord.Interaction, place: Place) -> bool:
    own_place = place_of(interaction)
    if place.guild_id is None or own_place.guild_id is None:
        return place.guild_id is own_place.guild_id and place.channel_id == own_place.channel_id
    if place.guild_id != own_place.guild_id:
        return False
    if _is_at(interaction, place):
        return True
    user = interaction.user
    return isinstance(user, discord.Member) and sees(user, place)


def _is_at(interaction: discord.Interaction, place: Place) -> bool:
    """Whether an interaction comes from a place, which its user sees then.

    The channel in which a match was agreed on isn't its place if it has a post in a forum.
    """
    ids = {place.id} if place.forum_id is not None else {place.id, place.channel_id}
    return interaction.channel_id in ids


def _is_private(guild: discord.Guild, place: Place) -> bool:
    """Whether a place is a private thread, as far as known."""
    if guild.get_channel(place.forum_id or 0) is not None:
        return False
    channel = guild.get_channel_or_thread(place.channel_id)
    return channel.is_private() if isinstance(channel, discord.Thread) else place.is_private
