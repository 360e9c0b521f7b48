"""The notation of Passtally: typed moves as steps, steps as texts.

Source: rules: passtally, "Typing an action". The steps of a move are spots, or a pile and cells.
"""

from __future__ import annotations

import re

from rules.position import Move

_BETWEEN = "[-–—, ]*"
_TEXT = re.compile(rf"(?:([0-9]+){_BETWEEN}:?)?{_BETWEEN}((?:[a-z][0-9]+{_BETWEEN})*)")
_NAME = re.compile("[A-Za-z][0-9]+")


def steps_named(text: str) -> Move:
    """Return the steps that a typed text names. Any other text is one step.

    Cells follow the number of a pile. Without one, `e1` may be a cell or the spot `E1`. Then names
    are spots if all can be, or if one can't be a cell, and otherwise cells.
    """
    read = _TEXT.fullmatch(text.casefold())
    if read is None or not read[0]:
        return (text,)
    pile, rest = read[1], read[2]
    names: list[str] = re.findall("[a-z][0-9]+", rest)
    if pile is not None:
        return (pile, *names)
    letters = {name[0] for name in names}
    if letters <= set("nesw") or letters & set("nsw"):
        return tuple(name.upper() for name in names)
    return tuple(names)


def is_a_number(step: str) -> bool:
    """Whether a step could name a pile, existing or not."""
    return step.isascii() and step.isdigit()


def is_a_step(step: str) -> bool:
    """Whether a step could name a pile, a cell or a spot, existing or not."""
    return is_a_number(step) or _NAME.fullmatch(step) is not None


def beginning_of(prefix: Move) -> str:
    """The canonical text of the first steps of a move, or of all: `2:c3-d3`, `N3-E1`."""
    if len(prefix) > 1 and is_a_number(prefix[0]):
        return f"{prefix[0]}:{'-'.join(prefix[1:])}"
    return "-".join(prefix)
