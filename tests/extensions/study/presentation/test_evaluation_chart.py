"""Charts of reviews: correct descriptions, and nothing covers the curve."""

from __future__ import annotations

from io import BytesIO
from math import sin

import pytest
from PIL import Image

from extensions.study.presentation.evaluation_chart import chances_chart, evaluation_chart
from rendering.drawing import palette
from rendering.figures.chart import draw_chart
from rendering.figures.parts import CURVES
from tests.rendering.figures.drawn_figures import FIGURES
from tests.rendering.image_checks import image_of


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
