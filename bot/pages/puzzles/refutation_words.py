"""Why a wrong move in a puzzle is wrong, in words."""

from __future__ import annotations

from bot.pages.puzzles.puzzle_words import seat_name, solver_of, turn_count
from bot.pages.wording import counted
from engine.pool import Choice
from engine.puzzles import Puzzle
from engine.puzzles import refutation as codes


def refutation_words(puzzle: Puzzle, found: Choice) -> str:
    """What follows on a wrong move: "White answers **c7** and wins."

    :param found: as `engine.puzzles.refutation.refute` gives it.
    """
    other = seat_name(puzzle, 3 - solver_of(puzzle))
    reply = f"**{found.line[1]}**" if len(found.line) > 1 else ""
    numbers = {reason.code: reason.number or 0 for reason in found.reasons}
    if codes.PASSES in numbers and codes.BETTER in numbers:
        own, best = numbers[codes.PASSES], numbers[codes.BETTER]
        return (
            f"With it your turn makes {counted(own, 'pass', 'passes')} at most; the best one makes "
            f"{best}."
        )
    if codes.LOST in numbers:
        return "That ends the match, and you haven't won it."
    if codes.LOSES in numbers:
        if numbers[codes.LOSES] == 1:
            return f"{other} answers {reply} and wins."
        return f"{other} answers {reply}, and you can't stop {other} from winning next turn."
    left = numbers.get(codes.ESCAPES, 0)
    if not left:
        return "That was the last turn to win in, and it doesn't."
    within = "next turn" if left == 1 else f"within {turn_count(left)} more turns"
    if not reply:
        return f"After that you can't win {within}."
    return f"{other} answers {reply}, and you can't win {within}."
