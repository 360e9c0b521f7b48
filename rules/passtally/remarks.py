"""Remarks on the effects of a move of Passtally, for a learner.

Source: rules: passtally, "Turn".
"""

from __future__ import annotations

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.passtally.board import seat_name
from rules.remark import Remark


def scored(seat: int, passes: int, points: int) -> Remark:
    """Describe the score of a turn."""
    words = _passes(passes)
    return Remark(
        "scored",
        seat,
        lazy_ngettext(
            "Your lines made {passes} in this turn, worth {count} point.",
            "Your lines made {passes} in this turn, worth {count} points.",
            points,
            passes=words,
        ),
        lazy_ngettext(
            "{seat}'s lines made {passes} in this turn, worth {count} point.",
            "{seat}'s lines made {passes} in this turn, worth {count} points.",
            points,
            seat=seat_name(seat),
            passes=words,
        ),
    )


def stacked(seat: int, cells: tuple[str, str], height: int) -> Remark:
    """Describe a tile laid on others."""
    return Remark(
        "stacked",
        seat,
        _(
            "Your tile on {first} and {second} lies at height {height}, so a line that passes it "
            "counts {height} there.",
            first=cells[0],
            second=cells[1],
            height=height,
        ),
        _(
            "{seat}'s tile on {first} and {second} lies at height {height}, so a line that passes "
            "it counts {height} there.",
            seat=seat_name(seat),
            first=cells[0],
            second=cells[1],
            height=height,
        ),
    )


def lines_broken(seat: int, before: int, after: int) -> Remark:
    """Describe how a seat's lines lost passes by another seat's move."""
    now, then = _passes(after), _passes(before)
    return Remark(
        "lines_broken",
        seat,
        _("Your lines were broken. They had {before}, now {after}.", after=now, before=then),
        _(
            "{seat}'s lines were broken. They had {before}, now {after}.",
            seat=seat_name(seat),
            after=now,
            before=then,
        ),
    )


def _passes(count: int) -> Text:
    if count == 0:
        return _("no passes")
    return lazy_ngettext("{count} pass", "{count} passes", count)
