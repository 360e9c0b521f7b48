"""Places of the loopback Discord outside of the bot's servers: its own direct messages, group
chats, and servers that it isn't a member of.

Only in its direct messages may the bot post by itself. Elsewhere it can answer interactions, for
fifteen minutes and with five follow-ups each, and every route of the channel is closed.
"""

from __future__ import annotations

from typing import Any, Literal

from tests.discord.places import INVITED_BOT, Channel, Guild, Json, Member, Permission

Kind = Literal["direct message", "group chat", "server"]

CONTEXTS: dict[Kind, int] = {"server": 0, "direct message": 1, "group chat": 2}
TYPES: dict[Kind, int] = {"server": 0, "direct message": 1, "group chat": 3}
PRIVATE_BOT = Permission.ATTACH_FILES | Permission.EMBED_LINKS


class Outside(Guild):
    """A server without the bot, or with the id 0 what is in no server at all."""

    @property
    def is_server(self) -> bool:
        return self.id != 0

    def add_chat(self, kind: Kind, *people: Member) -> Chat:
        """A place in which these people and, if there is a server, all its members are."""
        self.members.update({each.id: each for each in people})
        chat = Chat(self, self.wire.snowflake(), kind, people)
        self.channels[chat.id] = chat
        return chat

    def add_member(self, name: str, permissions: int = 0) -> Member:
        member = Member(self, self.wire.snowflake(), name, permissions)
        self.members[member.id] = member
        return member


class Chat(Channel):
    """One such place. `forces_private` hides from others what the bot answers."""

    def __init__(
        self, outside: Outside, identity: int, kind: Kind, people: tuple[Member, ...]
    ) -> None:
        allowed = INVITED_BOT if kind == "direct message" else 0
        super().__init__(outside, identity, kind, int(allowed))
        self.type = TYPES[kind]
        self.kind: Kind = kind
        self.people = people
        self.forces_private = False

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
        """What an interaction of a member tells of the place."""
        told: dict[str, Any] = {
            "context": CONTEXTS[self.kind],
            "app_permissions": str(int(PRIVATE_BOT)),
            # Who installed the bot: the first, also if another one clicks.
            "authorizing_integration_owners": {"1": str(self.people[0].id)},
        }
        if self.kind != "server":
            return {**told, "user": member.user}
        guild_id = str(self.guild.id)
        return {
            **told,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": {**member.payload, "permissions": str(member.permissions)},
        }
