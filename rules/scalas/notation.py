"""The notation of Scalas: typed decisions as steps, and moves as texts.

Source: rules: scalas, "Typing a move". A move has one step, `c3` or `+c4`. A text may go on with
what follows without a choice, `c3+c4`; that gives steps here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.position import Move

CHOSEN = "+"
"""Before a cell that is forced, be it chosen among several or filled without a choice."""

_CELL = re.compile(r"[a-z][0-9]+")
_BETWEEN = r"[-–, ]*(?:\+[-–, ]*)?"
_TEXT = re.compile(rf"\+? *{_CELL.pattern}(?:{_BETWEEN}{_CELL.pattern})*")
_STEP = re.compile(rf"\+?{_CELL.pattern}")


def steps_named(text: str) -> Move:
    """The decision that a typed text names, then the continuation it tells: `("c3", "+c4")`.

    A text that is no notation is one step, itself.
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
    """The canonical text of a move after which these cells are filled: `c3+c4+d4`."""
    return move[0] + "".join(f"{CHOSEN}{cell}" for cell in follows)
