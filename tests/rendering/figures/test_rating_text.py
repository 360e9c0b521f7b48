"""Ratings as a table in monospace."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import width

from rendering.figures.rating_chart import rating_text
from tests.rendering.figures.drawn_figures import history

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)


def test_ratings_as_text_have_one_line_per_month() -> None:
    text = rating_text(
        "Ada", "this server", [history("Scala", 6, 130, 100), history("Go", 0, 1, 0)]
    )
    assert text == (
        "Ada · this server\n"
        "\n"
        "Scala\n"
        "November 2026   1655  ±170\n"
        "October 2026    1534  ±181\n"
        "September 2026  1517  ±204\n"
        "August 2026     1556  ±217"
    )


@given(ANYTHING, ANYTHING)
def test_ratings_as_text_fit_with_any_names(title: str, game: str) -> None:
    text = rating_text(title, "n", [replace(history("g", 400, 2000, 1), game=game)])
    assert max(map(width, text.splitlines())) <= 60
    assert "`" not in text
