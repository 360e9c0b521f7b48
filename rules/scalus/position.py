"""A position of Scalus: legal moves, captures, and endings.

Source: rules: scalus. `rules.scalus.movement` has the groups in a set of stones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

from language.lists import Listed
from language.texts import N_, Text, gettext, lazy_gettext
from rules.notation import match_over
from rules.position import Move, MoveInput, Outcome, Position, View
from rules.refusal import Refusal
from rules.scalus.board import (
    ALL,
    BITS,
    BOARD,
    CROSS,
    FIGURES,
    FILES,
    HEADQUARTERS,
    LINE,
    NAMES,
    NO_PIVOT,
    QUIET_TURNS,
    REACHING,
    RECTANGLE,
    TRIANGLE,
    NumberedMoves,
    beside,
    cell_named,
    name_of,
    names_in,
    set_of,
    steps_named,
    text_of,
    turns_of,
)
from rules.scalus.groups import Group
from rules.scalus.movement import MOVEMENTS, scaling_of
from rules.scalus.refusals import refusal
from rules.scalus.words import ScalusOutcome, action, captured, described, figure_words, scaled
from rules.symmetry import owned, turned
from rules.teaching import Remark

OCCURRENCES = 3
"""The number of occurrences of a position that ends the match."""

_HEADQUARTERS = {seat: set_of(cells) for seat, cells in HEADQUARTERS.items()}


@dataclass(frozen=True, slots=True)
class Displacement:
    """The effect of a move."""

    starts: tuple[str, ...]
    """The points of the moving stones, which in a group include the pivot."""
    ends: tuple[str, ...]
    """The destination of each, in the order of `starts`."""
    captured: tuple[str, ...]
    """The points of captured stones."""


@dataclass(frozen=True, slots=True)
class ScalusPosition(Position):
    """A position: the stones as sets of points (see `rules.scalus.board`), and its history."""

    black: int
    white: int
    seat: int
    """The seat to move, or that would move if the match were running."""
    earlier: tuple[tuple[int, int], ...]
    """The earlier stones of Black and White since the last capture or the start, oldest first.

    There is one entry for each turn without a capture, and none for the current stones.
    """
    all_patterns: bool
    """Whether crosses and triangles may be scaled too."""
    _outcome: Outcome | None = field(compare=False, repr=False)

    @classmethod
    def set_up(
        cls,
        black: Iterable[str],
        white: Iterable[str],
        seat: int = 1,
        *,
        all_patterns: bool = False,
    ) -> Self:
        """Return a position with stones on these points, as if a match started there.

        :raises ValueError: if a point is not on the board or is named twice, or there is no such
            seat.
        """
        return cls.reached(set_of(black), set_of(white), seat, (), all_patterns=all_patterns)

    @classmethod
    def reached(
        cls,
        black: int,
        white: int,
        seat: int,
        earlier: tuple[tuple[int, int], ...],
        *,
        all_patterns: bool = False,
    ) -> Self:
        """Return the position with these sets of stones after these earlier ones (see `earlier`).

        :raises ValueError: if two stones share a point, there are none, or there is no such seat.
        """
        if seat not in (1, 2) or black & white or not black | white:
            raise ValueError("not a position of Scalus")
        outcome = _outcome_of(black, white, seat, earlier, all_patterns=all_patterns)
        return cls(black, white, seat, earlier, all_patterns, outcome)

    @property
    def to_move(self) -> int | None:
        return None if self._outcome else self.seat

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome

    def moves(self) -> Sequence[Move]:
        if self._outcome:
            return ()
        own = self.black if self.seat == 1 else self.white
        empty = BOARD & ~(self.black | self.white)
        movement = MOVEMENTS[self.all_patterns](own)
        numbers = movement.groups.copy()
        for near, singles in movement.singles:
            numbers += singles[near & empty]
        return NumberedMoves(numbers)

    def play(self, move: Move) -> Self:
        black, white = self.black, self.white
        own, enemy = (black, white) if self.seat == 1 else (white, black)
        left, reached = _shift(move, own)
        own = own & ~left | reached
        earlier = (*self.earlier, (black, white))
        if enemy & reached:
            enemy &= ~reached
            earlier = ()
        black, white = (own, enemy) if self.seat == 1 else (enemy, own)
        return self.reached(black, white, 3 - self.seat, earlier, all_patterns=self.all_patterns)

    def explain(self, move: Move) -> Refusal:
        if self._outcome:
            return match_over()
        own, enemy = self._stones(self.seat), self._stones(3 - self.seat)
        return refusal(self.seat, own, enemy, move, all_patterns=self.all_patterns)

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        if len(move) == 2:
            return ()
        scaling = scaling_of(move, self._stones(self.seat))
        remarks = (scaled(self.seat, scaling),)
        stones = self.displacement(move).captured
        return (*remarks, captured(3 - self.seat, stones, scaling)) if stones else remarks

    def describe(self, moves: Sequence[Move], name: str) -> Listed:
        (move,) = moves
        group = None if len(move) == 2 else self.group_of(move)
        return described(name, move, group, len(self.displacement(move).captured))

    def text(self, move: Move) -> str:
        return text_of(move)

    def gloss(self, move: Move) -> Text | None:
        is_figure = move[1].startswith(FIGURES)
        return figure_words(self.group_of(move)) if is_figure else None

    def action(self, move: Move) -> Text | None:
        if len(move) == 2:
            return None
        captures = self.displacement(move).captured
        return action(self.group_of(move), captures, self.leading_shift(move)[1])

    @property
    def input(self) -> ScalusInput:
        return ScalusInput(self)

    def views(self) -> Iterator[View]:
        """Yield the position and its mirror image, seen from the mover's end of the board."""
        marks = owned(self.stones(self.seat), self.stones(3 - self.seat))
        further = (ALL,) if self.all_patterns else ()
        for turn in turns_of(flips=self.seat == 2):
            yield (*turned(marks, turn), *further)

    def encode(self) -> str:
        """Return the seat to move, the stones and the latest changes: `2 d4e4 d13f14 d5e4 …`.

        Black's stones come before White's. The changes are the points that each turn since the last
        capture changed, latest first. With all patterns the seat is `2all`.
        """
        changes: list[str] = []
        black, white = self.black, self.white
        for black_before, white_before in reversed(self.earlier):
            changes.append("".join(names_in(black ^ black_before | white ^ white_before)))
            black, white = black_before, white_before
        stones = ("".join(names_in(each)) or "-" for each in (self.black, self.white))
        seat = f"{self.seat}{ALL}" if self.all_patterns else f"{self.seat}"
        return " ".join((seat, *stones, *changes))

    def stones(self, seat: int) -> tuple[str, ...]:
        """The points of a seat's stones."""
        return names_in(self._stones(seat))

    def displacement(self, move: Move) -> Displacement:
        """Return the effect of a legal move, for pictures and words."""
        own, enemy = self._stones(self.seat), self._stones(3 - self.seat)
        captured = names_in(enemy & _shift(move, own)[1])
        if len(move) == 2:
            return Displacement(move[:1], move[1:], captured)
        scaling = scaling_of(move, own)
        starts = scaling.group.stones()
        ends = scaling.group.destinations(scaling.pivot)
        return Displacement(tuple(map(name_of, starts)), tuple(map(name_of, ends)), captured)

    def leading_shift(self, move: Move) -> tuple[str, str]:
        """Return the start and end of the stone that captures or goes furthest forward."""
        change = self.displacement(move)
        forward = 1 if self.seat == 1 else -1

        def advance(shift: tuple[str, str]) -> tuple[bool, int, float]:
            (_, low), (file, high) = map(cell_named, shift)
            middle = abs(file - (1 + len(FILES)) / 2)
            return shift[1] in change.captured, forward * (high - low), -middle

        return max(zip(change.starts, change.ends, strict=True), key=advance)

    def group_of(self, steps: Move) -> Group:
        """Return the group that the first two steps of a legal group move name."""
        kind, _, last = steps[1].partition(REACHING)
        ends, own = (cell_named(steps[0]), cell_named(last)), self._stones(self.seat)
        # If the dense group exists, a spaced one with the same ends has friends inside.
        groups = (Group(kind, *ends, step) for step in (1, 2, 3))
        return next(group for group in groups if not set_of(map(name_of, group.stones())) & ~own)

    def _stones(self, seat: int) -> int:
        return self.black if seat == 1 else self.white


def _outcome_of(
    black: int,
    white: int,
    seat: int,
    earlier: tuple[tuple[int, int], ...],
    *,
    all_patterns: bool,
) -> Outcome | None:
    """Return the outcome of a position, tested in the order of rules: scalus, "End"."""
    own, mover = (black, 2) if seat == 1 else (white, 1)
    if black & _HEADQUARTERS[2] or white & _HEADQUARTERS[1] or not (black and white):
        return _win(black, white, mover)
    # Groups matter only if every stone is shut in.
    if not beside(own) & ~(black | white) and not MOVEMENTS[all_patterns](own).groups:
        return ScalusOutcome((mover,), "no_move")
    # Seats alternate, so every second position has the same seat to move.
    if earlier[-2::-2].count((black, white)) >= OCCURRENCES - 1:
        return ScalusOutcome((), "repetition")
    if len(earlier) >= QUIET_TURNS:
        return ScalusOutcome((), "quiet")
    return None


def _win(black: int, white: int, mover: int) -> Outcome:
    """Return the win of a seat that has reached the headquarters or captured all stones.

    :param mover: the seat that has just moved, which wins if both have.
    """
    stones = {1: black, 2: white}
    winner = (
        mover if stones[mover] & _HEADQUARTERS[3 - mover] or not stones[3 - mover] else 3 - mover
    )
    if reached := stones[winner] & _HEADQUARTERS[3 - winner]:
        point = NAMES[reached & -reached]
        return ScalusOutcome((winner,), "headquarters", values={"cell": point})
    return ScalusOutcome((winner,), "all_captured")


def _shift(move: Move, own: int) -> tuple[int, int]:
    """The points that a legal move empties, and those that it fills."""
    if len(move) == 2:
        return BITS[move[0]], BITS[move[1]]
    scaling = scaling_of(move, own)
    return scaling.stones, scaling.destinations


_PIVOT_OF = {
    CROSS: N_("Choose the pivot of the cross of {count}, the stone that stays"),
    TRIANGLE: N_("Choose the pivot of the triangle of {count}, the stone that stays"),
}


class ScalusInput(MoveInput[ScalusPosition]):
    """Moves typed or chosen: a step, or a group with its pivot."""

    lettered: ClassVar[str] = "line"
    is_flat: ClassVar[bool] = True

    def parse(self, text: str) -> Move:
        return steps_named(text)

    def beginning(self, prefix: Move) -> str:
        is_a_group = len(prefix) == 2 and prefix[1] not in BITS
        return text_of((*prefix, "")) if is_a_group else text_of(prefix)

    def label(self, prefix: Move, step: str) -> str:
        if step == NO_PIVOT:
            return gettext("no pivot")
        if step.startswith("("):
            return gettext("stone {cell}", cell=step.strip("()"))
        kind, _, last = step.partition(REACHING)
        if not last:
            return step
        if kind == LINE:
            return gettext("line {cell}", cell=last)
        if kind == RECTANGLE:
            return gettext("rectangle {cell}", cell=last)
        return self._figure_label((prefix[0], step), prefix)

    def continuation(self, prefix: Move, reached: Move) -> str:
        """Return the name with the pivot in words instead of brackets: "e6, stone e4"."""
        *steps, last = reached
        if not last.startswith("("):
            return self._name_of(prefix, reached)
        move = self._name_of(prefix, tuple(steps))
        pivot = self.label(tuple(steps), last)
        return gettext("{move}, {pivot}", move=move, pivot=pivot) if move else pivot

    def _name_of(self, prefix: Move, steps: Move) -> str:
        is_figure = len(prefix) < 2 == len(steps) and steps[1].startswith(FIGURES)
        return (
            self._figure_label(steps, prefix) if is_figure else super().continuation(prefix, steps)
        )

    def _figure_label(self, steps: Move, prefix: Move) -> str:
        """Return the name of a cross or triangle after `prefix`: "triangle of 6 f4 d6"."""
        group = self.position.group_of(steps)
        points = [group.first] if group.kind == CROSS else group.ends()
        cells = " ".join(map(name_of, points[len(prefix) :]))
        figure = str(figure_words(group))
        return gettext("{figure} {cells}", figure=figure, cells=cells) if cells else figure

    def to_decide(self, prefix: Move) -> Text:
        if self.position.outcome:
            return lazy_gettext("The match is over")
        match len(prefix):
            case 0 if self.position.all_patterns:
                return lazy_gettext(
                    "Choose a stone, or a group by its lower left stone, right angle or centre"
                )
            case 0:
                return lazy_gettext("Choose a stone to move, or a group's lower left stone")
            case 1 if self.position.all_patterns:
                return lazy_gettext("Choose where it goes, or how far its group reaches")
            case 1:
                return lazy_gettext(
                    "Choose where it goes, or how far its line or rectangle reaches"
                )
            case 2 if prefix[1].startswith(FIGURES):
                group = self.position.group_of(prefix)
                return lazy_gettext(_PIVOT_OF[group.kind], count=len(group.stones()))
            case 2 if prefix[1] not in BITS:
                return lazy_gettext("Choose the pivot, the stone that stays, or () for none")
            case _:
                return lazy_gettext("The move is complete")
