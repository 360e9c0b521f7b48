"""Which servers a process serves, where several processes share one database.

Discord deals its servers out to shards by their ids, and each process has some of the shards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import BigInteger, ColumnElement, func, literal_column, true


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of all shards; those of a process that is alone are all that there are."""

    count: int = 1
    """How many there are."""
    ids: frozenset[int] = frozenset({0})

    @classmethod
    def all_of(cls, count: int, but: Iterable[int] = ()) -> Shards:
        """All that there are, without some."""
        return cls(count, frozenset(range(count)).difference(but))

    @classmethod
    def part(cls, count: int, number: int, processes: int) -> Shards:
        """Those of one process, counted from 1, where some share them evenly: neighbours, which
        differ from process to process by one at most in number."""
        return cls(
            count, frozenset(range(count * (number - 1) // processes, count * number // processes))
        )

    @property
    def are_all(self) -> bool:
        """Whether there are no others."""
        return len(self.ids) == self.count

    def of(self, guild_id: int | None) -> int:
        """The shard, of all that there are, that has a guild; what concerns none is of the first,
        to which Discord sends direct messages."""
        return ((guild_id or 0) >> 22) % self.count

    def have(self, guild_id: int | None) -> bool:
        """Whether a guild is among theirs."""
        return self.of(guild_id) in self.ids

    def hold(self, column: ColumnElement[int] | ColumnElement[int | None]) -> ColumnElement[bool]:
        """`have` as a condition on a column with ids of guilds."""
        if self.are_all:
            return true()
        # The number is written out because PostgreSQL shifts by an integer of 32 bits alone.
        shifted = func.coalesce(column, 0, type_=BigInteger).op(">>")(literal_column("22"))
        return (shifted % self.count).in_(sorted(self.ids))


ALL = Shards()
"""Those of a process that is alone."""
