"""The bot: a Discord client with its options, store, services, commands and chores."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import GuildMembers, note_presence
from bot.interface.controls import Controls, outdated_command
from bot.interface.delivery import Courier, Posting
from bot.interface.front import Front
from bot.interface.handlers import Handlers
from bot.interface.languages import Languages
from bot.interface.permissions import invite_permissions
from bot.matches.cards import CardPages
from bot.matches.pulled_cards import PulledCards
from bot.monitoring.watched import PATIENCE, Chores, Watched
from bot.pages.emojis import Emojis, EmojiUpload
from bot.process import features
from bot.process.backups import Backups
from bot.process.slash_commands import CommandSync, CommandTranslator
from bot.servers.greetings import Greetings
from bot.servers.pages import PublicChannelChore
from club.club import INVITE, OWN_USER, Club
from club.uptime import SWEEP
from engine.serving.pool import Pool
from extensions.installed import NAMES, import_tables, switched_on
from storage.database.shards import ALL, Hint, Shards
from storage.database.shared_clock import SharedClock
from storage.database.store import Store
from storage.database.transaction import NotStoredError, ShardsLost

log = logging.getLogger(__name__)

import_tables()

READY_PATIENCE = 30.0
"""Seconds to wait for Discord's list of servers before the first round of chores."""

FINISHED_WITHIN = 10.0
"""Seconds that interactions may still take when the process is stopping."""

OUTDATED_COMMANDS = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""Errors of a command as an old Discord client still knows it."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a client. The defaults are for a single process."""

    random: Random | None = None
    """The random source for dealing and shuffling, by default that of the operating system."""
    opens_threads: bool = True
    """Whether to open threads if a server's settings allow them."""
    syncs: bool | None = None
    """Whether to send commands to Discord always, never, or if changed (None)."""
    has_emojis: bool = False
    """Whether to show pieces as emojis, and upload them."""
    sweep: timedelta | None = SWEEP
    """Interval between rounds of chores, None to leave them to callers of `do_chores`."""
    pool: Pool | None = None
    """A started pool for computer opponents, or None for no computer opponents."""
    thinks: bool = True
    """Whether to run searches automatically, instead of in calls of `think`."""
    backups: Backups | None = None
    """Takes backups of the database, if on."""
    shards: Shards = ALL
    """The shards of this process, by default all, as many as Discord recommends."""
    web_url: str | None = None
    """The address of the web pages, or None without web pages."""
    extensions: Collection[str] = NAMES
    """The names of the extensions that are switched on."""


DEFAULTS = Options()


class Tree(app_commands.CommandTree["Stairwell"]):
    """The slash commands. Errors they don't handle are still answered."""

    async def interaction_check(self, interaction: discord.Interaction[Stairwell], /) -> bool:
        """Whether to run a command: only once, and not while the process is stopping."""
        handlers = interaction.client.handlers
        if interaction.type is discord.InteractionType.autocomplete:
            return handlers.begin_suggesting(interaction) and interaction.client.shards_lost is None
        return await handlers.take(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Stairwell], error: app_commands.AppCommandError
    ) -> None:
        cause: Exception = error
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        elif isinstance(error, OUTDATED_COMMANDS):
            cause = outdated_command()
        if interaction.type is discord.InteractionType.autocomplete:
            with contextlib.suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
            return
        async with Answer(interaction):
            raise cause


class Stairwell(discord.AutoShardedClient):
    """The client. It needs no privileged intent and reads no messages.

    :param store: an open store, which the caller closes after the client.
    :param discord_options: options for discord.py's client.
    """

    def __init__(self, store: Store, options: Options = DEFAULTS, **discord_options: Any) -> None:
        self._shards = shards = options.shards
        if shards != ALL:
            discord_options |= {"shard_count": shards.count, "shard_ids": sorted(shards.ids)}
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            **discord_options,
        )
        self._clock = SharedClock(store, discord.utils.utcnow)
        self.club = self._make_club(store, options)
        self.languages = Languages(self, self.club)
        # discord.py calls those of servers `emojis`.
        self.application_emojis = Emojis()
        self.posting = Posting(self, self.club, self.languages, options.opens_threads)
        self.greetings = Greetings(self.posting)
        features.import_all()
        self._extensions = switched_on(options.extensions)
        self.courier = Courier(self.posting, emojis=self.application_emojis, shards=shards)
        self.club.opponents.subscribe(self.courier.deliver_match)
        self.shards_lost: ShardsLost | None = None
        """The error that stops this process once another one serves its shards."""
        self._when_lost: Callable[[], object] | None = None
        self._sweep = options.sweep
        self._backups = options.backups
        self._pool = options.pool
        self._cut_shards: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.public_channels = PublicChannelChore(self, self.club, shards)
        self.front = Front(
            self,
            self.club,
            self.languages,
            self.courier,
            PulledCards(self.club, CardPages(self.club, self)),
            self.public_channels.store_changes,
        )
        self.controls = Controls(self.front)
        self.handlers = Handlers(
            self.languages, self.application_emojis, self.controls, self._may_answer
        )
        self.tree = self._make_tree()
        self._commands = CommandSync(
            self, self.tree, self.club.front_notes, self.front.command_ids, syncs=options.syncs
        )
        self._has_emojis = options.has_emojis
        self.emoji_upload = EmojiUpload(self, self.application_emojis, uploads=shards.have(None))
        self.chores = self._make_chores()

    def _make_club(self, store: Store, options: Options) -> Club:
        return Club(
            store,
            self._clock,
            random=options.random,
            directory=GuildMembers(self),
            pool=options.pool,
            thinks=options.thinks,
            shards=options.shards,
            sweep=options.sweep or SWEEP,
            web_url=options.web_url,
        )

    def _make_tree(self) -> Tree:
        """Create the slash commands and register the controls."""
        tree = Tree(self)
        for each in features.with_those_of(self._extensions):
            each(self.front).add_to(tree, self.controls)
        return tree

    def _make_chores(self) -> Chores:
        """Create the recurring chores."""
        return Chores(
            clock=self._clock.set,
            commands=self._commands.learn,
            clocks=self._wake_matches,
            homes=self._check_homes,
            computers=self.club.opponents.take_up_due,
            challenges=self.club.challenges.expire,
            digests=self.club.preferences.queue_digests,
            vacations=self.club.vacations.show_ends,
            summaries=self.club.monthly_summaries.queue_due,
            greetings=self.greetings.queue_due,
            posts=self.courier.begin_due,
            old_posts=self.courier.outbox.forget_delivered,
            old_changes=self.club.audit.forget_old,
            old_sessions=self.club.web_sessions.forget_expired,
            pages=self.public_channels.store_changes,
            **{
                name: chore
                for each in self._extensions
                for name, chore in each.chores(self.front).items()
            },
            **({} if self._backups is None else {"backups": self._backups.take_due}),
        )

    async def setup_hook(self) -> None:
        """Send the commands to Discord if they have changed, and start the chores."""
        await self._clock.set()
        translator = CommandTranslator()
        await self.tree.set_translator(translator)
        # One process is enough for that.
        if self._shards.have(None):
            await self._commands.sync(translator)
        await self.courier.outbox.take_over()
        if self.club.pages.are_served:
            await self._note_invitation()
        if self._sweep is not None:
            self._tasks = [asyncio.create_task(self._keep_doing_chores(self._sweep))]
            if self._has_emojis:
                # Uploading waits whenever Discord asks for it.
                self._tasks.append(asyncio.create_task(self.emoji_upload.keep_current()))
            if self.club.store.is_shared:
                self._tasks.append(asyncio.create_task(self._keep_following_hints()))

    async def _note_invitation(self) -> None:
        """Store the bot's invite link and name for the web pages."""
        assert self.application_id is not None
        scopes = ("bot", "applications.commands")
        link = discord.utils.oauth_url(
            self.application_id, permissions=invite_permissions(), scopes=scopes
        )
        assert self.user is not None
        notes = {INVITE: link, OWN_USER: f"{self.user.id} {self.user.display_name}"}
        if [await self.club.front_notes.get(name) for name in notes] != list(notes.values()):
            await self.club.front_notes.put(notes)

    async def close(self) -> None:
        """Finish current interactions, stop the chores and disconnect.

        Pending posts stay in the outbox.
        """
        await self.handlers.finish(FINISHED_WITHIN)
        await self.club.background.close()
        await asyncio.gather(*self._cancel_tasks(), return_exceptions=True)
        if self._backups is not None:
            await self._backups.finish()
        await super().close()

    async def on_interaction(self, interaction: discord.Interaction[Stairwell]) -> None:
        """Handle every click, choice and form. Slash commands go through the tree."""
        self.handlers.track()
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            if not await self.handlers.take(interaction):
                return
            await self.controls.dispatch(interaction)
        if interaction.type is not discord.InteractionType.autocomplete:
            with contextlib.suppress(NotStoredError):
                # Not essential, and recorded with the next interaction.
                await note_presence(self.club.membership, interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Introduce the bot to a new server."""
        await self.greetings.queue(guild)
        await self.courier.deliver_due()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Move its matches to direct messages, and forget the greeting in case the bot rejoins."""
        self.greetings.forget(guild.id)
        with contextlib.suppress(NotStoredError):
            # Otherwise it is noticed with the next check of all servers.
            await self.club.homes.check_server(guild.id)
        await self.courier.deliver_due()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Move the matches of a deleted channel or forum."""
        await self._leave_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Move the match of a deleted thread to its channel."""
        await self._leave_deleted(payload.thread_id)

    async def _leave_deleted(self, place_id: int) -> None:
        with contextlib.suppress(NotStoredError):
            # Otherwise a channel is noticed with the next check, and a thread with the next card.
            await self.club.homes.leave_deleted([place_id])
        await self.courier.deliver_due()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks in the shard's servers."""
        self._cut_shards.add(shard_id)
        self.club.uptime.set_offline(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Mark the shard as connected again."""
        self._cut_shards.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Mark the shard as connected again."""
        self._cut_shards.discard(shard_id)

    @property
    def current_shards(self) -> Shards:
        """The shards that currently deliver events to this process."""
        count = self.shard_count or 1
        shard_ids = (
            frozenset(self.shard_ids or range(count)) if self.is_ready() else frozenset[int]()
        )
        return Shards(count, shard_ids - self._cut_shards)

    @property
    def is_connected(self) -> bool:
        """Whether all shards of this process are connected."""
        return self.is_ready() and not self._cut_shards

    def when_lost(self, call: Callable[[], object]) -> None:
        """Call a function once another process has taken over this one's shards."""
        self._when_lost = call

    async def _may_answer(self) -> bool:
        """Whether this process still serves its shards. If not, stop all work."""
        if self.shards_lost is None:
            try:
                await self.club.store.confirm_presence()
            except ShardsLost as error:
                self._abandon(error)
        return self.shards_lost is None

    def _abandon(self, error: ShardsLost) -> None:
        """Stop all work immediately, because another process has taken over."""
        if self.shards_lost is not None:
            return
        self.shards_lost = error
        log.critical("%s", error.words)
        self.handlers.abandon()
        self._cancel_tasks()
        if self._when_lost is not None:
            self._when_lost()

    def _cancel_tasks(self) -> list[asyncio.Task[None]]:
        """Cancel all work in the background except the current task, and return its tasks."""
        current = asyncio.current_task()
        tasks = [each for each in self._tasks if each is not current]
        for task in tasks:
            task.cancel()
        return [*tasks, *self.chores.cancel(), *self.courier.outbox.cancel()]

    def watched(self) -> Watched:
        """The parts that monitoring reads."""
        backups = self._backups
        return Watched(
            client=self,
            club=self.club,
            courier=self.courier,
            handlers=self.handlers,
            chores=self.chores,
            is_connected=lambda: self.is_connected,
            pool=self._pool,
            latest_backup=None if backups is None else lambda: backups.latest,
        )

    async def do_chores(self) -> None:
        """Do one round of chores, and wait until all due posts are delivered.

        Errors are logged.
        """
        await self.chores.do_round()
        with contextlib.suppress(NotStoredError):
            await self.courier.deliver_due()

    async def think(self) -> None:
        """Run all pending searches to completion, for computers' turns and other requests."""
        await self.club.opponents.take_up_due()
        await self.club.background.do_all()

    async def _wake_matches(self) -> None:
        """Give back downtime, and wake due matches of the connected shards."""
        connected = self.current_shards
        unavailable = [guild.id for guild in self.guilds if guild.unavailable]
        await self.club.uptime.set_online(connected, unavailable)
        await self.club.matches.alarms.wake_due()

    async def _check_homes(self) -> None:
        """Move matches out of servers that are gone.

        This waits until all servers are known.
        """
        if self.is_ready():
            running = self.club.uptime.running()
            await self.club.homes.check_servers(running)

    async def _keep_following_hints(self) -> None:
        """Handle hints about pending work from other processes immediately."""
        has_hint = asyncio.Event()

        def handle_hint(hint: Hint | None) -> None:
            if hint is None or (hint.subject == "work" and self._shards.have(hint.number)):
                has_hint.set()

        listener = asyncio.create_task(self._listen(handle_hint))
        try:
            while True:
                await has_hint.wait()
                has_hint.clear()
                await self.chores.do("computers", "posts")
        finally:
            listener.cancel()

    async def _listen(self, handle_hint: Callable[[Hint | None], None]) -> None:
        try:
            await self.club.store.listen(handle_hint)
        except ShardsLost as error:
            self._abandon(error)

    async def _keep_doing_chores(self, sweep: timedelta) -> None:
        # Cards depend on the cached servers, so wait for them, but not forever.
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.wait_until_ready(), READY_PATIENCE)
        while await self._may_answer():
            await self.chores.do_round(PATIENCE)
            await asyncio.sleep(sweep.total_seconds())
