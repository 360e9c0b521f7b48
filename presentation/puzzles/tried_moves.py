"""The tried moves of a puzzle, encoded for controls.

The replies follow from the puzzle, so the solver's own moves are enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.puzzles import Puzzle, Standing, standing
from presentation.steps import choices_number, encode_choices, next_choice, outdated
from rules.refusal import Refusal

START = "0"
"""The code of no moves yet."""


def code_of(puzzle: Puzzle, tries: Sequence[str]) -> str:
    """Return moves as a short text, which `tries_in` reads.

    :param tries: right moves, as canonical texts.
    """
    choices: list[tuple[int, int]] = []
    for count, text in enumerate(tries):
        position = standing(puzzle, tries[:count]).position
        texts = [position.text(move) for move in position.moves()]
        choices.append((texts.index(text), len(texts)))
    return encode_choices(choices)


def tries_in(puzzle: Puzzle, code: str) -> tuple[str, ...]:
    """Return the moves of a code.

    :raises Refusal: `outdated` if it is invalid or leaves nothing to solve.
    """
    number, tries = choices_number(code), tuple[str, ...]()
    if number is None:
        raise outdated_puzzle()
    while number:
        now = standing(puzzle, tries)
        moves = now.position.moves()
        number, index = next_choice(number, len(moves))
        if index is None:
            raise outdated_puzzle()
        tries = (*tries, now.position.text(moves[index]))
        if not _is_open(standing(puzzle, tries)):
            raise outdated_puzzle()
    return tries


def _is_open(now: Standing) -> bool:
    return not now.solved and now.wrong is None


def outdated_puzzle() -> Refusal:
    """Return the refusal of a control that no longer fits its puzzle."""
    return outdated("puzzle")
