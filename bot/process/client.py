"""The bot itself: one Discord client with its store, its services and its commands."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from datetime import timedelta
from random import Random
from typing import Any

import discord
from discord import app_commands

from bot import commands
from bot.commands.front import Front
from bot.delivery.courier import Courier
from bot.delivery.guild_members import GuildMembers
from bot.delivery.live_leaderboards import LiveLeaderboards
from bot.delivery.monthly_summaries import MonthlySummaries
from bot.interactions.answers import Answer
from bot.interactions.controls import Controls
from bot.interactions.handlers import Handlers
from bot.interactions.interaction_context import note_presence
from club.club import Club
from engine.pool import Pool
from storage.database import key_values
from storage.database.store import Store

SWEEP = timedelta(seconds=15)
"""Between two looks at what is due: posts to be tried again, challenges that expire."""

READY_PATIENCE = 30.0
"""Seconds to wait for Discord's list of servers before the first round of chores."""

FINISHED_WITHIN = 10.0
"""Seconds that what is being done for people may still take when the process ends."""

SYNCED = "commands_synced"

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Stairwell"]):
    """The slash commands; a failure that a command let through is still answered."""

    async def interaction_check(self, interaction: discord.Interaction[Stairwell], /) -> bool:
        """Whether a command is to be carried out: once, and not while the process ends."""
        handlers = interaction.client.handlers
        if interaction.type is discord.InteractionType.autocomplete:
            handlers.track()
            return True
        return await handlers.take(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Stairwell], error: app_commands.AppCommandError
    ) -> None:
        cause: Exception = error
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        async with Answer(interaction):
            raise cause


class Stairwell(discord.AutoShardedClient):
    """The client. It needs no privileged intent and reads no messages.

    :param store: an open store; whoever opened it closes it after the client.
    :param random: what deals and shuffles; the operating system's source of chance by default.
    :param opens_threads: False keeps every match in the channel, whatever a server's settings say.
    :param sweep: between two rounds of the chores; None leaves them to whoever calls `do_chores`.
    :param pool: what searches for computer opponents, started by whoever made it; None: there are
        none.
    :param thinks: False leaves thinking, and what comes of it, to whoever calls `think`.
    :param syncs: whether commands are sent to Discord when they changed (None), always or never.
    """

    def __init__(
        self,
        store: Store,
        *,
        random: Random | None = None,
        opens_threads: bool = True,
        syncs: bool | None = None,
        sweep: timedelta | None = SWEEP,
        pool: Pool | None = None,
        thinks: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.club = Club(
            store,
            discord.utils.utcnow,
            random=random,
            directory=GuildMembers(self),
            pool=pool,
            thinks=thinks,
        )
        self.live_leaderboards = LiveLeaderboards(self, self.club)
        self.summaries = MonthlySummaries(self, self.club)
        self.courier = Courier(self, self.club, self.summaries, opens_threads=opens_threads)
        self.club.opponents.subscribe(self.courier.deliver_match)
        self.handlers = Handlers()
        self.controls = Controls()
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._syncs = syncs
        self._sweep = sweep
        self._chores: list[asyncio.Task[None]] = []
        self._cut_shards: set[int] = set()
        front = Front(self, self.club, self.courier, self.live_leaderboards)
        for each in commands.ALL:
            each(front).add_to(self.tree, self.controls)

    async def setup_hook(self) -> None:
        """Send the commands to Discord if they changed, and take up the chores."""
        await self.club.prepare()
        if self._syncs is not False:
            await self._sync()
        await self.courier.take_over()
        if self._sweep is not None:
            self._chores = [asyncio.create_task(self._keep_doing_chores(self._sweep))]

    async def close(self) -> None:
        """Let what is being done for people come to its end, stop the chores and leave Discord;
        what was to be posted is in the outbox."""
        await self.handlers.finish(FINISHED_WITHIN)
        await self.club.background.close()
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await super().close()

    async def on_interaction(self, interaction: discord.Interaction[Stairwell]) -> None:
        """Answer every click and choice; slash commands go through the tree."""
        self.handlers.track()
        if interaction.type is discord.InteractionType.component:
            if not await self.handlers.take(interaction):
                return
            await self.controls.dispatch(interaction)
        if interaction.type is not discord.InteractionType.autocomplete:
            await note_presence(self.club.membership, interaction)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Remember that nobody in these servers can play at the moment."""
        self._cut_shards.add(shard_id)
        self.club.uptime.leave()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Remember that everybody can play again."""
        self._cut_shards.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Remember that everybody can play again."""
        self._cut_shards.discard(shard_id)

    @property
    def is_connected(self) -> bool:
        """Whether what people do reaches the bot."""
        return self.is_ready() and not self._cut_shards

    async def _sync(self) -> None:
        """Commands may be created 200 times a day and server only: sync just what changed."""
        described = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, described], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        async with self.club.store.read() as tx:
            if self._syncs is None and await key_values.get(tx, SYNCED) == digest:
                return
        await self.tree.sync()
        async with self.club.store.write() as tx:
            await key_values.put(tx, SYNCED, digest)
        log.info("%d commands sent to Discord", len(described))

    async def do_chores(self) -> None:
        """One round of what nobody asks for: clocks, expiry, digests, posts, leaderboards.

        No error leaves it.
        """
        for chore in (
            self._mind_clocks,
            self.club.opponents.take_up_due,
            self.club.challenges.expire,
            self.club.notice_preferences.queue_digests,
            self.summaries.queue_due,
            self.courier.deliver_due,
            self.courier.forget_delivered,
            self.live_leaderboards.show_due,
        ):
            try:
                await chore()
            except Exception:
                log.exception("%s failed and is tried again", chore.__qualname__)

    async def think(self) -> None:
        """Play for the computers whose turn it is, and whatever else takes a search, to the end."""
        await self.club.opponents.take_up_due()
        await self.club.background.do_all()

    async def _mind_clocks(self) -> None:
        """Wake the matches whose time has come, unless nobody could have played just now."""
        if not self.is_connected:
            self.club.uptime.leave()
            return
        await self.club.uptime.stay()
        await self.club.matches.wake_due()

    async def _keep_doing_chores(self, sweep: timedelta) -> None:
        # What a card may be, and where, depends on the servers, so they should be known; but
        # chores that wait for them for ever would be a bot that forgets.
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.wait_until_ready(), READY_PATIENCE)
        while True:
            await self.do_chores()
            await asyncio.sleep(sweep.total_seconds())
