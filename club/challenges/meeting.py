"""Challenges made outside of Discord: whom a person can challenge, and where its card is posted."""

from __future__ import annotations

from collections.abc import Sequence

from club.members.membership import Membership
from club.references import Command, Name
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store
from storage.matches import match_lists
from storage.matches.match import Participant, Place, direct_messages
from storage.members import membership as stored_members
from storage.members import privacy
from storage.servers import settings as stored_settings

MAX_SERVERS = 10
"""Maximum number of a person's servers whose members are listed."""

MAX_MEMBERS = 100
"""Maximum number of listed members of a server."""

MAX_SEARCHED = 50
"""Maximum number of a server's latest matches searched for their channels."""


class Meetings:
    """Finds opponents in the servers that a person shares with them, and places to play."""

    def __init__(self, store: Store, membership: Membership) -> None:
        self._store = store
        self._membership = membership

    async def opponents_of(self, user_id: int) -> dict[int, dict[int, str]]:
        """Return the names of others who have played in a person's servers, by server and user."""
        async with self._store.read() as tx:
            stored = await stored_members.of_user(tx, user_id)
            recent = await match_lists.recent_of(tx, user_id, None, MAX_SEARCHED)
        servers = [each.guild_id for each in stored]
        servers += [match.guild_id for match in recent if match.guild_id is not None]
        by_server: dict[int, dict[int, str]] = {}
        for guild_id in list(dict.fromkeys(servers))[:MAX_SERVERS]:
            if await self._membership.name_of(guild_id, user_id) is None:
                continue
            async with self._store.read() as tx:
                players = await privacy.players_in(tx, guild_id)
            present = await self._membership.present(guild_id, players)
            present.pop(user_id, None)
            names = sorted(present.items(), key=lambda each: each[1].casefold())
            if names:
                by_server[guild_id] = dict(names[:MAX_MEMBERS])
        return by_server

    async def people(self, guild_id: int, user_ids: Sequence[int]) -> list[Participant]:
        """Return members of a server under their names there, the first of whom asks.

        :raises Refusal: `unknown_server` if the first is no member, `not_here` if another isn't.
        """
        people: list[Participant] = []
        for user_id in user_ids:
            name = await self._membership.name_of(guild_id, user_id)
            if name is None and not people:
                raise Refusal("unknown_server", N_("You aren't a member of this server."))
            if name is None:
                raise Refusal("not_here", N_("They have left this server. Choose someone else."))
            people.append(Participant(user_id, name))
        return people

    async def place_for(self, guild_id: int, people: Sequence[Participant]) -> Place:
        """Return a channel for a server's matches that these members can see.

        :raises Refusal: `no_channel`.
        """
        async with self._store.read() as tx:
            settings = await stored_settings.get(tx, guild_id)
            recent = await match_lists.recent(tx, guild_id, limit=MAX_SEARCHED)
        used = [
            place.parent_id or place.channel_id
            for match in recent
            for place in match.places
            if place.guild_id == guild_id and not place.is_private and place.forum_id is None
        ]
        for channel_id in dict.fromkeys((*settings.channels, *used)):
            place = Place(guild_id, channel_id, channel_id)
            if settings.allows_matches_in(channel_id) and await self._all_see(people, place):
                return place
        raise Refusal(
            "no_channel",
            N_(
                "I don't know a channel in this server that you and {name} can both see. Use "
                "{challenge} in one."
            ),
            name=Name(people[-1].name),
            challenge=Command("challenge"),
        )

    async def direct_place(self, user_id: int) -> Place:
        """Return the direct messages of a person with the bot.

        :raises Refusal: `no_messages`.
        """
        channel_id = await self._membership.direct_channel(user_id)
        if channel_id is None:
            raise Refusal(
                "no_messages",
                N_(
                    "I can't send you direct messages. Allow them in the privacy settings of a "
                    "server that we share, and try again."
                ),
            )
        return direct_messages(channel_id)

    async def _all_see(self, people: Sequence[Participant], place: Place) -> bool:
        for person in people:
            sight = await self._membership.viewer_at(person.user_id, place)
            if sight is None or not sight.sees:
                return False
        return True
