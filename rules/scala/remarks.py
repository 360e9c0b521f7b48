"""What a turn of Scala did to stones, in words for somebody who is learning it.

Source: rules: scala, "Connection and capture".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.remark import Remark, listed
from rules.scala.board import SEAT_NAMES


def cut_off(seat: int, stones: Sequence[str]) -> Remark:
    """Stones of a seat were removed, which had stood where they were."""
    them = "it is" if len(stones) == 1 else "they are"
    were = "was" if len(stones) == 1 else "were"
    words = f"{{stones}} {were} cut off from the group that stays, so {them} gone."
    return Remark(
        "cut_off",
        seat,
        f"Your {words}",
        f"{SEAT_NAMES[seat - 1]}'s {words}",
        (("stones", listed(stones)),),
    )


def landed_apart(seat: int, cell: str) -> Remark:
    """The stone that a seat moved was removed itself."""
    words = "stone landed on {cell}, apart from the group that stays, so it is gone itself."
    return Remark(
        "landed_apart",
        seat,
        f"Your {words}",
        f"{SEAT_NAMES[seat - 1]}'s {words}",
        (("cell", cell),),
    )
