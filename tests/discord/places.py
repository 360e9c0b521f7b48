"""Members, guilds, channels and threads of the loopback Discord, and their JSON.

Permissions are modelled to the extent that discord.py computes them. Everyone has `EVERYONE`, and a
member with more has a personal role. In each channel, an overwrite gives the bot exactly
`channel.bot_permissions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import IntFlag
from typing import TYPE_CHECKING, Any, Protocol

import discord

if TYPE_CHECKING:
    from tests.discord.messages import Message

Json = dict[str, Any]


class Permission(IntFlag):
    """The Discord permission bits used here."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
INVITED_BOT = EVERYONE | Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
ALL_BITS = (1 << 53) - 1


class Wire(Protocol):
    """The parts of the world that a place uses: new ids, the gateway and emojis."""

    @property
    def emojis(self) -> Mapping[int, Json]: ...
    def snowflake(self) -> int: ...
    def dispatch(self, guild: Guild, event: str, data: Json) -> None: ...


def timestamp(moment: datetime) -> str:
    """Format a moment as Discord does, in ISO 8601 with an offset."""
    return moment.isoformat(timespec="microseconds")


def user_json(identity: int, name: str, bot: bool = False) -> Json:
    """A user object."""
    return {
        "id": str(identity),
        "username": name,
        "global_name": None if bot else name.capitalize(),
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


class Member:
    """A person (or the bot) in a guild. `permissions` apply everywhere."""

    def __init__(
        self, guild: Guild, identity: int, name: str, extra: int = 0, bot: bool = False
    ) -> None:
        self.guild = guild
        self.id = identity
        self.name = name
        self.bot = bot
        self.permissions = int(EVERYONE) | extra
        self.joined = discord.utils.utcnow()

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def user(self) -> Json:
        return user_json(self.id, self.name, self.bot)

    @property
    def has_a_role(self) -> bool:
        return self.permissions != EVERYONE

    @property
    def payload(self) -> Json:
        """The member object. A personal role has the member's id."""
        return {
            "user": self.user,
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(self.id)] if self.has_a_role else [],
            "joined_at": timestamp(self.joined),
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }

    def __repr__(self) -> str:
        return f"<Member {self.name}>"


class Channel:
    """A text channel of a guild. `messages` holds the public ones, oldest first."""

    type = 0
    limits_answers = False
    """Whether the bot can only answer there, a few times each."""
    forces_private = False
    """Whether Discord shows answers only to the user."""
    refusal: int | None = None
    """The code with which Discord refuses all posts, as in closed direct messages."""

    def __init__(self, guild: Guild, identity: int, name: str, bot_permissions: int) -> None:
        self.guild = guild
        self.id = identity
        self.name = name
        self.topic: str | None = None
        self.sent: list[Message] = []
        self._bot_permissions = bot_permissions

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def messages(self) -> list[Message]:
        return [message for message in self.sent if not message.deleted]

    @property
    def threads(self) -> list[Thread]:
        return [thread for thread in self.guild.threads if thread.parent is self]

    @property
    def bot_permissions(self) -> int:
        """The bot's permissions here. Setting them sends the bot a CHANNEL_UPDATE."""
        return self._bot_permissions

    @bot_permissions.setter
    def bot_permissions(self, permissions: int) -> None:
        self._bot_permissions = permissions
        self.guild.wire.dispatch(self.guild, "CHANNEL_UPDATE", self.payload)

    @property
    def payload(self) -> Json:
        overwrite = {
            "id": str(self.guild.bot.id),
            "type": 1,
            "allow": str(int(self.bot_permissions)),
            "deny": str(ALL_BITS & ~self.bot_permissions),
        }
        return {
            "id": str(self.id),
            "type": self.type,
            "guild_id": str(self.guild.id),
            "name": self.name,
            "topic": self.topic,
            "position": 0,
            "flags": 0,
            "nsfw": False,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "last_message_id": str(self.sent[-1].id) if self.sent else None,
            "permission_overwrites": [overwrite],
        }

    def delete(self) -> None:
        """Delete it with its threads."""
        for each in (self, *self.threads):
            del self.guild.channels[each.id]
        event = "THREAD_DELETE" if isinstance(self, Thread) else "CHANNEL_DELETE"
        self.guild.wire.dispatch(self.guild, event, self.payload)

    def context_for(self, member: Member) -> Json:
        """Return the part of a member's interaction that describes the place."""
        guild_id = str(self.guild.id)
        return {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": {**member.payload, "permissions": str(member.permissions)},
            "app_permissions": str(int(self.bot_permissions)),
            "authorizing_integration_owners": {"0": guild_id},
            "context": 0,
        }

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Thread(Channel):
    """A thread of a channel, with the bot's permissions in that channel."""

    def __init__(
        self, parent: Channel, identity: int, name: str, kind: int, owner: int, minutes: int
    ) -> None:
        super().__init__(parent.guild, identity, name, 0)
        self.type = kind
        self.parent = parent
        self.owner = owner
        self.minutes_to_archive = minutes
        self.archived = False
        self.locked = False
        self.members = {owner}
        self.applied_tags: list[str] = []
        self.created = datetime.now(UTC)

    @property
    def bot_permissions(self) -> int:
        return self.parent.bot_permissions

    @bot_permissions.setter
    def bot_permissions(self, permissions: int) -> None:
        self.parent.bot_permissions = permissions

    @property
    def payload(self) -> Json:
        metadata = {
            "archived": self.archived,
            "archive_timestamp": timestamp(self.created),
            "auto_archive_duration": self.minutes_to_archive,
            "locked": self.locked,
            "create_timestamp": timestamp(self.created),
        }
        return {
            "id": str(self.id),
            "type": self.type,
            "guild_id": str(self.guild.id),
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner),
            "name": self.name,
            "flags": 0,
            "rate_limit_per_user": 0,
            "last_message_id": str(self.sent[-1].id) if self.sent else None,
            # The first message of a forum post has the post's id, and doesn't count.
            "message_count": len([each for each in self.messages if each.id != self.id]),
            "total_message_sent": len([each for each in self.sent if each.id != self.id]),
            "member_count": len(self.members),
            "applied_tags": self.applied_tags,
            "thread_metadata": metadata,
        }


class Guild:
    """A guild with the bot in it."""

    def __init__(self, wire: Wire, identity: int, name: str, bot: tuple[int, str]) -> None:
        self.wire = wire
        self.id = identity
        self.name = name
        self.bot = Member(self, *bot, bot=True)
        self.members = {self.bot.id: self.bot}
        self.channels: dict[int, Channel] = {}
        self.joined = datetime.now(UTC)

    @property
    def threads(self) -> list[Thread]:
        return self._of_kind(lambda channel: isinstance(channel, Thread))

    def add_channel(self, name: str, bot_permissions: int = INVITED_BOT) -> Channel:
        channel = Channel(self, self.wire.snowflake(), name, bot_permissions)
        self.channels[channel.id] = channel
        self.wire.dispatch(self, "CHANNEL_CREATE", channel.payload)
        return channel

    def add_member(self, name: str, permissions: int = 0) -> Member:
        """:param permissions: the member's permissions besides `EVERYONE`."""
        member = Member(self, self.wire.snowflake(), name, permissions)
        self.members[member.id] = member
        if member.has_a_role:
            role = {"guild_id": str(self.id), "role": self._role(member.id, member.permissions)}
            self.wire.dispatch(self, "GUILD_ROLE_CREATE", role)
        return member

    @property
    def payload(self) -> Json:
        """The GUILD_CREATE payload. Without the members intent, it lists only the bot."""
        special = [member for member in self.members.values() if member.has_a_role]
        roles = [self._role(self.id, EVERYONE)]
        roles += [self._role(member.id, member.permissions) for member in special]
        channels = self._of_kind(lambda channel: not isinstance(channel, Thread))
        threads = [thread for thread in self.threads if not thread.archived]
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "owner_id": str(self.wire.snowflake()),
            "preferred_locale": "en-US",
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": roles,
            "channels": [channel.payload for channel in channels],
            "threads": [thread.payload for thread in threads],
            "members": [self.bot.payload],
            "member_count": len(self.members),
            "presences": [],
            "voice_states": [],
            "joined_at": timestamp(self.joined),
            "large": False,
            "unavailable": False,
        }

    def _of_kind(self, accepts: Callable[[Channel], bool]) -> list[Any]:
        return [channel for channel in self.channels.values() if accepts(channel)]

    def _role(self, identity: int, permissions: int) -> Json:
        return {
            "id": str(identity),
            "name": "@everyone" if identity == self.id else str(identity),
            "permissions": str(int(permissions)),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0 if identity == self.id else 1,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
