"""Reading, changing and auditing the settings of servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from club.clocks.pace import PRIVATE_PACES
from club.members import audit
from club.members.audit import Admin
from club.members.languages import Languages
from club.puzzles import days
from club.references import Channels
from club.settings.changes import Change
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches.terms import Place
from storage.members import guild_settings
from storage.members.guild_settings import GuildSettings
from storage.puzzles import daily
from storage.ratings import live_leaderboards


@dataclass(frozen=True, slots=True)
class Changed:
    """The settings of a server before and after a change."""

    before: GuildSettings
    after: GuildSettings


class Settings:
    """The settings of all servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime], languages: Languages) -> None:
        self._store = store
        self._clock = clock
        self._languages = languages

    async def of(self, guild_id: int) -> GuildSettings:
        """Return a server's settings, or the defaults if it has none."""
        settings = await self._store.reading(lambda tx: guild_settings.get(tx, guild_id))
        # Most answers also need the language, which is now cached.
        self._languages.note_guild(guild_id, settings.language)
        return settings

    async def for_new_play(self, place: Place) -> GuildSettings:
        """Return the settings of a place, after checking that play may start there.

        :raises Refusal: `channel`.
        """
        if place.guild_id is None:
            return GuildSettings(0, pace=PRIVATE_PACES[0])
        settings = await self.of(place.guild_id)
        if not settings.allows_matches_in(place.parent_id or place.channel_id):
            raise Refusal(
                "channel",
                N_("This server plays its matches in {channels}."),
                channels=Channels(settings.channels),
            )
        return settings

    async def change(self, guild_id: int, change: Change, admin: Admin) -> Changed:
        """Change one setting and add it to the audit log."""
        now = self._clock()
        async with self._store.write() as tx:
            before = await guild_settings.get(tx, guild_id, locked=True)
            after = await _with_puzzle_day(tx, before, change.applied_to(before, now), now)
            await guild_settings.save(tx, after)
            values = change.value_in(before), change.value_in(after)
            await audit.note(tx, guild_id, admin, now, change.what, *values)
            if after.language != before.language:
                await live_leaderboards.make_due(tx, guild_id)
        if after.language != before.language:
            self._languages.note_guild(guild_id, after.language)
        return Changed(before, after)

    def next_puzzle_at(self, settings: GuildSettings) -> datetime | None:
        """Return when a server's next daily puzzle is due, or None if they are off."""
        if settings.puzzle_day is None:
            return None
        latest = days.latest_day(self._clock(), settings.puzzle_hour)
        following = days.day_after(max(latest, settings.puzzle_day))
        return days.moment_of(following, settings.puzzle_hour)


async def _with_puzzle_day(
    tx: Transaction, before: GuildSettings, after: GuildSettings, now: datetime
) -> GuildSettings:
    """Return the changed settings with the last day whose puzzle counts as posted.

    The first puzzle is posted at the next chosen hour, but never twice on one day.
    """
    if after.puzzle_channel_id is None:
        return replace(after, puzzle_day=None)
    if before.puzzle_day is not None and before.puzzle_hour == after.puzzle_hour:
        return after
    latest = days.latest_day(now, after.puzzle_hour)
    latest_puzzles = await daily.latest(tx, after.guild_id, 1)
    return replace(after, puzzle_day=max([latest, *(each.day for each in latest_puzzles)]))
