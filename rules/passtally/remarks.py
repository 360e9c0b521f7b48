"""What a move of Passtally did, in words for somebody who is learning it.

Source: rules: passtally, "Turn".
"""

from __future__ import annotations

from rules.passtally.board import SEAT_NAMES
from rules.remark import Remark


def scored(seat: int, passes: int, points: int) -> Remark:
    """A turn ended, and its seat's lines were counted."""
    many = "pass" if passes == 1 else "passes"
    got = "point" if points == 1 else "points"
    words = f"lines made {{passes}} {many} in this turn, worth {{points}} {got}."
    return Remark(
        "scored",
        seat,
        f"Your {words}",
        f"{SEAT_NAMES[seat - 1]}'s {words}",
        (("passes", str(passes)), ("points", str(points))),
    )


def stacked(seat: int, cells: tuple[str, str], height: int) -> Remark:
    """A tile was laid on others."""
    words = (
        "tile on {first} and {second} lies at height {height}, so a line that passes it counts "
        "{height} there."
    )
    return Remark(
        "stacked",
        seat,
        f"Your {words}",
        f"{SEAT_NAMES[seat - 1]}'s {words}",
        (("first", cells[0]), ("second", cells[1]), ("height", str(height))),
    )


def lines_broken(seat: int, before: int, after: int) -> Remark:
    """The lines of a seat pass less than before another one's move."""
    words = "lines were broken: {after} now, {before} before."
    values = (("before", _passes(before)), ("after", _passes(after)))
    return Remark(
        "lines_broken", seat, f"Your {words}", f"{SEAT_NAMES[seat - 1]}'s {words}", values
    )


def _passes(count: int) -> str:
    if count == 0:
        return "no passes"
    return "1 pass" if count == 1 else f"{count} passes"
