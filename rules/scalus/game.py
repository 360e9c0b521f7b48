"""Scalus, in which lines and rectangles of stones grow and shrink by a factor of two.

Source: rules: scalus. Seat 1 is Black, seat 2 is White. The positions of the lessons have few
stones and are written by `ScalusPosition.encode`: seat, Black's stones, White's stones.
"""

from __future__ import annotations

import re
from typing import ClassVar

from language.texts import N_
from rules.position import Game, Option, Options, Outcome, Setup
from rules.scalus.board import (
    ALL,
    PATTERNS,
    QUIET_TURNS,
    RECTANGLES,
    SEAT_NAMES,
    names_in,
    set_of,
)
from rules.scalus.position import ScalusPosition
from rules.scalus.words import ScalusOutcome
from rules.teaching import Lesson, Task

LESSONS = (
    Lesson(
        key="headquarters",
        title=N_("Reach the headquarters"),
        words=N_(
            "You are Black, at the left. Put a stone on White's headquarters, e18 or f18 at the "
            "right, and you win. A single stone steps one point: step in with e17."
        ),
        start="1 d8e17g9 d14g12h15",
        tasks=(
            Task(
                accepted=("e17-e18", "e17-f18"),
                claim="wins",
                praise=N_(
                    "You're in, so you win. A single step needs an empty point and never "
                    "captures. For that you need groups."
                ),
                otherwise=N_("Your stone on e17 is right in front of it. Step to e18 or f18."),
            ),
        ),
    ),
    Lesson(
        key="expansion",
        title=N_("Stretch a line"),
        words=N_(
            "Stones in a line can move together. One of them, the pivot, stays, and every "
            "distance from it doubles. Stretch the line e5 to e7 with e5 as the pivot."
        ),
        start="1 c7e5e6e7 d15f14g12",
        tasks=(
            Task(
                accepted=("e5-e7(e5)",),
                praise=N_(
                    "The line stretched: e6 went to e7, and e7 to e9. What lies between is jumped."
                ),
                otherwise=N_("Choose e5, then the line to e7, then e5 again as the pivot."),
                wrong={
                    "e5-e7(e6)": N_(
                        "That's the whole line, but it grows from its middle. "
                        "Take e5 as the pivot and it goes further forward."
                    ),
                    "e5-e7(e7)": N_(
                        "With e7 as the pivot the line stretches back. Take e5 instead."
                    ),
                    "e6-e7(e6)": N_(
                        "That stretches two of the three stones. Take the line e5 to e7."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="pivot",
        title=N_("The pivot decides"),
        words=N_(
            "A stone of a group captures the enemy stone that it lands on. The line f7 to f9 can "
            "stretch in three ways. Find the pivot that captures f11."
        ),
        start="1 f7f8f9 e14f5f11h12",
        tasks=(
            Task(
                accepted=("f7-f9(f7)",),
                praise=N_(
                    "f7 stays, and f9 goes twice as far, to f11. White's stone there is gone."
                ),
                otherwise=N_("Choose f7, the line to f9, and then the pivot that sends f9 to f11."),
                wrong={
                    "f7-f9(f9)": N_(
                        "That captures the stone on f5, behind you. "
                        "Which pivot sends a stone forward to f11?"
                    ),
                    "f7-f9(f8)": N_(
                        "With f8 as the pivot your stones land on f6 and f10, and capture nothing. "
                        "Try another pivot."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="rectangle",
        title=N_("Stretch a rectangle"),
        words=N_(
            "A full rectangle is a group too. Choose the rectangle e5 to f7 and the pivot that "
            "captures both white stones, e9 and g9."
        ),
        start="1 e5e6e7f5f6f7 c8d13e9g9g12",
        tasks=(
            Task(
                accepted=("e5-f5-f7-e7(e5)",),
                praise=N_(
                    "From the corner e5 all distances double, so e7 and f7 land on e9 and g9."
                ),
                otherwise=N_("Take all six stones as the group. Which one can stay where it is?"),
                wrong={
                    "e5-f5-f7-e7(f5)": N_(
                        "With f5 as the pivot the far stones go to d9 and f9, and miss both. "
                        "Try the corner next to it."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="contraction",
        title=N_("Shrink it again"),
        words=N_(
            "A group on every other point can shrink to half its size, but not with another of "
            "your stones inside. Move g7 forward, out of the square."
        ),
        start="1 f5f7g7h5h7 c12e13g6",
        tasks=(
            Task(
                accepted=("g7-g8", "g7-f8", "g7-h8"),
                praise=N_(
                    "The way is clear. White plays c11. Now shrink f5 to h7, with any pivot."
                ),
                otherwise=N_("g7 stands between f7 and h7 and blocks the square. Step to g8."),
                wrong={
                    "g7-f6": N_("f6 is inside the square as well. Step out of it, to g8."),
                    "g7-h6": N_("h6 is inside the square as well. Step out of it, to g8."),
                },
                reply=("c12-c11",),
            ),
            Task(
                accepted=(
                    "f5-h5-h7-f7(f5)",
                    "f5-h5-h7-f7(f7)",
                    "f5-h5-h7-f7(h5)",
                    "f5-h5-h7-f7(h7)",
                ),
                praise=N_(
                    "The square shrank: four stones side by side, and one captured g6 on its way "
                    "in."
                ),
                otherwise=N_("Choose f5, then the rectangle to h7, then a pivot."),
            ),
        ),
    ),
    Lesson(
        key="pair",
        title=N_("Without a pivot"),
        words=N_(
            "A pair or a square of four can also go without a pivot: each stone moves one point "
            "outwards. Use d8 and e9 to capture two stones at once."
        ),
        start="1 d8e9g6 c7f10h13",
        tasks=(
            Task(
                accepted=("d8-e9()",),
                praise=N_("d8 went out to c7, e9 to f10, and both captured. () means no pivot."),
                otherwise=N_("Choose d8, then the line to e9, then () for no pivot."),
                wrong={
                    "d8-e9(d8)": N_(
                        "With d8 as the pivot only f10 is captured. Choose () instead."
                    ),
                    "d8-e9(e9)": N_("With e9 as the pivot only c7 is captured. Choose () instead."),
                },
            ),
        ),
    ),
    Lesson(
        key="one",
        title=N_("Win in one turn"),
        is_puzzle=True,
        words=N_(
            "Your rectangle stands far from the headquarters, but it can stretch. Find the pivot "
            "that brings a stone to f18."
        ),
        start="1 g14g15g16h14h15h16 d13e15f11f17",
        tasks=(
            Task(
                accepted=("g14-h14-h16-g16(h14)",),
                claim="wins",
                praise=N_(
                    "With h14 as the pivot, g16 goes to f18, right past White's guard on f17."
                ),
                otherwise=N_(
                    "Stretch all six stones. g16 has to go two to the right and one down."
                ),
                wrong={
                    "g14-h14-h16-g16(g14)": N_(
                        "With g14 as the pivot your stones reach line 18, but on g and i. "
                        "Which pivot pushes g16 over to f?"
                    ),
                    "g14-g16(g14)": N_("That ends on g18, beside f18. Use the whole rectangle."),
                },
            ),
        ),
    ),
    Lesson(
        key="two",
        title=N_("Win in two turns"),
        is_puzzle=True,
        words=N_(
            "White guards f18. Bring a stone to a point from which it can step to both "
            "headquarters points, so that one guard isn't enough."
        ),
        start="1 f13f14f15g14h14h15 f18g15",
        tasks=(
            Task(
                accepted=("f13-f15(f13)",),
                claim="wins in two",
                praise=N_(
                    "From f17 you threaten to step to e18. White's guard moves there. "
                    "What has it left open?"
                ),
                otherwise=N_(
                    "White has time to answer that. Which line can stretch as far as f17?"
                ),
                reply=("f18-e18",),
            ),
            Task(
                accepted=("f17-f18",),
                claim="wins",
                praise=N_("One guard can't stand on two points. f18 was free, so you win."),
                otherwise=N_("You can win now. White has left f18, and f17 is next to it."),
            ),
        ),
    ),
)


class Scalus(Game):
    """The game on 10 × 19 points, by default without crosses and triangles."""

    key: ClassVar[str] = "scalus"
    name: ClassVar[str] = "Scalus"
    icon: ClassVar[str] = "📐"
    summary: ClassVar[str] = N_(
        "Be the first to reach the enemy headquarters. Lines and rectangles of stones stretch to "
        "twice their size, and shrink again."
    )
    opening: ClassVar[str] = N_(
        "Get one stone onto either of the two points behind your opponent's stones, or capture "
        "everything. A single stone moves one point and captures nothing. The power is in groups: "
        "take a line or a full rectangle of your stones, and one stone in it that stays, the "
        "pivot. All the others go twice as far from it, jump what is between, and capture where "
        "they land. A stretched group can shrink back the same way."
    )
    length: ClassVar[str] = N_("about 30 turns")
    difficulty: ClassVar[str] = N_("hard to calculate")
    similar_to: ClassVar[str] = N_("patterns on a Go board")
    glimpse: ClassVar[str] = (
        "1 b8d8d11f7h7 a10a11b10b11b13c13d13e13f8f10h8h10 f8f9g9g10h8h10 d10d11"
    )
    how_to_play: ClassVar[str] = N_(
        "**Goal.** Get a stone onto either headquarters point of the other side (Black wants e18 "
        "or f18, White e2 or f2), or capture all stones of the other side.\n"
        "**Turn.** Move a single stone to a neighbouring empty point, which never captures. Or "
        "stretch or shrink a group: a line of two or more of your stones (only two on a "
        "diagonal), or a filled rectangle.\n"
        "- **Expansion** is for a group of neighbours: one stone of it, the pivot, stays, and "
        "the others go twice as far from it. They jump what lies between and capture where they "
        "land.\n"
        "- **Contraction** is the opposite, for a group on every other point: the others move to "
        "half the distance. No other stone of yours may be inside.\n"
        "- Pairs and 2 × 2 squares may do so without a pivot: each stone goes one point out, or "
        "in.\n"
        "**Also.** If you have no legal move, you lose. When a position comes up for the third "
        "time, or after 100 turns without a capture, it's a draw.\n"
        "**Typing.** `e8-f9`; a line by its ends and pivot, `e4-e7(e4)`; a rectangle by its "
        "corners, `d13-f13-f15-d15(f15)`; no pivot: `d12-d13()`."
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            PATTERNS,
            N_("patterns"),
            (0, 1),
            0,
            reason=N_(
                "With all patterns, crosses and triangles stretch and shrink too, with a pivot. A "
                "cross has four equally long arms. A triangle has a right angle and two equally "
                "long legs, and is filled."
            ),
            names=((RECTANGLES, N_("rectangles")), (ALL, N_("all patterns"))),
        ),
    )
    ending: ClassVar[type[Outcome]] = ScalusOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalusPosition:
        files = "defg"
        return ScalusPosition.set_up(
            black=(f"{file}{rank}" for file in files for rank in range(4, 8)),
            white=(f"{file}{rank}" for file in files for rank in range(13, 17)),
            all_patterns=bool(setup.get(PATTERNS)),
        )

    def decode(self, text: str) -> ScalusPosition:
        fields = text.split(" ")
        seats = {f"{seat}{all_}": (seat, bool(all_)) for seat in (1, 2) for all_ in ("", ALL)}
        if len(fields) < 3 or fields[0] not in seats:
            raise ValueError("not a position of Scalus: seat, black stones, white stones, changes")
        if len(fields) > 3 + QUIET_TURNS:
            raise ValueError(f"more than {QUIET_TURNS} turns without a capture")
        seat, all_patterns = seats[fields[0]]
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
        return ScalusPosition.reached(
            *stones, seat, tuple(reversed(earlier)), all_patterns=all_patterns
        )


def _counts(stones: tuple[int, int]) -> tuple[int, int]:
    return stones[0].bit_count(), stones[1].bit_count()


def _points_written(text: str) -> int:
    """The set of points in `d4e10f5`, or none in `-`."""
    if text == "-":
        return 0
    if not re.fullmatch(r"([a-j][0-9]+)+", text, re.ASCII):
        raise ValueError(f"{text!r} is no list of points")
    return set_of(re.findall(r"[a-j][0-9]+", text, re.ASCII))
