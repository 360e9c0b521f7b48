"""Charts: round labels, correct descriptions, and every point inside the picture."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rendering.figures.chart import MAX_CURVES, Axis, Chart, Curve, draw_chart, round_ticks
from rendering.figures.rating_chart import RatingHistory, RatingPoint, dates, rating_chart
from tests.rendering.figures.drawn_figures import NOW, history
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
