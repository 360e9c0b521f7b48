"""Monospace tables: names in any script stay within their cells."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import width

from rendering.text.text_table import aligned, fitted, named

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)


@given(ANYTHING, st.integers(1, 30))
def test_a_name_takes_at_most_its_cells_and_has_ink(name: str, cells: int) -> None:
    label = named(name, cells)
    assert label
    assert not label.isspace()
    assert width(label) <= max(cells, 1)


def test_a_wide_character_is_not_cut_in_two() -> None:
    assert fitted("漢字漢字", 6) == "漢字…"
    assert fitted("漢字漢字", 8) == "漢字漢字"
    assert fitted("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 4) == "👨‍👩‍👧…"


def test_a_right_to_left_name_leaves_its_row_in_order() -> None:
    (line,) = aligned([("1", "אבג", "1500")], "><>")
    assert line == "1  \u2068אבג\u2069  1500"
