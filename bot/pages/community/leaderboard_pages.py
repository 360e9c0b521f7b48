"""The pages of leaderboards: private ones to look through, and those that everybody sees."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.pages.community.leaderboard_views import OVERVIEW, arguments_of
from bot.pages.control_ids import control
from bot.pages.page import Block, Button, Menu, MenuChoice, Page, Picture
from bot.pages.wording import ordinal, plain, relative
from club.ratings.leaderboards import (
    PERIODS,
    SCOPES,
    SORTS,
    Overview,
    OwnStanding,
    Period,
    Ranked,
    Ranking,
    Scope,
    View,
)
from club.ratings.rating_book import SHOWN_FOR, periods_of
from club.ratings.ratings import SETTLED_AFTER
from presentation.pictures import drawn
from presentation.ratings import points_words
from rendering.figures.leaderboard import LeaderboardPage, LeaderboardRow, draw_leaderboard
from rendering.figures.leaderboard_words import leaderboard_alt, leaderboard_text
from rendering.figures.overview import TopPlayer, TopPlayers, draw_overview, overview_alt
from rules.language import N_, gettext, ngettext, number, pgettext
from rules.listing import listed, sentences
from rules.months import month_of_year
from rules.registry import GAMES
from storage.ratings.ratings import ALL, Sort

PICTURE = "leaderboard.png"

SCOPE_WORDS: dict[Scope, str] = {"server": N_("This server"), "everywhere": N_("All servers")}
"""On a button, or first in a line."""

SCOPE_NOTES: dict[Scope, str] = {"server": N_("this server"), "everywhere": N_("all servers")}
"""Beside a title."""

LEAST_REACH = (1200, 1800)
"""The ratings of an empty bar, and of a full one where nobody has more."""

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
"""Above the values of a table."""


async def private_page(found: Ranking | Overview, width: int, now: datetime) -> Page:
    """A leaderboard to look through, for one person."""
    view = found.view
    menus = _game_menu(view), _period_menu(view, now)
    blocks = await _shown(found, width)
    if isinstance(found, Ranking):
        blocks.append(own_words(found))
        if found.pages > 1:
            blocks.append(_turning(found))
    form = replace(view, form="picture" if view.form == "text" else "text")
    words = gettext("As a picture") if view.form == "text" else gettext("As text")
    other = Button(words, control("board-form", *arguments_of(form)))
    return Page((*blocks, (*_sort_buttons(view), other, _here(view)), *menus))


async def public_page(
    found: Ranking | Overview, width: int, updated_at: datetime | None = None
) -> Page:
    """A leaderboard as it is posted for everybody.

    :param updated_at: when it was last changed, where it is kept up to date.
    """
    return Page((*await _shown(found, width), *_posted(found.view, updated_at)))


def live_mark(view: View) -> str:
    """The control by which a leaderboard that is kept up to date is told from all others."""
    return control("board-live", *arguments_of(view))


def _posted(view: View, updated_at: datetime | None) -> list[Block]:
    label = gettext("Look closer")
    if updated_at is None:
        return [(Button(label, control("board-open", *arguments_of(view))),)]
    words = gettext("-# Updated {time}.", time=relative(updated_at))
    return [words, (Button(label, live_mark(view)),)]


async def _shown(found: Ranking | Overview, width: int) -> list[Block]:
    if isinstance(found, Ranking):
        return await _ranking(found, width)
    has_players = any(rows for _, rows in found.best)
    if found.view.form == "text" or not has_players:
        return [_overview_text(found)]
    figure = TopPlayers(
        title=gettext("Top players"),
        note=_note(found.view, found.period),
        games=tuple(
            (
                GAMES[game].name,
                tuple(TopPlayer(row.place, row.name, str(row.value)) for row in rows),
            )
            for game, rows in found.best
            if rows
        ),
    )
    png = await drawn(draw_overview, figure, width)
    blocks: list[Block] = [Picture(PICTURE, overview_alt(figure), png)]
    return [*blocks, vacant] if (vacant := _vacant_words(found)) else blocks


async def _ranking(board: Ranking, width: int) -> list[Block]:
    figure = figure_of(board)
    if board.view.form == "text":
        return [f"```\n{leaderboard_text(figure)}\n```"]
    png = await drawn(draw_leaderboard, figure, width)
    return [Picture(PICTURE, leaderboard_alt(figure), png)]


def figure_of(board: Ranking) -> LeaderboardPage:
    """The page of a leaderboard as it is drawn."""
    by_rating = board.view.sort == "rating"
    least, full = LEAST_REACH if by_rating else (0, 1)
    return LeaderboardPage(
        title=GAMES[board.game].name,
        note=_note(board.view, board.period),
        rows=tuple(map(_row, board.rows)),
        reach=(least, max(full, board.best)),
        heading=gettext(SORT_HEADINGS[board.view.sort]),
        own=None if board.elsewhere is None else _row(board.elsewhere),
        small_print=_small_print(board),
        empty=gettext("Nobody has a place here yet."),
    )


def _row(row: Ranked) -> LeaderboardRow:
    return LeaderboardRow(
        place=row.place,
        name=row.name,
        value=row.value,
        shown=str(row.value),
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        change=row.change,
        streak=row.streak,
        is_own=row.is_own,
    )


def _note(view: View, period: str) -> str:
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


def _small_print(board: Ranking) -> str:
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
            "Not shown: people with a provisional rating (fewer than {matches} rated matches) or "
            "none for {days} days, and those who have left the server.",
            matches=SETTLED_AFTER,
            days=SHOWN_FOR.days,
        )
    else:
        missing = gettext(
            "Not shown: people with a provisional rating (fewer than {matches} rated matches) or "
            "none for {days} days, and those who don't want to be shown.",
            matches=SETTLED_AFTER,
            days=SHOWN_FOR.days,
        )
    return str(sentences(players, missing))


def own_words(board: Ranking) -> str:
    """Where the person who asks stands, or why nowhere; empty where nobody asks."""
    own, view = board.own, board.view
    if own is None:
        return ""
    game = GAMES[board.game].name
    if own.rating is None:
        return gettext("You have no rated {game} matches yet; `/challenge` starts one.", game=game)
    points = points_words(own.rating.mu, own.is_provisional)
    if own.place is not None:
        return _place_words(own, view, board.count, points)
    if own.unplaced == "inactive" and view.period == "month":
        return gettext(
            "You have no rated {game} matches this month. Your rating is **{points}**.",
            game=game,
            points=points,
        )
    if own.unplaced == "inactive":
        return gettext(
            "You have no rated {game} matches this year. Your rating is **{points}**.",
            game=game,
            points=points,
        )
    if own.unplaced == "newcomer":
        return ngettext(
            "Your rating is **{points}**; with {count} more rated match you get a place.",
            "Your rating is **{points}**; with {count} more rated matches you get a place.",
            own.lacking,
            points=points,
        )
    if own.unplaced == "hidden":
        words = N_("Your rating is **{points}**; you chose to hide it from others (`/privacy`).")
    elif own.unplaced == "provisional":
        words = N_("Your rating is **{points}**; with another rated match or two you get a place.")
    else:
        words = N_("Your rating is **{points}**; with your next rated match you get a place again.")
    return gettext(words, points=points)


def _place_words(own: OwnStanding, view: View, count: int, points: str) -> str:
    """ "You are **3rd** of 40: **1532**."."""
    words = {
        "rating": N_("You are **{place}** of {count}: **{points}**."),
        "wins": N_("You are **{place}** of {count}: **{wins}** won."),
        "matches": N_("You are **{place}** of {count}: **{matches}** played."),
    }[view.sort]
    return gettext(
        words,
        place=ordinal(own.place or count),
        count=number(count),
        points=points,
        wins=number(own.wins),
        matches=number(own.matches),
    )


def _overview_text(overview: Overview) -> str:
    note = _note(overview.view, overview.period)
    lines = [gettext("### Leaderboards · {note}", note=note)]
    # A line that began with the place would be an item of a list to Discord.
    lines += [
        f"**{GAMES[game].name}**: {' · '.join(map(_short, rows))}"
        for game, rows in overview.best
        if rows
    ]
    vacant = _vacant_words(overview)
    return "\n".join([*lines, vacant] if vacant else lines)


def _vacant_words(overview: Overview) -> str:
    """In which games nobody has a place; nothing where there is no such game."""
    vacant = [GAMES[game].name for game, rows in overview.best if not rows]
    if not vacant:
        return ""
    return gettext("-# Nobody has a place yet in {games}.", games=listed(vacant))


def _short(row: Ranked) -> str:
    return f"{row.place}. {plain(row.name)} **{row.value}**"


def _turning(board: Ranking) -> tuple[Button, ...]:
    page, last = board.view.page, board.pages - 1

    def turn(label: str, to: int, *, disabled: bool) -> Button:
        arguments = arguments_of(replace(board.view, page=max(0, to)))
        return Button(label, control("board-page", *arguments), disabled=disabled)

    buttons = [
        turn(gettext("◀ Back"), page - 1, disabled=page == 0),
        turn(gettext("Forward ▶"), page + 1, disabled=page >= last),
    ]
    if board.own_page is not None and board.own_page != page:
        arguments = arguments_of(replace(board.view, page=board.own_page))
        buttons.append(Button(gettext("Show my place"), control("board-own", *arguments)))
    return tuple(buttons)


def _here(view: View) -> Button:
    return Button(gettext("Post it here"), control("board-here", *arguments_of(view)))


def _sort_buttons(view: View) -> tuple[Button, ...]:
    return tuple(
        Button(
            gettext(SORT_WORDS[sort]),
            control("board-sort", *arguments_of(replace(view, sort=sort, page=0))),
            disabled=sort == view.sort,
        )
        for sort in SORTS.values()
    )


def _game_menu(view: View) -> Menu:
    games = [MenuChoice(gettext("Top players in every game"), OVERVIEW, chosen=view.game is None)]
    games += [MenuChoice(game.name, key, chosen=key == view.game) for key, game in GAMES.items()]
    return Menu(control("board-game", *arguments_of(view)), gettext("Game"), tuple(games))


def _period_menu(view: View, now: datetime) -> Menu:
    choices = tuple(
        MenuChoice(
            f"{gettext(SCOPE_WORDS[scope])} · {period_words(key)}",
            f"{scope} {period}",
            chosen=(scope, period) == (view.scope, view.period),
        )
        for scope in SCOPES.values()
        for period, key in zip(PERIODS.values(), periods_of(now), strict=True)
    )
    return Menu(control("board-period", *arguments_of(view)), gettext("Server and period"), choices)


def with_game(view: View, chosen: str) -> View:
    """The view after a choice in the menu of games."""
    game = chosen if chosen in GAMES else None
    return replace(view, game=game, page=0)


def with_period(view: View, chosen: str) -> View:
    """The view after a choice in the menu of periods."""
    scope, _, period = chosen.partition(" ")
    if scope not in SCOPES or period not in PERIODS:
        return view
    found: Period = PERIODS[period]
    return replace(view, scope=SCOPES[scope], period=found, page=0)
