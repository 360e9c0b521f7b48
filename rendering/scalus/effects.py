"""The effects of moves and steps of Scalus, for its picture and its words."""

from __future__ import annotations

from enum import Enum

from rules.position import Move
from rules.replay import Played
from rules.scalus.numbering import LINE, NO_PIVOT, REACHING, RECTANGLE
from rules.scalus.position import Displacement, ScalusPosition


class StepKind(Enum):
    """The meaning of a step."""

    POINT = "point"
    LINE = "line"
    RECTANGLE = "rectangle"
    PIVOT = "pivot"
    NO_PIVOT = "no pivot"


def kind_of(step: str) -> StepKind:
    """Return the kind of `f9`, `line to e7`, `rectangle to f15`, `(e4)` or `()`."""
    if step == NO_PIVOT:
        return StepKind.NO_PIVOT
    if step.startswith("("):
        return StepKind.PIVOT
    if step.startswith(LINE + REACHING):
        return StepKind.LINE
    return StepKind.RECTANGLE if step.startswith(RECTANGLE + REACHING) else StepKind.POINT


def point_of(step: str) -> str:
    """Return the point that a step names, or empty text."""
    return step.rpartition(REACHING)[2].strip("()")


def planned_by(position: ScalusPosition, prefix: Move) -> Displacement | None:
    """Return the effect of a complete move, or None."""
    is_single = len(prefix) == 2 and kind_of(prefix[1]) is StepKind.POINT
    return position.displacement(prefix) if is_single or len(prefix) == 3 else None


def group_of(position: ScalusPosition, prefix: Move) -> tuple[str, ...]:
    """Return the points of the group that the first two steps choose, in order.

    One step chooses a single stone.
    """
    if len(prefix) == 1:
        return prefix
    move = next(move for move in position.moves() if move[:2] == prefix[:2])
    return position.displacement(move).starts


def change_of(played: Played[ScalusPosition]) -> Displacement:
    """Return the effect of a move."""
    return played.before.displacement(played.move)
