"""The changes that admins can make to a server's settings, one class each.

Invalid values are refused on construction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, Protocol, get_args

from club.clocks.pace import PACES
from club.members.audit import AuditValue
from club.ratings.months import month_before
from engine.puzzles import puzzles
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.members.audit import AuditCode
from storage.members.guild_settings import GuildSettings, Pages

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
    """A key of `club.clocks.pace.PACES`."""

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
