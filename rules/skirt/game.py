"""Skirt: two players connect sides of a hexagon, by an edge stone and one in line with it a turn.

Source: rules: skirt. Seat 1 is White, seat 2 is Black. The geometry is in `rules.skirt.board`, the
turns from each outer cell in `rules.skirt.origins`, the words of refusals in
`rules.skirt.refusals`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from rules.notation import examples
from rules.position import Game, Move, Option, Options, Outcome, Position, Setup
from rules.refusal import Refusal, shown
from rules.skirt import refusals as skirt_refusals
from rules.skirt.board import SEAT_NAMES, Board
from rules.skirt.origins import Origins, origins_of

SIZES = (4, 5, 6, 7, 8)

_OPPOSITE_SIDES = (0b001001, 0b010010, 0b100100)
_ALTERNATE_SIDES = (0b010101, 0b101010)
WINS = bytes(
    any(sides & goal == goal for goal in _OPPOSITE_SIDES + _ALTERNATE_SIDES) for sides in range(64)
)
"""By a set of sides: whether a chain that connects them wins."""

_CELL = re.compile(r"\( *[a-z][0-9]{1,3} *\)|[a-z][0-9]{1,3}")
_TEXT = re.compile(rf"(?:[-–, ]*(?:{_CELL.pattern}))+[-–, ]*")


class SkirtPosition(Position):
    """The stones on the board and the seat to move. `SkirtPosition.of` makes any of them."""

    __slots__ = (
        "_occupied",
        "_origins",
        "_to_move",
        "_turns",
        "_winner",
        "board",
        "stones",
        "touching",
    )

    board: Board
    stones: bytes
    """By cell: the seat whose stone stands there, 0 where it is empty."""
    touching: tuple[bytes, bytes]
    """By seat, White first, then by cell: the sides, as bits like `Board.sides`, that a stone of
    the seat is connected with there; where the cell is empty, that it would be connected with."""

    def __init__(
        self,
        origins: Origins,
        stones: bytes,
        occupied: int,
        touching: tuple[bytes, bytes],
        turns: list[tuple[Move, ...]],
        winner: int | None,
        seat: int,
    ) -> None:
        """For `of` and `play`, which keep the parts in agreement with each other.

        :param occupied: the cells with stones, bit n for cell n.
        :param turns: the turns of two steps from each origin, for whoever may begin there.
        :param seat: the next to move, skipped here where that seat has no move.
        """
        self.board = origins.board
        self.stones = stones
        self.touching = touching
        self._origins = origins
        self._occupied = occupied
        self._turns = turns
        self._winner = winner
        self._to_move = None if winner else seat if self._has_a_move(seat) else 3 - seat

    @classmethod
    def of(
        cls, size: int, white: Iterable[str] = (), black: Iterable[str] = (), seat: int = 1
    ) -> SkirtPosition:
        """The position with stones on the cells of these names, and this seat to move.

        An empty board with White to move is the beginning of a match.

        :raises ValueError: where there is no such position.
        """
        if size not in SIZES or seat not in (1, 2):
            raise ValueError(f"no position of size {size} with seat {seat} to move")
        origins = origins_of(size)
        board = origins.board
        white, black = list(white), list(black)
        for name in [*white, *black]:
            if name not in board.number:
                raise ValueError(f"{name!r} is no cell of size {size}")
        if len({*white, *black}) < len(white) + len(black):
            raise ValueError("two stones on one cell")
        empty = cls(
            origins=origins,
            stones=bytes(len(board.names)),
            occupied=0,
            touching=(board.sides, board.sides),
            turns=[origin.turns(0) for origin in origins.all],
            winner=None,
            seat=seat,
        )
        half = empty._with_stones(1, [board.number[name] for name in white], seat)
        position = half._with_stones(2, [board.number[name] for name in black], seat)
        if half._winner != position._winner and half._winner:
            raise ValueError("both have won")
        return position

    @property
    def size(self) -> int:
        """Cells along a side."""
        return self.board.size

    @property
    def to_move(self) -> int | None:
        return self._to_move

    @property
    def outcome(self) -> Outcome | None:
        if self._winner is None:
            return None
        name = SEAT_NAMES[self._winner - 1]
        sides = self.touching[self._winner - 1][winning_chain(self)[0]]
        if any(sides & goal == goal for goal in _OPPOSITE_SIDES):
            reason, what = "opposite_sides", "two opposite sides"
        else:
            reason, what = "three_sides", "three sides, no two of them neighbours"
        return Outcome((self._winner,), reason, f"{name} connects {what}.")

    @property
    def is_first_turn(self) -> bool:
        """It is the turn that places one stone only."""
        return self._to_move == 1 and not self._occupied

    def moves(self) -> list[Move]:
        seat = self._to_move
        if seat is None:
            return []
        origins = self._origins
        if self.is_first_turn:
            return [origin.alone for origin in origins.all]
        standing: list[Move] = []
        placing: list[Move] = []
        owners = origins.at_origins(self.stones)
        sides = origins.at_origins(self.touching[seat - 1])
        for owner, connected, turns, origin in zip(
            owners, sides, self._turns, origins.all, strict=True
        ):
            if owner == seat:
                standing += turns
            elif owner:
                continue
            elif WINS[connected]:
                placing.append(origin.alone)
            else:
                placing += turns
        # What begins with a parenthesis comes first in the alphabet.
        standing += placing
        if standing:
            return standing
        return [
            origin.alone for owner, origin in zip(owners, origins.all, strict=True) if not owner
        ]

    def play(self, move: Move) -> SkirtPosition:
        seat = self._to_move
        assert seat is not None
        number = self.board.number
        # A standing origin is written in parentheses and is no cell to place a stone on.
        cells = [number[step] for step in move if step in number]
        return self._with_stones(seat, cells, 3 - seat)

    def explain(self, move: Move) -> Refusal:
        return skirt_refusals.refusal(self, move)

    def parse(self, text: str) -> Move:
        folded = text.lower()
        if not _TEXT.fullmatch(folded):
            words = f"“{shown(text)}” is not how a move of Skirt is written."
            raise Refusal("unreadable", f"{words} {examples(self, self.moves())}")
        return tuple(step.replace(" ", "") for step in _CELL.findall(folded))

    def prompt(self, prefix: Move) -> str:
        if self._to_move is None:
            return "The match is over"
        if self.is_first_turn and not prefix:
            return "Choose an outer cell for the first stone"
        moves = self.moves()
        if prefix in moves or not moves:
            return "The turn is complete"
        if prefix:
            return f"Choose an inner cell in line with {prefix[0].strip('()')}"
        if all(len(move) == 1 for move in moves):
            return "Choose an outer cell"
        if moves[0][0].startswith("("):
            return "Choose an empty outer cell, or a stone of yours in the outer area"
        return "Choose an empty outer cell"

    def encode(self) -> str:
        """Size, White's cells, Black's cells, seat to move: `6 a3,b5 f2 1`, a `-` for none."""
        cells = [
            ",".join(
                name
                for name, owner in zip(self.board.names, self.stones, strict=True)
                if owner == seat
            )
            for seat in (1, 2)
        ]
        fields = (str(self.size), *cells, str(self._to_move or ""))
        return " ".join(field or "-" for field in fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SkirtPosition):
            return NotImplemented
        return (self.stones, self._to_move) == (other.stones, other._to_move)

    def __hash__(self) -> int:
        return hash((self.stones, self._to_move))

    def __repr__(self) -> str:
        return f"<SkirtPosition {self.encode()}>"

    def _with_stones(self, seat: int, cells: list[int], next_seat: int) -> SkirtPosition:
        """The position with these stones of a seat more."""
        stones = bytearray(self.stones)
        touching = bytearray(self.touching[seat - 1])
        occupied = self._occupied
        winner = self._winner
        for cell in cells:
            stones[cell] = seat
            occupied |= 1 << cell
            self._spread(cell, seat, stones, touching)
            if WINS[touching[cell]]:
                winner = seat
        turns = self._turns.copy()
        origins = self._origins
        for cell in cells:
            for place in origins.affected[cell]:
                turns[place] = origins.all[place].turns(occupied)
        white, black = self.touching
        return SkirtPosition(
            origins,
            bytes(stones),
            occupied,
            (bytes(touching), black) if seat == 1 else (white, bytes(touching)),
            turns,
            winner,
            next_seat,
        )

    def _spread(self, cell: int, seat: int, stones: bytearray, touching: bytearray) -> None:
        """Let a new stone's connections reach its neighbours, and on through all its chain."""
        neighbours = self.board.neighbours
        spreading = [cell]
        while spreading:
            cell = spreading.pop()
            sides = touching[cell]
            for neighbour in neighbours[cell]:
                known = touching[neighbour]
                if sides | known != known:
                    touching[neighbour] = sides | known
                    if stones[neighbour] == seat:
                        spreading.append(neighbour)

    def _has_a_move(self, seat: int) -> bool:
        """An empty outer cell gives one always: where no turn of two steps is left, it alone."""
        if self._origins.outer & ~self._occupied:
            return True
        owners = self._origins.at_origins(self.stones)
        return any(turns for owner, turns in zip(owners, self._turns, strict=True) if owner == seat)


class Skirt(Game):
    """The rules of Skirt."""

    key: ClassVar[str] = "skirt"
    name: ClassVar[str] = "Skirt"
    summary: ClassVar[str] = (
        "Connect two opposite sides of a hexagon, or three that don't touch each other: "
        "each turn one stone on the edge, then one inside, in line with it."
    )
    how_to_play: ClassVar[str] = (
        "You win **at once** when a chain of your stones connects two **opposite sides** of the "
        "board, or **three sides** of which no two are neighbours. A corner counts for both its "
        "sides.\n"
        "White begins with one stone on any cell of the edge. From then on a turn is two steps:\n"
        "1. Place a stone on an empty cell of the **edge**.\n"
        "2. Place a second one on an empty **inner** cell in a straight line with the first, with "
        "no stone between them. If the cell next to the first is occupied, by either colour, "
        "the whole unbroken row of stones from there on is jumped, but no further row.\n"
        "Instead of step 1 you may start from a stone of yours that already stands on the edge.\n"
        "`a3-c5` places a3, then c5. `(a3)-c5` starts from your stone on a3 and places c5."
    )
    options: ClassVar[tuple[Option, ...]] = (Option("size", "cells on a side", SIZES, 6),)

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> SkirtPosition:
        return SkirtPosition.of(setup["size"])

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
        position = SkirtPosition.of(sizes[size], *cells, seat=seats[seat])
        if (seat == "-") != (position.outcome is not None):
            raise ValueError(f"{text!r} is over, or is not, otherwise than it says")
        return position


def winning_chain(position: SkirtPosition) -> tuple[int, ...]:
    """The cells of the chain that has won, in their order; none while the match goes on."""
    for seat, touching in enumerate(position.touching, start=1):
        chain = tuple(
            cell
            for cell, (owner, sides) in enumerate(zip(position.stones, touching, strict=True))
            if owner == seat and WINS[sides]
        )
        if chain:
            return chain
    return ()
