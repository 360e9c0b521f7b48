"""Attempts at puzzles, and the ratings of puzzles and solvers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Index, func, select, update

from storage.database.tables import OwnerId, table_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCHES, SEATS

AttemptOutcome = Literal["open", "solved", "missed", "shown"]
"""The outcome of the first try: none yet, solved, a wrong move, or the solution was shown."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A user's attempt at a puzzle."""

    user_id: OwnerId
    puzzle: str
    """The key of the puzzle."""
    game: str
    begun_at: datetime
    outcome: AttemptOutcome
    solved_at: datetime | None = None
    """When they first found the whole solution themselves, possibly after wrong tries."""


PUZZLE_ATTEMPTS = table_of(
    "puzzle_attempt",
    Attempt,
    Index(None, "user_id", "outcome"),
    Index(None, "user_id", "solved_at"),
    key=("user_id", "puzzle"),
    reported_as="puzzles",
)

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
    added = insert(tx, PUZZLE_ATTEMPTS).values(values)
    await tx.execute(added.on_conflict_do_nothing(index_elements=_KEY))


async def get(tx: Transaction, user_id: int, puzzle: str) -> Attempt | None:
    """Return a user's attempt at a puzzle, or None."""
    row = PUZZLE_ATTEMPTS.c
    query = select(*PUZZLE_ATTEMPTS.c).where(row.user_id == user_id, row.puzzle == puzzle)
    attempt = (await tx.execute(query)).one_or_none()
    return None if attempt is None else Attempt(*attempt)


async def latest_open(tx: Transaction, user_id: int) -> tuple[Attempt, ...]:
    """Return a user's untried puzzles, latest first."""
    row = PUZZLE_ATTEMPTS.c
    query = select(*PUZZLE_ATTEMPTS.c).where(row.user_id == user_id, row.outcome == "open")
    rows = await tx.execute(query.order_by(row.begun_at.desc(), row.puzzle))
    return tuple(Attempt(*each) for each in rows)


async def attempted(tx: Transaction, user_id: int, game: str) -> frozenset[str]:
    """Return the keys of the puzzles of a game that a user has received."""
    row = PUZZLE_ATTEMPTS.c
    query = select(row.puzzle).where(row.user_id == user_id, row.game == game)
    return frozenset((await tx.execute(query)).scalars())


async def unsolved(tx: Transaction, user_id: int) -> tuple[Attempt, ...]:
    """Return the puzzles that a user missed and has not solved since, in order."""
    row = PUZZLE_ATTEMPTS.c
    is_missed = (row.user_id == user_id, row.outcome == "missed", row.solved_at.is_(None))
    query = select(*PUZZLE_ATTEMPTS.c).where(*is_missed).order_by(row.begun_at, row.puzzle)
    return tuple(Attempt(*each) for each in await tx.execute(query))


async def decide(tx: Transaction, user_id: int, puzzle: str, outcome: AttemptOutcome) -> bool:
    """Store the outcome of the first try. Return False if there was one."""
    row = PUZZLE_ATTEMPTS.c
    is_theirs = (row.user_id == user_id, row.puzzle == puzzle, row.outcome == "open")
    result = await tx.execute(update(PUZZLE_ATTEMPTS).where(*is_theirs).values(outcome=outcome))
    return result.rowcount == 1


async def note_shown(tx: Transaction, user_id: int, puzzle: str) -> None:
    """Store that a user was shown a puzzle that they had missed and not solved since."""
    row = PUZZLE_ATTEMPTS.c
    is_theirs = (row.user_id == user_id, row.puzzle == puzzle, row.outcome == "missed")
    statement = update(PUZZLE_ATTEMPTS).where(*is_theirs, row.solved_at.is_(None))
    await tx.execute(statement.values(outcome="shown"))


async def note_solved(tx: Transaction, user_id: int, puzzle: str, now: datetime) -> bool:
    """Store that a user has found the whole solution themselves.

    :returns: False if they had before, or had been shown it.
    """
    row = PUZZLE_ATTEMPTS.c
    is_theirs = (row.user_id == user_id, row.puzzle == puzzle, row.outcome != "shown")
    solved = update(PUZZLE_ATTEMPTS).where(*is_theirs, row.solved_at.is_(None))
    return (await tx.execute(solved.values(solved_at=now))).rowcount == 1


async def solved_at(tx: Transaction, user_id: int) -> tuple[datetime, ...]:
    """Return the times of a user's solutions, latest first."""
    row = PUZZLE_ATTEMPTS.c
    query = select(row.solved_at).where(row.user_id == user_id, row.solved_at.is_not(None))
    return tuple((await tx.execute(query.order_by(row.solved_at.desc()))).scalars())


async def counts(tx: Transaction, user_id: int) -> dict[str, int]:
    """Return the number of puzzles given to a user, by the outcome of the first try."""
    row = PUZZLE_ATTEMPTS.c
    query = select(row.outcome, func.count()).where(row.user_id == user_id)
    return {each[0]: each[1] for each in await tx.execute(query.group_by(row.outcome))}


async def games_played(tx: Transaction, user_id: int) -> frozenset[str]:
    """Return the games in which a user has a seat in any match."""
    seat, match = SEATS.c, MATCHES.c
    query = (
        select(match.game)
        .join(SEATS, match.id == seat.match_id)
        .where(seat.user_id == user_id)
        .distinct()
    )
    return frozenset((await tx.execute(query)).scalars())


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """The difficulty of a puzzle. Untried puzzles have no row."""

    puzzle: str
    game: str
    mu: float
    sigma: float
    played: int
    """Number of first tries at it."""


PUZZLE_RATINGS = table_of(
    "puzzle_rating",
    PuzzleRating,
    Index(None, "game"),
    key=("puzzle",),
)


@dataclass(frozen=True, slots=True)
class SolverRating:
    """A user's strength in the puzzles of a game."""

    user_id: OwnerId
    game: str
    mu: float
    sigma: float
    played: int
    """Number of their first tries."""
    last_at: datetime


SOLVER_RATINGS = table_of(
    "solver_rating",
    SolverRating,
    key=("user_id", "game"),
    reported_as="puzzle_ratings",
)


async def of_game(tx: Transaction, game: str) -> dict[str, PuzzleRating]:
    """Return the ratings of a game's tried puzzles, by key."""
    query = select(*PUZZLE_RATINGS.c).where(PUZZLE_RATINGS.c.game == game)
    ratings = (PuzzleRating(*row) for row in await tx.execute(query))
    return {rating.puzzle: rating for rating in ratings}


async def of_puzzle(tx: Transaction, puzzle: str) -> PuzzleRating | None:
    """Return the rating of a puzzle, or None if untried."""
    query = select(*PUZZLE_RATINGS.c).where(PUZZLE_RATINGS.c.puzzle == puzzle)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else PuzzleRating(*row)


async def of_solver(tx: Transaction, user_id: int) -> tuple[SolverRating, ...]:
    """Return a user's puzzle ratings, most tried game first."""
    row = SOLVER_RATINGS.c
    query = (
        select(*SOLVER_RATINGS.c)
        .where(row.user_id == user_id)
        .order_by(row.played.desc(), row.game)
    )
    return tuple(SolverRating(*each) for each in await tx.execute(query))


async def take_solver(tx: Transaction, new: SolverRating) -> SolverRating:
    """Return the rating of a solver, locked until this transaction ends.

    :param new: the value if there is none yet.
    """
    added = insert(tx, SOLVER_RATINGS).values(asdict(new))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["user_id", "game"]))
    row = SOLVER_RATINGS.c
    query = select(*SOLVER_RATINGS.c).where(row.user_id == new.user_id, row.game == new.game)
    return SolverRating(*(await tx.execute(query.with_for_update())).one())


async def take_puzzle(tx: Transaction, new: PuzzleRating) -> PuzzleRating:
    """Return the rating of a puzzle, locked likewise. Lock the solver's first."""
    added = insert(tx, PUZZLE_RATINGS).values(asdict(new))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["puzzle"]))
    query = select(*PUZZLE_RATINGS.c).where(PUZZLE_RATINGS.c.puzzle == new.puzzle)
    return PuzzleRating(*(await tx.execute(query.with_for_update())).one())


async def save(tx: Transaction, solver: SolverRating, puzzle: PuzzleRating) -> None:
    """Save both ratings."""
    of_solver = SOLVER_RATINGS.c
    await tx.execute(
        update(SOLVER_RATINGS)
        .where(of_solver.user_id == solver.user_id, of_solver.game == solver.game)
        .values(mu=solver.mu, sigma=solver.sigma, played=solver.played, last_at=solver.last_at)
    )
    await tx.execute(
        update(PUZZLE_RATINGS)
        .where(PUZZLE_RATINGS.c.puzzle == puzzle.puzzle)
        .values(mu=puzzle.mu, sigma=puzzle.sigma, played=puzzle.played)
    )
