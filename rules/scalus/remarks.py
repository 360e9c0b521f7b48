"""What a group move of Scalus did, in words for somebody who is learning it.

Source: rules: scalus, "Scaling a group".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.remark import Remark, listed
from rules.scalus.board import SEAT_NAMES, name_of
from rules.scalus.groups import Group, Scaling


def scaled(seat: int, scaling: Scaling) -> Remark:
    """A group was scaled: which, about what, and where its stones went."""
    group, pivot = scaling.group, scaling.pivot
    expands = group.step == 1
    values = _group_values(group)
    if pivot is None:
        how = "each stone went one point out" if expands else "each stone went one point in"
        how += ", without a pivot"
    else:
        values += (("pivot", name_of(pivot)),)
        what = "doubled" if expands else "halved"
        how = f"the pivot {{pivot}} stayed, and every distance from it was {what}"
    words = f"{{kind}} {{first}} to {{last}} {'grew' if expands else 'shrank'}: {how}."
    code = "expanded" if expands else "contracted"
    return Remark(code, seat, f"Your {words}", f"{SEAT_NAMES[seat - 1]}'s {words}", values)


def captured(seat: int, stones: Sequence[str], scaling: Scaling) -> Remark:
    """Stones of a seat were captured by a group move of the other one."""
    were, them = ("was", "it") if len(stones) == 1 else ("were", "them")
    expands = scaling.group.step == 1
    words = f"{{stones}} {were} captured: a stone of the group landed on {them}"
    words += " as it grew." if expands else " as it shrank."
    return Remark(
        "captured",
        seat,
        f"Your {words}",
        f"{SEAT_NAMES[seat - 1]}'s {words}",
        (("stones", listed(stones)),),
    )


def _group_values(group: Group) -> tuple[tuple[str, str], ...]:
    return ("kind", group.kind), ("first", name_of(group.first)), ("last", name_of(group.last))
