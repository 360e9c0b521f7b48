"""The placing of markers in Passtally: whose turn it is, and which sides are open.

Rules: passtally, "Set-up". A placement is an entry of `PLACING_ORDER`. Two rounds use one pair of
sides: the first seat of the first round chooses a side, and the second round uses the opposite one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.passtally.board import OPPOSITE, SIDES

PLACING_ORDER = {
    2: (1, 2, 2, 1, 1, 2, 2, 1),
    3: (1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1),
}
"""The seat of each marker placement, by number of players (rules: passtally, "Set-up")."""


def open_sides(players: int, placements: int, chosen: str) -> str:
    """Return the sides for the next marker.

    :param placements: the number of placements so far.
    :param chosen: the sides chosen so far.
    """
    pair, second_of_pair = divmod(placements // players, 2)
    if len(chosen) > pair:
        return OPPOSITE[chosen[pair]] if second_of_pair else chosen[pair]
    used = {*chosen, *(OPPOSITE[side] for side in chosen)}
    return "".join(side for side in SIDES if side not in used)


def last_to_place(players: int, placements: int, ring: Sequence[int]) -> int | None:
    """Return the seat that placed the last marker; None before the first.

    A seat that has left still owes its other markers.
    """
    due = PLACING_ORDER[players][:placements]
    placed = [
        seat for number, seat in enumerate(due) if due[:number].count(seat) < ring.count(seat)
    ]
    return placed[-1] if placed else None


def fits(
    players: int,
    placements: int,
    chosen: str,
    seat: int,
    ring: Sequence[int],
    resigned: Sequence[int],
) -> bool:
    """Whether the chosen sides, markers and next seat are consistent with the placements."""
    order = PLACING_ORDER[players]
    if not 0 <= placements < len(order):
        return False
    pair, second_of_pair = divmod(placements // players, 2)
    done = order[:placements]
    return (
        seat == order[placements]
        and set(chosen) <= set(SIDES)
        and len({*chosen, *(OPPOSITE[side] for side in chosen)}) == 2 * len(chosen)
        and len(chosen) - pair in ((1,) if second_of_pair else (0, 1))
        and all(
            ring.count(each) == done.count(each)
            for each in range(1, players + 1)
            if each not in resigned
        )
    )
