"""The scheduled event on Discord for each event, created, updated and closed with it."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import discord

from bot.interface.markup import address
from bot.interface.permissions import EXTRAS
from club.club import Club
from extensions.events.club.formats.registry import format_of
from extensions.events.presentation.events import kind_words, raw_title
from extensions.events.storage import events as stored
from extensions.events.storage.events import Event
from language.texts import N_, gettext

log = logging.getLogger(__name__)

EXTRAS["create_events"] = N_("Create Events")


MIN_AHEAD = timedelta(minutes=2)
"""Minimum time until a start, because Discord refuses one in the past."""

TOLERANCE = timedelta(minutes=5)
"""Tolerated difference from the scheduled times on Discord."""

MAX_LENGTH = 100
"""Maximum length of a name or location."""


class ScheduledEvents:
    """The scheduled events of all servers."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._synced: dict[int, tuple[object, ...]] = {}
        """The last synchronised state by event, to avoid repeated requests."""

    async def bring_up_to_date(self, event: Event, now: datetime) -> int | None:
        """Create, update or close the scheduled event of an event.

        :returns: its id, or None if there is none.
        :raises discord.DiscordServerError: if the result of a request is unknown.
        """
        guild = self._client.get_guild(event.guild_id)
        if guild is None or guild.unavailable:
            return event.scheduled_event_id
        state = event.state, event.ends_at, event.entries_close_at, is_open_to_all(guild, event)
        # An entry that was removed because its channel was hidden can be wanted again.
        if event.scheduled_event_id is not None and self._synced.get(event.id) == state:
            return event.scheduled_event_id
        try:
            entry_id = await self._post_or_edit(guild, event, now)
        except discord.NotFound:
            # It was deleted on purpose, so it isn't created again.
            entry_id = event.scheduled_event_id
        except discord.HTTPException as error:
            if isinstance(error, discord.DiscordServerError):
                raise
            log.info("could not schedule event %s: %s", event.id, error)
            entry_id = event.scheduled_event_id
        self._synced[event.id] = state
        if event.is_over:
            del self._synced[event.id]
        return entry_id

    async def _post_or_edit(self, guild: discord.Guild, event: Event, now: datetime) -> int | None:
        times = _times(event, now)
        if guild.me is None or not may_make_entries(guild.me.guild_permissions):
            return event.scheduled_event_id
        is_open = is_open_to_all(guild, event)
        if times is None or event.is_over or not is_open:
            if event.scheduled_event_id is None:
                return None
            times = None
        entry = await self._entry_of(guild, event)
        if entry is None:
            return None if times is None else (await self._make(guild, event, times)).id
        if not is_open:
            await entry.delete()
        elif event.is_over:
            await _close(entry)
        elif times is not None and _differ(entry, times):
            start, end = times
            if entry.status is discord.EventStatus.scheduled:
                await entry.edit(start_time=start, end_time=end)
            elif entry.status is discord.EventStatus.active:
                await entry.edit(end_time=end)
        return entry.id

    async def _entry_of(self, guild: discord.Guild, event: Event) -> discord.ScheduledEvent | None:
        """Return the existing scheduled event, even if its id was never stored."""
        if event.scheduled_event_id is not None:
            return await guild.fetch_scheduled_event(event.scheduled_event_id)
        own = self._client.user
        for entry in await guild.fetch_scheduled_events():
            is_own = own is not None and entry.creator_id == own.id
            if is_own and _mark(event) in (entry.description or ""):
                return entry
        return None

    async def _make(
        self, guild: discord.Guild, event: Event, times: tuple[datetime, datetime]
    ) -> discord.ScheduledEvent:
        start, end = times
        channel = guild.get_channel(event.channel_id)
        number = gettext("Event {number}", number=event.id)
        return await guild.create_scheduled_event(
            name=raw_title(event)[:MAX_LENGTH],
            description=f"{kind_words(event)}\n{_mark(event)}{number}",
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=f"#{channel.name if channel is not None else 'games'}"[:MAX_LENGTH],
            start_time=start,
            end_time=end,
        )


class HiddenEntries:
    """The entries of events whose channels not everyone can see any more."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._store = club.store
        self._running = club.uptime.running

    async def remove(self) -> None:
        """Delete the entries whose channel was hidden or deleted."""
        if not self._client.is_ready():
            return
        for event in await self._store.read(lambda tx: stored.scheduled_in(tx, self._running())):
            guild = self._client.get_guild(event.guild_id)
            if guild is None or guild.unavailable or is_open_to_all(guild, event):
                continue
            if may_make_entries(guild.me.guild_permissions):
                await self._remove(guild, event)

    async def _remove(self, guild: discord.Guild, event: Event) -> None:
        assert event.scheduled_event_id is not None
        try:
            await (await guild.fetch_scheduled_event(event.scheduled_event_id)).delete()
        except discord.NotFound:
            log.info("the entry of event %s is already gone", event.id)
        except discord.HTTPException as error:
            log.info("could not remove the entry of event %s: %s", event.id, error)
            return
        await self._store.write(lambda tx: stored.forget_entry(tx, event.id))


def may_make_entries(rights: discord.Permissions) -> bool:
    """Whether the bot can create scheduled events with these permissions."""
    return rights.create_events or rights.manage_events


def belongs_in_calendar(guild: discord.Guild | None, event: Event, now: datetime) -> bool:
    """Whether the start and end of an event are known, and everyone may know of it."""
    return _times(event, now) is not None and is_open_to_all(guild, event)


def is_open_to_all(guild: discord.Guild | None, event: Event) -> bool:
    """Whether everyone in its server can see an event's channel, as they can see the calendar."""
    channel = None if guild is None else guild.get_channel(event.channel_id)
    return channel is not None and channel.permissions_for(channel.guild.default_role).view_channel


def _mark(event: Event) -> str:
    """Return the line that identifies an entry by its description, in any language."""
    return f"{address(event.guild_id, event.channel_id, event.card_message_id)}\n"


def _times(event: Event, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the start and end of an event, if known."""
    soon = now + MIN_AHEAD
    if not format_of(event).is_dated:
        return None
    if event.state == "running" and event.ends_at is not None:
        return soon, max(event.ends_at, soon + MIN_AHEAD)
    if event.state == "open" and event.entries_close_at is not None:
        start = max(event.entries_close_at, soon)
        return start, start + timedelta(days=event.terms.days * max(1, event.terms.rounds))
    return None


def _differ(entry: discord.ScheduledEvent, times: tuple[datetime, datetime]) -> bool:
    start, end = times
    is_before = entry.status is discord.EventStatus.scheduled
    starts_differently = is_before and abs(entry.start_time - start) > TOLERANCE
    return starts_differently or entry.end_time is None or abs(entry.end_time - end) > TOLERANCE


async def _close(entry: discord.ScheduledEvent) -> None:
    if entry.status is discord.EventStatus.active:
        await entry.end()
    elif entry.status is discord.EventStatus.scheduled:
        await entry.cancel()
