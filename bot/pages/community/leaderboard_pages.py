"""The pages of leaderboards, private and public."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.pages.community.leaderboard_views import OVERVIEW, arguments_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.game_choices import game_choice
from bot.pages.page import Block, Button, Menu, MenuChoice, Page, Picture
from club.ratings.leaderboards import PERIODS, SCOPES, SORTS, Overview, Period, Ranking, View
from club.ratings.rating_book import periods_of
from language.texts import gettext
from presentation.community.leaderboard_figures import (
    figure_of,
    leaderboard_picture,
    overview_picture,
)
from presentation.community.leaderboard_words import (
    SCOPE_WORDS,
    SORT_WORDS,
    overview_lines,
    overview_title,
    own_words,
    period_words,
    updated_words,
    vacant_words,
)
from rendering.figures.leaderboard import leaderboard_text
from rules.registry import GAMES

PICTURE = "leaderboard.png"


async def private_page(board: Ranking | Overview, width: int, now: datetime) -> Page:
    """Return a private leaderboard with controls for browsing."""
    view = board.view
    menus = _game_menu(view), _period_menu(view, now)
    blocks = await _blocks(board, width)
    if isinstance(board, Ranking):
        blocks.append(own_words(board, DISCORD))
        if board.pages > 1:
            blocks.append(_page_buttons(board))
    form = replace(view, form="picture" if view.form == "text" else "text")
    words = gettext("As a picture") if view.form == "text" else gettext("As text")
    other = Button(words, control("board-form", *arguments_of(form)))
    return Page((*blocks, (*_sort_buttons(view), other, _post_button(view)), *menus))


async def public_page(
    board: Ranking | Overview, width: int, updated_at: datetime | None = None
) -> Page:
    """Return a public leaderboard.

    :param updated_at: when a live leaderboard was last updated.
    """
    return Page((*await _blocks(board, width), *_closing_blocks(board.view, updated_at)))


async def _blocks(board: Ranking | Overview, width: int) -> list[Block]:
    if isinstance(board, Overview):
        return await _overview(board, width)
    if board.view.form == "text":
        return [f"```\n{leaderboard_text(figure_of(board))}\n```"]
    picture = await leaderboard_picture(board, width)
    return [Picture(PICTURE, picture.alt, picture.data)]


async def _overview(overview: Overview, width: int) -> list[Block]:
    vacant = [f"-# {words}"] if (words := vacant_words(overview)) else []
    has_players = any(rows for _, rows in overview.best)
    if overview.view.form == "text" or not has_players:
        lines = [f"### {overview_title(overview)}", *overview_lines(overview, DISCORD), *vacant]
        return ["\n".join(lines)]
    picture = await overview_picture(overview, width)
    return [Picture(PICTURE, picture.alt, picture.data), *vacant]


def live_mark(view: View) -> str:
    """Return the control that identifies a live leaderboard."""
    return control("board-live", *arguments_of(view))


def _closing_blocks(view: View, updated_at: datetime | None) -> list[Block]:
    label = gettext("Open just for me")
    if updated_at is None:
        return [(Button(label, control("board-open", *arguments_of(view))),)]
    return [f"-# {updated_words(updated_at, DISCORD)}", (Button(label, live_mark(view)),)]


def _page_buttons(board: Ranking) -> tuple[Button, ...]:
    page, last = board.view.page, board.pages - 1

    def turn(label: str, to: int, *, disabled: bool) -> Button:
        arguments = arguments_of(replace(board.view, page=max(0, to)))
        return Button(label, control("board-page", *arguments), disabled=disabled)

    buttons = [
        turn(gettext("◀ Previous"), page - 1, disabled=page == 0),
        turn(gettext("Next ▶"), page + 1, disabled=page >= last),
    ]
    if board.own_page is not None and board.own_page != page:
        arguments = arguments_of(replace(board.view, page=board.own_page))
        buttons.append(Button(gettext("Show my place"), control("board-own", *arguments)))
    return tuple(buttons)


def _post_button(view: View) -> Button:
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
    games += [game_choice(key, chosen=key == view.game) for key in GAMES]
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
    """Return the view after a choice in the menu of games."""
    game = chosen if chosen in GAMES else None
    return replace(view, game=game, page=0)


def with_period(view: View, chosen: str) -> View:
    """Return the view after a choice in the menu of periods."""
    scope, _, period = chosen.partition(" ")
    if scope not in SCOPES or period not in PERIODS:
        return view
    new_period: Period = PERIODS[period]
    return replace(view, scope=SCOPES[scope], period=new_period, page=0)
