"""Monospaced tables, line breaks, and the length of alt texts.

Widths are terminal cells: two for a Chinese character or an emoji, none for a combining mark. In
typefaces with other widths, later columns shift a little.

Lines break between words, and in Japanese between most characters. A line starts with no closing
bracket, full stop or small kana, and ends with no opening bracket.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from unicodedata import east_asian_width

from wcwidth import iter_graphemes, width

from rendering.text.typefaces import graphemes, readable

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


_NOT_FIRST = frozenset(
    "、。，．：；！？・ー）」』】〉》〕］｝ゝ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥％"
)
_NOT_LAST = frozenset("（「『【〈《〔［｛")


def broken(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return the text in lines that fit, unless a single part is too long.

    :param fits: returns whether there is room for a line.
    """
    lines: list[str] = []
    for part, follows_blank in _parts(text):
        longer = (lines[-1] + (" " if follows_blank else "") + part) if lines else part
        if lines and fits(longer):
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _parts(text: str) -> list[tuple[str, bool]]:
    """Unbreakable parts, and whether a blank precedes each."""
    parts: list[tuple[str, bool]] = []
    for word in text.split():
        follows_blank = True
        for cluster in iter_graphemes(word):
            if parts and not follows_blank and not _may_break(parts[-1][0][-1], cluster[0]):
                parts[-1] = parts[-1][0] + cluster, parts[-1][1]
            else:
                parts.append((cluster, follows_blank))
            follows_blank = False
    return parts


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between two characters without a blank."""
    if before in _NOT_LAST or after in _NOT_FIRST:
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WF"


MAX_ALT_TEXT = 1024
"""Discord's limit on the description of a picture."""


def first_that_fits(versions: Iterable[str]) -> str:
    """Return the first version within Discord's limit, or the last one, cut off.

    :param versions: the longest first. The others are only made if they are needed.
    """
    version = ""
    for version in versions:
        if len(version) <= MAX_ALT_TEXT:
            return version
    return version[: MAX_ALT_TEXT - 1] + "…"
