"""Descriptions of turns of Skirt, for all readers."""

from __future__ import annotations

from rules.language import Text
from rules.language import lazy_gettext as _
from rules.position import Move
from rules.skirt.notation import cell_of


def described(name: str, move: Move) -> Text:
    """Describe stones placed, the second in line with the first or with one already there."""
    first, *others = map(cell_of, move)
    if not others:
        return _("{name} placed a stone on {cell}.", name=name, cell=first)
    (second,) = others
    if move[0] != first:
        return _(
            "{name} placed a stone on {cell}, in line with their stone on {first}.",
            name=name,
            cell=second,
            first=first,
        )
    return _("{name} placed stones on {first} and {second}.", name=name, first=first, second=second)
