"""A position of Scalas: legal decisions, their consequences, and endings.

Source: rules: scalas. `rules.scalas.stairs` has the stair rule and forced placement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Self

from language.lists import Listed
from language.texts import Text, lazy_gettext
from rules.position import Move, MoveInput, Outcome, Position, View
from rules.refusal import Refusal
from rules.scalas.board import (
    COLOURS,
    CellSet,
    Grid,
    Span,
    cell_of,
    grid_of,
    steps_named,
    text_of,
    turns_of,
)
from rules.scalas.stairs import Cascade, PlacedCube, buildable, cascade, levels_of, pairs_made
from rules.scalas.words import ScalasOutcome, covered, described, forced, refusal
from rules.symmetry import turned
from rules.teaching import Remark


@dataclass(frozen=True, slots=True)
class ScalasPosition(Position):
    """A position of Scalas. `set_up` makes one by hand.

    A step is one decision: `c3` places a cube, `+c4` chooses one of several forced cells. Cubes
    that follow automatically belong to the move and its text, but are not steps.
    """

    size: int
    towers: tuple[str, ...]
    """The cubes of each cell from bottom to top, as in `RRB`, in the order of `cells`."""
    hands: tuple[int, int]
    """The remaining cubes of each seat."""
    seat: int
    """The seat that decides next, or would if anything could be placed."""
    pending: tuple[Span, ...] = ()
    """The sorted pairs that leave a choice. Empty between turns."""
    _buildable: CellSet | None = field(default=None, init=False, repr=False, compare=False)
    """The cached value of `buildable`."""

    @classmethod
    def set_up(
        cls,
        size: int,
        towers: Mapping[str, str],
        hands: tuple[int, int],
        seat: int,
        pending: Iterable[tuple[str, str]] = (),
    ) -> Self:
        """Return a position set up by hand.

        If the seat has no cubes and the other has some, the other is to move.

        :param towers: as in `towers`, but by cell. Bare cells can be omitted.
        :param pending: the cells of each pending pair, if the seat has to choose.
        :raises KeyError: if a cell is not on the board.
        :raises ValueError: if pending pairs are impossible, or leave no choice.
        """
        grid = grid_of(size)
        standing = [""] * len(grid.cells)
        for cell, tower in towers.items():
            standing[grid.number[cell]] = tower
        spans: set[Span] = set()
        for first, last in pending:
            low, high = sorted((grid.number[first], grid.number[last]))
            span = (low, (low + high) // 2, high)
            is_movers = standing[low].endswith(COLOURS[seat - 1])
            if not is_movers or span not in pairs_made(grid, standing, low):
                raise ValueError(f"{first} and {last} are no pair")
            spans.add(span)
        if spans and (len({span[1] for span in spans}) < 2 or not hands[seat - 1]):
            raise ValueError("pairs are pending, but there is nothing to choose")
        if not hands[seat - 1] and hands[2 - seat]:
            seat = 3 - seat
        return cls(size, tuple(standing), hands, seat, tuple(sorted(spans)))

    @property
    def grid(self) -> Grid:
        """The tables of this board size."""
        return grid_of(self.size)

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all cells, sorted: a1, a2, …"""
        return self.grid.cells

    @property
    def is_mid_turn(self) -> bool:
        return bool(self.pending)

    @property
    def forced(self) -> tuple[str, ...]:
        """The sorted cells among which the mover must choose now. Empty between turns."""
        return tuple(self.cells[cell] for cell in sorted({span[1] for span in self.pending}))

    @property
    def tops(self) -> tuple[int, int]:
        """The number of top cubes of each seat."""
        tops = [tower[-1:] for tower in self.towers]
        return tops.count(COLOURS[0]), tops.count(COLOURS[1])

    @property
    def scores(self) -> tuple[int, ...]:
        return self.tops

    @property
    def is_solo(self) -> bool:
        """Whether one hand is empty, so the other player continues alone.

        Rules: scalas, "Running out of cubes".
        """
        return not all(self.hands)

    @property
    def to_move(self) -> int | None:
        return self.seat if self.pending or self.buildable else None

    @property
    def outcome(self) -> Outcome | None:
        """The result by rules: scalas, "End"."""
        if self.to_move is not None:
            return None
        tops = self.tops
        if tops[0] != tops[1]:
            winner = 1 if tops[0] > tops[1] else 2
            return ScalasOutcome((winner,), "tops", tops)
        for height in range(max(map(len, self.towers)), 0, -1):
            top_cubes = [tower[-1] for tower in self.towers if len(tower) == height]
            red, blue = (top_cubes.count(colour) for colour in COLOURS)
            if red != blue:
                winner = 1 if red > blue else 2
                values = {"height": height, "more": max(red, blue), "fewer": min(red, blue)}
                return ScalasOutcome((winner,), "towers", tops, values)
        return ScalasOutcome((), "draw", tops)

    @property
    def buildable(self) -> CellSet:
        """The legal cells if no pair is pending."""
        allowed = self._buildable
        if allowed is None:
            allowed = self._found_buildable()
            object.__setattr__(self, "_buildable", allowed)
        return allowed

    def _found_buildable(self) -> CellSet:
        if not self.hands[self.seat - 1]:
            return 0
        grid = self.grid
        heights = [*map(len, self.towers)]
        allowed = buildable(grid, levels_of(grid, heights))
        return allowed & sum(compress(grid.bits, heights)) if self.is_solo else allowed

    def moves(self) -> Sequence[Move]:
        if self.pending:
            return tuple((f"+{cell}",) for cell in self.forced)
        return tuple(compress(self.grid.steps, map(self.buildable.__and__, self.grid.bits)))

    def play(self, move: Move) -> Self:
        mover = self.seat - 1
        result = self._cascade(move)
        hands = (self.hands[0], result.hand) if mover else (result.hand, self.hands[1])
        seat = self.seat if result.pending or not hands[1 - mover] else 3 - self.seat
        return type(self)(self.size, result.towers, hands, seat, result.pending)

    def placed_cubes(self, move: Move) -> tuple[PlacedCube, ...]:
        """Return the cubes of a legal move, in order: the decision, then the forced ones."""
        return self._cascade(move).cubes

    def _cascade(self, move: Move) -> Cascade:
        mover = self.seat - 1
        cell = self.grid.number[cell_of(move[0])]
        return cascade(
            self.grid, self.towers, COLOURS[mover], self.hands[mover], self.pending, cell
        )

    def explain(self, move: Move) -> Refusal:
        return refusal(self, self.grid, self.towers, self.hands, move)

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        remarks: list[Remark] = []
        tops = {cell: tower[-1:] for cell, tower in zip(self.cells, self.towers, strict=True)}
        for cube in self.placed_cubes(move):
            if cube.forced:
                remarks.append(forced(self.seat, cube))
            if tops[cube.cell] == COLOURS[2 - self.seat]:
                remarks.append(covered(3 - self.seat, cube.cell))
            tops[cube.cell] = COLOURS[self.seat - 1]
        return tuple(remarks)

    def describe(self, moves: Sequence[Move], name: str) -> Listed:
        after, cubes = self, 0
        for move in moves:
            cubes += len(after.placed_cubes(move))
            after = after.play(move)
        cell = cell_of(moves[0][0])
        return described(name, cell, cubes - 1, (self.tops, after.tops), self.seat)

    def text(self, move: Move) -> str:
        return text_of(move, [cube.cell for cube in self.placed_cubes(move)[1:]])

    @property
    def input(self) -> ScalasInput:
        return ScalasInput(self)

    def views(self) -> Iterator[View]:
        """Yield the eight symmetries of the square. Colours are relative to the mover."""
        colours = str.maketrans("RB", "MO" if self.seat == 1 else "OM")
        own, other = self.hands[self.seat - 1], self.hands[2 - self.seat]
        towers = zip(self.cells, self.towers, strict=True)
        marks = {cell: tower.translate(colours) for cell, tower in towers}
        for turn in turns_of(self.size):
            yield str(own), str(other), *turned(marks, turn)

    def encode(self) -> str:
        """Return size, seat, hands, pending pairs by their ends, and towers: `5 1 24,24 - a3:B`."""
        cells = self.cells
        hands = ",".join(map(str, self.hands))
        pending = ",".join(f"{cells[low]}-{cells[high]}" for low, _, high in self.pending)
        towers = [
            f"{cell}:{tower}" for cell, tower in zip(cells, self.towers, strict=True) if tower
        ]
        return " ".join([str(self.size), str(self.seat), hands, pending or "-", *towers])


class ScalasInput(MoveInput[ScalasPosition]):
    """Decisions typed or chosen on the square."""

    @property
    def cell_rows(self) -> tuple[tuple[str, ...], ...]:
        return self.position.grid.rows

    def parse(self, text: str) -> Move:
        """Return a decision, possibly with a wrong continuation."""
        decision, *continuation = steps_named(text)
        move = (f"+{decision}" if decision in self.position.forced else decision,)
        if not continuation or move not in self.position.moves():
            return move
        follows = [f"+{cube.cell}" for cube in self.position.placed_cubes(move)[1:]]
        return move if continuation == follows else (*move, *continuation)

    def to_decide(self, prefix: Move) -> Text:
        if prefix:
            return lazy_gettext("The move is complete")
        if self.position.pending:
            return lazy_gettext("Choose which forced cell to fill")
        return lazy_gettext("Choose a cell for your cube")
