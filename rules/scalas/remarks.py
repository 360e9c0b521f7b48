"""Remarks on the effects of a move of Scalas, for a learner.

Source: rules: scalas, "Forced placement" and "End".
"""

from __future__ import annotations

from rules.language import lazy_gettext as _
from rules.remark import Remark
from rules.scalas.board import seat_name
from rules.scalas.forced import PlacedCube


def covered(owner: int, cell: str) -> Remark:
    """Describe a seat's top cube that was covered by the other seat."""
    other = seat_name(3 - owner)
    return Remark(
        "covered",
        owner,
        _(
            "Your cube on {cell} was covered, so that top counts for {other} now.",
            cell=cell,
            other=other,
        ),
        _(
            "{seat}'s cube on {cell} was covered, so that top counts for {other} now.",
            seat=seat_name(owner),
            cell=cell,
            other=other,
        ),
    )


def forced(seat: int, cube: PlacedCube) -> Remark:
    """Describe a cell that had to be filled."""
    text = _("{cell} had to be filled: {pairs}.", cell=cube.cell, pairs=cube.pairs)
    return Remark("forced", seat, text, text)
