"""The ratings of a player as a picture."""

from __future__ import annotations

from datetime import datetime

from club.ratings.profiles import GameRatings, Profile
from club.ratings.rating_book import rating_of
from language.texts import gettext, number
from presentation.community.leaderboard_words import SCOPE_NOTES
from presentation.community.profile_words import record_words
from presentation.pictures import Picture, draw_in_thread
from presentation.ratings import rating_words
from rendering.figures.chart import Chart, draw_chart
from rendering.figures.parts import Tile
from rendering.figures.rating_chart import RatingHistory, RatingPoint, rating_chart
from rules.registry import GAMES


async def ratings_picture(profile: Profile, name: str, now: datetime, width: int) -> Picture:
    """Draw the rating curves of a player, `width` pixels wide.

    :param name: their current name.
    """
    chart = ratings_chart(profile, name, now)
    return Picture(chart.alt, await draw_in_thread(draw_chart, chart, width))


def ratings_chart(profile: Profile, name: str, now: datetime) -> Chart:
    """The rating curves of a player."""
    games = gettext("all games") if profile.game is None else GAMES[profile.game].name
    histories = [_history(each) for each in profile.histories]
    note = f"{games} · {gettext(SCOPE_NOTES[profile.scope])}"
    return rating_chart(name, note, histories, now, _tiles(profile, now))


def _tiles(profile: Profile, now: datetime) -> tuple[Tile, ...]:
    """The rating, the record and the longest streak, of one game or of all."""
    standings = [each for each in profile.standings if profile.game in (None, each.game)]
    if not standings:
        return ()
    records = [each for each in profile.records if profile.game in (None, each.game)]
    best = max(standings, key=lambda each: each.mu)
    streak = max(each.longest_streak for each in standings)
    rating = gettext("Best rating") if len(standings) > 1 else gettext("Rating")
    return (
        Tile(rating, rating_words(rating_of(best), now)),
        Tile(gettext("Won–drawn–lost"), record_words(records)),
        Tile(gettext("Longest winning streak"), number(streak)),
    )


def _history(history: GameRatings) -> RatingHistory:
    """The ratings in one game as they are drawn."""
    course = tuple(RatingPoint(each.at, each.after, each.sigma) for each in history.changes)
    return RatingHistory(GAMES[history.game].name, course)
