"""Scalas, in which players stack cubes as stairs, and pairs of cubes force further ones.

Source: rules: scalas. Seat 1 is Red, seat 2 is Blue. The lessons are on 5 × 5 cells. Their
positions are written by `ScalasPosition.encode`: size, seat, cubes left, pending pairs, towers
from bottom to top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from language.texts import N_
from rules.position import Game, Option, Options, Outcome, Setup
from rules.scalas.board import SEAT_NAMES, SIZES
from rules.scalas.position import ScalasPosition
from rules.scalas.words import ScalasOutcome
from rules.teaching import Lesson, Task

LESSONS = (
    Lesson(
        key="cover",
        title=N_("Be on top"),
        words=N_(
            "At the end, the player with more cubes on top wins. You are Red. You may build on "
            "any colour, so cover Blue's cube on c3 with one of yours."
        ),
        start="5 1 24,24 - b3:R c3:B",
        tasks=(
            Task(
                accepted=("c3",),
                praise=N_("Blue's cube is still there, but yours is on top, and only tops count."),
                otherwise=N_("You can place there too. This time, cover the blue cube on c3."),
                wrong={
                    "d3+c3": N_(
                        "That covers c3 as well, by a rule that comes later. "
                        "First place on c3 itself."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="stair",
        title=N_("Build a stair"),
        words=N_(
            "You may place only where you can walk down to the bottom, one level at a time. From "
            "height 2 on c3 you'd fall. So first place a cube next to c3."
        ),
        start="5 1 24,24 - a5:R c3:B",
        tasks=(
            Task(
                accepted=("c2", "b3", "c4", "d3"),
                praise=N_("That's your stair. Blue plays on e1. Now cover c3."),
                otherwise=N_(
                    "A cube there is no stair for c3. Place it next to c3, not diagonally."
                ),
                reply=("e1",),
            ),
            Task(
                accepted=("c3",),
                praise=N_("Down from height 2 to your stair at height 1, then to the board."),
                otherwise=N_("Your stair is ready. Place on c3."),
            ),
        ),
    ),
    Lesson(
        key="walk",
        title=N_("Walk all the way down"),
        words=N_(
            "Each step of the way down stays level or drops by one, before and after you "
            "place. Three towers are 2 high, but only one of them can grow. Which one?"
        ),
        start="5 1 21,21 - a3:BR b3:RB c3:R c5:B e1:RB",
        tasks=(
            Task(
                accepted=("a3",),
                praise=N_("a3 is 3 high now: down to b3 at 2, to c3 at 1, and to the bare board."),
                otherwise=N_(
                    "You can place there, but that cell isn't 2 high. Look at a3, b3 and e1."
                ),
            ),
        ),
    ),
    Lesson(
        key="forced",
        title=N_("Fill the gap"),
        words=N_(
            "If two tops exactly two cells apart match in colour and height, you must fill the "
            "cell between them at once, whatever stands there. Place on d3."
        ),
        start="5 1 23,23 - a5:B b3:R c3:B e1:R",
        tasks=(
            Task(
                accepted=("d3+c3",),
                praise=N_("b3 and d3 are a pair, so c3 was filled too: two cubes in one turn."),
                otherwise=N_("Look at b3: the cell two away from it, along the row, is d3."),
                wrong={
                    "b5+b4": N_(
                        "That pair filled b4, so you've seen it work. "
                        "Now try d3, which covers a blue cube."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="chain",
        title=N_("One leads to the next"),
        words=N_(
            "A forced cube can make a pair of its own, even on a tower where the stairs would "
            "forbid it. Find the cell that makes you fill c3 and then c2."
        ),
        start="5 1 22,22 - a1:B b3:R c1:RR c3:B e5:B",
        tasks=(
            Task(
                accepted=("d3+c3+c2",),
                praise=N_(
                    "d3 and b3 filled c3. There your cube is 2 high, like c1, so c2 followed. "
                    "Three cubes in one turn."
                ),
                otherwise=N_("That doesn't fill both. c3 lies between b3 and which other cell?"),
                wrong={
                    "c3+c2": N_(
                        "That fills c2. You can get more: find the cell that fills c3 for you."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="choice",
        title=N_("Choose what to fill"),
        words=N_(
            "One cube can make several pairs. Then you choose which cell to fill first, still in "
            "the same turn. Place on c3: it pairs with a3 and with c1."
        ),
        start="5 1 23,23 - a3:R b3:B c1:R e5:B",
        tasks=(
            Task(
                accepted=("c3",),
                praise=N_("Two cells are waiting now, b3 and c2. Choose one; the other follows."),
                otherwise=N_("Place on c3, two cells from a3 and two cells from c1."),
            ),
            Task(
                accepted=("+b3+c2", "+c2+b3"),
                praise=N_(
                    "Both are filled, and a blue cube is covered. "
                    "Sometimes the order decides whether a pair is still there."
                ),
                otherwise=N_("Choose one of the marked cells, b3 or c2."),
            ),
        ),
    ),
    Lesson(
        key="one",
        title=N_("The last cube"),
        is_puzzle=True,
        words=N_(
            "You have one cube left, Blue has none. Blue has 12 tops, you have 10. If you draw "
            "level, "
            "the tallest towers decide, and those are yours. Win now."
        ),
        start=(
            "5 1 1,0 - a2:RB a3:RR a4:BRR b1:RR b2:RB b3:BRR b4:RBR b5:RBR c1:BB c2:RBB c3:BB "
            "c4:RB c5:RRR d1:B d2:BB d3:BBB d4:BR d5:RR e1:BR e2:RB e3:BB e5:B"
        ),
        tasks=(
            Task(
                accepted=("c4", "c3"),
                claim="wins",
                praise=N_(
                    "11 tops each. Of the towers 3 high you have six and Blue has two, "
                    "so you win the match."
                ),
                otherwise=N_("That cell was yours already, so Blue stays ahead. Cover a blue top."),
            ),
        ),
    ),
    Lesson(
        key="two",
        title=N_("The last two cubes"),
        is_puzzle=True,
        words=N_(
            "You have two cubes left, Blue has none and leads 13 to 10. Cover two blue tops to "
            "win. Mind the stairs: the order matters. Place the first."
        ),
        start=(
            "5 1 2,0 - a1:B a2:R a3:RBB a4:B a5:BB b1:RR b2:RRR b3:BR b4:B b5:BB c1:RR c2:RRR "
            "c3:RR c4:RBB c5:RB d1:RB d3:R d4:BBB d5:BRR e1:B e2:BB e3:BBR e4:BRB"
        ),
        tasks=(
            Task(
                accepted=("e4",),
                claim="wins in two",
                praise=N_(
                    "e4 is 4 high, with d4 as its stair at 3. The other way round, "
                    "e4 would have been closed. Now the second cube."
                ),
                otherwise=N_(
                    "That covers a red top and gains nothing. Which blue tops can you reach?"
                ),
                wrong={
                    "d4": N_(
                        "That covers a blue top. But d4 was the stair for e4, and now no other "
                        "blue top is open. Start at e4."
                    ),
                },
            ),
            Task(
                accepted=("d4",),
                claim="wins",
                praise=N_("12 tops to 11: you win with the very last cube."),
                otherwise=N_("That covers a red top. Cover the blue one next to e4."),
            ),
        ),
    ),
)


_ENCODED = re.compile(
    r"(?P<size>[5-7]) (?P<seat>[12]) (?P<red>[0-9]{1,2}),(?P<blue>[0-9]{1,2}) "
    r"(?P<pending>-|{0}-{0}(?:,{0}-{0})*)(?P<towers>(?: {0}:[RB]+)*)".replace("{0}", "[a-g][1-7]")
)


class Scalas(Game):
    """The game, on 5 × 5, 6 × 6 or 7 × 7 cells."""

    key: ClassVar[str] = "scalas"
    name: ClassVar[str] = "Scalas"
    icon: ClassVar[str] = "🧊"
    summary: ClassVar[str] = N_(
        "Build stairs out of cubes. The player with the most cubes on top at the end wins."
    )
    opening: ClassVar[str] = N_(
        "Take turns placing one cube. You can place on any cell from which you could walk down to "
        "the board as on stairs: level or one down at each step, before and after you place. If "
        "the top cube exactly two cells away has the colour and height of yours, you must fill "
        "the cell between, and that can set off more. When nobody can place any more, the player "
        "with more cubes on top wins."
    )
    length: ClassVar[str] = N_("about 35 turns")
    difficulty: ClassVar[str] = N_("easy to learn")
    similar_to: ClassVar[str] = N_("stacking")
    glimpse: ClassVar[str] = (
        "5 2 12,15 - a2:BR a3:BB b1:RB b2:R b5:B c2:RRBR c3:B d2:RRB d3:RR d4:RBR e2:B e5:R"
    )
    how_to_play: ClassVar[str] = N_(
        "- Place one of your cubes on any cell, bare or not, from which you can walk **down to "
        "the bottom level**: from neighbour to neighbour, level or down by exactly 1, never "
        "up. It must work before you place the cube and, from its top, after.\n"
        "- If a top cube **exactly two cells away** in the row or column has the colour and "
        "height of the one you placed, you must fill the cell between them, stairs or not. "
        "That can force more. With several cells to fill, you choose the next.\n"
        "- A player who runs out of cubes is done. The other plays alone, but can't start on "
        "bare cells any more.\n"
        "- When no more cubes can be placed, the colour with **the most tops** wins. If "
        "they're equal, only the highest towers count, then the next highest.\n"
        "- `c3` places a cube, `+c4` chooses a cell that must be filled."
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option("size", N_("cells on a side"), SIZES, SIZES[0]),
    )
    ending: ClassVar[type[Outcome]] = ScalasOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalasPosition:
        size: int = setup["size"]
        return ScalasPosition.set_up(size, {}, (size * size, size * size), 1)

    def decode(self, text: str) -> ScalasPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise ValueError(f"not a position of Scalas: {text!r}")
        try:
            position = ScalasPosition.set_up(
                int(match["size"]),
                {cell: tower for cell, _, tower in _parted(match["towers"].split(), ":")},
                (int(match["red"]), int(match["blue"])),
                int(match["seat"]),
                [(low, high) for low, _, high in _parted(match["pending"].split(","), "-") if low],
            )
        except KeyError as error:
            raise ValueError(f"{error.args[0]} is not on the board: {text!r}") from error
        if position.encode() != text:
            raise ValueError(f"not how a position of Scalas is encoded: {text!r}")
        return position


def _parted(parts: Iterable[str], mark: str) -> list[tuple[str, str, str]]:
    return [part.partition(mark) for part in parts]
