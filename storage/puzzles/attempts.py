"""Attempts at puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import func, select, update

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.database.upsert import insert

Outcome = Literal["open", "solved", "missed", "shown"]
"""The outcome of the first try: none yet, solved, a wrong move, or the solution was shown."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A user's attempt at a puzzle."""

    user_id: int
    puzzle: str
    """The key of the puzzle."""
    game: str
    begun_at: datetime
    outcome: Outcome
    solved_at: datetime | None = None
    """When they first found the whole solution themselves, possibly after wrong tries."""


_ATTEMPT = columns_of(Attempt, schema.puzzle_attempt)
_KEY = ("user_id", "puzzle")


async def begin(tx: Transaction, attempt: Attempt) -> None:
    """Store that a user was given a puzzle, once."""
    values = {
        "user_id": attempt.user_id,
        "puzzle": attempt.puzzle,
        "game": attempt.game,
        "begun_at": attempt.begun_at,
        "outcome": attempt.outcome,
    }
    added = insert(tx, schema.puzzle_attempt).values(values)
    await tx.execute(added.on_conflict_do_nothing(index_elements=_KEY))


async def get(tx: Transaction, user_id: int, puzzle: str) -> Attempt | None:
    """Return a user's attempt at a puzzle, or None."""
    row = schema.puzzle_attempt.c
    query = select(*_ATTEMPT).where(row.user_id == user_id, row.puzzle == puzzle)
    attempt = (await tx.execute(query)).one_or_none()
    return None if attempt is None else Attempt(*attempt)


async def latest_open(tx: Transaction, user_id: int) -> tuple[Attempt, ...]:
    """Return a user's untried puzzles, latest first."""
    row = schema.puzzle_attempt.c
    query = select(*_ATTEMPT).where(row.user_id == user_id, row.outcome == "open")
    rows = await tx.execute(query.order_by(row.begun_at.desc(), row.puzzle))
    return tuple(Attempt(*each) for each in rows)


async def attempted(tx: Transaction, user_id: int, game: str) -> frozenset[str]:
    """Return the keys of the puzzles of a game that a user has received."""
    row = schema.puzzle_attempt.c
    query = select(row.puzzle).where(row.user_id == user_id, row.game == game)
    return frozenset((await tx.execute(query)).scalars())


async def unsolved(tx: Transaction, user_id: int) -> tuple[Attempt, ...]:
    """Return the puzzles that a user missed and has not solved since, in order."""
    row = schema.puzzle_attempt.c
    is_missed = (row.user_id == user_id, row.outcome == "missed", row.solved_at.is_(None))
    query = select(*_ATTEMPT).where(*is_missed).order_by(row.begun_at, row.puzzle)
    return tuple(Attempt(*each) for each in await tx.execute(query))


async def decide(tx: Transaction, user_id: int, puzzle: str, outcome: Outcome) -> bool:
    """Store the outcome of the first try. Return False if there was one."""
    row = schema.puzzle_attempt.c
    is_theirs = (row.user_id == user_id, row.puzzle == puzzle, row.outcome == "open")
    result = await tx.execute(
        update(schema.puzzle_attempt).where(*is_theirs).values(outcome=outcome)
    )
    return result.rowcount == 1


async def note_shown(tx: Transaction, user_id: int, puzzle: str) -> None:
    """Store that a user was shown a puzzle that they had missed and not solved since."""
    row = schema.puzzle_attempt.c
    is_theirs = (row.user_id == user_id, row.puzzle == puzzle, row.outcome == "missed")
    statement = update(schema.puzzle_attempt).where(*is_theirs, row.solved_at.is_(None))
    await tx.execute(statement.values(outcome="shown"))


async def note_solved(tx: Transaction, user_id: int, puzzle: str, now: datetime) -> bool:
    """Store that a user has found the whole solution themselves.

    :returns: False if they had before, or had been shown it.
    """
    row = schema.puzzle_attempt.c
    is_theirs = (row.user_id == user_id, row.puzzle == puzzle, row.outcome != "shown")
    solved = update(schema.puzzle_attempt).where(*is_theirs, row.solved_at.is_(None))
    return (await tx.execute(solved.values(solved_at=now))).rowcount == 1


async def solved_at(tx: Transaction, user_id: int) -> tuple[datetime, ...]:
    """Return the times of a user's solutions, latest first."""
    row = schema.puzzle_attempt.c
    query = select(row.solved_at).where(row.user_id == user_id, row.solved_at.is_not(None))
    return tuple((await tx.execute(query.order_by(row.solved_at.desc()))).scalars())


async def counts(tx: Transaction, user_id: int) -> dict[str, int]:
    """Return the number of puzzles given to a user, by the outcome of the first try."""
    row = schema.puzzle_attempt.c
    query = select(row.outcome, func.count()).where(row.user_id == user_id)
    return {each[0]: each[1] for each in await tx.execute(query.group_by(row.outcome))}


async def games_played(tx: Transaction, user_id: int) -> frozenset[str]:
    """Return the games in which a user has a seat in any match."""
    seat, match = schema.seat.c, schema.match.c
    query = (
        select(match.game)
        .join(schema.seat, match.id == seat.match_id)
        .where(seat.user_id == user_id)
        .distinct()
    )
    return frozenset((await tx.execute(query)).scalars())
