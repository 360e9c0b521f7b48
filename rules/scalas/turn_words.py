"""A turn of Scalas in words, for everyone who looks on."""

from __future__ import annotations

from rules.language import lazy_gettext as _
from rules.language import lazy_ngettext
from rules.listing import Listed, sentences

Tops = tuple[int, int]
"""The top cubes, by seat."""


def described(name: str, cell: str, forced: int, tops: tuple[Tops, Tops], seat: int) -> Listed:
    """A cube was placed, and others had to follow.

    :param cell: of the first cube.
    :param forced: how many cubes followed.
    :param tops: those before the turn and after it.
    :param seat: the one that placed them.
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
