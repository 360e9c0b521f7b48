"""Remarks on the effects of a group move of Scalus, for a learner.

Source: rules: scalus, "Group move".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.listing import all_of
from rules.remark import Remark
from rules.scalus.board import name_of, seat_name
from rules.scalus.groups import Group, Scaling
from rules.scalus.numbering import LINE


def scaled(seat: int, scaling: Scaling) -> Remark:
    """Describe a scaled group, with its pivot and the destinations of its stones."""
    group, pivot = scaling.group, scaling.pivot
    expands = group.step == 1
    own, other = _of_both(seat, group)
    if pivot is None and expands:
        how = _("each stone went one point out, without a pivot")
    elif pivot is None:
        how = _("each stone went one point in, without a pivot")
    elif expands:
        how = _(
            "the pivot {pivot} stayed, and every distance from it was doubled",
            pivot=name_of(pivot),
        )
    else:
        how = _(
            "the pivot {pivot} stayed, and every distance from it was halved",
            pivot=name_of(pivot),
        )
    if expands:
        return Remark(
            "expanded",
            seat,
            _("{group} grew: {how}.", group=own, how=how),
            _("{group} grew: {how}.", group=other, how=how),
        )
    return Remark(
        "contracted",
        seat,
        _("{group} shrank: {how}.", group=own, how=how),
        _("{group} shrank: {how}.", group=other, how=how),
    )


def captured(seat: int, stones: Sequence[str], scaling: Scaling) -> Remark:
    """Describe stones of a seat captured by the other's group move."""
    cells, count = all_of(stones), len(stones)
    if scaling.group.step == 1:
        own = lazy_ngettext(
            "Your {cells} was captured: a stone of the group landed on it as it grew.",
            "Your {cells} were captured: a stone of the group landed on them as it grew.",
            count,
            cells=cells,
        )
        other = lazy_ngettext(
            "{seat}'s {cells} was captured: a stone of the group landed on it as it grew.",
            "{seat}'s {cells} were captured: a stone of the group landed on them as it grew.",
            count,
            seat=seat_name(seat),
            cells=cells,
        )
    else:
        own = lazy_ngettext(
            "Your {cells} was captured: a stone of the group landed on it as it shrank.",
            "Your {cells} were captured: a stone of the group landed on them as it shrank.",
            count,
            cells=cells,
        )
        other = lazy_ngettext(
            "{seat}'s {cells} was captured: a stone of the group landed on it as it shrank.",
            "{seat}'s {cells} were captured: a stone of the group landed on them as it shrank.",
            count,
            seat=seat_name(seat),
            cells=cells,
        )
    return Remark("captured", seat, own, other)


def _of_both(seat: int, group: Group) -> tuple[Text, Text]:
    """Return the group in words for its owner and for the others."""
    first, last, owner = name_of(group.first), name_of(group.last), seat_name(seat)
    if group.kind == LINE:
        return (
            _("Your line {first} to {last}", first=first, last=last),
            _("{seat}'s line {first} to {last}", seat=owner, first=first, last=last),
        )
    return (
        _("Your rectangle {first} to {last}", first=first, last=last),
        _("{seat}'s rectangle {first} to {last}", seat=owner, first=first, last=last),
    )
