"""Descriptions of turns of Passtally, for all readers."""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.listing import Listed, all_of, sentences
from rules.position import Move


def described(name: str, moves: Sequence[Move], gained: int, scores: Sequence[int]) -> Listed:
    """Describe tiles laid, markers placed or moved, and points scored.

    :param gained: the points of the turn.
    :param scores: all points after it, seat 1 first.
    """
    if not gained:
        return _actions(name, moves)
    points = lazy_ngettext(
        "+{count} point, now {scores}.",
        "+{count} points, now {scores}.",
        gained,
        scores=":".join(map(str, scores)),
    )
    return sentences(_actions(name, moves), points)


def _actions(name: str, moves: Sequence[Move]) -> Text:
    if len(moves[0]) == 1:
        return lazy_ngettext(
            "{name} placed a marker on {spots}.",
            "{name} placed markers on {spots}.",
            len(moves),
            name=name,
            spots=all_of([spot for (spot,) in moves]),
        )
    tiles = sum(len(move) == 3 for move in moves)
    markers = len(moves) - tiles
    if not markers:
        return lazy_ngettext("{name} laid a tile.", "{name} laid {count} tiles.", tiles, name=name)
    if not tiles:
        return lazy_ngettext(
            "{name} moved a marker.", "{name} made {count} marker moves.", markers, name=name
        )
    return _("{name} laid a tile and moved a marker.", name=name)
