"""Descriptions of turns of Scala, for all readers."""

from __future__ import annotations

from rules.language import Text, lazy_ngettext
from rules.language import lazy_gettext as _
from rules.listing import Listed, sentences
from rules.position import Move


def described(name: str, move: Move, removed: int, own: int) -> Listed:
    """Describe the move of a stone and the stones cut off.

    :param removed: the number of stones of both seats.
    :param own: the number of the mover's stones among them.
    """
    start, end = move
    if not removed:
        return _("{name} moved {start} to {end}.", name=name, start=start, end=end)
    words = lazy_ngettext(
        "{name} moved {start} to {end} and cut off {count} stone.",
        "{name} moved {start} to {end} and cut off {count} stones.",
        removed,
        name=name,
        start=start,
        end=end,
    )
    return sentences(words, _own_words(own) if own else None)


def _own_words(own: int) -> Text:
    return lazy_ngettext("{count} of them was their own.", "{count} of them were their own.", own)
