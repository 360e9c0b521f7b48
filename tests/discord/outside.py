"""Places of the loopback Discord outside of the bot's servers.

They are the bot's own direct messages, group chats, and servers that it isn't a member of. The bot
may only post unprompted in its direct messages. Elsewhere it can only answer interactions, for
fifteen minutes and with five follow-ups each, and all routes of the channel are closed.
"""

from __future__ import annotations

from typing import Any, Literal

from tests.discord.places import INVITED_BOT, Channel, Guild, Json, Member, Permission

Kind = Literal["direct message", "group chat", "server"]

CONTEXTS: dict[Kind, int] = {"server": 0, "direct message": 1, "group chat": 2}
TYPES: dict[Kind, int] = {"server": 0, "direct message": 1, "group chat": 3}
PRIVATE_BOT = Permission.ATTACH_FILES | Permission.EMBED_LINKS


class Outside(Guild):
    """A server without the bot, or no server at all (id 0)."""

    @property
    def is_server(self) -> bool:
        return self.id != 0

    def add_chat(self, kind: Kind, *people: Member) -> Chat:
        """Add a place with these people and, in a server, all its members."""
        self.members.update({each.id: each for each in people})
        chat = Chat(self, self.wire.snowflake(), kind, people)
        self.channels[chat.id] = chat
        return chat

    def add_member(self, name: str, permissions: int = 0) -> Member:
        member = Member(self, self.wire.snowflake(), name, permissions)
        self.members[member.id] = member
        return member


class Chat(Channel):
    """A place outside of the bot's servers.

    `forces_private` hides the bot's answers from others. With `has_commands`, its server has
    installed the commands without the bot.
    """

    def __init__(
        self, outside: Outside, identity: int, kind: Kind, people: tuple[Member, ...]
    ) -> None:
        allowed = INVITED_BOT if kind == "direct message" else 0
        super().__init__(outside, identity, kind, int(allowed))
        self.type = TYPES[kind]
        self.kind: Kind = kind
        self.people = people
        self.forces_private = False
        self.has_commands = False

    @property
    def limits_answers(self) -> bool:
        return self.kind != "direct message"

    @property
    def payload(self) -> Json:
        payload: Json = {
            "id": str(self.id),
            "type": self.type,
            "flags": 0,
            "last_message_id": str(self.sent[-1].id) if self.sent else None,
        }
        if self.kind == "server":
            return {**payload, "guild_id": str(self.guild.id), "name": self.name, "position": 0}
        recipients = [member.user for member in self.people]
        return {**payload, "recipients": recipients, "name": None, "icon": None}

    def context_for(self, member: Member) -> Json:
        """Return the part of a member's interaction that describes the place."""
        context: dict[str, Any] = {
            "context": CONTEXTS[self.kind],
            "app_permissions": str(int(PRIVATE_BOT)),
            # The first person has installed the bot, even if another one clicks.
            "authorizing_integration_owners": {"1": str(self.people[0].id)},
        }
        if self.has_commands:
            context["authorizing_integration_owners"] = {"0": str(self.guild.id)}
        if self.kind != "server":
            return {**context, "user": member.user}
        guild_id = str(self.guild.id)
        return {
            **context,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": {**member.payload, "permissions": str(member.permissions)},
        }
