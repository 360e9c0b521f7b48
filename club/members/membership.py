"""Who is still in a server: leaderboards leave out those who have left it, until they come back.

The bot is told neither of leaving nor of coming back. So it asks for those whom a page shows, at
most once a day each, and takes whoever uses a command or a control for there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from storage.database.store import Store
from storage.members import members
from storage.members.members import Member
from storage.ratings import ratings as stored_ratings

FRESH_FOR = timedelta(days=1)
"""So long what is known of somebody is taken for true."""

GONE = frozenset({10007, 10013})
"""Discord's codes for a user who is no member, or no longer exists."""

log = logging.getLogger(__name__)


class Membership:
    """What is known of the members of all servers."""

    def __init__(self, client: discord.Client, store: Store, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._store = store
        self._clock = clock

    async def names(self, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
        """What some users are called in a server, as far as it is known."""
        async with self._store.read() as tx:
            known = await members.of_users(tx, guild_id, user_ids)
        return {user_id: each.name for user_id, each in known.items()}

    async def present(self, guild_id: int, names: dict[int, str]) -> dict[int, str]:
        """What those of some users are called who have not left a server.

        :param names: what they were called last, by user id.
        """
        async with self._store.read() as tx:
            known = await members.of_users(tx, guild_id, names)
        gone = {user_id for user_id, each in known.items() if not each.is_present}
        called = {user_id: each.name for user_id, each in known.items()}
        return {
            user_id: called.get(user_id, name)
            for user_id, name in names.items()
            if user_id > 0 and user_id not in gone
        }

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """What a user is called in a server, None where they are not there."""
        await self.check(guild_id, {user_id: ""})
        async with self._store.read() as tx:
            known = (await members.of_users(tx, guild_id, [user_id])).get(user_id)
        return known.name if known is not None and known.is_present else None

    async def saw(self, interaction: discord.Interaction[Any]) -> None:
        """Note that somebody does something in a server, if anybody has ever asked for them."""
        if interaction.guild_id is not None and isinstance(interaction.user, discord.Member):
            await self.found(interaction.user, is_new=False)

    async def found(self, member: discord.Member, *, is_new: bool = True) -> None:
        """Note that somebody is there, and what they are called.

        :param is_new: also where nothing is known of them yet.
        """
        guild_id, name, now = member.guild.id, member.display_name, self._clock()
        async with self._store.read() as tx:
            known = (await members.of_users(tx, guild_id, [member.id])).get(member.id)
        if known is None and not is_new:
            return
        is_known = known is not None and known.is_present and known.name == name
        if known is None or not is_known or _is_stale(known, now):
            await self._keep([Member(guild_id, member.id, name, True, now)])

    async def check(self, guild_id: int, names: dict[int, str]) -> None:
        """Ask for those of some users of whom nothing recent is known.

        :param names: what they were called last, by user id; who has left keeps that name.
        """
        guild, now = self._client.get_guild(guild_id), self._clock()
        # A negative id stands in for somebody who wished to be forgotten.
        user_ids = [user_id for user_id in names if user_id > 0]
        if guild is None or not user_ids:
            return
        async with self._store.read() as tx:
            known = await members.of_users(tx, guild_id, user_ids)
        asked = [
            self._asked(guild, Member(guild_id, user_id, names[user_id], True, now))
            for user_id in user_ids
            if user_id not in known or _is_stale(known[user_id], now)
        ]
        answers = await asyncio.gather(*asked)
        found = [each for each in answers if each is not None]
        if found:
            await self._keep(found)

    async def _asked(self, guild: discord.Guild, last: Member) -> Member | None:
        """What Discord says of somebody; None where it says nothing."""
        try:
            member = await guild.fetch_member(last.user_id)
        except discord.NotFound as error:
            if error.code in GONE:
                return Member(last.guild_id, last.user_id, last.name, False, last.checked_at)
            log.info("guild %s can't be asked for its members: %s", guild.id, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("member %s of guild %s not found out: %s", last.user_id, guild.id, error)
        else:
            return Member(last.guild_id, last.user_id, member.display_name, True, last.checked_at)
        return None

    async def _keep(self, found: list[Member]) -> None:
        async with self._store.write() as tx:
            user_ids = [each.user_id for each in found]
            known = await members.of_users(tx, found[0].guild_id, user_ids)
            await members.save(tx, found)
            for each in found:
                before = known.get(each.user_id)
                was_present = before is None or before.is_present
                if was_present != each.is_present:
                    is_hidden = not each.is_present
                    await stored_ratings.hide(tx, each.user_id, each.guild_id, is_hidden)


def _is_stale(member: Member, now: datetime) -> bool:
    return now - member.checked_at >= FRESH_FOR
