"""What a turn of Skirt did, in words for somebody who is learning it.

Source: rules: skirt, "The jump".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.remark import Remark, listed
from rules.skirt.board import SEAT_NAMES


def jumped(seat: int, outer: str, row: Sequence[str], end: str) -> Remark:
    """The row of stones next to the outer one was jumped."""
    stones = "stone" if len(row) == 1 else "row"
    words = f"jumped the {stones} next to {{outer}} ({{row}}) and placed on {{end}} beyond."
    return Remark(
        "jumped",
        seat,
        f"You {words}",
        f"{SEAT_NAMES[seat - 1]} {words}",
        (("outer", outer), ("row", listed(row)), ("end", end)),
    )
