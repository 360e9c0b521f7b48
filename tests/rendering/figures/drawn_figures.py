"""Leaderboards and charts with approved pictures, and a command to redraw them.

    python -m tests.rendering.figures.drawn_figures

Look at every changed picture before committing it, because the tests only report that it changed.
No name needs its letters joined, because that doesn't work everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from math import sin
from typing import Any

from rendering.figures.chart import draw_chart
from rendering.figures.leaderboard import LeaderboardPage, LeaderboardRow, draw_leaderboard
from rendering.figures.overview import TopPlayer, TopPlayers, draw_overview
from rendering.figures.parts import Tile
from rendering.figures.rating_chart import RatingHistory, RatingPoint, rating_chart
from tests.additions import additions
from tests.rendering.scenes import FOLDER

WIDTH = 600
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)

NAMES = (
    "Ada Lovelace",
    "山田太郎",
    "👑 Queen ★",
    "**bold** _x_ `c`",
    "Sofia Kovalevskaya-Corvin-Krukovskaya",
    "שלום עולם",
    "漢" * 32,
    "\u200b\u2060",
    "김철수 𝓐𝓵 \U000e0080\u0378",
    "Ægir Þórsson",
)
_CHANGES = (0, 12, -7, None, 143, -38, 5, 0, -112, 1)
_STREAKS = (12, -2, 0, 1, -1, 3, 0, -4, 2, 25)


def row_of(place: int, name: str, **other: Any) -> LeaderboardRow:
    """A row with numbers derived from its place."""
    value = 1900 - 31 * place
    plain: dict[str, Any] = {
        "won": 150 // place,
        "drawn": place % 4,
        "lost": 97 - 7 * place % 90,
        "change": _CHANGES[place % 10],
        "streak": _STREAKS[place % 10],
    }
    return LeaderboardRow(place, name, value, str(value), **(plain | other))


def page(*names: str, own: int = 0, **other: Any) -> LeaderboardPage:
    """A page with these names. `own` is the place of the viewer, on this page or another."""
    rows = tuple(
        row_of(place, name, is_own=place == own) for place, name in enumerate(names, start=1)
    )
    plain: dict[str, Any] = {
        "own": row_of(own, "Grace Hopper", is_own=True) if own > len(names) else None,
        "small_print": "Page 1 of 4. Not shown: who has no rated match in the last 60 days, and "
        "ratings with a “?”: fewer than 5 rated matches.",
    }
    return LeaderboardPage("Scala", "this server · all time", rows, (1300, 1900), **(plain | other))


def history(game: str, matches: int, days: float, lift: float) -> RatingHistory:
    """Ratings that rise and fall and become more certain, over the last `days`."""
    course = tuple(
        RatingPoint(
            NOW - timedelta(days=days * (1 - number / matches)),
            1500 + lift * number / matches + 60 * sin(number * 20 / matches),
            max(60.0, 246 * 0.94**number),
        )
        for number in range(1, matches + 1)
    )
    return RatingHistory(game, course)


FIGURES: dict[str, Callable[[int], bytes]] = {
    "leaderboard": partial(draw_leaderboard, page(*NAMES, own=4)),
    "leaderboard_other_page": partial(draw_leaderboard, page(*NAMES[:6], own=23)),
    "leaderboard_empty": partial(draw_leaderboard, page()),
    "overview": partial(
        draw_overview,
        TopPlayers(
            "Top players",
            "this server · all time",
            tuple(
                (
                    game,
                    tuple(
                        TopPlayer(place, NAMES[(number * 3 + place) % 10], str(1900 - 90 * place))
                        for place in range(1, 4 - number // 3)
                    ),
                )
                for number, game in enumerate(("Scala", "Scalas", "Scalus", "Skirt", "Passtally"))
            ),
        ),
    ),
    "ratings_one_game": partial(
        draw_chart,
        rating_chart(
            "山田太郎 👑",
            "Scala · this server",
            [history("Scala", 40, 250, 200)],
            NOW,
            (
                Tile("Rating", "1755"),
                Tile("Won–drawn–lost", "24–3–13"),
                Tile("Longest winning streak", "7"),
            ),
        ),
    ),
    "ratings_first_match": partial(
        draw_chart, rating_chart("Ada", "Scala · this server", [history("Scala", 1, 0, 80)], NOW)
    ),
    "ratings_many_games": partial(
        draw_chart,
        rating_chart(
            "Ada Lovelace",
            "everywhere",
            [
                history("Scala", 40, 700, 80),
                history("Scalas", 300, 600, 500),
                history("Scalus", 12, 300, -200),
                history("Skirt", 5, 90, 60),
                history("Passtally", 60, 500, 300),
            ],
            NOW,
        ),
    ),
    "ratings_none": partial(draw_chart, rating_chart("Ada", "Scala · this server", [], NOW)),
}
for _module in additions("figures"):
    FIGURES |= _module.FIGURES


if __name__ == "__main__":
    for name, draw in FIGURES.items():
        (FOLDER / f"{name}.png").write_bytes(draw(WIDTH))
