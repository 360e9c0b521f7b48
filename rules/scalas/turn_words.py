"""Descriptions of turns of Scalas, for all readers."""

from __future__ import annotations

from rules.language import lazy_gettext as _
from rules.language import lazy_ngettext
from rules.listing import Listed, sentences

Tops = tuple[int, int]
"""The top cubes, by seat."""


def described(name: str, cell: str, forced: int, tops: tuple[Tops, Tops], seat: int) -> Listed:
    """Describe a placed cube and those it forced.

    :param cell: the cell of the first cube.
    :param forced: the number of forced cubes.
    :param tops: the tops before and after the turn.
    :param seat: the mover.
    """
    if forced:
        placed = lazy_ngettext(
            "{name} placed a cube on {cell}, which forced {count} more.",
            "{name} placed a cube on {cell}, which forced {count} more.",
            forced,
            name=name,
            cell=cell,
        )
    else:
        placed = _("{name} placed a cube on {cell}.", name=name, cell=cell)
    before, after = tops
    gained = after[seat - 1] - before[seat - 1]
    covers_others = after[2 - seat] < before[2 - seat]
    if not forced and not covers_others:
        return placed
    scores = f"{after[0]}:{after[1]}"
    counted = lazy_ngettext(
        "+{count} top cube, now {scores}.",
        "+{count} top cubes, now {scores}.",
        gained,
        scores=scores,
    )
    return sentences(placed, counted)
