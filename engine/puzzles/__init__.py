"""Puzzles: positions with few right moves, proved and shipped with the program.

`library`, `puzzle` and `standing` serve players. `kind`, `forced` and `proving` find puzzles, and
`checking` checks them by the rules alone.
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
