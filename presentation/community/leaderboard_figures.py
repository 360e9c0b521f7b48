"""Leaderboards as figures and pictures."""

from __future__ import annotations

from club.ratings.leaderboards import Overview, Ranked, Ranking
from language.texts import gettext
from presentation.community.leaderboard_words import SORT_HEADINGS, note_words, small_print
from presentation.pictures import Picture, draw_in_thread
from rendering.figures.leaderboard import (
    LeaderboardPage,
    LeaderboardRow,
    draw_leaderboard,
    leaderboard_alt,
)
from rendering.figures.overview import TopPlayer, TopPlayers, draw_overview, overview_alt
from rules.registry import GAMES

MIN_REACH = (1200, 1800)
"""The ratings of an empty and a full bar, unless someone is rated higher."""


async def leaderboard_picture(board: Ranking, width: int) -> Picture:
    """Draw a page of a leaderboard, `width` pixels wide."""
    figure = figure_of(board)
    return Picture(leaderboard_alt(figure), await draw_in_thread(draw_leaderboard, figure, width))


async def overview_picture(overview: Overview, width: int) -> Picture:
    """Draw the best players of every game, `width` pixels wide."""
    figure = overview_figure(overview)
    return Picture(overview_alt(figure), await draw_in_thread(draw_overview, figure, width))


def overview_figure(overview: Overview) -> TopPlayers:
    """Return the figure of the best players of every game."""
    return TopPlayers(
        title=gettext("Top players"),
        note=note_words(overview.view, overview.period),
        games=tuple(
            (
                GAMES[game].name,
                tuple(TopPlayer(row.place, row.name, str(row.value)) for row in rows),
            )
            for game, rows in overview.best
            if rows
        ),
    )


def figure_of(board: Ranking) -> LeaderboardPage:
    """Return the figure of a page of a leaderboard."""
    by_rating = board.view.sort == "rating"
    least, full = MIN_REACH if by_rating else (0, 1)
    return LeaderboardPage(
        title=GAMES[board.game].name,
        note=note_words(board.view, board.period),
        rows=tuple(map(_row, board.rows)),
        reach=(least, max(full, board.best)),
        heading=gettext(SORT_HEADINGS[board.view.sort]),
        own=None if board.elsewhere is None else _row(board.elsewhere),
        small_print=small_print(board),
        empty=gettext("Nobody is on this leaderboard yet."),
    )


def _row(row: Ranked) -> LeaderboardRow:
    return LeaderboardRow(
        place=row.place,
        name=row.name,
        value=row.value,
        text=str(row.value),
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        change=row.change,
        streak=row.streak,
        is_own=row.is_own,
    )
