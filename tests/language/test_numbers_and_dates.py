"""Numbers, months and days as each language writes them."""

from __future__ import annotations

from datetime import date

import pytest

from language.dates import day_words, month_of_year, short_day_words
from language.texts import ngettext, number, signed, written_in


def test_numbers_have_the_separators_of_their_language() -> None:
    assert (number(1234.56, 1), number(999), signed(0.5, 1)) == ("1,234.6", "999", "+0.5")
    with written_in("de"):
        assert (number(1234.56, 1), signed(-1500)) == ("1.234,6", "-1.500")


def test_counts_are_formatted_as_numbers_and_numeric_names_are_not() -> None:
    assert ngettext("{count} match", "{count} matches", 1200) == "1,200 matches"
    assert ngettext("{count} of {year}", "{count} of {year}", 3, year=2026) == "3 of 2026"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("October 2026", "3 October 2026", "3 Oct")),
        ("de", ("Oktober 2026", "3. Oktober 2026", "3. Okt")),
        ("ja", ("2026 年 10 月", "2026 年 10 月 3 日", "10 月 3 日")),
    ],
)
def test_days_are_written_in_the_order_of_their_language(
    language: str, words: tuple[str, str, str]
) -> None:
    day = date(2026, 10, 3)
    with written_in(language):
        assert (month_of_year(10, 2026), day_words(day), short_day_words(day)) == words
