"""The moves of Passtally: notation, the order of placing markers, and entering step by step.

The steps of a move are spots, or a pile and cells (rules: passtally, "Typing an action").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from language.lists import any_of
from language.texts import Text, gettext, lazy_gettext
from rules.passtally.board import (
    CELL_NUMBERS,
    OPPOSITE,
    PILES,
    SHAPES,
    SIDE_NAMES,
    SIDES,
    UNKNOWN,
    Tiling,
    looks_the_same_turned,
    points,
)
from rules.position import Move, MoveInput, Position

_BETWEEN = "[-, ]*"
_TEXT = re.compile(rf"(?:([0-9]+){_BETWEEN}:?)?{_BETWEEN}((?:[a-z][0-9]+{_BETWEEN})*)")
_NAME = re.compile("[A-Za-z][0-9]+")


def steps_named(text: str) -> Move:
    """Return the steps that a typed text names. Any other text is one step.

    Cells follow the number of a pile. Without one, `e1` may be a cell or the spot `E1`. Then names
    are spots if all can be, or if one can't be a cell, and otherwise cells.
    """
    read = _TEXT.fullmatch(text.casefold())
    if read is None or not read[0]:
        return (text,)
    pile, rest = read[1], read[2]
    names: list[str] = re.findall("[a-z][0-9]+", rest)
    if pile is not None:
        return (pile, *names)
    letters = {name[0] for name in names}
    if letters <= set("nesw") or letters & set("nsw"):
        return tuple(name.upper() for name in names)
    return tuple(names)


def is_a_number(step: str) -> bool:
    """Whether a step could name a pile, existing or not."""
    return step.isascii() and step.isdigit()


def is_a_step(step: str) -> bool:
    """Whether a step could name a pile, a cell or a spot, existing or not."""
    return is_a_number(step) or _NAME.fullmatch(step) is not None


def beginning_of(prefix: Move) -> str:
    """The canonical text of the first steps of a move, or of all: `2:c3-d3`, `N3-E1`."""
    if len(prefix) > 1 and is_a_number(prefix[0]):
        return f"{prefix[0]}:{'-'.join(prefix[1:])}"
    return "-".join(prefix)


PLACING_ORDER = {
    2: (1, 2, 2, 1, 1, 2, 2, 1),
    3: (1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1),
}
"""The seat of each marker placement, by number of players (rules: passtally, "Set-up")."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The progress of placing the markers (rules: passtally, "Set-up").

    Two rounds use one pair of sides. The first seat of the first round chooses a side, and the
    second round uses the opposite one.
    """

    players: int
    done: int = 0
    """The number of entries of `PLACING_ORDER` done."""
    sides: str = ""
    """The sides chosen so far."""

    @property
    def seat(self) -> int:
        """The seat that places the next marker."""
        return PLACING_ORDER[self.players][self.done]

    @property
    def open_sides(self) -> str:
        """The sides for the next marker."""
        pair, second_of_pair = self._round
        if len(self.sides) > pair:
            return OPPOSITE[self.sides[pair]] if second_of_pair else self.sides[pair]
        used = {*self.sides, *(OPPOSITE[side] for side in self.sides)}
        return "".join(side for side in SIDES if side not in used)

    def after(self, side: str, resigned: Sequence[int]) -> Placing | None:
        """Return the placing after a marker on an open side, or None if it was the last."""
        return self._next(self.sides + side if len(self.open_sides) > 1 else self.sides, resigned)

    def skipped(self, resigned: Sequence[int]) -> Placing | None:
        """Return the placing without the next marker, or None if no other follows.

        :param resigned: the seats that have left and place no more markers.
        """
        return self._next(self.sides, resigned)

    def follower(self, resigned: Sequence[int]) -> int | None:
        """Return the next seat that isn't the present one, or None if markers are placed by then.

        :param resigned: the seats that have left and place no more markers.
        """
        following = self.skipped(resigned)
        while following is not None and following.seat == self.seat:
            following = following.skipped(resigned)
        return None if following is None else following.seat

    def _next(self, sides: str, resigned: Sequence[int]) -> Placing | None:
        order = PLACING_ORDER[self.players]
        for done in range(self.done + 1, len(order)):
            if order[done] not in resigned:
                return Placing(self.players, done, sides)
        return None

    def last_seat(self, ring: Sequence[int]) -> int | None:
        """Return the seat that placed the last marker, None before the first.

        A seat that has left still owes its other markers.
        """
        due = PLACING_ORDER[self.players][: self.done]
        placed = [
            seat for number, seat in enumerate(due) if due[:number].count(seat) < ring.count(seat)
        ]
        return placed[-1] if placed else None

    def fits(self, ring: Sequence[int], resigned: Sequence[int]) -> bool:
        """Whether the chosen sides and the markers are consistent with the placements."""
        order, sides = PLACING_ORDER[self.players], self.sides
        if not 0 <= self.done < len(order):
            return False
        pair, second_of_pair = self._round
        done = order[: self.done]
        return (
            set(sides) <= set(SIDES)
            and len({*sides, *(OPPOSITE[side] for side in sides)}) == 2 * len(sides)
            and len(sides) - pair in ((1,) if second_of_pair else (0, 1))
            and all(
                ring.count(each) == done.count(each)
                for each in range(1, self.players + 1)
                if each not in resigned
            )
        )

    @property
    def _round(self) -> tuple[int, int]:
        """The number of the current pair of sides, from 0, and 1 in its second round, else 0."""
        return divmod(self.done // self.players, 2)


@dataclass(frozen=True, slots=True)
class Table:
    """What everyone sees on the table, as far as it decides which moves are legal."""

    tiling: Tiling
    ring: tuple[int, ...]
    """For each spot, by number: the seat whose marker is there, or 0."""
    face_up: tuple[str | None, ...]
    """The kind of the tile that can be taken from each pile, or None if it is used up."""
    open_sides: str
    """The sides for the next marker. Empty once all are placed."""

    @property
    def placing_markers(self) -> bool:
        """Whether markers are still being placed."""
        return bool(self.open_sides)


BEST = 2
"""The number of suggestions."""

_CLOCKWISE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The positions of the second half of a tile: above, right, below and left of the first."""


class PasstallyInput(MoveInput[Position]):
    """Moves typed or chosen step by step, with suggestions."""

    def __init__(self, position: Position, table: Table) -> None:
        super().__init__(position)
        self._table = table

    def parse(self, text: str) -> Move:
        steps = steps_named(text)
        if len(steps) == 3 and steps[0] in PILES and steps[1] in CELL_NUMBERS:
            kind = self._table.face_up[PILES.index(steps[0])]
            if kind and looks_the_same_turned(kind):
                return (steps[0], *sorted(steps[1:]))
        return steps

    def spellings(self, move: Move) -> tuple[Move, ...]:
        """Return the cells of a symmetric tile in either order."""
        if len(move) == 3 and looks_the_same_turned(
            self._table.face_up[PILES.index(move[0])] or UNKNOWN
        ):
            pile, first, second = move
            return move, (pile, second, first)
        return (move,)

    def beginning(self, prefix: Move) -> str:
        return beginning_of(prefix)

    def to_decide(self, prefix: Move) -> Text:
        """Return the sentence that asks for the next choice."""
        if self.position.to_move is None:
            return lazy_gettext("The match is over")
        if prefix in self.position.moves():
            return lazy_gettext("The move is complete")
        if self._table.placing_markers:
            if len(self._table.open_sides) == len(SIDE_NAMES):
                return lazy_gettext("Place a marker on any free spot")
            sides = any_of([lazy_gettext(SIDE_NAMES[side]) for side in self._table.open_sides])
            return lazy_gettext("Place a marker on a free spot at the {sides}", sides=sides)
        if not prefix and self.position.is_mid_turn:
            return lazy_gettext("Action 2 of 2: take a tile or choose a marker")
        if not prefix:
            return lazy_gettext("Take a tile or choose a marker")
        first, *cells = prefix
        if first not in PILES:
            return lazy_gettext("Choose the marker's new spot")
        if cells:
            return lazy_gettext("Choose the cell of the second half")
        kind = self._kind_on(first)
        if looks_the_same_turned(kind):
            return lazy_gettext("Choose the cell of the lower or left half of {tile}", tile=kind)
        return lazy_gettext("Choose the cell of the first half of {tile}", tile=kind)

    def label(self, prefix: Move, step: str) -> str:
        """Return the label of a step's control."""
        if self._table.placing_markers or prefix:
            return step
        return gettext(SHAPES[self._kind_on(step)], pile=step) if step.isdigit() else step

    def piece(self, prefix: Move, step: str) -> str | None:
        """Return the kind of the tile that a step takes, if it takes a known one."""
        if self._table.placing_markers or prefix or step not in PILES:
            return None
        kind = self._kind_on(step)
        return None if kind == UNKNOWN else kind

    def choice_rows(self, prefix: Move) -> tuple[tuple[Move, ...], ...]:
        """Return the tiles in one row, and the markers that can move in another."""
        if prefix or self._table.placing_markers or self.position.to_move is None:
            return ()
        moves = self.position.moves()
        tiles = tuple((pile,) for pile in PILES if any(move[0] == pile for move in moves))
        markers = tuple(
            (spot,) for spot in dict.fromkeys(move[0] for move in moves if len(move) == 2)
        )
        return tuple(row for row in (tiles, markers) if row)

    def suggested(self, prefix: Move) -> tuple[Move, ...]:
        """Return the best placements in passes, of the chosen tile or of all tiles."""
        return () if len(prefix) > 1 else self._best(self._placements(prefix))

    def turned(self, prefix: Move) -> Move | None:
        """Return the placement turned clockwise, or at first the one with the most passes."""
        if len(prefix) < 2 or prefix[0] not in PILES:
            return None
        ways = self._placements(prefix[:2])
        if prefix not in ways:
            return next(iter(self._best(ways)), None)
        ways.sort(key=lambda move: _CLOCKWISE.index(_direction(move)))
        return ways[(ways.index(prefix) + 1) % len(ways)]

    def gain(self, move: Move) -> str:
        """Return the points of the player's lines after a placement, if the turn ended then."""
        seat = self.position.to_move
        own = [spot for spot, owner in enumerate(self._table.ring) if owner == seat]
        return str(points(self._laid(move).passes_between(own)))

    def gain_words(self) -> str:
        """Return the meaning of a suggestion's label."""
        return gettext("Blue: tile, cells, points.")

    def _laid(self, move: Move) -> Tiling:
        """Return the board after a placement."""
        pile, first, second = move
        return self._table.tiling.lay(
            self._kind_on(pile), CELL_NUMBERS[first], CELL_NUMBERS[second]
        )

    def _kind_on(self, pile: str) -> str:
        return self._table.face_up[PILES.index(pile)] or UNKNOWN

    def _placements(self, prefix: Move) -> list[Move]:
        return [
            move
            for move in self.position.moves()
            if len(move) == 3 and move[: len(prefix)] == prefix
        ]

    def _best(self, placements: Sequence[Move]) -> tuple[Move, ...]:
        """Return the placements that put the seat to move furthest ahead in passes, best first."""
        seat = self.position.to_move
        if seat is None:
            return ()
        spots: dict[int, list[int]] = {seat: []}
        for spot, owner in enumerate(self._table.ring):
            if owner:
                spots.setdefault(owner, []).append(spot)

        def lead(move: Move) -> int:
            laid = self._laid(move)
            passes = {owner: laid.passes_between(own) for owner, own in spots.items()}
            return passes.pop(seat) - max(passes.values(), default=0)

        return tuple(sorted(placements, key=lambda move: (-lead(move), move))[:BEST])


def _direction(move: Move) -> tuple[int, int]:
    """Return the columns and rows from the first half of a tile to the second."""
    _, first, second = move
    return ord(second[0]) - ord(first[0]), int(second[1]) - int(first[1])
