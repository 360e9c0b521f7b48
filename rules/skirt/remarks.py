"""Remarks on the effects of a turn of Skirt, for a learner.

Source: rules: skirt, "The jump".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import lazy_ngettext
from rules.listing import all_of
from rules.remark import Remark
from rules.skirt.board import seat_name


def jumped(seat: int, outer: str, row: Sequence[str], end: str) -> Remark:
    """Describe the jumped run of stones next to the outer one."""
    cells = all_of(row)
    return Remark(
        "jumped",
        seat,
        lazy_ngettext(
            "You jumped the stone next to {outer} ({cells}) and placed on {end}.",
            "You jumped the stones next to {outer} ({cells}) and placed on {end}.",
            len(row),
            outer=outer,
            cells=cells,
            end=end,
        ),
        lazy_ngettext(
            "{seat} jumped the stone next to {outer} ({cells}) and placed on {end}.",
            "{seat} jumped the stones next to {outer} ({cells}) and placed on {end}.",
            len(row),
            seat=seat_name(seat),
            outer=outer,
            cells=cells,
            end=end,
        ),
    )
