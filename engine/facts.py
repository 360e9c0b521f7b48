"""Reasons for moves as plain values, a game's facts, and words for captures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from language.lists import Listed, listed
from language.texts import gettext, ngettext
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

    def shifts(self, position: P, move: Move) -> tuple[tuple[str, str], ...]:
        """Return where the move takes pieces from and to, once if that is the same place."""
        cells = self.cells_of(position, move)
        return ((cells[0], cells[-1]),)

    def idea(self, before: P, move: Move, after: P) -> str:
        """Return what kind of plan the move belongs to, so that suggestions differ."""
        reasons = self.hard(before, move, after) or self.soft(before, move, after)
        return reasons[0].code if reasons else ""

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


MAX_NAMED = 3
"""Maximum number of stones listed."""


def capture_words(reason: Reason, other: Listed) -> str | None:
    """Describe a reason about captures, or return None for others.

    :param other: the seat that didn't make the move.
    """
    match reason.code:
        case "captures" if len(reason.cells) <= MAX_NAMED:
            return gettext("It captures {stones}.", stones=listed(reason.cells))
        case "captures":
            return ngettext(
                "It captures one stone.", "It captures {count} stones.", len(reason.cells)
            )
        case "saves":
            return ngettext(
                "It saves one stone that {seat} could capture with **{move}**.",
                "It saves {count} stones that {seat} could capture with **{move}**.",
                reason.number,
                seat=other,
                move=reason.line[0],
            )
        case "threatens_capture":
            return ngettext(
                "It threatens to capture one stone with **{move}**.",
                "It threatens to capture {count} stones with **{move}**.",
                reason.number,
                move=reason.line[1],
            )
        case "safe":
            return gettext("It leaves {seat} nothing to capture.", seat=other)
        case _:
            return None
