"""Who came first, second and last in a match that is over; the same for every game."""

from __future__ import annotations

from collections.abc import Sequence


def places(
    seats: int,
    winners: Sequence[int],
    scores: Sequence[int] | None = None,
    leavers: Sequence[int] = (),
) -> tuple[int, ...]:
    """The place of each seat, seat 1 first; 1 is the best.

    Where somebody has won, no place is shared: winners come first, then who stayed, then who left.
    Within each of these more points come first, and on equal points the seat that is earlier in
    turn order; but who left is ordered by when, and who left first is last of all (rules:
    passtally, "Places, and a seat that leaves"). A draw is shared by all who stayed.

    :param seats: how many there are.
    :param winners: the winning seats; none where the match is a draw.
    :param scores: the points of each seat, seat 1 first, in the games that count them.
    :param leavers: the seats that left while the others played on, in the order in which they did.
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
