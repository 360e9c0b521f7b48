"""Standings of events: every result is in the picture, the table and the description."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from wcwidth import width

from extensions.events.presentation.crosstable import (
    ROWS,
    Cell,
    Crosstable,
    CrosstableRow,
    Mark,
    draw_crosstable,
)
from extensions.events.presentation.crosstable_words import crosstable_alt, crosstable_text
from rendering.drawing import palette
from tests.extensions.events.figures import (
    CROSSTABLES,
    DRAWN,
    LOST,
    NAMES,
    WON,
    round_robin,
    swiss_page,
    with_promotions,
)
from tests.rendering.image_checks import image_of

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)


def draw(table: Crosstable, wide: int = 900) -> Image.Image:
    return image_of(draw_crosstable(table, wide))


def changed(one: Crosstable, other: Crosstable) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ: left, top, right and bottom."""
    return ImageChops.difference(draw(one), draw(other)).getbbox()


def with_cell(table: Crosstable, row: int, column: int, cell: Cell) -> Crosstable:
    cells = list(table.rows[row].cells)
    cells[column] = cell
    rows = list(table.rows)
    rows[row] = replace(rows[row], cells=tuple(cells))
    return replace(table, rows=tuple(rows))


@pytest.mark.parametrize("count", [4, 7, ROWS])
def test_a_result_changes_its_own_cell_and_nothing_else(count: int) -> None:
    table = round_robin(count)
    box = changed(table, with_cell(table, 1, 2, Cell((LOST, LOST))))
    assert box
    without_print = replace(table, small_print="")
    unit = draw(without_print).height / (76 + 34 + 66 * count + 14)
    top = 76 + 34 + 66
    assert top - 1 <= box[1] / unit < box[3] / unit <= top + 58 + 1
    assert (box[2] - box[0]) / unit < 92


def test_fewer_columns_make_everything_larger() -> None:
    heights = [draw(round_robin(count)).height / count for count in (4, 6, 12)]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 1.3 * heights[-1]


def test_promotion_and_relegation_have_an_arrow_and_a_word() -> None:
    table = round_robin(7)
    moving = with_promotions(table)
    assert changed(replace(moving, small_print=""), replace(table, small_print=""))
    alt = crosstable_alt(moving)
    assert f"1. {table.rows[0].name} (up): " in alt
    assert f"6. {table.rows[5].name} (down): " in alt
    assert "(up)" in crosstable_text(moving)


@pytest.mark.parametrize("matches", [1, 2, 3, 4])
def test_every_result_of_a_pair_is_visible(matches: int) -> None:
    table = round_robin(4)
    for number in range(matches):
        marks = [WON] * matches
        all_won = with_cell(table, 0, 1, Cell(tuple(marks)))
        marks[number] = LOST
        assert changed(all_won, with_cell(table, 0, 1, Cell(tuple(marks))))


def test_wins_draws_and_losses_differ_in_lightness() -> None:
    table = round_robin(4)
    means: list[float] = []
    for mark in (WON, DRAWN, LOST):
        cell = Cell((replace(mark, text=""),))
        box = changed(table, with_cell(table, 0, 1, Cell((Mark("█", "missed"),))))
        assert box
        part = draw(with_cell(table, 0, 1, cell)).crop(box).convert("L")
        levels = part.histogram()
        means.append(sum(level * count for level, count in enumerate(levels)) / sum(levels))
    assert means[0] - means[1] > 25
    assert means[1] - means[2] > 60


def test_twelve_columns_leave_room_for_the_name_and_the_points() -> None:
    table = round_robin(12)
    renamed = replace(table, rows=(replace(table.rows[0], name="M" * 40), *table.rows[1:]))
    box = changed(table, renamed)
    assert box
    assert box[2] <= 300


def test_medals_appear_at_the_end_but_not_for_players_who_left() -> None:
    table = round_robin(4)

    def gold_pixels(shown_table: Crosstable) -> int:
        colours = {each: count for count, each in draw(shown_table).getcolors(100_000) or []}
        return colours.get(palette.WIN, 0)

    assert gold_pixels(table) == 0
    assert gold_pixels(replace(table, is_over=True)) > 500
    first = replace(table.rows[0], is_out=True)
    assert gold_pixels(replace(table, is_over=True, rows=(first, *table.rows[1:]))) == 0


def test_a_row_from_another_page_comes_last() -> None:
    assert draw(swiss_page(own=37)).height - draw(swiss_page()).height > 40


def test_the_monospace_table_contains_everything_in_the_picture() -> None:
    assert crosstable_text(CROSSTABLES["crosstable_three_seats"]) == (
        "Passtally cup 1 · 3 tables · round 2\n"
        "\n"
        "  #  name            1    2  3  pts  wins\n"
        "  1  Ada Lovelace  1st  2nd  ·    9     4\n"
        "  1  山田太郎      2nd  1st  ·    7     3\n"
        "  3  👑 Queen ★    3rd  2nd  ·    5     2"
    )


def test_the_description_lists_every_result() -> None:
    table = Crosstable(
        "Scala cup 3",
        "round 1 of 3",
        (
            CrosstableRow(1, "Ada", "1", (Cell((Mark("", "own"),)), Cell((WON,))), ("2.5",)),
            CrosstableRow(2, "", "0", (Cell((LOST,)), Cell()), ("",), is_own=True, tag="out"),
        ),
        ("1", "2"),
        ("SB",),
    )
    assert crosstable_alt(table) == (
        "Standings. Scala cup 3, round 1 of 3. 1. Ada: 1 pts, SB 2.5; 2: 1. 2. someone "
        "without a name (out) (you): 0 pts; 1: 0."
    )


@pytest.mark.parametrize("name", CROSSTABLES)
def test_a_table_fits_a_message_and_its_alt_text_a_description(name: str) -> None:
    text = crosstable_text(CROSSTABLES[name])
    assert max(map(width, text.splitlines())) <= 60
    assert len(text) < 1900
    assert len(crosstable_alt(CROSSTABLES[name])) <= 1024


@settings(max_examples=60, deadline=None)
@given(st.lists(ANYTHING, min_size=1, max_size=ROWS), st.integers(0, 12), ANYTHING)
@example(list(NAMES), 12, "```")
@example(["𝓐𝓵" * 20] * 12, 12, "\u202eevil")
def test_any_names_can_be_shown(names: list[str], columns: int, anything: str) -> None:
    rows = tuple(
        CrosstableRow(
            place,
            name,
            "1,204½",
            (Cell((Mark("1st", "won"), Mark("bye", "lost")), "64"),) * columns,
            ("-103.25",),
            tag=anything,
        )
        for place, name in enumerate(names, start=1)
    )
    heads = tuple(map(str, range(columns)))
    table = Crosstable(anything, anything, rows, heads, ("Sonneborn",), small_print=anything)
    text = crosstable_text(table)
    assert len(text) < 1900
    assert max(map(width, text.splitlines())) <= 60
    assert "`" not in text
    assert len(crosstable_alt(table)) <= 1024
    assert draw(table, 600).width == 600
