"""The typefaces: Manrope, and Noto for the characters that it lacks.

Noto has the characters of nearly every living language, symbols, and emoji in one colour. Its parts
are in `fonts`, one weight of each, made by `making/typefaces.py`. Files are opened lazily.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal
from unicodedata import east_asian_width, name

import font_manrope
from fontTools.ttLib import TTFont
from PIL import ImageFont, features

Weight = Literal["SemiBold", "Bold", "ExtraBold"]

CAN_SHAPE = bool(features.check("raqm"))
"""Whether letters can be joined and stacked, as Arabic, Devanagari and others need. Pillow needs
FriBidi for this. Otherwise the letters are placed side by side."""


@dataclass(frozen=True, slots=True)
class Face:
    """A typeface's file and part."""

    source: str
    """The path of its file."""
    part: int = 0
    """The index of the typeface in the file."""


MAIN: dict[Weight, Face] = {
    "SemiBold": Face(str(font_manrope.font_files["ManropeSemiBold"])),
    "Bold": Face(str(font_manrope.font_files["ManropeBold"])),
    "ExtraBold": Face(str(font_manrope.font_files["ManropeExtraBold"])),
}
"""The preferred typefaces, with the same characters."""

FONTS = Path(__file__).parent / "fonts"


def _noto(name: str, part: int = 0) -> Face:
    return Face(str(FONTS / f"Noto{name}"), part)


_JAPANESE, _KOREAN, _CHINESE, _TAIWANESE = (_noto("SansCJK.ttc", part) for part in range(4))
"""The characters of Japanese, Korean and Chinese, each typeface in the style of one of them."""
_SHARED = {"ko": _KOREAN, "zh": _CHINESE, "zh_CN": _CHINESE, "zh_TW": _TAIWANESE}
"""The style of shared characters, by language."""

_OTHERS = tuple(
    _noto(f"{name}.ttf")
    for name in (
        *("Emoji", "Sans", "SansArabic", "SansHebrew", "SansDevanagari", "SansThai"),
        *("SansBengali", "SansTamil", "SansTelugu", "SansMalayalam", "SansKannada"),
        *("SansGujarati", "SansGurmukhi", "SansOriya", "SansSinhala", "SansArmenian"),
        *("SansGeorgian", "SansEthiopic", "SansKhmer", "SansLao", "SansMyanmar"),
        *("SansSymbols", "SansSymbols2", "SansMath", "Music"),
        *("SansCanadianAboriginal", "SansCherokee", "SansThaana", "SerifTibetan"),
        *("SansNKo", "SansTifinagh", "SansRunic", "SansYi"),
    )
)


@lru_cache(maxsize=256)
def font(face: Face, size: int, *, is_shaped: bool = False) -> ImageFont.FreeTypeFont:
    """A typeface, `size` pixels to the em.

    :param is_shaped: whether to join letters. The basic layout gives the same picture everywhere.
    """
    layout = ImageFont.Layout.RAQM if is_shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(face.source, size, face.part, layout_engine=layout)


@lru_cache(maxsize=64)
def characters(face: Face) -> frozenset[int]:
    """Return the code points of a typeface, which are the same for all parts of a file."""
    if face.part:
        return characters(replace(face, part=0))
    with TTFont(face.source, lazy=True, fontNumber=0) as file:
        return frozenset(file.getBestCmap() or ())


def fallbacks(text: str, language: str) -> Sequence[Face]:
    """Return the fallback typefaces for characters that Manrope lacks, best first.

    Chinese, Japanese and Korean draw shared code points differently. The style follows characters
    that only one of them uses, else the current language, else Japanese.
    """
    scripts = {name(each, "").partition(" ")[0] for each in text if east_asian_width(each) in "WFH"}
    if scripts & {"HIRAGANA", "KATAKANA", "HALFWIDTH"}:
        return _JAPANESE, *_OTHERS
    if "HANGUL" in scripts:
        return _KOREAN, *_OTHERS
    if "BOPOMOFO" in scripts:
        return _TAIWANESE, *_OTHERS
    shared = _SHARED.get(language, _JAPANESE)
    if "CJK" in scripts:
        return shared, *_OTHERS
    return *_OTHERS, shared
