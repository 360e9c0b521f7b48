"""The settings of a server: what admins can set, which values are valid, and how it is logged."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar, get_args

from club import audit
from club.audit import Admin
from club.calendar import month_before
from club.members.languages import Languages
from club.members.membership import Membership
from club.outbox import notices
from club.paces import PACES, PRIVATE_PACES
from club.references import Channels, LanguageName
from language.lists import Listed
from language.texts import N_, lazy_gettext, lazy_pgettext
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches.match import Place
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings, Pages, SettingField

Value = TypeVar("Value")


def _always_valid(value: Any) -> None:
    """Accept every value. The front checks what the bot may do with a channel or a role."""


Completion = Callable[
    [Transaction, GuildSettings, GuildSettings, datetime], Awaitable[GuildSettings]
]


async def _as_chosen(
    tx: Transaction, before: GuildSettings, after: GuildSettings, now: datetime
) -> GuildSettings:
    """Return the settings after a change from which nothing else follows."""
    return after


@dataclass(frozen=True, slots=True)
class Setting(Generic[Value]):
    """One setting of a server."""

    field: SettingField
    """Its field of `GuildSettings`, and its code in the audit log."""
    logged: str
    """The sentence about a change: `time`, `name`, and the values `before` and `after`."""
    words: Callable[[Any], object]
    """Returns a logged value as a text or a reference."""
    check: Callable[[Value], None] = _always_valid
    """Raises a `Refusal` of an invalid value."""
    logged_off: str = ""
    """The sentence about turning a switch off."""
    complete: Completion = _as_chosen
    """Returns the changed settings with what follows from the change."""

    def sentence(self, value: Value) -> str:
        """Return the sentence about a change to a value."""
        return self.logged_off if self.logged_off and not value else self.logged


def channel_words(channel_id: int | None) -> object:
    """Return a channel for posts in the audit log."""
    return lazy_pgettext("changed", "nowhere") if channel_id is None else Channels((channel_id,))


def game_words(key: str | None) -> Listed:
    """Return a game in the audit log. None stands for all."""
    return GAMES[key].name if key in GAMES else lazy_pgettext("changed", "every game")


def one_of(values: Any, code: str, message: str) -> Callable[[Any], None]:
    """Return a check that refuses every value but some."""

    def check(value: Any) -> None:
        if value not in values:
            raise Refusal(code, message)

    return check


CHANNELS: Setting[tuple[int, ...]] = Setting(
    "channels",
    N_("{time} {name} allowed matches in {after} (before: {before})"),
    lambda ids: Channels(tuple(ids)) if ids else lazy_pgettext("changed", "any channel"),
)
"""The only channels where matches can be started. An empty tuple allows all."""

THREADS: Setting[bool] = Setting(
    "threads",
    N_("{time} {name} turned threads on"),
    str,
    logged_off=N_("{time} {name} turned threads off"),
)
"""Whether each match gets a thread."""

FORUM: Setting[int | None] = Setting(
    "forum_id", N_("{time} {name} put match posts in {after} (before: {before})"), channel_words
)
"""The forum in which each match gets a post, or None."""

BOARD_WIDTHS = {600: N_("small"), 900: N_("medium"), 1200: N_("large")}
"""The names of the available widths of boards, by pixels."""

BOARD_WIDTH: Setting[int] = Setting(
    "board_width",
    N_("{time} {name} set the board size to {after} (before: {before})"),
    lambda pixels: (
        lazy_gettext(BOARD_WIDTHS[pixels])
        if pixels in BOARD_WIDTHS
        else lazy_gettext("{pixels} pixels wide", pixels=pixels)
    ),
    one_of(BOARD_WIDTHS, "width", N_("Choose small, medium or large boards.")),
)

PACE: Setting[str] = Setting(
    "pace",
    N_("{time} {name} set the pace to {after} (before: {before})"),
    lambda code: PACES.get(code, code),
    one_of(PACES, "pace", N_("Choose a pace from the list.")),
)
"""The pace of challenges that don't choose one: a key of `PACES`."""


async def _with_summary_month(
    tx: Transaction, before: GuildSettings, after: GuildSettings, now: datetime
) -> GuildSettings:
    """Return the settings with the last month whose summary counts as posted.

    The first summary is that of the current month.
    """
    is_on = after.summary_channel_id is not None
    month = after.summary_month or month_before(now) if is_on else None
    return replace(after, summary_month=month)


SUMMARY_CHANNEL: Setting[int | None] = Setting(
    "summary_channel_id",
    N_("{time} {name} put the monthly summary in {after} (before: {before})"),
    channel_words,
    complete=_with_summary_month,
)
"""The channel of monthly summaries, or None."""

LANGUAGE: Setting[str | None] = Setting(
    "language",
    N_("{time} {name} set the server's language to {after} (before: {before})"),
    lambda code: (
        lazy_pgettext("changed", "same as Discord") if code is None else LanguageName(code)
    ),
)
"""The language of public messages, or None for that of the server on Discord."""

OTHER_SERVERS: Setting[bool] = Setting(
    "plays_out",
    N_("{time} {name} let members play people from other servers"),
    str,
    logged_off=N_("{time} {name} kept matches within this server"),
)
"""Whether members can play against members of other servers."""

PAGES_NAMES: dict[str, str] = {
    "off": N_("off"),
    "private": N_("private"),
    "listed": N_("listed"),
}
"""The names of the states of web pages within a sentence."""

WEB_PAGES: Setting[str] = Setting(
    "pages",
    N_("{time} {name} made the web pages {after} (before: {before})"),
    lambda state: lazy_gettext(PAGES_NAMES[state]) if state in PAGES_NAMES else state,
    one_of(get_args(Pages), "pages", N_("Choose off, private or listed for the web pages.")),
)
"""Whether there are web pages, and who may find them."""

SETTINGS: dict[str, Setting[Any]] = {
    each.field: each
    for each in (
        CHANNELS,
        THREADS,
        FORUM,
        BOARD_WIDTH,
        PACE,
        SUMMARY_CHANNEL,
        LANGUAGE,
        OTHER_SERVERS,
        WEB_PAGES,
    )
}
"""All settings, by field. An extension adds its own."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The settings of a server before and after a change."""

    before: GuildSettings
    after: GuildSettings


class Settings:
    """The settings of all servers."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        languages: Languages,
        membership: Membership,
    ) -> None:
        self._store = store
        self._clock = clock
        self._languages = languages
        self._membership = membership

    async def of(self, guild_id: int) -> GuildSettings:
        """Return a server's settings, or the defaults if it has none."""
        settings = await self._store.read(lambda tx: stored_settings.get(tx, guild_id))
        # Most answers also need the language, which is now cached.
        self._languages.note_guild(guild_id, settings.language)
        return settings

    async def for_new_play(self, place: Place) -> GuildSettings:
        """Return the settings of a place, after checking that play may start there.

        If all allowed channels were deleted, it may start anywhere.

        :raises Refusal: `channel`.
        """
        if place.guild_id is None:
            return GuildSettings(0, pace=PRIVATE_PACES[0])
        settings = self._membership.existing(await self.of(place.guild_id))
        if not settings.allows_matches_in(place.parent_id or place.channel_id):
            raise Refusal(
                "channel",
                N_("This server plays its matches in {channels}."),
                channels=Channels(settings.channels),
            )
        return settings

    async def change(
        self, guild_id: int, setting: Setting[Value], value: Value, admin: Admin
    ) -> Changed:
        """Change one setting and add it to the audit log.

        :raises Refusal: if the value is invalid.
        """
        setting.check(value)

        async def change(tx: Transaction) -> Changed:
            now = self._clock()
            before = await stored_settings.get(tx, guild_id, locked=True)
            after = replace(before, **{setting.field: value})
            after = await setting.complete(tx, before, after, now)
            await stored_settings.save(tx, after)
            values = getattr(before, setting.field), value
            await audit.note(tx, guild_id, admin, now, setting.field, *values)
            if after.language != before.language:
                await notices.update_leaderboard(tx, guild_id, now)
            return Changed(before, after)

        changed = await self._store.write(change)
        if changed.after.language != changed.before.language:
            self._languages.note_guild(guild_id, changed.after.language)
        return changed
