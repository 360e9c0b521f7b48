"""The typefaces, and which of them draws which characters of a line.

Manrope is the main one, and Noto has the characters of nearly every living language, symbols, and
emoji in one colour. Their files are in `fonts`, made by `making/typefaces.py`, and opened lazily.

Names may contain any script and direction, emoji, endless marks, and code points without glyphs or
meaning. All are displayed visibly. What no typeface has is left out if something readable remains.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal
from unicodedata import east_asian_width, name

from bidi import algorithm
from bidi.mirror import MIRRORED
from PIL import ImageFont, features
from wcwidth import iter_graphemes

from language.texts import language

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


FONTS = Path(__file__).parent / "fonts"

MAIN: dict[Weight, Face] = {
    "SemiBold": Face(str(FONTS / "Manrope-SemiBold.ttf")),
    "Bold": Face(str(FONTS / "Manrope-Bold.ttf")),
    "ExtraBold": Face(str(FONTS / "Manrope-ExtraBold.ttf")),
}
"""The preferred typefaces, with the same characters."""


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
    codes: set[int] = set()
    for each in _character_lists()[Path(face.source).name].split():
        first, _, last = each.partition("-")
        codes.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(codes)


@lru_cache(maxsize=1)
def _character_lists() -> dict[str, str]:
    """The code points of each file, as ranges in hexadecimal."""
    lines = (FONTS / "characters.txt").read_text("ascii").splitlines()
    return {name: ranges for name, _, ranges in (line.partition(": ") for line in lines)}


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


_JOINERS = "\u200c\u200d"
_INVISIBLE = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
"""Invisible letters, marks and symbols."""
_DIRECTIONS = frozenset(["L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "S", "WS", "ON"])
"""The known directions. Unassigned characters count as neutral."""
_MAX_MARKS = 4
"""Maximum number of marks shown on a letter. Some people pile up dozens for fun."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """Adjacent characters in one typeface."""

    text: str
    """The text in display order, left to right, or in reading order if it is shaped."""
    face: Face | None
    """The typeface, or None if none has the characters, which shows each as a box."""
    is_shaped: bool = False
    """Whether its letters need joining and stacking."""
    is_leftward: bool = False
    """Whether it is read from right to left."""


def runs(text: str) -> tuple[TextRun, ...]:
    """Return the runs of a line, left to right. Every line that isn't empty is visible.

    Manrope stands for all its weights. The current language decides the look of shared characters.
    """
    return _runs(text, language())


@lru_cache(maxsize=4096)
def _runs(text: str, language: str) -> tuple[TextRun, ...]:
    if not text:
        return ()
    main = MAIN["Bold"]
    if text.isascii() and text.isprintable() and not text.isspace():
        return (TextRun(text, main),)
    clusters = graphemes(readable(text))
    if not clusters:
        return (TextRun("?", None),)
    chain = (main, *fallbacks(text, language))
    faces = [_face_for(cluster, chain) for cluster in clusters]
    drawable = [cluster for cluster, face in zip(clusters, faces, strict=True) if face]
    if len(drawable) < len(clusters) and any(_is_readable(cluster) for cluster in drawable):
        # The rest, mostly decoration, would be boxes.
        clusters = graphemes(" ".join("".join(drawable).split()))
        faces = [_face_for(cluster, chain) for cluster in clusters]
    stretches = _stretches(clusters, faces, _levels(clusters))
    return tuple(
        _run(members, face, is_leftward=level % 2 == 1) for level, face, members in stretches
    )


def readable(text: str) -> str:
    """Return the text without display controls, with single spaces, or empty without ink."""
    clean = " ".join(_without_controls(unicodedata.normalize("NFC", text)).split())
    return clean if any(_has_ink(cluster) for cluster in iter_graphemes(clean)) else ""


def graphemes(text: str) -> list[str]:
    """Return the user-perceived characters of a text, each with at most a few of its marks."""
    return [_thinned(cluster) for cluster in iter_graphemes(text)]


def _thinned(cluster: str) -> str:
    """The cluster without surplus marks and skin tones."""
    marks = [place for place, each in enumerate(cluster) if unicodedata.combining(each)]
    dropped = {*marks[_MAX_MARKS:]}
    dropped |= {place for place, each in enumerate(cluster) if place and _is_tone(each)}
    return "".join(each for place, each in enumerate(cluster) if place not in dropped)


def _without_controls(text: str) -> str:
    """The text without display controls, with spaces for line ends and tabs."""
    return "".join(
        " " if each.isspace() else each
        for each in text
        if each.isspace() or each in _JOINERS or unicodedata.category(each) not in ("Cc", "Cf")
    )


def _has_ink(cluster: str) -> bool:
    return not all(
        each.isspace() or each in _JOINERS or each in _INVISIBLE or _is_selector(each)
        for each in cluster
    )


def _is_readable(cluster: str) -> bool:
    """Whether it is more than a space or a punctuation mark."""
    return _has_ink(cluster) and unicodedata.category(cluster[0])[0] in "LNS"


def _is_selector(character: str) -> bool:
    """Whether it only selects a variant of the character before it."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _face_for(cluster: str, chain: Sequence[Face]) -> Face | None:
    """The first typeface that has all of a cluster, else the first that has its base."""
    needed = {ord(each) for each in cluster if each not in _JOINERS and not _is_selector(each)}
    for codes in (needed, {ord(cluster[0])}):
        for face in chain:
            if codes <= characters(face):
                return face
    return None


def _levels(clusters: Sequence[str]) -> list[int]:
    """The embedding level of each cluster, odd for right to left.

    Unicode Standard Annex 9, applied to the base of each cluster.
    """
    bases = "".join(
        cluster[0] if unicodedata.bidirectional(cluster[0]) in _DIRECTIONS else "?"
        for cluster in clusters
    )
    if not any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in bases):
        return [0] * len(clusters)
    base = algorithm.get_base_level(bases)
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(bases, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    return [each["level"] for each in storage["chars"]]


def _stretches(
    clusters: Sequence[str], faces: Sequence[Face | None], levels: Sequence[int]
) -> Iterator[tuple[int, Face | None, list[str]]]:
    """The level, typeface and clusters of each uniform stretch, in display order."""
    parts = [
        (level, face, [clusters[place] for place in places])
        for (level, face), places in groupby(
            range(len(clusters)), key=lambda place: (levels[place], faces[place])
        )
    ]
    # Rule L2 of the annex: from the deepest level up, reverse everything at that level or deeper.
    for depth in range(max(levels), 0, -1):
        groups = groupby(parts, key=lambda part: part[0] >= depth)
        turned = [list(some)[:: -1 if is_as_deep else 1] for is_as_deep, some in groups]
        parts = [part for some in turned for part in some]
    yield from parts


def _run(clusters: list[str], face: Face | None, *, is_leftward: bool) -> TextRun:
    if face is None:
        return TextRun("?" * len(clusters), None)
    has = characters(face)
    clusters = ["".join(each for each in cluster if _is_kept(each, has)) for cluster in clusters]
    is_shaped = CAN_SHAPE and any(
        len(cluster) > 1 or unicodedata.bidirectional(cluster) == "AL" for cluster in clusters
    )
    if is_shaped:
        return TextRun("".join(clusters), face, True, is_leftward)
    bare = ["".join(each for each in cluster if _is_drawn(each)) for cluster in clusters]
    if is_leftward:
        bare = [MIRRORED.get(cluster, cluster) for cluster in reversed(bare)]
    return TextRun("".join(bare), face, False, is_leftward)


def _is_kept(character: str, has: frozenset[int]) -> bool:
    """Whether a typeface that has the base of a cluster can show the rest."""
    return ord(character) in has or not _is_drawn(character)


def _is_drawn(character: str) -> bool:
    return character not in _JOINERS and not _is_selector(character)


def _is_tone(character: str) -> bool:
    """Whether it colours the skin of the emoji before it. Our emoji have no colours."""
    return "\U0001f3fb" <= character <= "\U0001f3ff"
