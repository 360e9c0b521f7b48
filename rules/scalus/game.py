"""Scalus, in which lines and rectangles of stones grow and shrink by a factor of two.

Source: rules: scalus. Seat 1 is Black, seat 2 is White.
"""

from __future__ import annotations

import re
from typing import ClassVar

from rules.language import N_
from rules.lesson import Lesson
from rules.position import Game, Options, Outcome, Setup
from rules.scalus.board import SEAT_NAMES, names_in, set_of
from rules.scalus.ending import QUIET_TURNS, ScalusOutcome
from rules.scalus.lessons import LESSONS
from rules.scalus.position import ScalusPosition


class Scalus(Game):
    """The game on 10 × 19 points, which has no options."""

    key: ClassVar[str] = "scalus"
    name: ClassVar[str] = "Scalus"
    icon: ClassVar[str] = "📐"
    summary: ClassVar[str] = N_(
        "Stretch lines and rectangles of stones to twice their size, shrink them again, and be "
        "the first to reach the enemy headquarters."
    )
    length: ClassVar[str] = N_("about 30 turns")
    difficulty: ClassVar[str] = N_("hard to calculate")
    similar_to: ClassVar[str] = N_("patterns on a Go board")
    glimpse: ClassVar[str] = (
        "1 b8d8d11f7h7 a10a11b10b11b13c13d13e13f8f10h8h10 f8f9g9g10h8h10 d10d11"
    )
    how_to_play: ClassVar[str] = N_("""\
**Goal.** Get a stone onto either headquarters point of the other side (Black wants e18 or f18, \
White e2 or f2), or capture all stones of the other side.
**Turn.** Move a single stone to a neighbouring empty point, which never captures. Or scale a \
group: a line of two or more of your stones (diagonally two only), or a filled rectangle.
- **Expansion** is for a group of neighbours: one stone of it, the pivot, stays, and the others go \
twice as far from it. They jump what lies between and capture where they land.
- **Contraction** is the opposite, for a group on every second point: the others go half as far. \
No other stone of yours may be inside.
- Pairs and 2 × 2 squares may scale without a pivot: each stone goes one point out, or in.
**Also.** Without a legal turn you lose. When a position comes up for the third time, or after \
100 turns without a capture, it is a draw.
**Typing.** `e8-f9`; a line by its ends and pivot, `e4-e7(e4)`; a rectangle by its corners, \
`d13-f13-f15-d15(f15)`; no pivot: `d12-d13()`.""")
    ending: ClassVar[type[Outcome]] = ScalusOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalusPosition:
        files = "defg"
        return ScalusPosition.set_up(
            black=(f"{file}{rank}" for file in files for rank in range(4, 8)),
            white=(f"{file}{rank}" for file in files for rank in range(13, 17)),
        )

    def decode(self, text: str) -> ScalusPosition:
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
                raise ValueError(f"no turn of {SEAT_NAMES[mover - 1]} changes {names_in(change)}")
            black, white = before
            earlier.append(before)
        return ScalusPosition.reached(*stones, seat, tuple(reversed(earlier)))


def _counts(stones: tuple[int, int]) -> tuple[int, int]:
    return stones[0].bit_count(), stones[1].bit_count()


def _points_written(text: str) -> int:
    """The set of points in `d4e10f5`, or none in `-`."""
    if text == "-":
        return 0
    if not re.fullmatch(r"([a-j][0-9]+)+", text, re.ASCII):
        raise ValueError(f"{text!r} is no list of points")
    return set_of(re.findall(r"[a-j][0-9]+", text, re.ASCII))
