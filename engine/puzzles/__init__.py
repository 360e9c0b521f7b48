"""Puzzles: positions with few right moves, proved and shipped with the program.

`library` has the shipped ones, and `refuting` finds why a try is wrong. `making.puzzles` makes new
ones.
"""

from engine.puzzles.library import (
    MOST_POINTS,
    WINS,
    Puzzle,
    Standing,
    main_line,
    puzzle,
    puzzles,
    standing,
)

__all__ = [
    "MOST_POINTS",
    "WINS",
    "Puzzle",
    "Standing",
    "main_line",
    "puzzle",
    "puzzles",
    "standing",
]
