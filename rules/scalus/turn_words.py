"""Descriptions of turns of Scalus, for all readers."""

from __future__ import annotations

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.listing import Listed, sentences
from rules.position import Move
from rules.scalus.groups import Group
from rules.scalus.numbering import LINE


def described(name: str, move: Move, group: Group | None, captured: int) -> Listed:
    """Describe a moved stone or scaled group, and captures.

    :param group: the scaled group, None if a single stone moved.
    :param captured: the number of captured stones.
    """
    if group is None:
        moved = _("{name} moved {start} to {end}.", name=name, start=move[0], end=move[1])
    else:
        moved = _scaled(name, group)
    capture = None
    if captured:
        capture = lazy_ngettext(
            "{count} stone was captured.", "{count} stones were captured.", captured
        )
    return sentences(moved, capture)


def _scaled(name: str, group: Group) -> Text:
    stones, expands = len(group.stones()), group.step == 1
    if group.kind == LINE and expands:
        words = _("{name} stretched a line of {count} stones.", name=name, count=stones)
    elif group.kind == LINE:
        words = _("{name} shrank a line of {count} stones.", name=name, count=stones)
    elif expands:
        words = _("{name} stretched a rectangle of {count} stones.", name=name, count=stones)
    else:
        words = _("{name} shrank a rectangle of {count} stones.", name=name, count=stones)
    return words
