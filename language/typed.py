"""Text as people type it on any keyboard, and what of it can be seen."""

from __future__ import annotations

import unicodedata

_MARKS = {
    # Dashes beside those of category Pd. Japanese keyboards have a long vowel's mark for one.
    **dict.fromkeys("−⁃\N{SOFT HYPHEN}˗ー─━", "-"),
    **dict.fromkeys("´′ʼ", "'"),
    "、": ",",
    "。": ".",
    "∶": ":",
}
"""Marks that Unicode doesn't fold, with those of ASCII that are meant."""

_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}

_FILLERS = frozenset(
    (
        0x034F,  # combining grapheme joiner
        *range(0x115F, 0x1161),  # Hangul fillers
        *range(0x17B4, 0x17B6),  # inherent vowels of Khmer
        *range(0x180B, 0x1810),  # Mongolian variation selectors
        0x2065,
        0x2800,  # blank of Braille
        0x3164,  # Hangul filler
        *range(0xFE00, 0xFE10),  # variation selectors
        0xFFA0,  # Hangul filler
        *range(0xFFF0, 0xFFF9),
        *range(0xE0000, 0xE1000),  # tags and variation selectors
    )
)
"""Characters without ink in other categories."""


def normalised(text: str) -> str:
    """Return typed text with characters of ASCII for those that mean the same.

    Full-width letters and digits, dashes, arrows to the right, quotation marks and blanks are
    replaced, and invisible characters removed. ASCII itself stays as it is.
    """
    return text if text.isascii() else text.translate(_NORMALISED)


def folded(text: str) -> str:
    """Return typed text for comparing it: normalised, trimmed and without letter case."""
    return normalised(text).strip().casefold()


def name_in(text: str) -> str:
    """Return a typed name on one line. Empty if nothing in it can be seen."""
    return " ".join(text.split()) if is_visible(text) else ""


def is_visible(text: str) -> bool:
    """Whether anything in a text can be seen."""
    return not all(map(_is_invisible, text))


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in _INVISIBLE_CATEGORIES or ord(character) in _FILLERS


class _Normalised(dict[int, str]):
    """What each character becomes. Only ASCII is stored."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character in _MARKS:
            return _MARKS[character]
        if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
            return character
        # One character at a time, because sorting many combining marks takes long.
        return "".join(map(_ascii_for, unicodedata.normalize("NFKC", character)))


_NORMALISED = _Normalised({code: chr(code) for code in range(128)})


def _ascii_for(character: str) -> str:
    """Return the ASCII for a character, if there is any, else the character itself."""
    category, name = unicodedata.category(character), unicodedata.name(character, "")
    if character in _MARKS:
        return _MARKS[character]
    if category == "Pd" or ("RIGHTWARDS" in name and "ARROW" in name):
        return "-"
    if "QUOTATION MARK" in name or "CORNER BRACKET" in name:
        return "'" if "SINGLE" in name else '"'
    if character.isspace():
        return " "
    return "" if _is_invisible(character) and category != "Cs" else character
