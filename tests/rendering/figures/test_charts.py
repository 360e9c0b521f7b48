"""Charts: round labels, correct descriptions, and every point inside the picture."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO
from math import sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rendering.drawing import palette
from rendering.figures.chart import MAX_CURVES, Axis, Chart, Curve, draw_chart, round_ticks
from rendering.figures.evaluation_chart import chances_chart, evaluation_chart
from rendering.figures.parts import CURVES
from rendering.figures.rating_chart import RatingHistory, RatingPoint, dates, rating_chart
from tests.rendering.figures.drawn_figures import FIGURES, NOW, history
from tests.rendering.image_checks import image_of

MOMENTS = st.datetimes(datetime(2015, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))


@given(st.floats(-5000, 5000), st.floats(0.01, 10_000), st.integers(3, 8))
def test_ticks_are_few_and_round_and_within_reach(low: float, span: float, most: int) -> None:
    ticks = round_ticks(low, low + span, most)
    assert 1 <= len(ticks) <= most
    assert all(low - 1e-9 <= tick <= low + span + 1e-9 for tick in ticks)
    if len(ticks) > 1:
        step = ticks[1] - ticks[0]
        assert f"{step:.3e}"[:5] in ("1.000", "2.000", "5.000")


@given(MOMENTS, st.integers(0, 9000))
def test_dates_are_few_and_round_and_in_order(start: datetime, days: int) -> None:
    end = start + timedelta(days=days)
    labels = list(dates(start, end))
    moments = [at for at, _ in labels]
    assert len(labels) <= 6
    assert moments in (sorted(moments), sorted(moments, reverse=True))
    assert len({label for _, label in labels}) >= len(labels) - 2
    assert all(at.hour == at.minute == 0 for at in moments)
    assert all(start - timedelta(days=1) <= at <= end for at in moments)
    if days >= 2:
        assert len(labels) >= 2


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("2026-11-16", ["16 Nov", "17 Nov", "18 Nov", "19 Nov", "20 Nov", "21 Nov"]),
        ("2026-10-01", ["10 Oct", "24 Oct", "7 Nov", "21 Nov"]),
        ("2026-08-15", ["September", "October", "November"]),
        ("2026-03-10", ["May", "July", "September", "November"]),
        ("2025-06-10", ["Jul", "Oct", "2026", "Apr", "Jul", "Oct"]),
        ("2018-06-10", ["2020", "2022", "2024", "2026"]),
    ],
)
def test_dates_are_in_words_of_the_month(start: str, expected: list[str]) -> None:
    labels = [label for _, label in dates(datetime.fromisoformat(start + "T00:00+00:00"), NOW)]
    assert sorted(labels) == sorted(expected)


courses = st.lists(
    st.builds(RatingPoint, MOMENTS, st.floats(-2000, 5000), st.floats(0, 400)), max_size=30
).map(lambda course: tuple(sorted(course, key=lambda rated: rated.at)))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.builds(RatingHistory, st.text(max_size=20), courses), max_size=8), MOMENTS)
def test_any_history_is_a_chart_with_all_its_points_inside(
    histories: list[RatingHistory], now: datetime
) -> None:
    chart = rating_chart("Ada", "here", histories, now)
    assert len(chart.curves) == min(MAX_CURVES, sum(bool(each.ratings) for each in histories))
    for curve in chart.curves:
        for at, up in curve.points:
            assert chart.across.start <= at <= chart.across.end
            assert chart.upwards.start <= up <= chart.upwards.end
    assert len(chart.upwards.ticks) >= 2
    assert len(chart.alt) <= 1024
    assert Image.open(BytesIO(draw_chart(chart, 600))).width == 600


def test_a_rating_is_described_in_words() -> None:
    chart = rating_chart("Ada", "this server", [history("Scala", 3, 60, 90)], NOW)
    assert chart.alt == (
        "Ada, this server. Scala: 1552 on 12 October 2026, 1645 on 21 November 2026; highest 1645 "
        "on 21 November 2026, lowest 1552 on 12 October 2026."
    )


def test_an_evaluation_is_described_in_words() -> None:
    chart = evaluation_chart(
        "Match 3", "Ada – Ben", (0.0, 0.4, -0.3, -1.0), ("White", "Black"), {2: "2 ??"}
    )
    assert chart.alt == (
        "Match 3: evaluation over 3 turns. White was ahead after 1 of them, Black after 2. "
        "Turn 2 (2 ??): from +0.4 to -0.3."
    )


def test_an_evaluation_counts_moves_and_not_the_start() -> None:
    chart = evaluation_chart("Match 3", "n", (0.5, 0.5), ("White", "Black"))
    assert chart.alt == (
        "Match 3: evaluation over 1 turn. White was ahead after 1 of them, Black after 0."
    )


def test_an_incomplete_evaluation_states_how_far_it_goes() -> None:
    chart = evaluation_chart("Match 3", "n", (0.5, 0.5), ("White", "Black"), turns=range(1, 21))
    assert chart.alt.startswith("Match 3: evaluation over 1 of 20 turns.")
    assert chart.across.end == 20
    for values in ((0.5,), (0.5, -0.5)):
        assert draw_chart(
            evaluation_chart("M", "n", values, ("White", "Black"), turns=range(1, 10)), 600
        )


def test_an_evaluation_counts_turns_and_not_their_moves() -> None:
    values = (0.0, 0.4, 0.5, -0.3, -1.0)
    chart = evaluation_chart("M", "n", values, ("White", "Black"), {4: "b2"}, turns=(1, 1, 2, 2))
    assert chart.alt == (
        "M: evaluation over 2 turns. White was ahead after 1 of them, Black after 1. "
        "Turn 2 (b2): from -0.3 to -1.0."
    )
    assert [(tick.at, tick.label) for tick in chart.across.ticks] == [
        (0, "start"),
        (2, "1"),
        (4, "2"),
    ]


def test_the_chances_of_three_players_are_described_in_words() -> None:
    chances = {"Red": (0.4, 0.1), "Green": (0.3, 0.5), "Blue": (0.3, 0.4)}
    chart = chances_chart("Match 3", "n", chances, {"Red": {1: "b2 −30"}})
    assert chart.alt == (
        "Match 3: winning chances over the match. At the end: Red 10%, Green 50%, Blue 40%. "
        "Turn 1 (b2 −30): Red from 40% to 10%."
    )
    under_way = chances_chart("Match 3", "n", chances, turns=range(1, 8))
    assert "After 1 of 7 turns: Red 10%" in under_way.alt


@pytest.mark.parametrize("course", ["hill", "zigzag"])
def test_move_labels_do_not_cover_the_curve(course: str) -> None:
    values = [sin(number / 5) * number / 45 for number in range(41)]
    if course == "zigzag":
        values = [0.3 * (-1) ** (number // 3) for number in range(41)]
    bare, marked = (
        draw_chart(evaluation_chart("M", "n", values, ("White", "Black"), marks))
        for marks in ({}, {12: "12 ?", 13: "13 !", 33: "33 ??"})
    )
    pixels = [zip(*[iter(image_of(file).tobytes())] * 3, strict=True) for file in (bare, marked)]
    blue, ringed = CURVES[0][0], palette.WIN
    hidden = 0
    for before, after in zip(*pixels, strict=True):
        hidden += before == blue and after not in (blue, ringed)
    # The rings themselves cover a little of the curve.
    assert hidden < 3 * 40


def test_the_area_of_an_evaluation_is_light_above_and_dark_below() -> None:
    picture = image_of(FIGURES["evaluation"](900))
    middle = 76 + 12 + 200
    above, below = (
        picture.crop((110, 80, 860, middle - 8)),
        picture.crop((110, middle + 8, 860, 480)),
    )
    light, dark = palette.LIGHT_STONE[1], palette.HOLE
    for part, has, lacks in ((above, light, dark), (below, dark, light)):
        colours = {colour: count for count, colour in part.getcolors(10_000) or []}
        assert colours.get(has, 0) > 5000
        assert colours.get(lacks, 0) == 0


@pytest.mark.parametrize("values", [(0.0,), (1.0, -1.0), (-1.0, 1.0) * 150])
def test_an_evaluation_of_any_length_can_be_drawn(values: tuple[float, ...]) -> None:
    chart = evaluation_chart("M", "n", values, ("White", "Black"))
    assert Image.open(BytesIO(draw_chart(chart, 600))).width == 600


def test_curves_differ_in_shape_too() -> None:
    axis = Axis(0, 1, ())
    curves = tuple(Curve(name, ((0.5, 0.5),)) for name in ("a", "b"))
    one, two = (
        image_of(draw_chart(Chart("t", "n", axis, axis, order))).convert("L")
        for order in (curves[:1], curves[1:])
    )
    assert one.tobytes() == two.tobytes()
    key = image_of(draw_chart(Chart("t", "n", axis, axis, curves))).convert("L")
    dots = [key.crop((24, 80, 48, 110)), key.crop((90, 80, 114, 110))]
    filled = [sum(dot.histogram()[70:]) for dot in dots]
    assert filled[0] != filled[1]
