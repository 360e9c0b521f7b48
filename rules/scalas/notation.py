"""The notation of Scalas: typed decisions as steps, and moves as texts.

Source: rules: scalas, "Typing a move". A move has one step, `c3` or `+c4`. A text may continue with
the cubes that follow automatically, `c3+c4`. These are further steps here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.position import Move

CHOSEN = "+"
"""The prefix of a forced cell, chosen among several or filled automatically."""

_CELL = re.compile(r"[a-z][0-9]+")
_BETWEEN = r"[-–, ]*(?:\+[-–, ]*)?"
_TEXT = re.compile(rf"\+? *{_CELL.pattern}(?:{_BETWEEN}{_CELL.pattern})*")
_STEP = re.compile(rf"\+?{_CELL.pattern}")


def steps_named(text: str) -> Move:
    """Return the decision that a typed text names, then its continuation: `("c3", "+c4")`.

    Any other text is one step.
    """
    folded = text.casefold()
    if not _TEXT.fullmatch(folded):
        return (text,)
    first, *continuation = _CELL.findall(folded)
    decision = f"{CHOSEN}{first}" if folded.startswith(CHOSEN) else first
    return (decision, *(f"{CHOSEN}{cell}" for cell in continuation))


def is_a_step(step: str) -> bool:
    """Whether a step names a cell, on the board or not."""
    return _STEP.fullmatch(step) is not None


def cell_of(step: str) -> str:
    """The cell that a step names: `c4` of `+c4`."""
    return step.removeprefix(CHOSEN)


def text_of(move: Move, follows: Iterable[str]) -> str:
    """Return the canonical text of a move that fills these cells afterwards: `c3+c4+d4`."""
    return move[0] + "".join(f"{CHOSEN}{cell}" for cell in follows)
