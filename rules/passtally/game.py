"""Passtally: two or three players lay and stack tiles so that lines join their own markers.

This is the game: what it is called, how it is dealt, and the positions that come from outside, set
up by hand or read from text. What happens in it is in `passtally_position`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from rules.passtally.board import Board
from rules.passtally.position import (
    ACTIONS,
    ENDINGS,
    PLACING_ORDER,
    PasstallyPosition,
    ended_at_once,
)
from rules.passtally.tiles import (
    COPIES,
    KINDS,
    OPPOSITE,
    PILES,
    SEAT_NAMES,
    SIDES,
    SPOTS,
    UNKNOWN,
)
from rules.position import Game, Option, Options, Setup

__all__ = ["Passtally", "PasstallyPosition", "arranged"]

MARKERS = 4
"""A seat's markers."""

PILE_SIZE = len(KINDS) * COPIES // len(PILES)


class Passtally(Game):
    """The game of Passtally, by the publisher's rule sheet (rules: passtally)."""

    key: ClassVar[str] = "passtally"
    name: ClassVar[str] = "Passtally"
    summary: ClassVar[str] = (
        "Lay and stack tiles so that lines join two of your markers: the higher the tiles a line "
        "passes, the more it scores."
    )
    how_to_play: ClassVar[str] = """\
First place your four markers in turns, one at each side of the board: type a spot, `N3`.
Then a turn is **two actions**, each one of these:
- **Lay a tile** from the top of a pile on two adjacent cells, `2:c3-d3`: the pile, the cell of \
the tile's first half, the cell of its second. Both cells must be equally high; above the bare \
board they must show two different tiles.
- **Move a marker** of yours 1 or 2 steps around the board, `N3-E1`. Markers in the way are jumped.

When your turn ends, each line that joins two of your markers counts the heights of the tiles it \
passes; all passes together give your points:
`1` 1 · `2–3` 2 · `4–6` 3 · `7–10` 4 · `11–15` 5 · `16–21` 6 · `22–28` 7 · `29–36` 8 · \
`37–45` 9 · `46–55` 10 · `56+` 15.
With 50 points, or a pile used up, the round is finished and the match is over. It ends at once \
when all piles are used up or no tile fits anywhere. Most points win; on equal points, the earlier \
seat."""
    options: ClassVar[tuple[Option, ...]] = (Option("players", "number of players", (2, 3), 2),)

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES[: options["players"]]

    def deal(self, options: Options, random: Random) -> dict[str, Any]:
        """The options and the `deck`: three piles of 14 kinds, the face-up tile first."""
        tiles = list(KINDS) * COPIES
        random.shuffle(tiles)
        deck = [tiles[start : start + PILE_SIZE] for start in range(0, len(tiles), PILE_SIZE)]
        return {**options, "deck": deck}

    def start(self, setup: Setup) -> PasstallyPosition:
        """The position before the first marker is placed.

        :raises ValueError: where the set-up is none that `deal` could give.
        """
        players: int = setup["players"]
        return _checked(
            PasstallyPosition(
                players=players,
                piles=tuple(tuple(pile) for pile in setup["deck"]),
                board=Board.bare(),
                ring=(0,) * len(SPOTS),
                scores=(0,) * players,
                seat=1,
                actions_left=0,
                round=0,
            )
        )

    def decode(self, text: str) -> PasstallyPosition:
        fields = ["" if field == "-" else field for field in text.split(" ")]
        if len(fields) != 12:
            raise ValueError("a position of Passtally has 12 fields")
        players, seat, actions_left, number, placements = (int(field) for field in fields[:5])
        sides, resigned, scores, ring, piles, laid, ended = fields[5:]
        position = _checked(
            PasstallyPosition(
                players=players,
                piles=tuple(tuple(pile.split(",")) if pile else () for pile in piles.split("/")),
                board=Board.of(laid.split(",") if laid else ()),
                ring=tuple(0 if owner == "." else int(owner) for owner in ring),
                scores=tuple(int(score) for score in scores.split(",")),
                seat=seat,
                actions_left=actions_left,
                round=number,
                placements=placements,
                sides=sides,
                resigned=tuple(int(seat) for seat in resigned.split(",")) if resigned else (),
                ended=ended or None,
            )
        )
        if position.encode() != text:
            raise ValueError("a position of Passtally is not written so")
        return position


def arranged(
    players: int,
    piles: Sequence[Sequence[str]],
    laid: Sequence[str],
    markers: Mapping[str, int],
    *,
    scores: Sequence[int] = (),
    seat: int = 1,
    actions_left: int = ACTIONS,
    round: int = 1,
) -> PasstallyPosition:
    """A position set up by hand, after the markers are placed.

    :param piles: the kinds left in each pile, the face-up tile first.
    :param laid: the tiles on the board in the order laid, like `XA:c3-d3`.
    :param markers: the seat of the marker on each occupied spot.
    :param scores: the points of each seat, all 0 where none are given.
    :raises ValueError: where there can be no such position.
    """
    if not set(markers) <= set(SPOTS):
        raise ValueError("a marker is on no spot")
    board = Board.of(laid)
    ended = ended_at_once(piles, board)
    return _checked(
        PasstallyPosition(
            players=players,
            piles=tuple(tuple(pile) for pile in piles),
            board=board,
            ring=tuple(markers.get(spot, 0) for spot in SPOTS),
            scores=tuple(scores) or (0,) * players,
            seat=seat,
            actions_left=0 if ended else actions_left,
            round=round,
            ended=ended,
        )
    )


def _checked(position: PasstallyPosition) -> PasstallyPosition:
    """The position itself.

    :raises ValueError: where it can't be one of the game.
    """
    if position.players not in PLACING_ORDER:
        raise ValueError("Passtally has 2 or 3 players")
    seats = range(1, position.players + 1)
    resigned = position.resigned
    known = {*KINDS, UNKNOWN}
    at_once = ended_at_once(position.piles, position.board)
    sound = (
        position.seat in seats
        and list(resigned) == sorted({*resigned} & {*seats})
        and len(resigned) < position.players
        and len(position.scores) == position.players
        and min(position.scores) >= 0
        and len(position.ring) == len(SPOTS)
        and {*position.ring} <= {0, *seats}
        and max(position.ring.count(seat) for seat in seats) <= MARKERS
        and len(position.piles) == len(PILES)
        and all(set(pile) <= known for pile in position.piles)
        and position.round >= 0
        and (_is_placing(position) if position.placing_markers else position.placements == 0)
        and (position.placing_markers or position.sides == "")
    )
    if not sound:
        raise ValueError("there is no such position of Passtally")
    if position.ended is None:
        going_on = position.placing_markers or position.actions_left in range(1, ACTIONS + 1)
        consistent = at_once is None and going_on and position.seat not in resigned
    elif position.ended in ("piles_used_up", "no_place"):
        consistent = at_once == position.ended and position.actions_left == 0
    else:
        consistent = position.ended in ENDINGS and position.last_round
        consistent = consistent and at_once is None and position.actions_left == 0
    if not consistent:
        raise ValueError("the end of the match does not fit the position")
    return position


def _is_placing(position: PasstallyPosition) -> bool:
    """Whether the markers, the sides and the seat fit the placements that are done."""
    order = PLACING_ORDER[position.players]
    sides = position.sides
    if not 0 <= position.placements < len(order) or position.board.laid or position.ended:
        return False
    pair, second_of_pair = divmod(position.placements // position.players, 2)
    done = order[: position.placements]
    return (
        position.actions_left == 0
        and not any(position.scores)
        and position.seat == order[position.placements]
        and set(sides) <= set(SIDES)
        and len({*sides, *(OPPOSITE[side] for side in sides if side in OPPOSITE)}) == 2 * len(sides)
        and len(sides) - pair in ((1,) if second_of_pair else (0, 1))
        and all(
            position.ring.count(seat) == done.count(seat)
            for seat in range(1, position.players + 1)
            if seat not in position.resigned
        )
        and bool(position.moves())
    )
