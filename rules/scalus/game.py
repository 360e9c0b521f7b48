"""Scalus: lines and rectangles of stones grow and shrink by the factor two.

The position and its rules. What groups a set of stones holds is in `scalus_groups`, the notation
in `scalus_notation`, and why a move is refused in `scalus_refusals`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Self

from rules.position import Game, Move, Options, Outcome, Position, Setup
from rules.refusal import Refusal
from rules.scalus.groups import (
    BITS,
    BOARD,
    NAMES,
    beside,
    bits,
    group_moves,
    name_of,
    names,
    points_named,
    scaling_of,
)
from rules.scalus.notation import steps_named, text_of
from rules.scalus.refusals import Sides, refusal

SEAT_NAMES = ("Black", "White")

HEADQUARTERS = {1: ("e2", "f2"), 2: ("e18", "f18")}
"""By seat; the other seat wins with a stone there."""

QUIET_TURNS = 100
"""Turns in a row without a capture that end the match."""

OCCURRENCES = 3
"""A position that occurs so often ends the match."""

_NEIGHBOURS = {bit: beside(bit) for bit in NAMES}
_HEADQUARTERS = {seat: points_named(cells) for seat, cells in HEADQUARTERS.items()}


@dataclass(frozen=True, slots=True)
class Change:
    """What a move does to the board."""

    starts: tuple[str, ...]
    """The points of the stones that move; of a group all its stones, the pivot too."""
    ends: tuple[str, ...]
    """Where each of them goes, in the order of `starts`."""
    captured: tuple[str, ...]
    """The points of the enemy stones that are taken."""


@dataclass(frozen=True, slots=True)
class ScalusPosition(Position):
    """A position: the stones as sets of points (see `scalus_groups`), and what came before."""

    black: int
    white: int
    seat: int
    """Who moves, or would if the match were not over."""
    earlier: tuple[tuple[int, int], ...]
    """Black's and White's stones after each turn since the last capture or the start, oldest
    first, without now: as many as there have been turns without a capture."""
    _outcome: Outcome | None = field(compare=False, repr=False)

    @classmethod
    def set_up(cls, black: Iterable[str], white: Iterable[str], seat: int = 1) -> Self:
        """A position with stones on these points, as if a match started there.

        :raises ValueError: where a point is not on the board or is named twice, or there is no
            such seat.
        """
        return cls._reached(points_named(black), points_named(white), seat, ())

    @classmethod
    def decode(cls, text: str) -> Self:
        """The position that `encode` wrote.

        :raises ValueError: where the text is not one.
        """
        fields = text.split(" ")
        if len(fields) < 3 or fields[0] not in ("1", "2"):
            raise ValueError("not a position of Scalus: seat, black stones, white stones, changes")
        if len(fields) > 3 + QUIET_TURNS:
            raise ValueError(f"more than {QUIET_TURNS} turns without a capture")
        seat = int(fields[0])
        black, white, *changes = map(_points_written, fields[1:])
        stones = black, white
        earlier: list[tuple[int, int]] = []
        mover = seat
        for change in changes:
            mover = 3 - mover
            before = (black ^ change, white) if mover == 1 else (black, white ^ change)
            is_turn = _counts(before) == _counts((black, white)) and not before[0] & before[1]
            if not change or not is_turn:
                raise ValueError(f"no turn of {SEAT_NAMES[mover - 1]} changes {names(change)}")
            black, white = before
            earlier.append(before)
        return cls._reached(*stones, seat, tuple(reversed(earlier)))

    @classmethod
    def _reached(
        cls, black: int, white: int, seat: int, earlier: tuple[tuple[int, int], ...]
    ) -> Self:
        if seat not in (1, 2) or black & white or not black | white:
            raise ValueError("not a position of Scalus")
        return cls(black, white, seat, earlier, _outcome_of(black, white, seat, earlier))

    @property
    def to_move(self) -> int | None:
        return None if self._outcome else self.seat

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome

    def moves(self) -> tuple[Move, ...]:
        if self._outcome:
            return ()
        own = self.black if self.seat == 1 else self.white
        empty = BOARD & ~(self.black | self.white)
        found: list[Move] = []
        for bit in bits(own):
            free = _NEIGHBOURS[bit] & empty
            if free:
                found += _single_moves(bit, free)
        found += group_moves(own)
        found.sort()
        return tuple(found)

    def play(self, move: Move) -> Self:
        black, white = self.black, self.white
        own, enemy = (black, white) if self.seat == 1 else (white, black)
        left, reached = _shift(move, own)
        own = own & ~left | reached
        earlier = (*self.earlier, (black, white))
        if enemy & reached:
            enemy &= ~reached
            earlier = ()
        if self.seat == 1:
            return self._reached(own, enemy, 2, earlier)
        return self._reached(enemy, own, 1, earlier)

    def explain(self, move: Move) -> Refusal:
        if self._outcome:
            return Refusal("over", "The match is over; no more moves can be made.")
        black, white = SEAT_NAMES
        if self.seat == 1:
            return refusal(Sides(self.black, self.white, black, white), move)
        return refusal(Sides(self.white, self.black, white, black), move)

    def parse(self, text: str) -> Move:
        return steps_named(text)

    def text(self, move: Move) -> str:
        return text_of(move)

    def beginning(self, prefix: Move) -> str:
        is_a_group = len(prefix) == 2 and prefix[1] not in BITS
        return text_of((*prefix, "")) if is_a_group else text_of(prefix)

    def label(self, prefix: Move, step: str) -> str:
        return "() no pivot" if step == "()" else step

    def prompt(self, prefix: Move) -> str:
        if self._outcome:
            return "The match is over"
        match len(prefix):
            case 0:
                return "Choose a stone to move, or the lower left stone of a group to scale"
            case 1:
                return f"Choose where {prefix[0]} goes, or the other end or corner of its group"
            case 2 if prefix[1] not in BITS:
                return "Choose the pivot, the stone that stays; () scales without one"
            case _:
                return "The move is complete"

    def encode(self) -> str:
        """The seat to move, black stones, white stones, and by which points each turn since the
        last capture changed the board, latest first: `2 d4e4 d13f14 d5e4 …`."""
        changes: list[str] = []
        black, white = self.black, self.white
        for black_before, white_before in reversed(self.earlier):
            changes.append("".join(names(black ^ black_before | white ^ white_before)))
            black, white = black_before, white_before
        stones = ("".join(names(each)) or "-" for each in (self.black, self.white))
        return " ".join((str(self.seat), *stones, *changes))

    def stones(self, seat: int) -> tuple[str, ...]:
        """The points of a seat's stones."""
        return names(self._stones(seat))

    def change(self, move: Move) -> Change:
        """What a legal move does, for pictures and words; `play` is what does it."""
        own, enemy = self._stones(self.seat), self._stones(3 - self.seat)
        captured = names(enemy & _shift(move, own)[1])
        if len(move) == 2:
            return Change(move[:1], move[1:], captured)
        scaling = scaling_of(move, own)
        starts, ends = scaling.group.stones(), scaling.group.destinations(scaling.pivot)
        return Change(tuple(map(name_of, starts)), tuple(map(name_of, ends)), captured)

    def _stones(self, seat: int) -> int:
        return self.black if seat == 1 else self.white


class Scalus(Game):
    """The rules of Scalus, as one of the games."""

    key = "scalus"
    name = "Scalus"
    summary = (
        "Stretch and shrink lines and rectangles of your stones by two, and be the first to put "
        "one on the enemy headquarters."
    )
    how_to_play = """\
**Goal.** Get a stone onto either headquarters point of the other side (Black wants e18 or f18, \
White e2 or f2), or capture all stones of the other side.
**Turn.** Move a single stone to a neighbouring empty point, which never captures. Or scale a \
group: a row of two or more of your stones (diagonally two only), or a filled rectangle.
- *Expansion* doubles a dense group's distances from its pivot, any stone of it. It jumps what \
lies between and captures on its destinations.
- *Contraction* is the inverse, for a group on every second point. No stone of yours may be inside.
- Pairs and 2 × 2 squares may scale without a pivot: each stone goes one point out, or in.
**Also.** Without a legal turn you lose. The third time that a position comes up, or \
100 turns without a capture, it is a draw.
**Typing.** `e8-f9`; a line by its ends and pivot, `e4-e7(e4)`; a rectangle by its corners, \
`d13-f13-f15-d15(f15)`; no pivot: `d12-d13()`."""

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalusPosition:
        files = "defg"
        return ScalusPosition.set_up(
            black=(f"{file}{rank}" for file in files for rank in range(4, 8)),
            white=(f"{file}{rank}" for file in files for rank in range(13, 17)),
        )

    def decode(self, text: str) -> ScalusPosition:
        return ScalusPosition.decode(text)


def _outcome_of(
    black: int, white: int, seat: int, earlier: tuple[tuple[int, int], ...]
) -> Outcome | None:
    """How a match is over with this position; rules: scalus, "End", in the order tested there."""
    stones = {1: black, 2: white}
    mover, other = 3 - seat, seat
    for winner, loser in ((mover, other), (other, mover)):
        if reached := stones[winner] & _HEADQUARTERS[loser]:
            point = NAMES[reached & -reached]
            words = f"{{winner}} has a stone on {point}, {{loser}}'s headquarters."
            return _won(winner, "headquarters", words)
        if not stones[loser]:
            return _won(winner, "all_captured", "All of {loser}'s stones are captured.")
    own = stones[seat]
    # Only where every stone is shut in is it worth asking for groups.
    if not beside(own) & ~(black | white) and not group_moves(own):
        return _won(mover, "no_move", "{loser} has no legal turn.")
    # Seats alternate, so every second position has the same seat to move.
    if earlier[-2::-2].count((black, white)) >= OCCURRENCES - 1:
        return Outcome((), "repetition", "The same position came up for the third time.")
    if len(earlier) >= QUIET_TURNS:
        return Outcome((), "quiet", f"No stone was captured in {QUIET_TURNS} turns in a row.")
    return None


def _won(winner: int, reason: str, words: str) -> Outcome:
    words = words.format(winner=SEAT_NAMES[winner - 1], loser=SEAT_NAMES[2 - winner])
    return Outcome((winner,), reason, words)


@cache
def _single_moves(bit: int, free: int) -> tuple[Move, ...]:
    """The single moves of a stone to these points."""
    return tuple(sorted((NAMES[bit], name) for name in names(free)))


def _shift(move: Move, own: int) -> tuple[int, int]:
    """The points that a legal move takes stones from, and those that it puts them on."""
    if len(move) == 2:
        return BITS[move[0]], BITS[move[1]]
    scaling = scaling_of(move, own)
    return scaling.stones, scaling.destinations


def _counts(stones: tuple[int, int]) -> tuple[int, int]:
    return stones[0].bit_count(), stones[1].bit_count()


def _points_written(text: str) -> int:
    """The set of points in `d4e10f5`, or none in `-`."""
    if text == "-":
        return 0
    if not re.fullmatch(r"([a-j][0-9]+)+", text, re.ASCII):
        raise ValueError(f"{text!r} is no list of points")
    return points_named(re.findall(r"[a-j][0-9]+", text, re.ASCII))
