"""A position of Scala: legal turns, captures, and endings.

Source: rules: scala. `rules.scala.board` has the cells, and sets of cells and of turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Self

from language.lists import Listed
from language.texts import Text, lazy_gettext
from rules.position import Move, MoveInput, Outcome, Position, View
from rules.refusal import Refusal
from rules.scala.board import (
    BITS,
    GOALS,
    NAMES,
    NEIGHBOURS,
    NEIGHBOURS_CONNECTED,
    OPEN,
    QUIET_TURNS,
    SEAT_NAMES,
    LegalTurns,
    Stones,
    board_written,
    captures_written,
    groups,
    landings,
    names_in,
    parts_of,
    reach,
    set_of,
    steps_named,
    stones_after,
    text_of,
    turns_of,
    way_and_captures,
)
from rules.scala.words import ScalaOutcome, cut_off, described, landed_apart, refusal
from rules.symmetry import owned, turned
from rules.teaching import Remark

OCCURRENCES = 3
"""The number of occurrences of a position that ends the match."""

_GOALS = {seat: set_of([cell]) for seat, cell in GOALS.items()}


@dataclass(frozen=True, slots=True)
class ScalaPosition(Position):
    """A position, with the earlier ones that can repeat."""

    seat: int
    """The seat to move, or that would move if the match were running."""
    history: tuple[Stones, ...]
    """The stones after each turn since the last removal or the start, including both ends."""
    is_parted: bool = field(default=False, compare=False, repr=False)
    """Whether the stones are several groups, which only occurs in positions set up by hand."""
    _turns: LegalTurns | None = field(default=None, init=False, compare=False, repr=False)

    @classmethod
    def set_up(cls, o: Iterable[str], x: Iterable[str], seat: int = 1) -> Self:
        """Return a position with stones on these cells, as if a match started there.

        They may be several groups. The first turn removes what it doesn't connect.

        :raises ValueError: if a cell is not on the board or is named twice, there is no such seat,
            or the stones don't have both colours, as after every turn.
        """
        o, x = list(o), list(x)
        first, second = set_of(o), set_of(x)
        if len(o) + len(x) != (first | second).bit_count():
            raise ValueError("a cell is named twice")
        if seat not in (1, 2):
            raise ValueError(f"there is no seat {seat}")
        if not first or not second:
            raise ValueError("the stones are not of both colours")
        return cls(seat, ((first, second),), is_parted=len(groups(first | second)) > 1)

    @property
    def to_move(self) -> int | None:
        return self.seat if self.moves() else None

    @property
    def outcome(self) -> Outcome | None:
        if self.moves():
            return None
        for seat in (3 - self.seat, self.seat):
            if self.has_reached_its_goal(seat):
                return ScalaOutcome((seat,), "goal")
        if not self._legal_ends():
            return ScalaOutcome((3 - self.seat,), "no_move")
        return ScalaOutcome((), "repetition" if self.occurrences >= OCCURRENCES else "quiet")

    @property
    def quiet_turns(self) -> int:
        """Turns in a row, until now, without a removal."""
        return len(self.history) - 1

    @property
    def occurrences(self) -> int:
        """How often this position has occurred with this seat to move, including now."""
        return self.history[::-2].count(self.history[-1])

    def has_reached_its_goal(self, seat: int) -> bool:
        """Whether a stone of this seat stands on its goal."""
        return bool(self.history[-1][seat - 1] & _GOALS[seat])

    def stones(self, seat: int) -> tuple[str, ...]:
        """The cells with this seat's stones, in text order."""
        return names_in(self.history[-1][seat - 1])

    def moves(self) -> LegalTurns:
        turns = self._turns
        if turns is None:
            turns = LegalTurns(() if self._is_decided() else self._legal_ends())
            object.__setattr__(self, "_turns", turns)
        return turns

    def play(self, move: Move) -> Self:
        start, end = move
        first, second = stones_after(self.seat, self.history[-1], start, end)
        surviving_stones = self._survivors(start, end, first, second)
        if surviving_stones == first | second:
            return type(self)(3 - self.seat, (*self.history, (first, second)))
        return type(self)(3 - self.seat, ((first & surviving_stones, second & surviving_stones),))

    def captures(self, move: Move) -> tuple[str, ...]:
        """Return the cells that a legal move clears, in text order, possibly including its end."""
        start, end = move
        first, second = stones_after(self.seat, self.history[-1], start, end)
        return names_in((first | second) & ~self._survivors(start, end, first, second))

    def chain(self, move: Move) -> tuple[str, ...]:
        """Return the cells of a move out of `moves()`, including start and end.

        It is the alphabetically first of the shortest chains.
        """
        start, end = move
        if NEIGHBOURS[BITS[start]] & BITS[end]:
            return move
        chains = {start: move[:1]}
        reached = [start]
        for cell in reached:
            if cell == end:
                break
            for landing in self._jumps_from(cell):
                if landing not in chains:
                    chains[landing] = (*chains[cell], landing)
                    reached.append(landing)
        return chains[end]

    def can_jump_along(self, way: Sequence[str]) -> bool:
        """Whether a stone of the seat to move can jump from each of these cells to the next.

        The end may be illegal. Any texts are allowed.
        """
        if not BITS.keys() >= set(way):
            return False
        start, *_ = bits = [BITS[cell] for cell in way]
        stones = self.history[-1][0] | self.history[-1][1]
        free = OPEN[self.seat] | start
        return bool(self.history[-1][self.seat - 1] & start) and all(
            landings(cell, stones ^ start) & free & end for cell, end in pairwise(bits)
        )

    def explain(self, move: Move) -> Refusal:
        return refusal(self, self.history[-1], move)

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        end = move[1]
        removed = self.captures(move)
        remarks: list[Remark] = []
        if end in removed:
            remarks.append(landed_apart(self.seat, end))
        for seat in (self.seat, 3 - self.seat):
            standing = [cell for cell in self.stones(seat) if cell in removed]
            if standing:
                remarks.append(cut_off(seat, standing))
        return tuple(remarks)

    def describe(self, moves: Sequence[Move], name: str) -> Listed:
        (move,) = moves
        removed = self.captures(move)
        own = {*self.stones(self.seat), move[1]}
        return described(name, move, len(removed), len(own.intersection(removed)))

    def text(self, move: Move) -> str:
        return text_of(self.chain(move), self.captures(move))

    @property
    def input(self) -> ScalaInput:
        return ScalaInput(self)

    def views(self) -> Iterator[View]:
        """Yield the position and its mirror image, seen from the mover's end of the board."""
        marks = owned(self.stones(self.seat), self.stones(3 - self.seat))
        for turn in turns_of(flips=self.seat == 2):
            yield turned(marks, turn)

    def encode(self) -> str:
        """Return the board after the last removal, the seat to move there, and the turns since.

        In `1/3/…/3/1 O g10-h10 c7-c5`, the rows are from the top, with numbers for empty cells and
        without the hole.
        """
        first, second = self.history[0]
        seat = self.seat if self.quiet_turns % 2 == 0 else 3 - self.seat
        board = board_written(names_in(first), names_in(second))
        return " ".join([board, SEAT_NAMES[seat - 1], *self._turns_since_removal()])

    def _turns_since_removal(self) -> Iterator[str]:
        for before, after in pairwise(self.history):
            occupied, still = before[0] | before[1], after[0] | after[1]
            yield "-".join(names_in(occupied & ~still) + names_in(still & ~occupied))

    def _is_decided(self) -> bool:
        """Whether the match is over regardless of legal turns."""
        first, second = self.history[-1]
        return (
            bool(first & _GOALS[1] or second & _GOALS[2])
            or len(self.history) > QUIET_TURNS
            or self.occurrences >= OCCURRENCES
        )

    def _jumps_from(self, cell: str) -> tuple[str, ...]:
        """The jumps of a stone of the seat to move that is on this cell or passes it."""
        first, second = self.history[-1]
        return names_in(landings(BITS[cell], first | second) & OPEN[self.seat])

    def _legal_ends(self) -> list[tuple[str, int]]:
        """The starts and ends of all legal turns as if the match were running, by start."""
        first, second = self.history[-1]
        own, other = (first, second) if self.seat == 1 else (second, first)
        stones = own | other
        is_only_stone = not own & (own - 1)
        any_may_be_illegal = self.is_parted or is_only_stone
        turns: list[tuple[str, int]] = []
        for start, ends in reach(self.seat, self.history[-1]):
            around = stones & NEIGHBOURS[start]
            if ends and (any_may_be_illegal or not NEIGHBOURS_CONNECTED[start][around]):
                ends = _connected_ends(ends, own ^ start, other)
            if ends:
                turns.append((NAMES[start], ends))
        turns.sort()
        return turns

    def _survivors(self, start: str, end: str, first: int, second: int) -> int:
        """The stones that survive a legal turn."""
        left, moved = BITS[start], BITS[end]
        stones = first | second
        rest = stones ^ moved
        if not self.is_parted and NEIGHBOURS_CONNECTED[left][rest & NEIGHBOURS[left]]:
            return stones if rest & NEIGHBOURS[moved] else rest
        return surviving(groups(stones), first, second)


def surviving(parted: Iterable[int], first: int, second: int) -> int:
    """Return the group that stays after a turn, 0 if the turn is illegal.

    It is the largest with both colours (rules: scala, "Staying connected").
    """
    largest, size = 0, 0
    for group in parted:
        if group & first and group & second:
            stones = group.bit_count()
            if stones > size:
                largest, size = group, stones
            elif stones == size:
                largest = 0
    return largest


def _connected_ends(ends: int, own: int, other: int) -> int:
    """Return the legal ends of a stone.

    :param own: the other stones of its seat.
    """
    parts = parts_of(own | other)
    if len(parts) == 1 and own:
        return ends
    legal = 0
    while ends:
        end = ends & -ends
        # Ends that touch the same groups are equally legal.
        alike, joined = ends, end
        apart: list[int] = []
        for part, surrounding in parts:
            if end & surrounding:
                joined |= part
                alike &= surrounding
            else:
                apart.append(part)
                alike &= ~surrounding
        if surviving((joined, *apart), own | end, other):
            legal |= alike
        ends ^= alike
    return legal


class ScalaInput(MoveInput[ScalaPosition]):
    """Turns typed or chosen as a stone's start and end."""

    def parse(self, text: str) -> Move:
        steps = steps_named(text)
        way, captures = way_and_captures(steps)
        start, *others = way
        if not others or (len(others) > 1 and not self.position.can_jump_along(way)):
            return way
        move = start, others[-1]
        if captures is None or move not in self.position.moves():
            return move
        return move if captures == captures_written(self.position.captures(move)) else steps

    def to_decide(self, prefix: Move) -> Text:
        if not prefix:
            return lazy_gettext("Choose the stone to move")
        if len(prefix) == 1:
            return lazy_gettext("Choose where it goes")
        return lazy_gettext("The turn is complete")

    def is_harmless(self, move: Move) -> bool:
        """Whether the turn clears no stone of the mover."""
        after = self.position.play(move)
        own = self.position.seat - 1
        if after.history[-1][own].bit_count() < self.position.history[-1][own].bit_count():
            return False
        return super().is_harmless(move)
