"""Passtally, in which players lay and stack tiles so that lines join their own markers.

Source: rules: passtally. The lessons are for two players, and their positions are written by
`PasstallyPosition.encode`. In lessons about a win, no hidden tile can change it, because each pile
has only its open tile or none.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from language.texts import N_
from rules.passtally.board import (
    COPIES,
    HEAD_STARTS,
    KINDS,
    PILE_SIZE,
    SEAT_NAMES,
    SPOTS,
    Tiling,
    points_at_start,
)
from rules.passtally.moves import Placing
from rules.passtally.position import PasstallyPosition
from rules.passtally.words import PasstallyOutcome
from rules.position import Game, Option, Options, Outcome, Setup
from rules.teaching import Lesson, Task

LESSONS = (
    Lesson(
        key="markers",
        title=N_("Place your markers"),
        words=N_(
            "You are Amber. First everyone places four markers, one at each side. You want "
            "lines that join two of yours: place one opposite N3, on S4."
        ),
        start=(
            "2 1 0 0 3 N - 0,0 ..1.2........2.......... "
            "XA,XB,AA,AA,XB,XX,XX,AB,AB,BB,BB,BB,XA,BB/XB,BB,XA,XB,XX,AA,AB,AA,AB,XB,AB,AB,BB,XA/"
            "AA,XX,XB,XX,XB,XA,BB,AB,AA,XX,XA,XX,XA,AA - -"
        ),
        tasks=(
            Task(
                accepted=("S4",),
                praise=N_("The line down column c now joins N3 and S4, and both are yours."),
                otherwise=N_("From there no line leads to N3. Follow column c down, to S4."),
            ),
        ),
    ),
    Lesson(
        key="tile",
        title=N_("Lay a tile"),
        words=N_(
            "Your line from N3 to S4 doesn't run through any tile yet, so it scores nothing. Lay "
            "the tile from pile 1 upright on two cells of column c, such as c3 and c4."
        ),
        start="2 1 1 1 0 - - 0,0 ..1.2..1..2.2..1...1.2.. XX,AB/AA,XA/BB,XX - -",
        tasks=(
            Task(
                accepted=("1:c3-c4", "1:c1-c2", "1:c2-c3", "1:c4-c5", "1:c5-c6"),
                praise=N_(
                    "Your line runs through one tile of height 1: one pass, 1 point. That was "
                    "the second of your two actions, so it counts now."
                ),
                otherwise=N_(
                    "Look at the line from N3 down to S4. "
                    "Lay the tile from pile 1 upright on two cells of column c."
                ),
                wrong=dict.fromkeys(
                    [
                        f"1:{left}{row}-{right}{row}"
                        for left, right in ("bc", "cd")
                        for row in range(1, 7)
                    ],
                    N_("That lies across the line and scores too. Now lay it upright."),
                ),
            ),
        ),
    ),
    Lesson(
        key="step",
        title=N_("Move a marker"),
        words=N_(
            "Instead of laying a tile you can move a marker 1 or 2 steps around the board. You "
            "jump over occupied spots, and they don't count as steps. Move E1 to E3, opposite "
            "W4."
        ),
        start="2 1 1 2 0 - - 3,3 ..1.2.12....1.2....2.1.. XX,AB/AA,XA/BB,XX XX:b4-c4,XX:d4-e4 -",
        tasks=(
            Task(
                accepted=("E1-E3",),
                praise=N_(
                    "You jumped Teal's marker on E2. Row 4 now joins W4 and E3: "
                    "two passes, 2 points."
                ),
                otherwise=N_("That's an action too. Now move the marker on E1 down to E3."),
                wrong={
                    "E1-E4": N_("One spot too far: that's the end of row 3. Stop on E3."),
                },
            ),
        ),
    ),
    Lesson(
        key="bend",
        title=N_("Bend a line"),
        words=N_(
            "Tiles with curves turn lines. W3 and N4 are yours, and their lines cross on d3. "
            "Lay the tile from pile 1 across d3 and e3 to join them."
        ),
        start="2 1 1 2 0 - - 1,1 2..1.....2.11..2....1.2. BB,AB/XX,AA/XA,XX - -",
        tasks=(
            Task(
                accepted=("1:d3-e3", "3:d2-d3", "3:d4-d3"),
                praise=N_(
                    "From W3 the line now turns up to N4, and runs through one tile: 1 point."
                ),
                otherwise=N_("That doesn't join W3 and N4. On d3 the line has to turn up."),
                wrong={
                    "1:c3-d3": N_(
                        "The right tile, one cell too far left: the line turns up on c3 already. "
                        "Lay it on d3 and e3."
                    ),
                    "1:d3-d4": N_(
                        "Upright, its curves turn the other way. Lay it across, on d3 and e3."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="stack",
        title=N_("Build higher"),
        words=N_(
            "You may lay a tile on two cells of equal height, if they show two different tiles. "
            "The higher a tile, the more it counts. Lay the tile from pile 1 on c3 and d3."
        ),
        start=(
            "2 1 1 3 0 - - 4,5 .1..2..2.1...1...2..1..2 XX,AB/AA,XA/BB,XX "
            "XX:b3-c3,XX:d3-e3,BB:d5-e5 -"
        ),
        tasks=(
            Task(
                accepted=("1:c3-d3",),
                praise=N_(
                    "Your tile lies at height 2. Row 3 makes 1 + 2 + 1 = 4 passes, worth 3 points."
                ),
                otherwise=N_(
                    "Row 3 is your line. Lay the tile from pile 1 on top of it, on c3 and d3."
                ),
                wrong={
                    "2:c3-d3": N_(
                        "The right place, but those curves break your line. Take pile 1."
                    ),
                    "3:c3-d3": N_(
                        "The right place, but those curves break your line. Take pile 1."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="passes",
        title=N_("Add up two lines"),
        words=N_(
            "The passes of all your lines are added, then turned into points by the table. Row 3 "
            "gives you 4 passes. Find the action that makes it 7 in all."
        ),
        start=(
            "2 1 1 3 0 - - 6,5 .1..2..2.1..2..1....1.2. XX,AB/AB,AA/BB,XX "
            "XX:b3-c3,XX:d3-e3,XX:b4-b5,XX:b1-b2,XX:c3-d3 -"
        ),
        tasks=(
            Task(
                accepted=("S4-S5",),
                praise=N_(
                    "Column b joins N2 and S5 with 3 passes. 4 + 3 = 7, and that's 4 points."
                ),
                otherwise=N_("That's not 7 yet. Follow the line down from N2. Where does it end?"),
            ),
        ),
    ),
    Lesson(
        key="one",
        title=N_("The last action"),
        is_puzzle=True,
        words=N_(
            "You are Teal, and this is the last action of the match. Amber leads 41 to 38 and wins "
            "a tie, so you need 4 points. Which tile joins W3 with E5?"
        ),
        start=(
            "2 2 1 9 0 - - 41,38 .1..2....12...21....21.. /AB/XB "
            "AA:d3-d4,AB:e5-d5,XX:b4-b5,XB:c2-c3,AA:d2-e2,BB:c3-d3,XX:b2-b3 -"
        ),
        tasks=(
            Task(
                accepted=("2:c4-c5",),
                claim="wins",
                praise=N_("The two ends met at c4. 7 passes, 4 points: you win 42 to 41."),
                otherwise=N_(
                    "Follow your line from W3: it comes to c4 from below. From E5 it comes to c4 "
                    "from the right. Join them there."
                ),
            ),
        ),
    ),
    Lesson(
        key="two",
        title=N_("The last two actions"),
        is_puzzle=True,
        words=N_(
            "You are Teal and have the last two actions. You need 4 points. The tile from pile "
            "3 belongs on d3 and e3, but e3 is still too low. Which tile raises it?"
        ),
        start=(
            "2 2 2 9 0 - - 33,30 2...1...2.1....2.1.12... /XX/BB "
            "XX:d5-e5,XA:b3-c3,AB:d2-c2,XA:c3-c2,XA:d3-d4,XX:b4-b5,BB:c4-c5 -"
        ),
        tasks=(
            Task(
                accepted=("2:e3-e4",),
                claim="wins in two",
                praise=N_(
                    "Now d3 and e3 are at the same height and show two different tiles. Lay "
                    "the tile from pile 3 on both."
                ),
                otherwise=N_(
                    "That won't be enough. Lay the tile from pile 2 so that it covers e3 and row 4."
                ),
                wrong={
                    "2:e3-f3": N_(
                        "That raises e3 as well, but row 4 gains no tile. Lay it upright, so "
                        "that your line to E3 runs through it."
                    ),
                    "2:e2-e3": N_(
                        "That raises e3 as well, but row 4 gains no tile. Lay it upright, so "
                        "that your line to E3 runs through it."
                    ),
                },
            ),
            Task(
                accepted=("3:d3-e3",),
                claim="wins",
                praise=N_("7 passes from W3 to E3 make 4 points. You win 34 to 33."),
                otherwise=N_("One more action: lay the tile from pile 3 on top, on d3 and e3."),
            ),
        ),
    ),
)


class Passtally(Game):
    """The game of Passtally, by the publisher's rule sheet (rules: passtally)."""

    key: ClassVar[str] = "passtally"
    name: ClassVar[str] = "Passtally"
    icon: ClassVar[str] = "🧩"
    summary: ClassVar[str] = N_(
        "Lay and stack tiles so that lines join two of your markers. The higher the tiles on a "
        "line, the more it scores."
    )
    opening: ClassVar[str] = N_(
        "Your four markers stand around the board, and lines run across it. In a turn you do two "
        "things: lay a tile, which bends the lines, or move a marker. When your turn ends, every "
        "line that joins two of your own markers scores, and the higher the tiles it runs over, "
        "the more. So build high where your lines run, and break the lines of the others. Once "
        "someone has 50 points or a pile is used up, the round is finished, and the player with "
        "the most points wins."
    )
    length: ClassVar[str] = N_("about 20 turns")
    difficulty: ClassVar[str] = N_("takes a match or two to get into")
    similar_to: ClassVar[str] = N_("Tsuro")
    glimpse: ClassVar[str] = (
        "2 1 2 3 0 - - 4,6 12....12........21....21 XA,?,?,?,?,?,?,?,?,?,?,?/XX,?,?,?,?,?,?,"
        "?,?,?,?,?,?,?/XX,?,?,?,?,?,?,? XA:f6-f5,XA:a4-b4,AB:f4-f3,BB:b5-b6,XX:f4-f5,"
        "XB:a5-a6,BB:a4-a5,XX:b3-c3 -"
    )
    how_to_play: ClassVar[str] = N_(
        "First, take turns placing your four markers, one on each side of the board: type a "
        "spot, `N3`.\n"
        "Then a turn is **two actions**, each one of these:\n"
        "- **Lay a tile** from the top of a pile on two adjacent cells, `2:c3-d3`: the pile, the "
        "cell of the tile's first half, the cell of its second. Both cells must be at the same "
        "height. Unless they are bare, they must show two different tiles.\n"
        "- **Move a marker** of yours 1 or 2 steps around the board, `N3-E1`. You jump over "
        "markers in the way.\n"
        "\n"
        "When your turn ends, each line that joins two of your markers counts the heights of the "
        "tiles it runs through. All passes together give your points:\n"
        "1 → 1 · 2–3 → 2 · 4–6 → 3 · 7–10 → 4 · 11–15 → 5 · 16–21 → 6 · 22–28 → 7 · 29–36 → 8 · "
        "37–45 → 9 · 46–55 → 10 · 56+ → 15.\n"
        "Once someone has 50 points or a pile is used up, the round is finished and the match "
        "ends. It ends at once when all piles are used up or no tile fits anywhere, and after "
        "ten rounds in a row without a tile. The player with the most points wins. If points are "
        "equal, the player earlier in turn order wins."
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option("players", N_("number of players"), (2, 3), 2, N_("{game} for three")),
        Option(
            "head-start",
            N_("points of the first player at the start"),
            HEAD_STARTS,
            0,
            N_("{game} (head start {value})"),
            N_(
                "Later players have it easier. Among equal players, 1 point roughly makes up "
                "for that. With three players, the second one gets half as many, rounded down."
            ),
        ),
    )
    has_draws: ClassVar[bool] = False
    ending: ClassVar[type[Outcome]] = PasstallyOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES[: options["players"]]

    def deal(self, options: Options, random: Random) -> dict[str, Any]:
        """Return the options and the `deck` of three piles of 14 kinds, face-up tiles first."""
        tiles = list(KINDS) * COPIES
        random.shuffle(tiles)
        deck = [tiles[start : start + PILE_SIZE] for start in range(0, len(tiles), PILE_SIZE)]
        return {**options, "deck": deck}

    def start(self, setup: Setup) -> PasstallyPosition:
        """Return the position before the first marker is placed.

        :raises ValueError: if `deal` can't give this set-up.
        """
        players: int = setup["players"]
        return PasstallyPosition(
            players=players,
            piles=tuple(tuple(pile) for pile in setup["deck"]),
            board=Tiling.bare(),
            ring=(0,) * len(SPOTS),
            victory_points=points_at_start(setup.get("head-start", 0), players),
            seat=1,
            actions_left=0,
            round=0,
            placing=Placing(players),
        ).checked()

    def decode(self, text: str) -> PasstallyPosition:
        fields = ["" if field == "-" else field for field in text.split(" ")]
        if len(fields) not in (12, 13):
            raise ValueError("a position of Passtally has 12 or 13 fields")
        players, seat, actions_left, number, done = (int(field) for field in fields[:5])
        sides, resigned, scores, ring, piles, laid, ended = fields[5:12]
        position = PasstallyPosition(
            players=players,
            piles=tuple(tuple(pile.split(",")) if pile else () for pile in piles.split("/")),
            board=Tiling.of(laid.split(",") if laid else ()),
            ring=tuple(0 if owner == "." else int(owner) for owner in ring),
            victory_points=tuple(int(score) for score in scores.split(",")),
            seat=seat,
            actions_left=actions_left,
            round=number,
            placing=None if number else Placing(players, done, sides),
            resigned=tuple(int(seat) for seat in resigned.split(",")) if resigned else (),
            ended=ended or None,
            rounds_without_tile=int(fields[12]) if len(fields) == 13 else 1,
        ).checked()
        if position.encode() != text:
            raise ValueError("a position of Passtally is not written so")
        return position
