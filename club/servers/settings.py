"""The changes that admins can make to a server's settings, one class each.

Invalid values are refused on construction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, Protocol, get_args

from club import audit, calendar
from club.audit import Admin, AuditValue
from club.calendar import month_before
from club.members.languages import Languages
from club.paces import PACES, PRIVATE_PACES
from club.references import Channels
from engine.puzzles import puzzles
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches.match import Place
from storage.ratings import leaderboards
from storage.servers import settings as guild_settings
from storage.servers.audit import AuditCode
from storage.servers.settings import GuildSettings, Pages
from storage.training import daily

PAGES: dict[str, Pages] = {each: each for each in get_args(Pages)}
"""The choices for web pages."""

BOARD_WIDTHS = (600, 900, 1200)
"""Available widths of boards in pixels."""


class Change(Protocol):
    """One change to a server's settings."""

    what: ClassVar[AuditCode]
    """The code in the audit log."""

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        """Return the settings with this change."""
        ...

    def value_in(self, settings: GuildSettings) -> AuditValue:
        """Return the changed setting for the audit log."""
        ...


@dataclass(frozen=True, slots=True)
class AllowedChannels:
    """Restrict matches to some channels. An empty tuple allows all."""

    what: ClassVar[AuditCode] = "channels"
    channel_ids: tuple[int, ...]

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, channels=self.channel_ids)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return list(settings.channels)


@dataclass(frozen=True, slots=True)
class Threads:
    """Turn threads for matches on or off."""

    what: ClassVar[AuditCode] = "threads"
    is_on: bool

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, threads=self.is_on)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.threads


@dataclass(frozen=True, slots=True)
class MatchForum:
    """Give each match a post in a forum, or none. The front checks what the bot may do there."""

    what: ClassVar[AuditCode] = "forum_id"
    channel_id: int | None

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, forum_id=self.channel_id)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.forum_id


@dataclass(frozen=True, slots=True)
class BoardWidth:
    """Draw boards with another width."""

    what: ClassVar[AuditCode] = "board_width"
    pixels: int

    def __post_init__(self) -> None:
        """:raises Refusal: `width`."""
        if self.pixels not in BOARD_WIDTHS:
            raise Refusal("width", N_("Choose small, medium or large boards."))

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, board_width=self.pixels)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.board_width


@dataclass(frozen=True, slots=True)
class DefaultPace:
    """Change the pace of challenges that don't choose one."""

    what: ClassVar[AuditCode] = "pace"
    code: str
    """A key of `club.paces.PACES`."""

    def __post_init__(self) -> None:
        """:raises Refusal: `pace`."""
        if self.code not in PACES:
            raise Refusal("pace", N_("Choose a pace from the list."))

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, pace=self.code)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.pace


@dataclass(frozen=True, slots=True)
class SummaryChannel:
    """Post the monthly summary in another channel, or nowhere (None)."""

    what: ClassVar[AuditCode] = "summary_channel_id"
    channel_id: int | None

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        # The first summary is that of the current month.
        month = None if self.channel_id is None else settings.summary_month or month_before(now)
        return replace(settings, summary_channel_id=self.channel_id, summary_month=month)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.summary_channel_id


@dataclass(frozen=True, slots=True)
class ChampionRole:
    """Give champions another role, or none. The front checks who may give it."""

    what: ClassVar[AuditCode] = "champion_role_id"
    role_id: int | None

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, champion_role_id=self.role_id)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.champion_role_id


@dataclass(frozen=True, slots=True)
class PuzzleChannel:
    """Post the daily puzzle in another channel, or nowhere (None)."""

    what: ClassVar[AuditCode] = "puzzle_channel_id"
    channel_id: int | None

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, puzzle_channel_id=self.channel_id)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.puzzle_channel_id


@dataclass(frozen=True, slots=True)
class PuzzleHour:
    """Post the daily puzzle at another hour, in UTC."""

    what: ClassVar[AuditCode] = "puzzle_hour"
    hour: int

    def __post_init__(self) -> None:
        """:raises Refusal: `hour`."""
        if self.hour not in range(24):
            raise Refusal("hour", N_("Choose an hour from the list."))

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, puzzle_hour=self.hour)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.puzzle_hour


@dataclass(frozen=True, slots=True)
class PuzzleGames:
    """Choose which games daily puzzles come from. An empty tuple stands for all."""

    what: ClassVar[AuditCode] = "puzzle_games"
    games: tuple[str, ...]

    def __post_init__(self) -> None:
        """:raises Refusal: `game`."""
        if not all(game in GAMES and puzzles(game) for game in self.games):
            raise Refusal("game", N_("There are no puzzles for that game. Choose another one."))

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, puzzle_games=self.games)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return list(settings.puzzle_games)


@dataclass(frozen=True, slots=True)
class ServerLanguage:
    """Change the language of public messages. None follows Discord."""

    what: ClassVar[AuditCode] = "language"
    code: str | None

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, language=self.code)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.language


@dataclass(frozen=True, slots=True)
class PlaysOut:
    """Let members play against members of other servers, or keep them within this one."""

    what: ClassVar[AuditCode] = "plays_out"
    is_on: bool

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, plays_out=self.is_on)

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.plays_out


@dataclass(frozen=True, slots=True)
class WebPages:
    """Turn the server's web pages on or off, and set who may find them."""

    what: ClassVar[AuditCode] = "pages"
    visibility: str

    def __post_init__(self) -> None:
        """:raises Refusal: `pages`."""
        if self.visibility not in PAGES:
            raise Refusal("pages", N_("Choose off, private or listed for the web pages."))

    def applied_to(self, settings: GuildSettings, now: datetime) -> GuildSettings:
        return replace(settings, pages=PAGES[self.visibility])

    def value_in(self, settings: GuildSettings) -> AuditValue:
        return settings.pages


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
                await leaderboards.make_due(tx, guild_id)
        if after.language != before.language:
            self._languages.note_guild(guild_id, after.language)
        return Changed(before, after)

    def next_puzzle_at(self, settings: GuildSettings) -> datetime | None:
        """Return when a server's next daily puzzle is due, or None if they are off."""
        if settings.puzzle_day is None:
            return None
        latest = calendar.latest_day(self._clock(), settings.puzzle_hour)
        following = calendar.day_after(max(latest, settings.puzzle_day))
        return calendar.moment_of(following, settings.puzzle_hour)


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
    latest = calendar.latest_day(now, after.puzzle_hour)
    latest_puzzles = await daily.latest(tx, after.guild_id, 1)
    return replace(after, puzzle_day=max([latest, *(each.day for each in latest_puzzles)]))
