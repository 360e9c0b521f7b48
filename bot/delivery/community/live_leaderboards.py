"""The leaderboard that a server keeps in a channel: posted once, and brought up to date in place.

What a match changes makes it due (`storage.ratings.live_leaderboards`); here it is shown, at most
once in ten minutes, by the process that serves the guild. What can't be shown now is tried again
later.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import datetime, timedelta

import aiohttp
import discord

from bot.delivery.page_messages import put
from bot.delivery.sent_before import own_message_with
from bot.interactions.languages import Languages
from bot.pages.community.leaderboard_pages import live_mark, public_page
from bot.pages.page import Page
from club.club import Club
from club.members import audit
from club.members.audit import Admin
from club.outbox import posts
from club.ratings.leaderboards import View
from rules.language import written_in
from storage.database.shards import ALL, Shards
from storage.matches import outbox
from storage.members import guild_settings as guild_settings
from storage.ratings import live_leaderboards
from storage.ratings.live_leaderboards import LiveLeaderboard

EVERY = timedelta(minutes=10)
"""Between two changes of one message."""

REFUSED_FOR = timedelta(hours=1)
"""So long it is left alone where the bot may not post, or the channel is gone."""

MOST_AT_ONCE = 20
"""Shown in one round."""

log = logging.getLogger(__name__)


class LiveLeaderboards:
    """Those of all servers."""

    def __init__(
        self, client: discord.Client, club: Club, languages: Languages, shards: Shards = ALL
    ) -> None:
        self._client = client
        self._languages = languages
        self._shards = shards
        self._store = club.store
        self._leaderboards = club.leaderboards
        self._clock = club.clock

    async def wished(self, guild_id: int) -> LiveLeaderboard | None:
        """What a server wishes, None for nothing."""
        async with self._store.read() as tx:
            return await live_leaderboards.get(tx, guild_id)

    async def move(self, guild_id: int, channel_id: int | None, admin: Admin) -> None:
        """Keep it in another channel, None for none, as an admin wishes; the message before is
        removed."""
        now = self._clock()
        async with self._store.write() as tx:
            former = await live_leaderboards.get(tx, guild_id)
            if former is not None and former.channel_id == channel_id:
                return
            before = None if former is None else former.channel_id
            what = "leaderboard_channel_id"
            await audit.note(tx, guild_id, admin, now, what, before, channel_id)
            if former is not None and former.message_id is not None:
                gone = posts.remove_message(guild_id, former.channel_id, former.message_id, now)
                await outbox.enqueue(tx, gone)
            if channel_id is None:
                await live_leaderboards.remove(tx, guild_id)
                return
            game = None if former is None else former.game
            live = LiveLeaderboard(guild_id, channel_id, game, None, "due", now)
            await live_leaderboards.save(tx, live)

    async def choose(self, guild_id: int, game: str | None, admin: Admin) -> None:
        """Show another game in it, None for the best of every game, as an admin wishes."""
        now = self._clock()
        async with self._store.write() as tx:
            former = await live_leaderboards.get(tx, guild_id)
            if former is not None and former.game != game:
                what = "leaderboard_game"
                await audit.note(tx, guild_id, admin, now, what, former.game, game)
                live = replace(former, game=game, state="due", next_at=now)
                await live_leaderboards.save(tx, live)

    async def show_due(self) -> None:
        """Show those that are due."""
        now = self._clock()
        async with self._store.read() as tx:
            due = await live_leaderboards.to_show(tx, now, MOST_AT_ONCE, self._shards)
        await asyncio.gather(*(self._show(each, now) for each in due))

    async def _show(self, live: LiveLeaderboard, now: datetime) -> None:
        claim = now + EVERY
        async with self._store.write() as tx:
            if not await live_leaderboards.claim(tx, live, now, claim):
                return
        try:
            message_id = await self._put(live, now)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("no leaderboard in channel %s: %s", live.channel_id, error)
            async with self._store.write() as tx:
                await live_leaderboards.postpone(tx, live, now + REFUSED_FOR, claim)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("leaderboard of guild %s not shown: %s", live.guild_id, error)
        except Exception:
            log.exception("leaderboard of guild %s failed", live.guild_id)
        else:
            async with self._store.write() as tx:
                is_wished = await live_leaderboards.mark_shown(tx, live, message_id, claim)
                if not is_wished and message_id != live.message_id:
                    # It was moved or switched off while the message was under way.
                    gone = posts.remove_message(live.guild_id, live.channel_id, message_id, now)
                    await outbox.enqueue(tx, gone)

    async def _put(self, live: LiveLeaderboard, now: datetime) -> int:
        """Change the message, or post it where there is none.

        :returns: its id.
        """
        page = await self._page(live, now)
        channel = self._client.get_partial_messageable(live.channel_id, guild_id=live.guild_id)
        message_id = live.message_id
        if message_id is None and live.state == "showing":
            mark = live_mark(_view(live))
            message_id = await own_message_with(self._client, channel, mark)
        return await put(channel, page, message_id, f"l{int(now.timestamp())}")

    async def _page(self, live: LiveLeaderboard, now: datetime) -> Page:
        found = await self._leaderboards.look_closely(live.guild_id, _view(live))
        async with self._store.read() as tx:
            width = (await guild_settings.get(tx, live.guild_id)).board_width
        with written_in(await self._languages.of_guild(live.guild_id)):
            return await public_page(found, width, now)


def _view(live: LiveLeaderboard) -> View:
    return View(live.game)
