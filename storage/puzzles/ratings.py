"""How hard puzzles are, and how well people solve them, in the points of the matches' ratings."""

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
    """How hard a puzzle is, as far as people have tried it."""

    puzzle: str
    game: str
    mu: float
    sigma: float
    played: int
    """First tries at it."""


@dataclass(frozen=True, slots=True)
class SolverRating:
    """How well somebody solves the puzzles of a game."""

    user_id: int
    game: str
    mu: float
    sigma: float
    played: int
    """First tries of theirs."""
    last_at: datetime


_PUZZLE = columns_of(PuzzleRating, schema.puzzle_rating)
_SOLVER = columns_of(SolverRating, schema.solver_rating)


async def of_game(tx: Transaction, game: str) -> dict[str, PuzzleRating]:
    """The ratings of a game's puzzles that have been tried, by their keys."""
    query = select(*_PUZZLE).where(schema.puzzle_rating.c.game == game)
    ratings = (PuzzleRating(*row) for row in await tx.execute(query))
    return {each.puzzle: each for each in ratings}


async def of_puzzle(tx: Transaction, puzzle: str) -> PuzzleRating | None:
    """The rating of a puzzle; None where nobody has tried it."""
    query = select(*_PUZZLE).where(schema.puzzle_rating.c.puzzle == puzzle)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else PuzzleRating(*row)


async def of_solver(tx: Transaction, user_id: int) -> tuple[SolverRating, ...]:
    """How well somebody solves puzzles, the game first of which they have tried most."""
    row = schema.solver_rating.c
    query = select(*_SOLVER).where(row.user_id == user_id).order_by(row.played.desc(), row.game)
    return tuple(SolverRating(*each) for each in await tx.execute(query))


async def take_solver(tx: Transaction, new: SolverRating) -> SolverRating:
    """The rating of a solver, which nobody else changes until this transaction has ended.

    :param new: what it is where there is none yet.
    """
    added = insert(tx, schema.solver_rating).values(asdict(new))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["user_id", "game"]))
    row = schema.solver_rating.c
    query = select(*_SOLVER).where(row.user_id == new.user_id, row.game == new.game)
    return SolverRating(*(await tx.execute(query.with_for_update())).one())


async def take_puzzle(tx: Transaction, new: PuzzleRating) -> PuzzleRating:
    """The same of a puzzle; whoever takes both takes the solver's first."""
    added = insert(tx, schema.puzzle_rating).values(asdict(new))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["puzzle"]))
    query = select(*_PUZZLE).where(schema.puzzle_rating.c.puzzle == new.puzzle)
    return PuzzleRating(*(await tx.execute(query.with_for_update())).one())


async def save(tx: Transaction, solver: SolverRating, puzzle: PuzzleRating) -> None:
    """Keep both in place of what was taken."""
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
