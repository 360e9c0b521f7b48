"""Remarks on the effects of a turn of Scala, for a learner.

Source: rules: scala, "Connection and capture".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import lazy_gettext as _
from rules.language import lazy_ngettext
from rules.listing import all_of
from rules.remark import Remark
from rules.scala.board import SEAT_NAMES


def cut_off(seat: int, stones: Sequence[str]) -> Remark:
    """Describe stones of a seat that were removed where they stood."""
    cells = all_of(stones)
    return Remark(
        "cut_off",
        seat,
        lazy_ngettext(
            "Your {cells} was cut off from the group that stays, so it is gone.",
            "Your {cells} were cut off from the group that stays, so they are gone.",
            len(stones),
            cells=cells,
        ),
        lazy_ngettext(
            "{seat}'s {cells} was cut off from the group that stays, so it is gone.",
            "{seat}'s {cells} were cut off from the group that stays, so they are gone.",
            len(stones),
            seat=SEAT_NAMES[seat - 1],
            cells=cells,
        ),
    )


def landed_apart(seat: int, cell: str) -> Remark:
    """Describe the removal of the moved stone itself."""
    return Remark(
        "landed_apart",
        seat,
        _(
            "Your stone landed on {cell}, cut off from the group that stays, so it was removed.",
            cell=cell,
        ),
        _(
            "{seat}'s stone landed on {cell}, cut off from the group that stays, "
            "so it was removed.",
            seat=SEAT_NAMES[seat - 1],
            cell=cell,
        ),
    )
