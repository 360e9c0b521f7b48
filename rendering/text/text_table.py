"""Monospaced tables with aligned names of any script.

Widths are terminal cells: two for a Chinese character or an emoji, none for a combining mark. In
typefaces with other widths, later columns shift a little.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from wcwidth import width

from rendering.text.text_runs import graphemes, readable

_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def named(name: str, cells: int) -> str:
    """Return any text as inert text of up to `cells` cells, never without ink."""
    return fitted(readable(name).replace("`", "ˋ") or "□", cells)


def fitted(text: str, cells: int) -> str:
    """Return the text, cut to a width in cells."""
    if width(text) <= cells:
        return text
    result, free = "", cells - 1
    for cluster in graphemes(text):
        free -= width(cluster)
        if free < 0:
            break
        result += cluster
    return result.rstrip() + "…"


def aligned(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Return rows as lines, with columns as wide as their widest entry and two cells apart.

    :param sides: one character per column, `<` for left-aligned entries, `>` for right-aligned.
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for row in rows:
        parts: list[str] = []
        for text, cells, side in zip(row, widths, sides, strict=True):
            free = " " * (cells - width(text))
            isolated = _isolated(text)
            parts.append(free + isolated if side == ">" else isolated + free)
        lines.append("  ".join(parts).rstrip())
    return lines


def _isolated(text: str) -> str:
    """The text with its direction isolated, so that the row stays in order."""
    if all(unicodedata.bidirectional(each) not in ("R", "AL", "AN") for each in text):
        return text
    return f"{_ISOLATE}{text}{_END_OF_ISOLATE}"
