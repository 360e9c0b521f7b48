"""The notation of Skirt, which converts typed turns to steps.

Source: rules: skirt, "Typing a turn". The steps are `("a3", "c5")`, or `("(a3)", "c5")` from a
stone. The steps joined by `-` are the canonical text.
"""

from __future__ import annotations

import re

from rules.position import Move

_CELL = re.compile(r"\( *[a-z][0-9]{1,3} *\)|[a-z][0-9]{1,3}")
_TEXT = re.compile(rf"(?:[-–, ]*(?:{_CELL.pattern}))+[-–, ]*")


def steps_named(text: str) -> Move:
    """Return the steps that a typed text names. Any other text is one step."""
    folded = text.lower()
    if not _TEXT.fullmatch(folded):
        return (text,)
    return tuple(step.replace(" ", "") for step in _CELL.findall(folded))


def is_a_step(step: str) -> bool:
    """Whether a step names a cell, on the board or not."""
    return _CELL.fullmatch(step) is not None


def cell_of(step: str) -> str:
    """The cell that a step names: `a3` of `(a3)`."""
    return step.strip("() ")
