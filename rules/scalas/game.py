"""The game Scalas: two players stack cubes as stairs, and pairs of cubes force further ones.

Source: rules: scalas. Seat 1 is Red, seat 2 is Blue. A step is one decision: `c3` places a cube,
`+c4` chooses one of several forced cells. What follows without a choice belongs to the move, and
its text shows it, but it is not one of its steps. The stair rule is in `rules.scalas.stairs`,
forced placement in `rules.scalas.forced`, the words of refusals in `rules.scalas.refusals`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import ClassVar, Self

from rules.notation import examples
from rules.position import Game, Move, Option, Options, Outcome, Position, Setup
from rules.refusal import Refusal, shown
from rules.scalas.board import Board, Line, board_of
from rules.scalas.forced import COLOURS, SEAT_NAMES, Course, Filling, course, pairs_made
from rules.scalas.refusals import refusal, wrong_continuation
from rules.scalas.stairs import buildable, levels_of

SIZES = (5, 6, 7)

_CELL = re.compile(r"[a-z][0-9]+")
_BETWEEN = r"[-–, ]*(?:\+[-–, ]*)?"
_TEXT = re.compile(rf"\+? *{_CELL.pattern}(?:{_BETWEEN}{_CELL.pattern})*")
_ENCODED = re.compile(
    r"(?P<size>[5-7]) (?P<seat>[12]) (?P<red>[0-9]{1,2}),(?P<blue>[0-9]{1,2}) "
    r"(?P<pending>-|{0}-{0}(?:,{0}-{0})*)(?P<towers>(?: {0}:[RB]+)*)".replace("{0}", "[a-g][1-7]")
)


@dataclass(frozen=True, slots=True)
class ScalasPosition(Position):
    """A position of Scalas. `set_up` makes one by hand."""

    size: int
    towers: tuple[str, ...]
    """Of each cell, in the order of `cells`: the cubes from bottom to top, as in `RRB`."""
    hands: tuple[int, int]
    """Cubes left, by seat."""
    seat: int
    """Who decides, or would if anything could be placed."""
    pending: tuple[Line, ...] = ()
    """The pairs between which the mover still has to choose, sorted; empty between turns."""
    _moves: tuple[Move, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_moves", self._legal())

    @classmethod
    def set_up(
        cls,
        size: int,
        towers: Mapping[str, str],
        hands: tuple[int, int],
        seat: int,
        pending: Iterable[tuple[str, str]] = (),
    ) -> Self:
        """A position made by hand.

        Where the seat has no cubes, and the other one has, the other one is to move.

        :param towers: as in `towers`, but by cell; bare cells can be left out.
        :param pending: the cells of each pending pair, where the seat has to choose.
        :raises KeyError: where a cell is not on the board.
        :raises ValueError: where pending pairs are none, or leave nothing to choose.
        """
        board = board_of(size)
        standing = [""] * len(board.cells)
        for cell, tower in towers.items():
            standing[board.number[cell]] = tower
        lines: set[Line] = set()
        for first, last in pending:
            low, high = sorted((board.number[first], board.number[last]))
            line = (low, (low + high) // 2, high)
            is_movers = standing[low].endswith(COLOURS[seat - 1])
            if not is_movers or line not in pairs_made(board, standing, low):
                raise ValueError(f"{first} and {last} are no pair")
            lines.add(line)
        if lines and (len({line[1] for line in lines}) < 2 or not hands[seat - 1]):
            raise ValueError("pairs are pending, but there is nothing to choose")
        if not hands[seat - 1] and hands[2 - seat]:
            seat = 3 - seat
        return cls(size, tuple(standing), hands, seat, tuple(sorted(lines)))

    @property
    def board(self) -> Board:
        """The tables of this board size."""
        return board_of(self.size)

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all cells, sorted: a1, a2, …"""
        return self.board.cells

    @property
    def is_mid_turn(self) -> bool:
        return bool(self.pending)

    @property
    def forced(self) -> tuple[str, ...]:
        """The cells among which the mover must choose now, sorted; empty between turns."""
        return tuple(self.cells[cell] for cell in sorted({line[1] for line in self.pending}))

    @property
    def tops(self) -> tuple[int, int]:
        """Top cubes, by seat."""
        shown = [tower[-1:] for tower in self.towers]
        return shown.count(COLOURS[0]), shown.count(COLOURS[1])

    @property
    def is_solo(self) -> bool:
        """One hand is empty: the other player goes on alone (rules: scalas, "Running out")."""
        return not all(self.hands)

    @property
    def to_move(self) -> int | None:
        return self.seat if self._moves else None

    @property
    def outcome(self) -> Outcome | None:
        """Rules: scalas, "End"."""
        if self._moves:
            return None
        tops = self.tops
        if tops[0] != tops[1]:
            winner = 1 if tops[0] > tops[1] else 2
            most, least = _count(max(tops), "top cube"), min(tops)
            words = f"{SEAT_NAMES[winner - 1]} has {most}, {SEAT_NAMES[2 - winner]} {least}."
            return Outcome((winner,), "tops", words, tops)
        equal = f"Both have {_count(tops[0], 'top cube')}"
        for height in range(max(map(len, self.towers)), 0, -1):
            shown = [tower[-1] for tower in self.towers if len(tower) == height]
            red, blue = (shown.count(colour) for colour in COLOURS)
            if red != blue:
                winner = 1 if red > blue else 2
                more = f"{SEAT_NAMES[winner - 1]} has {max(red, blue)}"
                fewer = f"{SEAT_NAMES[2 - winner]} {min(red, blue)}"
                words = f"{equal}; at height {height}, {more}, {fewer}."
                return Outcome((winner,), "towers", words, tops)
        return Outcome((), "draw", f"{equal}, and as many at every height.", tops)

    def moves(self) -> Sequence[Move]:
        return self._moves

    def _legal(self) -> tuple[Move, ...]:
        if self.pending:
            return tuple((f"+{cell}",) for cell in self.forced)
        if not self.hands[self.seat - 1]:
            return ()
        board = self.board
        heights = [len(tower) for tower in self.towers]
        allowed = buildable(board, levels_of(board, heights))
        if self.is_solo:
            allowed &= sum(compress(board.bits, heights))
        return tuple(compress(board.steps, map(allowed.__and__, board.bits)))

    def play(self, move: Move) -> Self:
        mover = self.seat - 1
        result = self._course(move)
        hands = (self.hands[0], result.hand) if mover else (result.hand, self.hands[1])
        seat = self.seat if result.pending or not hands[1 - mover] else 3 - self.seat
        return type(self)(self.size, result.towers, hands, seat, result.pending)

    def fillings(self, move: Move) -> tuple[Filling, ...]:
        """The cubes that a legal move places, in order: the decision, then what it forces."""
        return self._course(move).fillings

    def _course(self, move: Move) -> Course:
        mover = self.seat - 1
        cell = self.board.number[move[0].removeprefix("+")]
        return course(
            self.board, self.towers, COLOURS[mover], self.hands[mover], self.pending, cell
        )

    def explain(self, move: Move) -> Refusal:
        return refusal(self, move)

    def parse(self, text: str) -> Move:
        """A decision alone, or with its continuation.

        :raises Refusal: `unreadable`, or `wrong_continuation` after a legal decision.
        """
        folded = text.casefold()
        if not _TEXT.fullmatch(folded):
            words = f"“{shown(text)}” is no move of Scalas. {examples(self, self._moves)}"
            raise Refusal("unreadable", words)
        first, *continuation = _CELL.findall(folded)
        chosen = folded.startswith("+") or first in self.forced
        move = (f"+{first}" if chosen else first,)
        if continuation and move in self._moves:
            filled = [filling.cell for filling in self.fillings(move)]
            if filled != [first, *continuation]:
                raise wrong_continuation(self, move, continuation)
        return move

    def text(self, move: Move) -> str:
        return move[0] + "".join(f"+{filling.cell}" for filling in self.fillings(move)[1:])

    def prompt(self, prefix: Move) -> str:
        if prefix:
            return "The move is complete"
        if self.pending:
            return "Choose which forced cell to fill"
        return "Choose a cell for your cube"

    def encode(self) -> str:
        """Size, seat, hands, pending pairs (each by its ends) and towers: `5 1 24,24 - a3:B`."""
        cells = self.cells
        hands = ",".join(map(str, self.hands))
        pending = ",".join(f"{cells[low]}-{cells[high]}" for low, _, high in self.pending)
        towers = [
            f"{cell}:{tower}" for cell, tower in zip(cells, self.towers, strict=True) if tower
        ]
        return " ".join([str(self.size), str(self.seat), hands, pending or "-", *towers])


class Scalas(Game):
    """The game, on 5 × 5, 6 × 6 or 7 × 7 cells."""

    key: ClassVar[str] = "scalas"
    name: ClassVar[str] = "Scalas"
    summary: ClassVar[str] = (
        "Build stairs out of cubes, and have the most of your colour on top in the end."
    )
    how_to_play: ClassVar[str] = (
        "- Place one of your cubes on any cell, bare or not, from which one can walk **down to the "
        "bottom level**: from neighbour to neighbour, level or down by exactly 1, never up. It "
        "must work before you place the cube and, from its top, after.\n"
        "- If a top cube **exactly two cells away** in the row or column has the colour and height "
        "of the one you placed, you must fill the cell between them, stairs or not. That can force "
        "more. With several cells to fill, you choose the next.\n"
        "- Who runs out of cubes is done; the other player goes on alone, but no longer begins on "
        "bare cells.\n"
        "- When nobody can place, **the most tops of one colour** win. If equal, only the highest "
        "towers count, then the next lower ones.\n"
        "- `c3` places a cube, `+c4` chooses a cell that must be filled."
    )
    options: ClassVar[tuple[Option, ...]] = (Option("size", "cells on a side", SIZES, SIZES[0]),)

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalasPosition:
        size: int = setup["size"]
        return ScalasPosition.set_up(size, {}, (size * size, size * size), 1)

    def decode(self, text: str) -> ScalasPosition:
        found = _ENCODED.fullmatch(text)
        if found is None:
            raise ValueError(f"not a position of Scalas: {text!r}")
        try:
            position = ScalasPosition.set_up(
                int(found["size"]),
                {cell: tower for cell, _, tower in _parted(found["towers"].split(), ":")},
                (int(found["red"]), int(found["blue"])),
                int(found["seat"]),
                [(low, high) for low, _, high in _parted(found["pending"].split(","), "-") if low],
            )
        except KeyError as error:
            raise ValueError(f"{error.args[0]} is not on the board: {text!r}") from error
        if position.encode() != text:
            raise ValueError(f"not how a position of Scalas is encoded: {text!r}")
        return position


def _parted(parts: Iterable[str], mark: str) -> list[tuple[str, str, str]]:
    return [part.partition(mark) for part in parts]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
