"""Charts of reviews, for approved pictures."""

from __future__ import annotations

from functools import partial
from math import sin

from extensions.study.presentation.evaluation_chart import chances_chart, evaluation_chart
from rendering.figures.chart import draw_chart

_SWINGS = [0.0, *(sin(number / 5) * number / 40 for number in range(1, 40)), 1.0]

FIGURES = {
    "evaluation": partial(
        draw_chart,
        evaluation_chart(
            "Match 17",
            "Ada – Ben",
            _SWINGS,
            ("White", "Black"),
            {12: "12 ?", 13: "13 !", 33: "33 ??"},
        ),
    ),
    "chances": partial(
        draw_chart,
        chances_chart(
            "Match 18",
            "Ann – Ben – Cid",
            {
                "Cyan": (0.33, 0.4, 0.5, 0.3, 0.6, 1),
                "Pink": (0.33, 0.3, 0.3, 0.5, 0.3, 0),
                "Orange": (0.34, 0.3, 0.2, 0.2, 0.1, 0),
            },
        ),
    ),
}
