"""Steps and choices as short texts for controls and addresses."""

from __future__ import annotations

from collections.abc import Sequence

from club.references import Command
from language.texts import lazy_gettext
from rules.position import Move
from rules.refusal import Refusal

STEP_SEPARATOR = "/"

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def join_steps(steps: Move) -> str:
    """Return steps as one text, which `split_steps` reads."""
    return STEP_SEPARATOR.join(steps)


def split_steps(text: str) -> Move:
    """Return the steps of a text from `join_steps`."""
    return tuple(text.split(STEP_SEPARATOR)) if text else ()


def encode_choices(choices: Sequence[tuple[int, int]]) -> str:
    """Return a series of choices as a short text in base 36.

    :param choices: the index of each choice and the number of options.
    """
    number = 0
    for index, count in reversed(choices):
        number = number * (count + 1) + index + 1
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits


def choices_number(code: str) -> int | None:
    """Return the number written by `encode_choices`, or None if the text is invalid."""
    return None if not code or set(code) - set(DIGITS) else int(code, 36)


def next_choice(number: int, count: int) -> tuple[int, int | None]:
    """Return the rest of the number, and the index of its first choice out of `count`.

    The index is None if the number encodes no choice here.
    """
    number, place = divmod(number, count + 1)
    return number, place - 1 if place else None


def outdated(command: str = "matches") -> Refusal:
    """Return the refusal of a control that is outdated or invalid.

    :param command: the command that offers new ones.
    """
    words = lazy_gettext(
        "This button is out of date. Start again with {command}.", command=Command(command)
    )
    return Refusal("outdated", words)
