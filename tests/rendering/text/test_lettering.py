"""Text on pictures: scripts and their directions, missing characters, and truncation."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from wcwidth import iter_graphemes

from language.texts import written_in
from making.typefaces import FONTS, LIST, character_list
from rendering.drawing import palette
from rendering.text import typefaces
from rendering.text.lettering import shortened, width_of, write
from rendering.text.typefaces import (
    MAIN,
    Face,
    TextRun,
    characters,
    fallbacks,
    graphemes,
    readable,
    runs,
)

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)


def places(text: str) -> list[str]:
    """The characters of a line in their order on the picture, from left to right."""
    return [
        each
        for run in runs(text)
        for each in (reversed(run.text) if run.is_shaped and run.is_leftward else run.text)
    ]


def ink(text: str) -> int:
    """Count the dark pixels of a text on a white picture."""
    picture = Image.new("RGB", (800, 80), (255, 255, 255))
    write(picture, (20, 40), text, 29, (0, 0, 0), anchor="lm")
    return sum(picture.convert("L").histogram()[:128])


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Владимир", "Ελένη", "Nguyễn Thị Ánh", "שלום", "محمد", "नमस्ते", "কৌশিক", "தமிழ்"),
        *("สมชาย", "ខ្មែរ", "မြန်မာ", "ქართული", "Հայերեն", "አማርኛ", "山田さくら", "王小明", "김철수"),
        *("𝓐𝓵𝓮𝔁", "★彡", "ツ", "♛ ➤ ⚔ ☠", "😀🫠", "👨‍👩‍👧", "🇩🇪", "1️⃣", "👍🏽", "ﷺ", "ａｂ", "ᴀʙ"),
    ],
)
def test_a_name_in_a_living_script_or_of_emoji_needs_no_box(name: str) -> None:
    assert all(run.face for run in runs(name))
    assert ink(name) > 20


@pytest.mark.parametrize(
    "name", ["\u0378", "\U000e0080\u0378", "\ue000", "\ud800", "\U0001f02f\ufffe"]
)
def test_characters_missing_in_every_typeface_are_one_box_each(name: str) -> None:
    assert [run.face for run in runs(name)] == [None]
    assert width_of(name, 30) == pytest.approx(len(runs(name)[0].text) * width_of("\u0378", 30))
    assert ink(name) > 20


@pytest.mark.parametrize(
    ("name", "rest"),
    [("\ue000 Ada \ue000", "Ada"), ("A\u0378da", "Ada"), ("\ue000 山 \ue000 田", "山 田")],
)
def test_what_no_typeface_has_is_left_out_of_a_readable_name(name: str, rest: str) -> None:
    assert runs(name) == runs(rest)
    assert width_of(name, 30) == width_of(rest, 30)


def test_punctuation_alone_is_not_what_remains_of_a_name() -> None:
    assert any(run.face is None for run in runs("\ue000…"))


@pytest.mark.parametrize(
    "name", [" ", "\u200b\u200d", "\u3164", "\u2800", "\ufe0f", "\u202e\u2066"]
)
def test_a_text_without_ink_is_one_box(name: str) -> None:
    assert readable(name) == ""
    assert runs(name) == (TextRun("?", None),)


def test_an_empty_text_draws_nothing() -> None:
    assert runs("") == ()
    assert width_of("", 30) == 0


@settings(deadline=None)
@given(ANYTHING.filter(lambda text: text != ""))
def test_every_text_leaves_ink(text: str) -> None:
    assert width_of(text, 29) > 0
    assert ink(text) > 0


def test_right_to_left_letters_stand_right_to_left() -> None:
    assert places("אבג") == ["ג", "ב", "א"]
    assert places("Ali אבג!") == [*"Ali ", "ג", "ב", "א", "!"]
    assert places("אבג 12") == [*"12 ", "ג", "ב", "א"]
    assert places("אבג 😀 דה") == ["ה", "ד", " ", "😀", " ", "ג", "ב", "א"]


def test_a_bracket_in_right_to_left_text_opens_to_the_left() -> None:
    assert places("א(ב)") == ["(", "ב", ")", "א"]


def test_direction_marks_do_not_reverse_text() -> None:
    for mark in "\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\u2068":
        assert places(f"{mark}evil{mark}") == [*"evil"]


def test_a_han_character_is_drawn_in_the_variant_the_name_suggests() -> None:
    japanese, korean = (fallbacks(name, "en")[0] for name in ("直さ", "直김"))
    assert japanese != korean
    assert [run.face for run in runs("直さ")] == [japanese]


def test_ambiguous_characters_are_drawn_as_in_the_language() -> None:
    faces: dict[str, Face | None] = {}
    for language in ("en", "ja", "ko", "zh"):
        with written_in(language):
            (faces[language],) = (run.face for run in runs("直"))
    assert faces["en"] == faces["ja"] == fallbacks("さ", "en")[0]
    assert len(set(faces.values())) == 3


def test_the_listed_characters_are_those_of_the_files() -> None:
    assert (FONTS / LIST).read_text("ascii") == character_list()


def test_all_weights_of_the_main_typeface_have_the_same_characters() -> None:
    assert len({characters(face) for face in MAIN.values()}) == 1


def test_stacked_marks_are_thinned_and_stay_on_their_line() -> None:
    pile = "a" + "\u0301\u0338\u0322\u031b\u034d" * 20
    assert graphemes(pile) == [pile[:5]]
    picture = Image.new("RGB", (200, 200), palette.BACKGROUND)
    write(picture, (100, 100), pile, 30, palette.INK)
    changed = [y for y in range(200) if len(picture.crop((0, y, 200, y + 1)).getcolors() or []) > 1]
    assert 60 < min(changed) < max(changed) < 140


def test_an_emoji_loses_its_skin_tone() -> None:
    assert graphemes("👍🏽") == ["👍"]


@pytest.mark.skipif(not typefaces.CAN_SHAPE, reason="FriBidi is not installed")
def test_connected_letters_are_joined() -> None:
    assert width_of("لا", 30) < width_of("ل", 30) + width_of("ا", 30)
    assert width_of("क्ष", 30) < width_of("क", 30) + width_of("ष", 30)
    assert width_of("👨‍👩‍👧", 30) < 2 * width_of("👨", 30)


@settings(deadline=None)
@given(ANYTHING, st.integers(30, 400))
def test_a_text_is_truncated_between_two_characters(text: str, room: int) -> None:
    cut = shortened(text, 29, room)
    if cut != text:
        assert width_of(cut, 29) <= max(room, width_of("…", 29))
        prefix = cut.removesuffix("…")
        assert "".join(graphemes(text)).startswith(prefix)
        assert len([*iter_graphemes(prefix)]) <= len(graphemes(text))


def test_a_family_emoji_is_kept_or_dropped_as_a_whole() -> None:
    family = "👨‍👩‍👧"
    wide = width_of(family * 3, 30)
    assert shortened(family * 8, 30, wide + width_of("…", 30) + 3) == family * 3 + "…"


@pytest.mark.parametrize("size", range(8, 30))
def test_words_stand_apart_at_every_size(size: int) -> None:
    picture = Image.new("RGB", (200, 60), (255, 255, 255))
    write(picture, (100, 30), "Black to move", size, (0, 0, 0))
    dark = picture.convert("L").reduce((1, 60)).tobytes()
    inked = [column for column, value in enumerate(dark) if value < 250]
    gaps = sorted(following - here - 1 for here, following in pairwise(inked))
    assert gaps[-2] >= max(3, 0.2 * size)
    assert gaps[-3] < gaps[-2]
