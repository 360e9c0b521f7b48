"""The servers of each process, if several share one database, and hints between the processes.

Discord assigns servers to shards by their ids, and each process has some of the shards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import BigInteger, ColumnElement, bindparam, func, literal_column, select, true

from storage.database.transaction import Transaction

CHANNEL = "stairwell"

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("words")))


async def send(tx: Transaction, guild_id: int | None) -> None:
    """Send a hint when this transaction commits.

    :param guild_id: None if it concerns no guild.
    """
    if not tx.serves(guild_id):
        await tx.execute(_NOTIFY, {"words": f"{tx.sender} {guild_id or 0}"})


def read(words: str) -> tuple[str, int]:
    """Return the sender and the guild of a hint, 0 for none."""
    sender, _, guild_id = words.partition(" ")
    return sender, int(guild_id)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process, out of all."""

    count: int = 1
    """The total number of shards."""
    ids: frozenset[int] = frozenset({0})

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
        return self.of(guild_id) in self.ids

    def hold(self, column: ColumnElement[int] | ColumnElement[int | None]) -> ColumnElement[bool]:
        """Return `have` as a condition on a column of guild ids."""
        if self.are_all:
            return true()
        # Written out, because PostgreSQL shifts only by 32-bit integers.
        shifted = func.coalesce(column, 0, type_=BigInteger).op(">>")(literal_column("22"))
        return (shifted % self.count).in_(sorted(self.ids))


ALL = Shards()
"""The shards of a single process."""

NONE = Shards(1, frozenset())
"""The shards of a process that isn't a bot and serves no server on Discord."""
