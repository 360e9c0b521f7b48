"""A move grown step by step, and choices as short texts for controls and addresses."""

from __future__ import annotations

from collections.abc import Sequence

from rules.notation import complete
from rules.position import Move, Position

STEP_SEPARATOR = "/"

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def joined(prefix: Move) -> str:
    """Steps as one text. `parted` reads it."""
    return STEP_SEPARATOR.join(prefix)


def parted(text: str) -> Move:
    """The steps in a text that `joined` made."""
    return tuple(text.split(STEP_SEPARATOR)) if text else ()


def retreated(position: Position, prefix: Move) -> Move:
    """The steps as they were before the last choice."""
    while prefix:
        prefix = prefix[:-1]
        completion = complete(position, prefix)
        if len(completion.steps) > 1 or completion.whole:
            break
    return prefix


def chosen(position: Position, prefix: Move) -> str:
    """What has been chosen so far, in words. A single step is given its label."""
    if len(prefix) == 1:
        return position.label((), prefix[0])
    return position.beginning(prefix)


def encoded_choices(choices: Sequence[tuple[int, int]]) -> str:
    """A series of choices as a short text in base 36.

    :param choices: for each the index of the choice and how many there were.
    """
    number = 0
    for index, count in reversed(choices):
        number = number * (count + 1) + index + 1
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits


def choices_number(code: str) -> int | None:
    """The number that `encoded_choices` wrote; None if the text is no such number."""
    return None if not code or set(code) - set(DIGITS) else int(code, 36)


def next_choice(number: int, count: int) -> tuple[int, int | None]:
    """The rest of the number, and the index of its first choice out of `count`.

    The index is None if the number encodes no choice here.
    """
    number, place = divmod(number, count + 1)
    return number, place - 1 if place else None
