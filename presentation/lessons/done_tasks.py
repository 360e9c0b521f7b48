"""The finished tasks of a lesson, encoded for controls and addresses."""

from __future__ import annotations

from club.lessons.stage import Stage
from presentation.steps import DIGITS

SEEN = "-"
"""The code of a task whose solution was shown."""

ENOUGH_TRIES = 2
"""Wrong tries after which the solution is offered more visibly."""

MAX_TRIES = 9
"""Maximum number of wrong tries counted."""


def done_code(stage: Stage) -> str:
    """Return the moves of finished tasks, and which were shown, as a short text."""
    return "".join(
        SEEN if place in stage.seen else DIGITS[choice] for place, choice in enumerate(stage.chosen)
    )


def done_in(code: str) -> tuple[tuple[int, ...], frozenset[int]] | None:
    """Return the moves of a code, and which were shown. Return None if it is invalid."""
    choices = tuple(0 if digit == SEEN else DIGITS.find(digit) for digit in code)
    seen = frozenset(place for place, digit in enumerate(code) if digit == SEEN)
    return None if -1 in choices else (choices, seen)
