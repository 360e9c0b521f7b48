"""The placements of a tile with the most passes."""

from __future__ import annotations

from collections.abc import Sequence

from rules.passtally.board import CELL_NUMBERS, PILES
from rules.passtally.tiling import Tiling
from rules.position import Move

BEST = 3
"""The number of suggestions."""


def best_placements(
    placements: Sequence[Move],
    face_up: Sequence[str | None],
    board: Tiling,
    ring: Sequence[int],
    seat: int,
) -> tuple[Move, ...]:
    """Return the placements that put a seat furthest ahead in passes, best first.

    :param placements: moves that lay a tile.
    :param face_up: the kind of the tile that can be taken from each pile.
    :param ring: the seat of the marker on each spot, by number, else 0.
    """
    spots: dict[int, list[int]] = {seat: []}
    for spot, owner in enumerate(ring):
        if owner:
            spots.setdefault(owner, []).append(spot)

    def lead(move: Move) -> int:
        kind = face_up[PILES.index(move[0])]
        assert kind is not None
        laid = board.lay(kind, CELL_NUMBERS[move[1]], CELL_NUMBERS[move[2]])
        passes = {owner: laid.passes_between(own) for owner, own in spots.items()}
        return passes.pop(seat) - max(passes.values(), default=0)

    return tuple(sorted(placements, key=lambda move: (-lead(move), move))[:BEST])
