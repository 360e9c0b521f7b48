"""The pages of leaderboards: private ones to look through, and those that everybody sees."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from bot.controls import control
from bot.leaderboards import (
    OVERVIEW,
    PERIODS,
    SCOPES,
    SORTS,
    Board,
    Overview,
    Period,
    Scope,
    View,
    period_words,
)
from bot.pages import Block, Button, Choice, Menu, Page, Picture
from bot.wording import listed, plain, relative
from rendering.leaderboard import Standing, draw_leaderboard
from rendering.leaderboard_texts import leaderboard_alt, leaderboard_text
from rules.registry import GAMES

PICTURE = "leaderboard.png"

SCOPE_WORDS: dict[Scope, str] = {"server": "This server", "everywhere": "All servers"}
SORT_WORDS = {"rating": "By rating", "wins": "By wins", "matches": "By matches"}


async def board_page(board: Board, width: int, now: datetime) -> Page:
    """A leaderboard to look through, for one person."""
    blocks = [*await _shown(board, width), board.own_words]
    if board.pages > 1:
        blocks.append(_turning(board))
    blocks.append(_sorting(board.view))
    return Page((*blocks, _game_menu(board.view), _period_menu(board.view, now)))


async def public_board_page(board: Board, width: int, updated_at: datetime | None = None) -> Page:
    """A leaderboard as it is posted for everybody.

    :param updated_at: when it was last changed, where it is kept up to date.
    """
    return Page((*await _shown(board, width), *_posted(board.view, updated_at)))


def overview_page(overview: Overview, now: datetime) -> Page:
    """The best of every game, for one person."""
    view = overview.view
    here = Button("Show here", control("board-here", *view.arguments))
    menus = _game_menu(view), _period_menu(view, now)
    return Page((_overview_text(overview), (*_sort_buttons(view), here), *menus))


def public_overview_page(overview: Overview, updated_at: datetime | None = None) -> Page:
    """The best of every game as it is posted for everybody."""
    return Page((_overview_text(overview), *_posted(overview.view, updated_at)))


def _posted(view: View, updated_at: datetime | None) -> list[Block]:
    words = "" if updated_at is None else f"-# Brought up to date {relative(updated_at)}."
    buttons = (Button("Look closer", control("board-open", *view.arguments)),)
    return [words, buttons] if words else [buttons]


async def _shown(board: Board, width: int) -> list[Block]:
    if board.view.form == "text":
        return [f"```\n{leaderboard_text(board.drawn)}\n```"]
    png = await asyncio.to_thread(draw_leaderboard, board.drawn, width)
    return [Picture(PICTURE, leaderboard_alt(board.drawn), png)]


def _overview_text(overview: Overview) -> str:
    lines = [f"### Leaderboards · {overview.note}"]
    lines += [
        f"**{game}**\n{' · '.join(map(_short, rows))}" for game, rows in overview.best if rows
    ]
    vacant = [game for game, rows in overview.best if not rows]
    if vacant:
        lines.append(f"-# Nobody has a place yet in {listed(vacant)}.")
    return "\n".join(lines)


def _short(row: Standing) -> str:
    return f"{row.place}. {plain(row.name)} **{row.shown}**"


def _turning(board: Board) -> tuple[Button, ...]:
    page, last = board.view.page, board.pages - 1

    def turn(label: str, to: int, *, disabled: bool) -> Button:
        arguments = replace(board.view, page=max(0, to)).arguments
        return Button(label, control("board-page", *arguments), disabled=disabled)

    buttons = [
        turn("◀ Back", page - 1, disabled=page == 0),
        turn("Forward ▶", page + 1, disabled=page >= last),
    ]
    if board.own_page is not None and board.own_page != page:
        arguments = replace(board.view, page=board.own_page).arguments
        buttons.append(Button("My place", control("board-own", *arguments)))
    return tuple(buttons)


def _sorting(view: View) -> tuple[Button, ...]:
    form = replace(view, form="picture" if view.form == "text" else "text")
    words = "As a picture" if view.form == "text" else "As text"
    return (
        *_sort_buttons(view),
        Button(words, control("board-form", *form.arguments)),
        Button("Show here", control("board-here", *view.arguments)),
    )


def _sort_buttons(view: View) -> tuple[Button, ...]:
    return tuple(
        Button(
            SORT_WORDS[sort],
            control("board-sort", *replace(view, sort=sort, page=0).arguments),
            disabled=sort == view.sort,
        )
        for sort in SORTS.values()
    )


def _game_menu(view: View) -> Menu:
    games = [Choice("The best of every game", OVERVIEW, chosen=view.game is None)]
    games += [Choice(game.name, key, chosen=key == view.game) for key, game in GAMES.items()]
    return Menu(control("board-game", *view.arguments), "Game", tuple(games))


def _period_menu(view: View, now: datetime) -> Menu:
    choices = tuple(
        Choice(
            f"{SCOPE_WORDS[scope]} · {period_words(period, now)}",
            f"{scope} {period}",
            chosen=(scope, period) == (view.scope, view.period),
        )
        for scope in SCOPES.values()
        for period in PERIODS.values()
    )
    return Menu(control("board-period", *view.arguments), "Where and since when", choices)


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
