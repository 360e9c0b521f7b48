"""What can be said for a move: a reason as plain values, and what each game adds to find some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from rules.position import Move
from rules.replay import P


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact about a move that can be checked by playing on. It says no sentence."""

    code: str
    """One of `engine.reasons`, or of the game's own."""
    number: int = 0
    """How many, as the code has it: turns, stones, points."""
    cells: tuple[str, ...] = ()
    """The places on the board that it is about, to be marked."""
    line: tuple[str, ...] = ()
    """Moves that show it, as canonical texts."""
    names: tuple[str, ...] = ()
    """What else the words name: sides of the board, say."""
    is_soft: bool = False
    """It improves something, and neither wins, saves nor threatens anything."""


def reasons_in(data: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """Reasons out of JSON, which has lists for tuples."""
    return tuple(
        Reason(
            each["code"],
            each["number"],
            tuple(each["cells"]),
            tuple(each["line"]),
            tuple(each["names"]),
            each["is_soft"],
        )
        for each in data
    )


class Facts(Generic[P]):
    """What one game knows to say for a move: nothing, as it stands here. A game adds what it has.

    Nothing may take more than some tens of milliseconds.
    """

    def passed(self, position: P) -> P | None:
        """The position as if the seat to move passed its turn, to see what is threatened.

        None where that means nothing.
        """
        return None

    def cells_of(self, position: P, move: Move) -> tuple[str, ...]:
        """The places on the board that a move is about."""
        return tuple(step.strip("()+") for step in move)

    def hard(self, before: P, move: Move, after: P) -> Sequence[Reason]:
        """What the move gains, saves or threatens, the weightiest first."""
        return ()

    def soft(self, before: P, move: Move, after: P) -> Sequence[Reason]:
        """What it improves, to be said where nothing harder is to be said."""
        return ()

    def sentence(self, reason: Reason, seat: int) -> str:
        """One of these reasons, for a move of this seat: "It captures c7 and d8."

        :raises ValueError: where it is none of these.
        """
        raise ValueError(reason.code)
