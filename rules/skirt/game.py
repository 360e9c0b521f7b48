"""Skirt, in which two players connect sides of a hexagon with two stones per turn.

Source: rules: skirt. Seat 1 is White, seat 2 is Black. The lessons are all on the smallest board.
Their positions are written by `SkirtPosition.encode`: size, White's cells, Black's cells, seat.
"""

from __future__ import annotations

from typing import ClassVar

from language.texts import N_
from rules.position import Game, Option, Options, Outcome, Setup
from rules.skirt.board import SEAT_NAMES, SIZES
from rules.skirt.position import SkirtPosition
from rules.skirt.words import SkirtOutcome
from rules.teaching import Lesson, Task

LESSONS = (
    Lesson(
        key="goal",
        title=N_("Connect two opposite sides"),
        words=N_(
            "Sides of the same colour are opposite each other. Connect two of them with a chain "
            "of your stones and you win. You are White: finish the chain with a stone on g2."
        ),
        start="4 a2,b2,c3,d3,e3,f2 c5,d1,d2,e5,f3 1",
        tasks=(
            Task(
                accepted=("g2", "g1"),
                claim="wins",
                praise=N_("Your chain runs from the bottom side to the top side. You win at once."),
                otherwise=N_(
                    "Your chain has got as far as f2. Take it to the top side: choose g2."
                ),
            ),
        ),
    ),
    Lesson(
        key="turn",
        title=N_("Two stones a turn"),
        words=N_(
            "A turn has two steps: a stone on one of the darker outer cells, then one on "
            "an inner cell in a straight line with it. Choose c6, then a cell in line."
        ),
        start="4 a2 e3,e6 1",
        tasks=(
            Task(
                accepted=("c6-c4", "c6-c2", "c6-c3", "c6-c5", "c6-d6", "c6-e5", "c6-f4"),
                praise=N_("From the outside in, always in a straight line: that's a whole turn."),
                otherwise=N_(
                    "That's a turn too. For this lesson, start on c6, at the lower right."
                ),
            ),
        ),
    ),
    Lesson(
        key="standing",
        title=N_("Start from your own stone"),
        words=N_(
            "Instead of placing an outer stone you can start from one of yours that stands there "
            "already. You then place only one. Choose (a2), then an inner cell in line."
        ),
        start="4 a2,c4,c6 d5,e3,e6,g1 1",
        tasks=(
            Task(
                accepted=("(a2)-c2", "(a2)-b2", "(a2)-b3", "(a2)-d2"),
                praise=N_(
                    "One stone this turn, in line with a2. The outer cells stay free for later."
                ),
                otherwise=N_("That's a turn too. Now start from your stone on a2: choose (a2)."),
                wrong={
                    "(c6)-c5": N_(
                        "c6 is your stone as well, so that's the right idea. Now do it from a2."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="jump",
        title=N_("Jump a run of stones"),
        words=N_(
            "Stones block a line. But you can jump an unbroken run of stones right next to your "
            "outer stone, whatever their colour. Place a stone on a1 and jump b2 and c3."
        ),
        start="4 b2,c4,c6,f1 c3,d1,e4,f5 1",
        tasks=(
            Task(
                accepted=("a1-d4",),
                praise=N_(
                    "Over b2 and c3 to d4. You jump only that one run. The next stone, on e4, "
                    "ends the line."
                ),
                otherwise=N_("Start on a1, at the lower left. The jump goes up, over b2 and c3."),
                wrong={
                    "d7-d4": N_("You reached d4, but without a jump. Start on a1."),
                    "g1-d4": N_("You reached d4, but without a jump. Start on a1."),
                },
            ),
        ),
    ),
    Lesson(
        key="three",
        title=N_("Or connect three sides"),
        words=N_(
            "A chain also wins with three sides, if none of them are next to each other. Yours "
            "touches the bottom and the upper right. Add the upper left: place a stone on e1."
        ),
        start="4 a3,b3,c3,d2,d3,d4,e4,e5,e6 b2,b4,c1,c2,d1,e2,f3,f4 1",
        tasks=(
            Task(
                accepted=("e1",),
                claim="wins",
                praise=N_(
                    "Three sides, with another side between each pair: you win. A winning "
                    "stone ends the turn."
                ),
                otherwise=N_(
                    "Look at the left end of your chain, d2. Up and to the left of it is e1."
                ),
            ),
        ),
    ),
    Lesson(
        key="corner",
        title=N_("Corners have two sides"),
        words=N_(
            "A corner belongs to both sides that meet there. Your chain starts at the lower right "
            "(blue). It needs the upper left, blue as well. Find the one cell that wins."
        ),
        start="4 c5,c6,d5,e4,f2,f3 b2,c3,d3,e2,f1,g3 1",
        tasks=(
            Task(
                accepted=("g1",),
                claim="wins",
                praise=N_("The corner g1 belongs to the top and to the upper left. That's enough."),
                otherwise=N_("The chain ends on f2. Which corner does f2 touch?"),
            ),
        ),
    ),
    Lesson(
        key="one",
        title=N_("Win in one turn"),
        is_puzzle=True,
        words=N_(
            "You are White and can win this turn. Your chain has a gap in the middle, and it "
            "doesn't reach the top yet. Find the turn that settles both."
        ),
        start="4 a2,b2,c3,e3,f3 b4,d2,d5,e5,f1 1",
        tasks=(
            Task(
                accepted=("g3-d3",),
                claim="wins",
                praise=N_(
                    "g3 reaches the top and jumps f3 and e3 to d3, which closes the gap. "
                    "One turn, two stones, one chain."
                ),
                otherwise=N_(
                    "Put the outer stone at the top, next to f3. "
                    "From there, jump your own stones into the gap."
                ),
                wrong={
                    "a1-d4": N_("The gap is closed, but your chain doesn't reach the top yet."),
                    "d1-d3": N_("The gap is closed, but your chain doesn't reach the top yet."),
                    "g4-d4": N_("The gap is closed, but g4 doesn't touch your stone on f3."),
                },
            ),
        ),
    ),
    Lesson(
        key="two",
        title=N_("Win in two turns"),
        is_puzzle=True,
        words=N_(
            "Find the turn after which Black can't stop you. Connect your stones so that "
            "they reach the lower right (blue) and have two ways to the upper left."
        ),
        start="4 a2,c5,d5,e3,e6 a3,c1,d3,e5,g3 1",
        tasks=(
            Task(
                accepted=("b5-e4",),
                claim="wins in two",
                praise=N_(
                    "b5 jumps c5 and d5 to e4, and the chain is nearly there. "
                    "Black blocks with f1 and e2. Finish at the upper left."
                ),
                otherwise=N_(
                    "Black can still answer that. e4 is the gap in your chain; "
                    "reach it with a jump from the lower right."
                ),
                wrong={
                    "(e6)-e4": N_(
                        "e4 is the gap, but your chain doesn't reach the lower right yet. "
                        "Come to e4 from there."
                    ),
                    "g4-e4": N_(
                        "e4 is the gap, but your chain doesn't reach the lower right yet. "
                        "Come to e4 from there."
                    ),
                },
                reply=("f1-e2",),
            ),
            Task(
                accepted=("g1-f2",),
                claim="wins",
                praise=N_(
                    "g1 is a corner, so it counts for the upper left. Two blue sides: you win."
                ),
                otherwise=N_("e2 and f1 are taken. Go round them via f2. Which corner touches it?"),
            ),
        ),
    ),
)


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
    opening: ClassVar[str] = N_(
        "Connect two opposite sides of the hexagon with a chain of your stones, or three sides "
        "that don't touch each other. In a turn you place two stones: one on an outer cell, then "
        "one inside, in a straight line with it and with no stone between. You can only jump a "
        "run of stones that starts right next to the outer one. If you already have a stone on an "
        "outer cell, you can start from it and place just one."
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
        "board, or **three sides** that don't touch each other. A corner counts for both its "
        "sides.\n"
        "White starts with one stone on any outer cell. From then on a turn is two steps:\n"
        "1. Place a stone on an empty **outer** cell.\n"
        "2. Place a second one on an empty **inner** cell in a straight line with the first, "
        "with no stone between them. If the cell next to the first is occupied, by either "
        "colour, you jump the whole unbroken run of stones from there on, but not a second run.\n"
        "Instead of step 1 you may start from a stone of yours that already stands on an outer "
        "cell.\n"
        "`a3-c5` places a3, then c5. `(a3)-c5` starts from your stone on a3 and places c5."
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
