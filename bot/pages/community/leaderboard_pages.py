"""The pages of leaderboards: private ones to look through, and those that everybody sees."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from bot.pages.control_ids import control
from bot.pages.page import Block, Button, Choice, Menu, Page, Picture
from bot.pages.wording import listed, plain, relative
from club.ratings.leaderboards import (
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
from rendering.figures.leaderboard import LeaderboardRow, draw_leaderboard
from rendering.figures.leaderboard_words import leaderboard_alt, leaderboard_text
from rules.registry import GAMES

PICTURE = "leaderboard.png"

SCOPE_WORDS: dict[Scope, str] = {"server": "This server", "everywhere": "All servers"}
SORT_WORDS = {"rating": "By rating", "wins": "By wins", "matches": "By matches"}


async def private_page(found: Board | Overview, width: int, now: datetime) -> Page:
    """A leaderboard to look through, for one person."""
    view = found.view
    menus = _game_menu(view), _period_menu(view, now)
    if isinstance(found, Overview):
        return Page((_overview_text(found), (*_sort_buttons(view), _here(view)), *menus))
    blocks = [*await _shown(found, width), found.own_words]
    if found.pages > 1:
        blocks.append(_turning(found))
    form = replace(view, form="picture" if view.form == "text" else "text")
    words = "As a picture" if view.form == "text" else "As text"
    other = Button(words, control("board-form", *form.arguments))
    return Page((*blocks, (*_sort_buttons(view), other, _here(view)), *menus))


async def public_page(
    found: Board | Overview, width: int, updated_at: datetime | None = None
) -> Page:
    """A leaderboard as it is posted for everybody.

    :param updated_at: when it was last changed, where it is kept up to date.
    """
    shown = [_overview_text(found)] if isinstance(found, Overview) else await _shown(found, width)
    return Page((*shown, *_posted(found.view, updated_at)))


def live_mark(view: View) -> str:
    """The control by which a leaderboard that is kept up to date is told from all others."""
    return control("board-live", *view.arguments)


def _posted(view: View, updated_at: datetime | None) -> list[Block]:
    if updated_at is None:
        return [(Button("Look closer", control("board-open", *view.arguments)),)]
    words = f"-# Brought up to date {relative(updated_at)}."
    return [words, (Button("Look closer", live_mark(view)),)]


async def _shown(board: Board, width: int) -> list[Block]:
    if board.view.form == "text":
        return [f"```\n{leaderboard_text(board.drawn)}\n```"]
    png = await asyncio.to_thread(draw_leaderboard, board.drawn, width)
    return [Picture(PICTURE, leaderboard_alt(board.drawn), png)]


def _overview_text(overview: Overview) -> str:
    lines = [f"### Leaderboards · {overview.note}"]
    # A line that began with the place would be an item of a list to Discord.
    lines += [
        f"**{game}**: {' · '.join(map(_short, rows))}" for game, rows in overview.best if rows
    ]
    vacant = [game for game, rows in overview.best if not rows]
    if vacant:
        lines.append(f"-# Nobody has a place yet in {listed(vacant)}.")
    return "\n".join(lines)


def _short(row: LeaderboardRow) -> str:
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


def _here(view: View) -> Button:
    return Button("Show here", control("board-here", *view.arguments))


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
