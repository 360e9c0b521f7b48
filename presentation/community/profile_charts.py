"""The ratings of a player as a picture."""

from __future__ import annotations

from datetime import datetime

from club.ratings.profiles import GameRatings, Profile
from presentation.community.leaderboard_words import SCOPE_NOTES
from presentation.pictures import Picture, drawn
from rendering.figures.chart import Chart, draw_chart
from rendering.figures.rating_chart import RatingHistory, RatingPoint, rating_chart
from rules.language import gettext
from rules.registry import GAMES


async def ratings_picture(profile: Profile, name: str, now: datetime, width: int) -> Picture:
    """Draw the rating curves of a player, `width` pixels wide.

    :param name: their current name.
    """
    chart = ratings_chart(profile, name, now)
    return Picture(chart.alt, await drawn(draw_chart, chart, width))


def ratings_chart(profile: Profile, name: str, now: datetime) -> Chart:
    """The rating curves of a player."""
    games = gettext("all games") if profile.game is None else GAMES[profile.game].name
    histories = [_history(each) for each in profile.histories]
    return rating_chart(name, f"{games} · {gettext(SCOPE_NOTES[profile.scope])}", histories, now)


def _history(history: GameRatings) -> RatingHistory:
    """The ratings in one game as they are drawn."""
    course = tuple(RatingPoint(each.at, each.after, each.sigma) for each in history.changes)
    return RatingHistory(GAMES[history.game].name, course)
