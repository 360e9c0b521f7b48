"""What a move of Scalas did, in words for somebody who is learning it.

Source: rules: scalas, "Forced placement" and "End".
"""

from __future__ import annotations

from rules.remark import Remark
from rules.scalas.board import SEAT_NAMES
from rules.scalas.forced import PlacedCube


def covered(owner: int, cell: str) -> Remark:
    """The top cube of a seat was covered by the other one's."""
    words = "cube on {cell} was covered, so that top counts for {other} now."
    return Remark(
        "covered",
        owner,
        f"Your {words}",
        f"{SEAT_NAMES[owner - 1]}'s {words}",
        (("cell", cell), ("other", SEAT_NAMES[2 - owner])),
    )


def forced(seat: int, cube: PlacedCube) -> Remark:
    """A cell had to be filled."""
    words = "{cell} had to be filled: {pairs}."
    pairs = "; ".join(pair.words for pair in cube.because)
    return Remark("forced", seat, words, words, (("cell", cube.cell), ("pairs", pairs)))
