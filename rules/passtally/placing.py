"""The placing of markers in Passtally, with the seat to place one and the open sides.

Rules: passtally, "Set-up". Two rounds use one pair of sides. The first seat of the first round
chooses a side, and the second round uses the opposite one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.passtally.board import OPPOSITE, SIDES

PLACING_ORDER = {
    2: (1, 2, 2, 1, 1, 2, 2, 1),
    3: (1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1),
}
"""The seat of each marker placement, by number of players (rules: passtally, "Set-up")."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The progress of placing the markers."""

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
        """Return the placing after a marker at one of the open sides, None if it was the last."""
        return self._next(self.sides + side if len(self.open_sides) > 1 else self.sides, resigned)

    def skipped(self, resigned: Sequence[int]) -> Placing | None:
        """Return the placing without the next marker, None if no other follows.

        :param resigned: the seats that have left and place no more markers.
        """
        return self._next(self.sides, resigned)

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
