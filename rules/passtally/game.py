"""Passtally, in which players lay and stack tiles so that lines join their own markers.

Source: rules: passtally.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from rules.language import N_
from rules.lesson import Lesson
from rules.passtally.board import SEAT_NAMES, SPOTS
from rules.passtally.ending import PasstallyOutcome
from rules.passtally.lessons import LESSONS
from rules.passtally.placing import Placing
from rules.passtally.position import PasstallyPosition
from rules.passtally.tiles import COPIES, KINDS, PILE_SIZE
from rules.passtally.tiling import Tiling
from rules.position import Game, Option, Options, Outcome, Setup


class Passtally(Game):
    """The game of Passtally, by the publisher's rule sheet (rules: passtally)."""

    key: ClassVar[str] = "passtally"
    name: ClassVar[str] = "Passtally"
    icon: ClassVar[str] = "🧩"
    summary: ClassVar[str] = N_(
        "Lay and stack tiles so that lines join two of your markers. The higher the tiles on a "
        "line, the more it scores."
    )
    length: ClassVar[str] = N_("about 20 turns")
    difficulty: ClassVar[str] = N_("takes a match or two to get into")
    similar_to: ClassVar[str] = N_("Tsuro")
    glimpse: ClassVar[str] = (
        "2 1 2 3 0 - - 4,6 12....12........21....21 XA,?,?,?,?,?,?,?,?,?,?,?/XX,?,?,?,?,?,?,"
        "?,?,?,?,?,?,?/XX,?,?,?,?,?,?,? XA:f6-f5,XA:a4-b4,AB:f4-f3,BB:b5-b6,XX:f4-f5,"
        "XB:a5-a6,BB:a4-a5,XX:b3-c3 -"
    )
    how_to_play: ClassVar[str] = N_("""\
First, take turns placing your four markers, one at each side of the board: type a spot, `N3`.
Then a turn is **two actions**, each one of these:
- **Lay a tile** from the top of a pile on two adjacent cells, `2:c3-d3`: the pile, the cell of \
the tile's first half, the cell of its second. Both cells must be equally high. Above the bare \
board they must show two different tiles.
- **Move a marker** of yours 1 or 2 steps around the board, `N3-E1`. Markers in the way are \
jumped.

When your turn ends, each line that joins two of your markers counts the heights of the tiles it \
passes. All passes together give your points:
1 → 1 · 2–3 → 2 · 4–6 → 3 · 7–10 → 4 · 11–15 → 5 · 16–21 → 6 · 22–28 → 7 · \
29–36 → 8 · 37–45 → 9 · 46–55 → 10 · 56+ → 15.
Once someone has 50 points or a pile is used up, the round is finished and the match ends. It \
ends at once when all piles are used up or no tile fits anywhere, and after ten rounds in a row \
without a tile. Most points win. If equal, the player earlier in turn order wins.""")
    options: ClassVar[tuple[Option, ...]] = (Option("players", N_("number of players"), (2, 3), 2),)
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
            victory_points=(0,) * players,
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
