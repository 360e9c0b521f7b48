"""The places of a finished match, by the same rules for every game."""

from __future__ import annotations

from collections.abc import Sequence


def places(
    seats: int,
    winners: Sequence[int],
    scores: Sequence[int] | None = None,
    leavers: Sequence[int] = (),
) -> tuple[int, ...]:
    """Return the place of each seat from 1, seat 1 first.

    In a decided match no place is shared. Winners come first, then seats that stayed, then those
    that left. Winners and seats that stayed are ordered by points, then by seat. The first to leave
    comes last of all (rules: passtally, "End"). In a draw, all who stayed share the first place.

    :param seats: the number of seats.
    :param winners: the winning seats, none in a draw.
    :param scores: the points of each seat, seat 1 first, in games with points.
    :param leavers: the seats that left while others played on, in order.
    """

    def rank(seat: int) -> tuple[int, ...]:
        if seat in winners:
            group = 0
        elif seat not in leavers:
            group = 1
        else:
            return 2, -leavers.index(seat)
        if not winners:
            return (group,)
        return group, -scores[seat - 1] if scores else 0, seat

    ranks = [rank(seat) for seat in range(1, seats + 1)]
    order = sorted(ranks)
    return tuple(order.index(each) + 1 for each in ranks)
