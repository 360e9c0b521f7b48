"""The moves that somebody has tried in a puzzle, as a control carries them.

The answers to them follow from the puzzle, so the solver's own moves say where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.puzzles import Puzzle, Standing, standing
from rules.language import lazy_gettext
from rules.refusal import Refusal

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

START = "0"
"""The code of no moves yet."""


def code_of(puzzle: Puzzle, tries: Sequence[str]) -> str:
    """Moves as a short text: a number in base 36, of which each move takes as much as there were
    choices. `tries_in` reads it.

    :param tries: right moves, as canonical texts.
    """
    number = 0
    for count in reversed(range(len(tries))):
        position = standing(puzzle, tries[:count]).position
        texts = [position.text(move) for move in position.moves()]
        number = number * (len(texts) + 1) + texts.index(tries[count]) + 1
    code = DIGITS[number % 36]
    while number := number // 36:
        code = DIGITS[number % 36] + code
    return code


def tries_in(puzzle: Puzzle, code: str) -> tuple[str, ...]:
    """The moves that a code stands for.

    :raises Refusal: `outdated` where it stands for none that leave something to solve.
    """
    if not code or set(code) - set(DIGITS):
        raise outdated_puzzle()
    number, tries = int(code, 36), tuple[str, ...]()
    while number:
        now = standing(puzzle, tries)
        moves = now.position.moves()
        number, place = divmod(number, len(moves) + 1)
        if place == 0:
            raise outdated_puzzle()
        tries = (*tries, now.position.text(moves[place - 1]))
        if not _is_open(standing(puzzle, tries)):
            raise outdated_puzzle()
    return tries


def _is_open(now: Standing) -> bool:
    return not now.solved and now.wrong is None


def outdated_puzzle() -> Refusal:
    """A control of a puzzle that says what none of the present ones can say."""
    return Refusal(
        "outdated",
        lazy_gettext("This button no longer fits the puzzle. `/puzzle` shows where you are in it."),
    )
