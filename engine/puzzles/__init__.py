"""Puzzles: positions with few right moves, proved, shipped, and found anew by a command.

`library`, `puzzle` and `standing` are for whoever shows them; `refutation` says what punishes a
wrong try. The rest finds them (`finding`, by `proving` and `best_turns`), keeps what was found
(`making`), and checks it by the rules alone (`checking`).
"""

from engine.puzzles.library import puzzle, puzzles
from engine.puzzles.puzzle import MOST_POINTS, WINS, Puzzle
from engine.puzzles.standing import Standing, shown, standing

__all__ = ["MOST_POINTS", "WINS", "Puzzle", "Standing", "puzzle", "puzzles", "shown", "standing"]
