"""Positions that finished matches have reached, by key, and how often each move was played there.

A key is that of `rules.symmetry.key_of`. The positions themselves aren't stored.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, bindparam, exists, select, update

from storage.database.shards import Shards
from storage.database.tables import MatchId, Snowflake, table_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCHES, StoredMatch
from storage.matches.matches import MATCH, fetched


@dataclass(frozen=True, slots=True)
class ReachedPosition:
    """A position of a finished match, at the first ply that reached it."""

    position: Snowflake
    match_id: MatchId
    ply: int


@dataclass(frozen=True, slots=True)
class MoveCount:
    """How often one move was played in a position."""

    position: Snowflake
    following: Snowflake
    """The key of the position after the move, before anything hidden is revealed."""
    matches: int
    points: float
    """Matches won by the player who made it, with shares of draws."""


REACHED_POSITIONS = table_of(
    "reached_position",
    ReachedPosition,
    key=("position", "match_id"),
)
MOVE_COUNTS = table_of(
    "move_count",
    MoveCount,
    key=("position", "following"),
)

_COUNTS = (
    select(*MOVE_COUNTS.c)
    .where(MOVE_COUNTS.c.position == bindparam("of_position"))
    .order_by(MOVE_COUNTS.c.matches.desc(), MOVE_COUNTS.c.points.desc())
    .limit(bindparam("limit"))
)
_REACHED = (
    select(REACHED_POSITIONS.c.match_id)
    .where(REACHED_POSITIONS.c.position == bindparam("of_position"))
    .limit(bindparam("limit"))
)


async def add(
    tx: Transaction, reached: Sequence[ReachedPosition], counts: Sequence[MoveCount]
) -> None:
    """Add the positions of some matches, and add to the counts of moves."""
    if reached:
        added = insert(tx, REACHED_POSITIONS).values([asdict(each) for each in reached])
        await tx.execute(added.on_conflict_do_nothing(index_elements=["position", "match_id"]))
    # In one order for all processes, so that they don't wait for each other's rows.
    for count in sorted(counts, key=lambda each: (each.position, each.following)):
        added = insert(tx, MOVE_COUNTS).values(asdict(count))
        more = {
            "matches": MOVE_COUNTS.c.matches + added.excluded.matches,
            "points": MOVE_COUNTS.c.points + added.excluded.points,
        }
        await tx.execute(
            added.on_conflict_do_update(index_elements=["position", "following"], set_=more)
        )


async def counts_of(tx: Transaction, position: int, limit: int) -> tuple[MoveCount, ...]:
    """Return how often moves were played in a position, most frequent first."""
    rows = await tx.execute(_COUNTS, {"of_position": position, "limit": limit})
    return tuple(MoveCount(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class Reaching:
    """The matches that have reached a position, for a list of finished matches."""

    position: int

    async def some(self, tx: Transaction, limit: int) -> Sequence[int]:
        """Return the numbers of these matches, up to a limit."""
        rows = await tx.execute(_REACHED, {"of_position": self.position, "limit": limit})
        return tuple(rows.scalars())

    def condition(self) -> ColumnElement[bool]:
        """Whether a match is one of them."""
        # Asked of each match, as most matches of a game reach its first positions.
        row = REACHED_POSITIONS.c
        return exists().where(row.position == self.position, row.match_id == MATCHES.c.id)


async def uncounted(tx: Transaction, limit: int, shards: Shards) -> tuple[StoredMatch, ...]:
    """Return finished matches that haven't been counted, in the order in which they ended.

    :param shards: only matches of servers of these shards.
    """
    row = MATCHES.c
    is_due = (row.is_counted.is_(False), row.ended_number.is_not(None), shards.hold(row.guild_id))
    query = select(*MATCH).where(*is_due).order_by(row.ended_number).limit(limit)
    return await fetched(tx, query)


async def set_counted(tx: Transaction, match_ids: Collection[int]) -> bool:
    """Store that some matches have been counted, unless one of them was already."""
    row = MATCHES.c
    # In one order for all processes, so that they don't wait for each other's rows.
    for match_id in sorted(match_ids):
        is_it = (row.id == match_id, row.is_counted.is_(False))
        changed = await tx.execute(update(MATCHES).where(*is_it).values(is_counted=True))
        if changed.rowcount == 0:
            return False
    return True
