"""What a first try does to the ratings of a puzzle and of whoever tries it: numbers in, numbers
out.

A try is a match between the two (`club.ratings.ratings`): who solves the puzzle has won, who makes
a wrong move or has it shown has lost. How well a puzzle's rating is known doesn't fade with time,
because a puzzle doesn't change.
"""

from __future__ import annotations

from datetime import datetime

from club.ratings.ratings import CENTRE, UNKNOWN, Rating, rated
from engine.puzzles import WINS, Puzzle
from storage.puzzles.ratings import PuzzleRating, SolverRating

USUAL_DEPTH = 2
"""The turns of a puzzle that somebody new is even with."""

A_TURN = 200.0
"""Points by which a puzzle is harder for each turn more, until people have tried it."""


def first_rating(puzzle: Puzzle) -> PuzzleRating:
    """The rating of a puzzle that nobody has tried."""
    depth = puzzle.turns if puzzle.goal == WINS else USUAL_DEPTH
    mu = CENTRE + A_TURN * (depth - USUAL_DEPTH)
    return PuzzleRating(puzzle.key, puzzle.game, mu, UNKNOWN, 0)


def first_solver_rating(user_id: int, game: str, now: datetime) -> SolverRating:
    """The rating of somebody who has tried no puzzle of a game."""
    return SolverRating(user_id, game, CENTRE, UNKNOWN, 0, now)


def rating_of(solver: SolverRating) -> Rating:
    """The same as the rating of a player."""
    last_at = solver.last_at if solver.played else None
    return Rating(solver.mu, solver.sigma, solver.played, last_at)


def after_try(
    solver: SolverRating, puzzle: PuzzleRating, *, is_right: bool, now: datetime
) -> tuple[SolverRating, PuzzleRating]:
    """Both ratings after a first try."""
    people, puzzles = rated(
        (rating_of(solver), Rating(puzzle.mu, puzzle.sigma, puzzle.played)),
        (1, 2) if is_right else (2, 1),
        now,
    )
    return (
        SolverRating(solver.user_id, solver.game, people.mu, people.sigma, people.played, now),
        PuzzleRating(puzzle.puzzle, puzzle.game, puzzles.mu, puzzles.sigma, puzzles.played),
    )
