"""Pictures of leaderboards and charts, against approved ones and with any values.

`python -m tests.rendering.figures.drawn_figures` redraws the approved pictures.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from rendering import WIDTHS
from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.figures.leaderboard import ROWS, LeaderboardPage, LeaderboardRow, draw_leaderboard
from tests.rendering.figures.drawn_figures import FIGURES, FOLDER, NAMES, WIDTH, page, row_of
from tests.rendering.image_checks import MAX_MEAN_DIFFERENCE, MAX_PIXELS_DIFFERING, image_of

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)
"""Any text at all, including lone surrogates and unassigned code points."""


def draw(board: LeaderboardPage, width: int = 900) -> Image.Image:
    return image_of(draw_leaderboard(board, width))


def pixels_of(picture: Image.Image, colour: Colour) -> int:
    return {other: count for count, other in picture.getcolors(100_000) or []}.get(colour, 0)


def differing_rows(one: Image.Image, other: Image.Image) -> tuple[int, int] | None:
    """The first and last line of pixels in which two pictures differ, or None."""
    box = ImageChops.difference(one, other).getbbox()
    return (box[1], box[3]) if box else None


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_matches_the_approved_image(name: str) -> None:
    approved = image_of((FOLDER / f"{name}.png").read_bytes())
    now = image_of(FIGURES[name](WIDTH))
    assert now.size == approved.size
    difference = ImageChops.difference(now, approved)
    differing = sum(difference.convert("L").histogram()[25:]) / (now.width * now.height)
    assert sum(ImageStat.Stat(difference).mean) / 3 <= MAX_MEAN_DIFFERENCE
    assert differing <= MAX_PIXELS_DIFFERING


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_figure_is_a_palette_png_of_the_requested_width(name: str, width: int) -> None:
    file = FIGURES[name](width)
    image = Image.open(BytesIO(file))
    assert (image.format, image.mode, image.width) == ("PNG", "P", width)
    assert image.height <= 1.1 * width
    assert len(file) < 100_000


@pytest.mark.parametrize("name", ["leaderboard", "ratings_one_game"])
def test_plain_areas_have_the_exact_palette_colour(name: str) -> None:
    assert pixels_of(image_of(FIGURES[name](900)), palette.BACKGROUND) > 50_000


def test_the_callers_row_stands_out_on_this_page_and_from_another() -> None:
    assert pixels_of(draw(page(*NAMES, own=4)), palette.OWN_PANEL) > 20_000
    assert pixels_of(draw(page(*NAMES, own=23)), palette.OWN_PANEL) > 20_000
    assert pixels_of(draw(page(*NAMES)), palette.OWN_PANEL) == 0


def test_a_row_from_another_page_stands_below_a_gap() -> None:
    without, with_own = draw(page(*NAMES)), draw(page(*NAMES, own=23))
    assert with_own.height - without.height > 90
    rows = differing_rows(without, with_own.crop((0, 0, 900, without.height)))
    assert rows
    assert rows[0] > 760


def test_a_rise_and_a_fall_differ_in_shape_and_not_only_in_colour() -> None:
    def arrow(change: int) -> Image.Image:
        board = LeaderboardPage("T", "n", (row_of(1, "Ada", change=change),), (0, 1))
        return draw(board).crop((618, 120, 646, 160)).convert("L").point([0] * 100 + [255] * 156)

    def weight(image: Image.Image) -> float:
        return ImageStat.Stat(image).sum[0]

    for change, heavy_half in ((7, 1), (-7, 0)):
        image = arrow(change)
        box = image.getbbox()
        assert box
        middle = (box[1] + box[3]) // 2
        halves = image.crop((0, 0, 28, middle)), image.crop((0, middle, 28, 40))
        assert weight(halves[heavy_half]) > 1.5 * weight(halves[1 - heavy_half])
    assert arrow(0).getbbox() is None


def test_a_longer_bar_is_a_higher_value() -> None:
    def bar(value: int) -> int:
        row = replace(row_of(4, "Ada", change=0), value=value)
        return pixels_of(draw(LeaderboardPage("T", "n", (row,), (1000, 2000))), palette.PAIRS[1])

    lengths = [bar(value) for value in (-(10**9), 1000, 1300, 1600, 2000, 10**9)]
    assert 0 < lengths[0] == lengths[1] < lengths[2] < lengths[3] < lengths[4] == lengths[5]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(ANYTHING)
@example("Z\u0338\u0322\u031b\u034d\u032ca\u0335\u031b\u035b" * 5)
@example("M" * 1000)
@example("\u0628\u0633\u0645 (\u0627\u0644\u0644\u0647)")
def test_any_name_is_visible_and_stays_in_its_row(name: str) -> None:
    others = ("Ada", "Ben", "Cid")
    picture = draw(page("Ada", name, *others[1:]), 600)
    blank = draw(page("Ada", "A", *others[1:]), 600)
    top, bottom = (round((76 + 34 + 66 * row) * 600 / 900) for row in (1, 2))
    blank.paste(palette.PANEL, (66, top + 4, 280, bottom - 10))
    assert picture.size == blank.size
    rows = differing_rows(picture, blank)
    assert rows
    assert top - 4 <= rows[0] < rows[1] <= bottom


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u3164", "\u2800", "\u202e", "\ufe0f", "\x00"]
)
def test_a_name_without_ink_is_shown_as_a_box(name: str) -> None:
    assert differing_rows(draw(page(name)), draw(page("\u0378"))) is None
    assert differing_rows(draw(page(name)), draw(page("A")))


@settings(max_examples=15, deadline=None)
@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_titles_and_small_print_may_be_any_text(
    title: str, note: str, small_print: str, empty: str
) -> None:
    board = LeaderboardPage(title, note, (), (0, 0), small_print=small_print, empty=empty)
    assert draw(board, 600).width == 600


@settings(max_examples=15, deadline=None)
@given(st.integers(-(10**12), 10**12), st.integers(0, 10**9), st.integers(-(10**6), 10**6))
def test_numbers_of_any_size_keep_to_their_columns(value: int, count: int, change: int) -> None:
    row = LeaderboardRow(count, "Ada", value, str(value), count, count, count, change, change)
    picture = draw(LeaderboardPage("T", "n", (row,), (0, 100)), 600)
    # Beside the rows there are only background colours.
    edge = picture.crop((584, 76, 600, picture.height)).convert("L")
    assert ImageStat.Stat(edge).extrema[0][1] < 80


def test_concurrent_threads_draw_the_same_bytes() -> None:
    draws = list(FIGURES.values())[::3] * 3
    alone = [draw(WIDTH) for draw in draws]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda draw: draw(WIDTH), draws))
    assert together == alone


def test_a_page_of_ten_rows_fits_a_phone_screen() -> None:
    assert len(NAMES) == ROWS
    picture = draw(page(*NAMES, own=23))
    assert picture.height <= 950
