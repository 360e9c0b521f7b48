"""Line breaks between words, and in Japanese between most characters.

A line starts with no closing bracket, full stop or small kana, and ends with no opening bracket.
"""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import east_asian_width

from wcwidth import iter_graphemes

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
