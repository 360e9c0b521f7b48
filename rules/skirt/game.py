"""Skirt, in which two players connect sides of a hexagon with two stones per turn.

Source: rules: skirt. Seat 1 is White, seat 2 is Black.
"""

from __future__ import annotations

from typing import ClassVar

from rules.language import N_
from rules.lesson import Lesson
from rules.position import Game, Option, Options, Outcome, Setup
from rules.skirt.board import SEAT_NAMES, SIZES
from rules.skirt.ending import SkirtOutcome
from rules.skirt.lessons import LESSONS
from rules.skirt.position import SkirtPosition


class Skirt(Game):
    """The game on 4 to 8 cells a side, by default 6."""

    key: ClassVar[str] = "skirt"
    name: ClassVar[str] = "Skirt"
    icon: ClassVar[str] = "🔷"
    is_first: ClassVar[bool] = True
    summary: ClassVar[str] = N_(
        "Connect two opposite sides of a hexagon, or three that don't touch. Each turn: one "
        "stone on an outer cell, then one inside, in line with it."
    )
    length: ClassVar[str] = N_("about 30 turns")
    difficulty: ClassVar[str] = N_("easy to learn")
    similar_to: ClassVar[str] = N_("Hex")
    glimpse: ClassVar[str] = (
        "6 d1,d5,d9,f3,f11,h1,h3,h6,j1,j4,j5,j6,k4,k5,k6 a2,a3,a5,b1,b3,b7,c5,c7,d3,d7,d8,e4,"
        "e7,g10,i8,k2 1"
    )
    how_to_play: ClassVar[str] = N_(
        "You win **at once** when a chain of your stones connects two **opposite sides** of the "
        "board, or **three sides** of which no two are neighbours. A corner counts for both its "
        "sides.\nWhite starts with one stone on any outer cell. From then on a turn is two steps:\n"
        "1. Place a stone on an empty **outer** cell.\n2. Place a second one on an empty "
        "**inner** cell in a straight line with the first, with no stone between them. If the "
        "cell next to the first is occupied, by either colour, you jump the whole unbroken run "
        "of stones from there on, but no further one.\nInstead of step 1 you may start from a "
        "stone of yours that already stands on an outer cell.\n`a3-c5` places a3, then c5. "
        "`(a3)-c5` starts from your stone on a3 and places c5."
    )
    options: ClassVar[tuple[Option, ...]] = (Option("size", N_("cells on a side"), SIZES, 6),)
    ending: ClassVar[type[Outcome]] = SkirtOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    has_draws: ClassVar[bool] = False

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> SkirtPosition:
        return SkirtPosition.set_up(setup["size"])

    def decode(self, text: str) -> SkirtPosition:
        fields = text.split(" ")
        if len(fields) != 4:
            raise ValueError(f"not four fields: {text!r}")
        size, white, black, seat = fields
        sizes = {str(each): each for each in SIZES}
        seats = {"1": 1, "2": 2, "-": 1}
        if size not in sizes or seat not in seats:
            raise ValueError(f"no size {size!r} or seat {seat!r}")
        cells = [[] if field == "-" else field.split(",") for field in (white, black)]
        position = SkirtPosition.set_up(sizes[size], *cells, seat=seats[seat])
        if (seat == "-") != (position.outcome is not None):
            raise ValueError(f"{text!r} is over, or is not, otherwise than it says")
        return position
