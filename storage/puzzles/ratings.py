"""Ratings of puzzles and of solvers, in the points of matches."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select, update

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.database.upsert import insert


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """The difficulty of a puzzle."""

    puzzle: str
    game: str
    mu: float
    sigma: float
    played: int
    """Number of first tries at it."""


@dataclass(frozen=True, slots=True)
class SolverRating:
    """A user's strength in the puzzles of a game."""

    user_id: int
    game: str
    mu: float
    sigma: float
    played: int
    """Number of their first tries."""
    last_at: datetime


_PUZZLE = columns_of(PuzzleRating, schema.puzzle_rating)
_SOLVER = columns_of(SolverRating, schema.solver_rating)


async def of_game(tx: Transaction, game: str) -> dict[str, PuzzleRating]:
    """Return the ratings of a game's tried puzzles, by key."""
    query = select(*_PUZZLE).where(schema.puzzle_rating.c.game == game)
    ratings = (PuzzleRating(*row) for row in await tx.execute(query))
    return {each.puzzle: each for each in ratings}


async def of_puzzle(tx: Transaction, puzzle: str) -> PuzzleRating | None:
    """Return the rating of a puzzle, or None if untried."""
    query = select(*_PUZZLE).where(schema.puzzle_rating.c.puzzle == puzzle)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else PuzzleRating(*row)


async def of_solver(tx: Transaction, user_id: int) -> tuple[SolverRating, ...]:
    """Return a user's puzzle ratings, most tried game first."""
    row = schema.solver_rating.c
    query = select(*_SOLVER).where(row.user_id == user_id).order_by(row.played.desc(), row.game)
    return tuple(SolverRating(*each) for each in await tx.execute(query))


async def take_solver(tx: Transaction, new: SolverRating) -> SolverRating:
    """Return the rating of a solver, locked until this transaction ends.

    :param new: the value if there is none yet.
    """
    added = insert(tx, schema.solver_rating).values(asdict(new))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["user_id", "game"]))
    row = schema.solver_rating.c
    query = select(*_SOLVER).where(row.user_id == new.user_id, row.game == new.game)
    return SolverRating(*(await tx.execute(query.with_for_update())).one())


async def take_puzzle(tx: Transaction, new: PuzzleRating) -> PuzzleRating:
    """Return the rating of a puzzle, locked likewise. Lock the solver's first."""
    added = insert(tx, schema.puzzle_rating).values(asdict(new))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["puzzle"]))
    query = select(*_PUZZLE).where(schema.puzzle_rating.c.puzzle == new.puzzle)
    return PuzzleRating(*(await tx.execute(query.with_for_update())).one())


async def save(tx: Transaction, solver: SolverRating, puzzle: PuzzleRating) -> None:
    """Save both ratings."""
    of_solver = schema.solver_rating.c
    await tx.execute(
        update(schema.solver_rating)
        .where(of_solver.user_id == solver.user_id, of_solver.game == solver.game)
        .values(mu=solver.mu, sigma=solver.sigma, played=solver.played, last_at=solver.last_at)
    )
    await tx.execute(
        update(schema.puzzle_rating)
        .where(schema.puzzle_rating.c.puzzle == puzzle.puzzle)
        .values(mu=puzzle.mu, sigma=puzzle.sigma, played=puzzle.played)
    )
