"""Typed text is normalised, and a name has something that can be seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.typed import folded, is_visible, name_in, normalised


@given(text=st.text(st.characters(max_codepoint=127)))
def test_ascii_stays_as_it_is(text: str) -> None:
    assert normalised(text) == text


@given(text=st.text())
def test_a_normalised_text_stays_as_it_is(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("ｓｉｚｅ　５，（ａ３）", "size 5,(a3)"),
        ("c7−d8 c7→d8 c7ーd8", "c7-d8 c7-d8 c7-d8"),
        ("“a” „b“ «c» ‘d’ 「e」", '"a" "b" "c" \'d\' "e"'),
        ("１。３、４ ２∶c3", "1.3,4 2:c3"),
        ("a\u200b\u2060\ufeffb\u00a0c", "ab c"),
        ("1² c₃", "1² c₃"),
        ("Gänsehaut 鵝 🦢", "Gänsehaut 鵝 🦢"),
    ],
)
def test_characters_that_mean_the_same_become_ascii(typed: str, plain: str) -> None:
    assert normalised(typed) == plain


def test_texts_are_compared_without_width_and_letter_case() -> None:
    assert folded(" Ｓｋｉｒｔ ") == "skirt"


INVISIBLE = [
    "",
    " ",
    "\u200b",
    "\u3000\u2060",
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\U000e0061",
    "\u202e",
]


@pytest.mark.parametrize("text", INVISIBLE)
def test_a_name_without_anything_visible_is_none(text: str) -> None:
    assert not is_visible(text)
    assert name_in(text) == ""


@pytest.mark.parametrize(
    "text", ["a", "🏴\U000e0067\U000e007f", "\u200bx", "ー", "👩\u200d🚀", "ｱ"]
)
def test_a_name_keeps_what_belongs_to_its_characters(text: str) -> None:
    assert name_in(f" {text}\n") == text
