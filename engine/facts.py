"""Reasons for moves as plain values, and the interface of a game's facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from rules.position import Move
from rules.replay import P


@dataclass(frozen=True, slots=True)
class Reason:
    """A verifiable fact about a move. It contains no sentence."""

    code: str
    """A code of `engine.reasons`, or one of the game."""
    number: int = 0
    """A number, such as of turns, stones or points, depending on the code."""
    cells: tuple[str, ...] = ()
    """The cells or spots to mark on the board."""
    line: tuple[str, ...] = ()
    """Moves that show it, as canonical texts."""
    names: tuple[str, ...] = ()
    """Further names used in the sentence, such as sides of the board."""
    is_soft: bool = False
    """Whether it only improves something, without winning, saving or threatening."""


def reasons_in(data: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """Return reasons from JSON, which has lists for tuples."""
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
    """The facts of one game. By default there are none.

    No method may take more than a few tens of milliseconds.
    """

    def passed(self, position: P) -> P | None:
        """Return the position after a null move, to see threats, or None if that is meaningless."""
        return None

    def cells_of(self, position: P, move: Move) -> tuple[str, ...]:
        """Return the cells or spots of a move."""
        return tuple(step.strip("()+") for step in move)

    def hard(self, before: P, move: Move, after: P) -> Sequence[Reason]:
        """Return what the move gains, saves or threatens, most important first."""
        return ()

    def soft(self, before: P, move: Move, after: P) -> Sequence[Reason]:
        """Return what it improves, for moves without hard reasons."""
        return ()

    def sentence(self, reason: Reason, seat: int) -> str:
        """Describe one of these reasons for a move of this seat: "It captures c7 and d8."

        :raises ValueError: if it is none of these.
        """
        raise ValueError(reason.code)
