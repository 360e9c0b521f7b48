"""Parsing of numbers in typed text and in controls."""

from __future__ import annotations

import pytest

from bot.interface.arguments import MAX_DIGITS, number_in
from bot.pages.layout import MAX_ID, id_in
from rules.refusal import Refusal


@pytest.mark.parametrize("text", ["17", "#17", " 17 ", "17 · Skirt · Ada vs Ben", "＃１７　・"])
def test_a_number_is_read_as_typed_or_offered(text: str) -> None:
    assert number_in(text, "match") == 17


@pytest.mark.parametrize("text", ["", "²", "1²", "١٧", "-1", "+1", "1_0", "1.0", "0x1", "seven"])
def test_only_ascii_digits_make_a_number(text: str) -> None:
    with pytest.raises(Refusal, match="isn't a match"):
        number_in(text, "match")
    assert id_in(text) is None


def test_an_id_in_a_control_has_ascii_digits() -> None:
    assert id_in("17") == 17
    assert id_in("１７") is None


def test_a_number_has_a_limited_number_of_digits() -> None:
    assert number_in("9" * MAX_DIGITS, "match") == int("9" * MAX_DIGITS)
    with pytest.raises(Refusal):
        number_in("9" * (MAX_DIGITS + 1), "match")


def test_an_id_fits_the_database() -> None:
    assert id_in(str(MAX_ID)) == MAX_ID
    assert id_in(str(MAX_ID + 1)) is None
    assert id_in("1" * 5000) is None
