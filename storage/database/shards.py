"""The servers of each process, if several share one database, and hints between the processes.

Discord assigns servers to shards by their ids, and each process has some of the shards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    true,
)

from storage.database.transaction import Transaction

Subject = Literal["work", "match"]

CHANNELS: dict[str, Subject] = {"stairwell": "work", "stairwell_match": "match"}
"""The channels of the hints."""

_WORK, _MATCH = (select(func.pg_notify(channel, bindparam("words"))) for channel in CHANNELS)


MANY = 2**42
"""A number of shards with which each guild has its own."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A message from another process."""

    subject: Subject
    number: int
    """The guild with pending work, 0 for none, or the match that has changed."""


async def send(tx: Transaction, guild_id: int | None) -> None:
    """Send a hint about work when this transaction commits, unless this process does it.

    :param guild_id: None if it concerns no guild.
    """
    if not tx.serves(guild_id):
        await tx.execute(_WORK, {"words": f"{tx.sender} {guild_id or 0}"})


async def announce_change(tx: Transaction, match_id: int) -> None:
    """Send a hint about a changed match when this transaction commits, if others may listen."""
    if tx.sender:
        await tx.execute(_MATCH, {"words": f"{tx.sender} {match_id}"})


def read(channel: str, words: str) -> tuple[str, Hint]:
    """Return the sender of a hint, and the hint."""
    sender, _, number = words.partition(" ")
    return sender, Hint(CHANNELS[channel], int(number))


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process, out of all."""

    count: int = 1
    """The total number of shards."""
    ids: frozenset[int] = frozenset({0})
    without: frozenset[int] = frozenset()
    """The guilds on these shards that are left out."""

    @classmethod
    def all_of(cls, count: int, excluded: Iterable[int] = ()) -> Shards:
        """Return all shards, possibly without some."""
        return cls(count, frozenset(range(count)).difference(excluded))

    @classmethod
    def part(cls, count: int, number: int, processes: int) -> Shards:
        """Return the shards of one process, which are consecutive.

        :param number: the number of the process, from 1.
        """
        return cls(
            count, frozenset(range(count * (number - 1) // processes, count * number // processes))
        )

    @classmethod
    def of_guild(cls, guild_id: int) -> Shards:
        """Return one guild alone, as if there were a shard for each time of creation."""
        return cls(MANY, frozenset({(guild_id >> 22) % MANY}))

    @property
    def are_all(self) -> bool:
        """Whether these are all shards."""
        return len(self.ids) == self.count

    def of(self, guild_id: int | None) -> int:
        """Return the shard of a guild.

        Everything without a guild belongs to the first shard, which receives direct messages.
        """
        return ((guild_id or 0) >> 22) % self.count

    def have(self, guild_id: int | None) -> bool:
        """Whether a guild is on one of these shards."""
        return self.of(guild_id) in self.ids and guild_id not in self.without

    def hold(self, column: ColumnElement[int] | ColumnElement[int | None]) -> ColumnElement[bool]:
        """Return `have` as a condition on a column of guild ids."""
        guild_id = func.coalesce(column, 0, type_=BigInteger)
        is_included = guild_id.not_in(sorted(self.without)) if self.without else true()
        if self.are_all:
            return is_included
        # Written out, because PostgreSQL shifts only by 32-bit integers.
        shifted = guild_id.op(">>")(literal_column("22"))
        return and_((shifted % self.count).in_(sorted(self.ids)), is_included)


ALL = Shards()
"""The shards of a single process."""

NONE = Shards(1, frozenset())
"""The shards of a process that isn't a bot and serves no server on Discord."""
