"""A position of Skirt: the stones, their connections, and legal turns.

Source: rules: skirt. `rules.skirt.board` has the geometry and the turns from each outer cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import ClassVar

from language.texts import Text, gettext, lazy_gettext
from rules.position import Move, MoveInput, Outcome, Position, View
from rules.refusal import Refusal
from rules.skirt.board import (
    OPPOSITE_SIDES,
    SIZES,
    WINS,
    CellSet,
    Hexagon,
    LegalTurns,
    TurnSet,
    TurnTable,
    cell_of,
    steps_named,
    turn_table,
    turns_of,
)
from rules.skirt.words import SkirtOutcome, described, jumped, refusal
from rules.symmetry import owned, turned
from rules.teaching import Remark


@dataclass(frozen=True, slots=True)
class SkirtPosition(Position):
    """The stones on the board and the seat to move, built by hand with `set_up`."""

    stones: bytes
    """The seat whose stone stands on each cell, 0 if it is empty."""
    _to_move: int | None
    touching: tuple[bytes, bytes] = field(compare=False, repr=False)
    """The sides connected with a stone of each seat on each cell, White first.

    They are bits as in `Hexagon.sides`. On an empty cell, a stone would connect them.
    """
    _table: TurnTable = field(compare=False, repr=False)
    _occupied: CellSet = field(compare=False, repr=False)
    _reachable: TurnSet = field(compare=False, repr=False)
    """The turns with a legal second step, even if the first is illegal."""
    _startable: tuple[TurnSet, ...] = field(compare=False, repr=False)
    """The turns with a legal first step for White, and those for Black."""

    @classmethod
    def set_up(
        cls, size: int, white: Iterable[str] = (), black: Iterable[str] = (), seat: int = 1
    ) -> SkirtPosition:
        """Return the position with stones on these cells, and this seat to move.

        An empty board with White to move is the beginning of a match.

        :raises ValueError: if there is no such position.
        """
        if size not in SIZES or seat not in (1, 2):
            raise ValueError(f"no position of size {size} with seat {seat} to move")
        table = turn_table(size)
        hexagon = table.hexagon
        white, black = list(white), list(black)
        for name in [*white, *black]:
            if name not in hexagon.number:
                raise ValueError(f"{name!r} is no cell of size {size}")
        if len({*white, *black}) < len(white) + len(black):
            raise ValueError("two stones on one cell")
        placing = sum(table.placing.values())
        empty = cls(
            stones=bytes(len(hexagon.names)),
            _to_move=seat,
            touching=(hexagon.sides, hexagon.sides),
            _table=table,
            _occupied=0,
            _reachable=table.full,
            _startable=(placing, placing),
        )
        half = empty._with_stones(1, [hexagon.number[name] for name in white], seat)
        position = half._with_stones(2, [hexagon.number[name] for name in black], seat)
        if half.outcome and _winning_cells(position, 2):
            raise ValueError("both have won")
        return position

    @property
    def hexagon(self) -> Hexagon:
        """The tables of this board size."""
        return self._table.hexagon

    @property
    def size(self) -> int:
        """Cells along a side."""
        return self.hexagon.size

    @property
    def to_move(self) -> int | None:
        return self._to_move

    @property
    def outcome(self) -> Outcome | None:
        if self._to_move is not None:
            return None
        cell = winning_chain(self)[0]
        winner = self.stones[cell]
        sides = self.touching[winner - 1][cell]
        if any(sides & goal == goal for goal in OPPOSITE_SIDES):
            return SkirtOutcome((winner,), "opposite_sides")
        return SkirtOutcome((winner,), "three_sides")

    @property
    def is_first_turn(self) -> bool:
        """Whether it is the first turn, which has only one stone."""
        return self._to_move == 1 and not self._occupied

    def moves(self) -> Sequence[Move]:
        seat = self._to_move
        if seat is None:
            return ()
        table = self._table
        startable = self._startable[seat - 1]
        legal = startable & self._reachable
        wins = self.touching[seat - 1].translate(WINS)
        if True in wins:
            for cell, placing in table.placing.items():
                # An outer stone that wins is the whole turn.
                if wins[cell]:
                    legal = legal & ~placing | startable & placing & table.alone
        if self.is_first_turn or not legal:
            legal = startable & table.alone
        return LegalTurns(table.turns, legal)

    def play(self, move: Move) -> SkirtPosition:
        seat = self._to_move
        assert seat is not None
        number = self._table.hexagon.number
        # A standing origin is in parentheses and not a cell for a stone.
        cells = [number[step] for step in move if step in number]
        return self._with_stones(seat, cells, 3 - seat)

    def explain(self, move: Move) -> Refusal:
        return refusal(self, self.hexagon, self.stones, move)

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        if len(move) < 2 or self._to_move is None:
            return ()
        start, end = (cell_of(step) for step in move)
        number, names = self.hexagon.number, self.hexagon.names
        line = next(ray for ray in self.hexagon.rays[number[start]] if number[end] in ray)
        row = list(takewhile(self.stones.__getitem__, line))
        if not row:
            return ()
        return (jumped(self._to_move, start, [names[cell] for cell in row], end),)

    def describe(self, moves: Sequence[Move], name: str) -> Text:
        (move,) = moves
        return described(name, move)

    @property
    def input(self) -> SkirtInput:
        return SkirtInput(self)

    def views(self) -> Iterator[View]:
        """Yield six rotations, each also mirrored. The colours are alike after the first turn."""
        names, seat = self.hexagon.names, self.to_move
        stones = [(name, owner) for name, owner in zip(names, self.stones, strict=True) if owner]
        marks = owned(
            [name for name, owner in stones if owner == seat],
            [name for name, owner in stones if owner != seat],
        )
        for turn in turns_of(self.size):
            yield str(self.size), *turned(marks, turn)

    def encode(self) -> str:
        """Return size, White's cells, Black's cells (`-` if none) and seat: `6 a3,b5 f2 1`."""
        cells = [
            ",".join(
                name
                for name, owner in zip(self.hexagon.names, self.stones, strict=True)
                if owner == seat
            )
            for seat in (1, 2)
        ]
        fields = (str(self.size), *cells, str(self._to_move or ""))
        return " ".join(field or "-" for field in fields)

    def _with_stones(self, seat: int, cells: list[int], next_seat: int) -> SkirtPosition:
        """The position with more stones of a seat."""
        table = self._table
        stones = bytearray(self.stones)
        touching = bytearray(self.touching[seat - 1])
        occupied = self._occupied
        reachable = self._reachable
        startable = list(self._startable)
        is_over = self._to_move is None
        for cell in cells:
            stones[cell] = seat
            occupied |= 1 << cell
            self._spread(cell, seat, stones, touching)
            is_over |= WINS[touching[cell]]
            for line in table.lines[cell]:
                reachable = reachable & line.others | line[occupied & line.cells]
            if cell in table.placing:
                startable = [turns & ~table.placing[cell] for turns in startable]
                startable[seat - 1] |= table.standing[cell]
        white, black = self.touching
        to_move = next_seat
        if is_over:
            to_move = None
        # An empty outer cell always gives a move.
        elif not startable[next_seat - 1] & (reachable | table.alone):
            to_move = 3 - next_seat
        return SkirtPosition(
            bytes(stones),
            to_move,
            (bytes(touching), black) if seat == 1 else (white, bytes(touching)),
            table,
            occupied,
            reachable,
            tuple(startable),
        )

    def _spread(self, cell: int, seat: int, stones: bytearray, touching: bytearray) -> None:
        """Spread a new stone's connections to its neighbours and through its chain."""
        neighbours = self._table.hexagon.neighbours
        spreading = [cell]
        for cell in spreading:
            sides = touching[cell]
            for neighbour in neighbours[cell]:
                connected = touching[neighbour]
                if sides | connected != connected:
                    touching[neighbour] = sides | connected
                    if stones[neighbour] == seat:
                        spreading.append(neighbour)


def winning_chain(position: SkirtPosition) -> tuple[int, ...]:
    """Return the cells of the winning chain in order. None while the match is running."""
    return _winning_cells(position, 1) or _winning_cells(position, 2)


def _winning_cells(position: SkirtPosition, seat: int) -> tuple[int, ...]:
    touching = position.touching[seat - 1]
    return tuple(
        cell for cell, owner in enumerate(position.stones) if owner == seat and WINS[touching[cell]]
    )


class SkirtInput(MoveInput[SkirtPosition]):
    """Turns typed or chosen on the hexagon."""

    lettered: ClassVar[str] = "row"

    def parse(self, text: str) -> Move:
        return steps_named(text)

    def label(self, prefix: Move, step: str) -> str:
        """Name an outer stone as an origin without its brackets: "stone e9"."""
        if step.startswith("("):
            return gettext("stone {cell}", cell=cell_of(step))
        return step

    def continuation(self, prefix: Move, reached: Move) -> str:
        return "-".join(self.label((), step) for step in reached[len(prefix) :])

    def to_decide(self, prefix: Move) -> Text:
        if self.position.to_move is None:
            return lazy_gettext("The match is over")
        if self.position.is_first_turn and not prefix:
            return lazy_gettext("Choose an outer cell for the first stone")
        moves = self.position.moves()
        if prefix in moves or not moves:
            return lazy_gettext("The turn is complete")
        if prefix:
            return lazy_gettext("Choose an inner cell in line with it")
        if all(len(move) == 1 for move in moves):
            return lazy_gettext("Choose an outer cell")
        if moves[0][0].startswith("("):
            return lazy_gettext(
                "Choose an empty outer cell, or one of your stones on an outer cell"
            )
        return lazy_gettext("Choose an empty outer cell")
