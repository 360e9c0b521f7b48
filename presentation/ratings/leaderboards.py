"""Leaderboards as figures and in words: scopes, periods, and the reader's own place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from club.club import Club
from club.parts import LoadedParts
from club.ratings.leaderboards import Overview, OwnStanding, Ranked, Ranking, Scope, View
from club.ratings.rating_book import SHOWN_FOR
from club.ratings.ratings import SETTLED_AFTER
from language.dates import month_of_year
from language.lists import listed, sentences
from language.texts import N_, gettext, ngettext, number, pgettext
from presentation.markup import Markup
from presentation.phrases import labelled, ordinal, points_words
from presentation.pictures import Picture, draw_in_thread
from rendering.figures.leaderboard import (
    LeaderboardPage,
    LeaderboardRow,
    draw_leaderboard,
    leaderboard_alt,
)
from rendering.figures.overview import TopPlayer, TopPlayers, draw_overview, overview_alt
from rules.registry import GAMES
from storage.ratings.ratings import ALL, Sort

UNDER_TABLE = LoadedParts[tuple[Club, int, str | None], Callable[[Markup], Sequence[str]]]()
"""Lines below the leaderboard of a server, by its number and the game, None for all."""

SCOPE_WORDS: dict[Scope, str] = {"server": N_("This server"), "everywhere": N_("All servers")}
"""Labels of scopes, on a button or at the start of a line."""

SCOPE_NOTES: dict[Scope, str] = {"server": N_("this server"), "everywhere": N_("all servers")}
"""Names of scopes beside a title."""

SORT_WORDS: dict[Sort, str] = {
    "rating": N_("By rating"),
    "wins": N_("By wins"),
    "matches": N_("By matches"),
}

SORT_HEADINGS: dict[Sort, str] = {
    "rating": N_("rating"),
    "wins": N_("wins"),
    "matches": N_("matches"),
}
"""Headings above the values of a table."""

MIN_REACH = (1200, 1800)
"""The ratings of an empty and a full bar, unless someone is rated higher."""


def note_words(view: View, period: str) -> str:
    """ "this server · November 2026"."""
    return f"{gettext(SCOPE_NOTES[view.scope])} · {period_words(period)}"


def period_words(period: str) -> str:
    """ "all time", "2026", "November 2026"."""
    if period == ALL:
        return gettext("all time")
    year, _, month = period.partition("-")
    if month:
        return month_of_year(int(month), int(year))
    return pgettext("time", "{year}", year=year)


def streak_words(streak: int) -> str:
    """ "3 wins", "2 losses", empty without a streak."""
    if streak > 0:
        return ngettext("{count} win", "{count} wins", streak)
    return ngettext("{count} loss", "{count} losses", -streak) if streak else ""


def small_print(board: Ranking) -> str:
    """Return the number of players, and who is left out."""
    if board.pages > 1:
        players = ngettext(
            "{count} player, page {page} of {pages}.",
            "{count} players, page {page} of {pages}.",
            board.count,
            page=board.view.page + 1,
            pages=board.pages,
        )
    else:
        players = ngettext("{count} player.", "{count} players.", board.count)
    if board.view.scope == "server":
        missing = gettext(
            "Not shown: provisional ratings (fewer than {matches} rated matches), players "
            "without a rated match for {days} days, and members who have left.",
            matches=SETTLED_AFTER,
            days=SHOWN_FOR.days,
        )
    else:
        missing = gettext(
            "Not shown: provisional ratings (fewer than {matches} rated matches), players "
            "without a rated match for {days} days, and players who chose not to be shown.",
            matches=SETTLED_AFTER,
            days=SHOWN_FOR.days,
        )
    return str(sentences(players, missing))


def own_words(board: Ranking, markup: Markup) -> str:
    """Return the viewer's place, or why they have none. Empty without a viewer."""
    own = board.own
    if own is None:
        return ""
    if own.rating is None:
        return gettext(
            "You have no rated {game} matches yet. Start one with {challenge}.",
            game=GAMES[board.game].name,
            challenge=markup.command("challenge"),
        )
    points = markup.strong(points_words(own.rating.mu, own.is_provisional))
    if own.place is not None:
        return _place_words(own, board.view, board.count, points, markup)
    return _unplaced_words(board, own, points, markup)


def overview_title(overview: Overview) -> str:
    """ "Leaderboards · this server · all time"."""
    return gettext("Leaderboards · {note}", note=note_words(overview.view, overview.period))


def overview_lines(overview: Overview, markup: Markup) -> list[str]:
    """Return the best players, one line per game."""
    return [
        labelled(markup.strong(GAMES[game].name), " · ".join(_short(row, markup) for row in rows))
        for game, rows in overview.best
        if rows
    ]


def updated_words(at: datetime, markup: Markup) -> str:
    """Return when a leaderboard was last updated."""
    return gettext("Updated {time}.", time=markup.relative(at))


def vacant_words(overview: Overview) -> str:
    """Return the games with empty leaderboards, if any."""
    vacant = [GAMES[game].name for game, rows in overview.best if not rows]
    if not vacant:
        return ""
    return gettext("No leaderboard yet: {games}.", games=listed(vacant))


def filling_words() -> str:
    """Return how members get on an empty leaderboard."""
    return ngettext(
        "You'll be on this leaderboard after {count} rated match.",
        "You'll be on this leaderboard after {count} rated matches.",
        SETTLED_AFTER,
    )


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


def _unplaced_words(board: Ranking, own: OwnStanding, points: str, markup: Markup) -> str:
    """Return why the viewer has a rating but no place."""
    game, view = GAMES[board.game].name, board.view
    if own.unplaced == "inactive" and view.period == "month":
        return gettext(
            "You have no rated {game} matches this month. Your rating is {points}.",
            game=game,
            points=points,
        )
    if own.unplaced == "inactive":
        return gettext(
            "You have no rated {game} matches this year. Your rating is {points}.",
            game=game,
            points=points,
        )
    if own.unplaced == "newcomer":
        return ngettext(
            "Your rating is {points}. After {count} more rated match you'll be on the leaderboard.",
            "Your rating is {points}. After {count} more rated matches you'll be on the "
            "leaderboard.",
            own.lacking,
            points=points,
        )
    if own.unplaced == "hidden":
        return gettext(
            "Your rating is {points}. You chose to hide it from others ({privacy}).",
            points=points,
            privacy=markup.command("privacy"),
        )
    if own.unplaced == "provisional":
        words = N_(
            "Your rating is {points}. After another rated match or two you'll be on the "
            "leaderboard."
        )
    else:
        words = N_(
            "Your rating is {points}. Your next rated match brings you back to the leaderboard."
        )
    return gettext(words, points=points)


def _place_words(own: OwnStanding, view: View, count: int, points: str, markup: Markup) -> str:
    """ "You are 3rd of 40: 1532."."""
    words = {
        "rating": N_("You're {place} of {count}: {points}."),
        "wins": N_("You're {place} of {count}. Wins: {wins}."),
        "matches": N_("You're {place} of {count}. Matches: {matches}."),
    }[view.sort]
    return gettext(
        words,
        place=markup.strong(ordinal(own.place or count)),
        count=number(count),
        points=points,
        wins=markup.strong(number(own.wins)),
        matches=markup.strong(number(own.matches)),
    )


def _short(row: Ranked, markup: Markup) -> str:
    return f"{row.place}. {markup.name(row.name)} {markup.strong(str(row.value))}"


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
