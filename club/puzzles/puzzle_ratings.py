"""Pure functions for the ratings of a puzzle and its solver after a first try.

A try is a match between the two (`club.ratings.ratings`). The solver wins by solving the puzzle and
loses with a wrong move or by looking at the solution. A puzzle doesn't change, so the deviation of
its rating doesn't grow with time.
"""

from __future__ import annotations

from datetime import datetime

from club.ratings.ratings import CENTRE, UNKNOWN, Rating, rated
from engine.puzzles import WINS, Puzzle
from storage.puzzles.ratings import PuzzleRating, SolverRating

USUAL_DEPTH = 2
"""The number of turns of a puzzle whose initial rating equals that of a new solver."""

A_TURN = 200.0
"""The initial rating difference per additional turn of a puzzle, in points."""


def first_rating(puzzle: Puzzle) -> PuzzleRating:
    """Return the initial rating of a puzzle."""
    depth = puzzle.turns if puzzle.goal == WINS else USUAL_DEPTH
    mu = CENTRE + A_TURN * (depth - USUAL_DEPTH)
    return PuzzleRating(puzzle.key, puzzle.game, mu, UNKNOWN, 0)


def first_solver_rating(user_id: int, game: str, now: datetime) -> SolverRating:
    """Return the initial rating of a solver in a game."""
    return SolverRating(user_id, game, CENTRE, UNKNOWN, 0, now)


def rating_of(solver: SolverRating) -> Rating:
    """Convert a solver's rating."""
    last_at = solver.last_at if solver.played else None
    return Rating(solver.mu, solver.sigma, solver.played, last_at)


def after_try(
    solver: SolverRating, puzzle: PuzzleRating, *, is_right: bool, now: datetime
) -> tuple[SolverRating, PuzzleRating]:
    """Return both ratings after a first try."""
    people, puzzles = rated(
        (rating_of(solver), Rating(puzzle.mu, puzzle.sigma, puzzle.played)),
        (1, 2) if is_right else (2, 1),
        now,
    )
    return (
        SolverRating(solver.user_id, solver.game, people.mu, people.sigma, people.played, now),
        PuzzleRating(puzzle.puzzle, puzzle.game, puzzles.mu, puzzles.sigma, puzzles.played),
    )
