"""The settings of guilds."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Index, Row, bindparam, select, update

from storage.database.tables import Snowflake, table_of
from storage.database.transaction import Transaction, insert

Pages = Literal["off", "private", "listed"]
"""A server's web pages: none, for people with a link, or listed."""


SettingField = Literal[
    "board_width",
    "champion_role_id",
    "channels",
    "forum_id",
    "language",
    "pace",
    "pages",
    "plays_out",
    "puzzle_channel_id",
    "puzzle_games",
    "puzzle_hour",
    "summary_channel_id",
    "team_role_id",
    "threads",
    "zone",
]
"""The fields that admins set."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of one guild, with defaults until first saved."""

    guild_id: Snowflake
    channels: tuple[int, ...] = ()
    """Channels for matches, or none for everywhere."""
    threads: bool = True
    """Whether each match gets a thread."""
    board_width: int = 900
    """The width of boards in pixels."""
    pace: str = "3d"
    """The default pace of challenges."""
    summary_channel_id: Snowflake | None = None
    """The channel of monthly summaries, or None for none."""
    summary_month: str | None = None
    """The last month (`2026-10`) with a summary posted, or None if turned off."""
    champion_role_id: Snowflake | None = None
    """The role of champions, or None for none."""
    puzzle_channel_id: Snowflake | None = None
    """The channel of daily puzzles, or None for none."""
    puzzle_hour: int = 9
    """The hour of daily puzzles, in the server's time zone."""
    puzzle_games: tuple[str, ...] = ()
    """The games of daily puzzles, or none for all."""
    puzzle_at: datetime | None = None
    """When the next daily puzzle is due, or None if turned off."""
    language: str | None = None
    """The language of public posts, or None for that of the guild on Discord."""
    pages: Pages = "off"
    """The state of its web pages."""
    plays_out: bool = False
    """Whether its members may play against members of other guilds."""
    forum_id: Snowflake | None = None
    """The forum in which each match gets a post, or None for none."""
    team_role_id: Snowflake | None = None
    """The role of members who may start matches of the whole channel, or None for admins only."""
    zone: str | None = None
    """The time zone of its daily posts, such as `Europe/Berlin`, or None for UTC."""

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of all channels and roles that were chosen."""
        chosen = (getattr(self, field) for field in REFERENCES)
        return (*self.channels, *(each for each in chosen if each is not None))

    def without(self, deleted: Collection[int]) -> GuildSettings:
        """Return the settings as if some channels and roles had not been chosen."""
        return dataclasses.replace(
            self,
            channels=tuple(each for each in self.channels if each not in deleted),
            **{field: None for field in REFERENCES if getattr(self, field) in deleted},
        )

    def allows_matches_in(self, channel_id: int) -> bool:
        """Whether matches can be started in a channel, or in a post of the forum."""
        return not self.channels or channel_id in (*self.channels, self.forum_id)


REFERENCES: tuple[SettingField, ...] = (
    "champion_role_id",
    "forum_id",
    "puzzle_channel_id",
    "summary_channel_id",
    "team_role_id",
)
"""The fields with a single channel or role."""

GUILD_SETTINGS = table_of(
    "guild_settings",
    GuildSettings,
    Index(None, "summary_month"),
    Index(None, "puzzle_at"),
    Index(None, "pages"),
    key=("guild_id",),
)

_OF_GUILD = select(*GUILD_SETTINGS.c).where(GUILD_SETTINGS.c.guild_id == bindparam("of_guild"))
_LOCKED = _OF_GUILD.with_for_update()


async def get(tx: Transaction, guild_id: int, *, locked: bool = False) -> GuildSettings:
    """Return the settings of a guild.

    :param locked: whether to lock them until this writing transaction ends.
    """
    query = _LOCKED if locked else _OF_GUILD
    row = (await tx.execute(query, {"of_guild": guild_id})).one_or_none()
    if row is None:
        return GuildSettings(guild_id)
    return _settings(row)


def _settings(row: Row[*tuple[Any, ...]]) -> GuildSettings:
    return dataclasses.replace(
        GuildSettings(*row), channels=tuple(row.channels), puzzle_games=tuple(row.puzzle_games)
    )


async def save(tx: Transaction, settings: GuildSettings) -> None:
    """Save the settings of a guild."""
    values = dataclasses.asdict(settings)
    await tx.execute(
        insert(tx, GUILD_SETTINGS)
        .values(**values)
        .on_conflict_do_update(index_elements=["guild_id"], set_=values)
    )


async def with_pages(tx: Transaction) -> dict[int, Pages]:
    """Return the guilds with web pages, and the kind of pages."""
    row = GUILD_SETTINGS.c
    rows = await tx.execute(
        select(row.guild_id, row.pages).where(row.pages.in_(("private", "listed")))
    )
    return {each.guild_id: each.pages for each in rows}


async def of_guilds(tx: Transaction, guild_ids: Collection[int]) -> dict[int, GuildSettings]:
    """Return the settings of some guilds, by guild."""
    query = select(*GUILD_SETTINGS.c).where(GUILD_SETTINGS.c.guild_id.in_(list(guild_ids)))
    rows = {row.guild_id: row for row in await tx.execute(query)}
    return {
        guild_id: _settings(rows[guild_id]) if guild_id in rows else GuildSettings(guild_id)
        for guild_id in guild_ids
    }


async def claim_summary(tx: Transaction, guild_id: int, month: str) -> int | None:
    """Claim the summary of a month.

    :returns: its channel, or None if it is claimed already, or turned off.
    """
    row = GUILD_SETTINGS.c
    claimed = await tx.execute(
        update(GUILD_SETTINGS)
        .where(row.guild_id == guild_id, row.summary_month < month)
        .values(summary_month=month)
        .returning(row.summary_channel_id)
    )
    return claimed.scalar_one_or_none()


async def without_summary(
    tx: Transaction, month: str, others: Collection[int], limit: int
) -> tuple[int, ...]:
    """Return the guilds with a pending summary of a month, except for some."""
    row = GUILD_SETTINGS.c
    query = select(row.guild_id).where(row.summary_month < month, row.guild_id.not_in(others))
    return tuple((await tx.execute(query.limit(limit))).scalars())
