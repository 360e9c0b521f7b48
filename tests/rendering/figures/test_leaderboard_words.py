"""Leaderboards as text: rows are aligned, and everything fits in a message."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st
from wcwidth import width

from rendering.figures.leaderboard import leaderboard_alt, leaderboard_text
from tests.rendering.figures.drawn_figures import NAMES, page, row_of

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)

HOSTILE = [
    "```\n@everyone",
    "a\u0301" * 20,
    "漢" * 32,
    "😀" * 20,
    "\u202eevil",
    "אבג",
    "",
    "\x1b[31m",
]


def test_a_table_contains_everything_in_the_picture() -> None:
    text = leaderboard_text(page("Ada", "Ben", own=23))
    assert text == (
        "Scala · this server · all time\n"
        "\n"
        "    #  name          rating  month     W–D–L  streak\n"
        "    1  Ada             1869    +12  150–1–90      L2\n"
        "    2  Ben             1838     -7   75–2–83\n"
        "   …\n"
        ">  23  Grace Hopper    1187    new    6–3–26      W1\n"
        "\n"
        "Page 1 of 4. Not shown: who has no rated match in the last\n"
        "60 days, and ratings with a “?”: fewer than 5 rated matches."
    )


def test_the_callers_row_on_the_page_starts_with_a_mark() -> None:
    lines = leaderboard_text(page("Ada", "Ben", own=2)).splitlines()
    assert [line[0] for line in lines[3:5]] == [" ", ">"]


def test_an_empty_table_says_so() -> None:
    assert "Nobody yet." in leaderboard_text(page())
    assert "Nobody yet." in leaderboard_alt(page())


@settings(deadline=None)
@given(st.lists(ANYTHING, min_size=1, max_size=10))
@example(HOSTILE)
@example([*NAMES])
def test_every_row_of_a_table_is_aligned_with_any_names(names: list[str]) -> None:
    plain = leaderboard_text(page(*["A" * 18 for _ in names])).splitlines()
    lines = leaderboard_text(page(*names)).splitlines()
    assert len(lines) == len(plain)
    assert "`" not in "".join(lines)
    table = lines[2 : 3 + len(names)]
    ratings = {
        width(line[: line.index(str(row_of(place, "").value))])
        for place, line in enumerate(table)
        if place
    }
    assert len(ratings) == 1
    assert max(map(width, lines)) <= 60
    assert len("\n".join(lines)) < 1900


@given(st.lists(ANYTHING, max_size=10), st.integers(0, 99))
def test_an_alt_text_fits_with_any_names(names: list[str], own: int) -> None:
    assert 0 < len(leaderboard_alt(page(*names, own=own))) <= 1024


def test_an_alt_text_states_places_names_ratings_and_results() -> None:
    assert leaderboard_alt(page("Ada", "Ben", own=2)) == (
        "Leaderboard. Scala, this server · all time. 1. Ada: rating 1869, up 12, 150 won, 1 drawn, "
        "90 lost. 2. Ben (you): rating 1838, down 7, 75 won, 2 drawn, 83 lost."
    )


def test_streaks_and_changes_have_a_sign_unless_zero() -> None:
    row = row_of(1, "Ada")
    assert [replace(row, streak=streak).streak_text for streak in (3, -2, 0)] == ["W3", "L2", ""]
