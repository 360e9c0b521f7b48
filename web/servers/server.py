"""A server: its leaderboards and matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from club.parts import LoadedParts, Parts
from club.ratings.leaderboards import PERIODS, ROWS, Period, Ranked, Ranking
from club.ratings.leaderboards import View as Board
from club.ratings.rating_book import periods_of
from club.servers.pages import PublicServer, masked_ranking
from language.lists import sentences
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.matches.match import ending_words
from presentation.phrases import change_words, versus
from presentation.pictures import DEFAULT_WIDTH
from presentation.ratings.leaderboards import (
    UNDER_TABLE,
    figure_of,
    period_words,
    small_print,
    streak_words,
)
from rendering import GAME, Icon
from rendering.figures.leaderboard import draw_leaderboard, leaderboard_alt
from rendering.glimpses import scene_at_a_glance
from rendering.social_cards import CardRow, SocialCard
from rules.registry import GAMES
from storage.matches import match_lists
from storage.matches.match import StoredMatch
from web.http.markup import PREVIEW
from web.http.reader import Reader, html
from web.http.routes import File, FileRoute, PageRoute, Route, Visit
from web.http.social import CARD, card_file, first_game
from web.http.view import Embed, LinkButton, NoPage, PreviewPicture, Section, View
from web.matches.match import match_card

MAX_MATCHES = 8
MAX_RESULTS = 15
PAGE_SIZE = 25
"""Rows of a leaderboard on a page."""

MAX_SEARCHED = 200
"""Maximum number of recent matches searched for public ones."""

MAX_NAMED = 3
"""Maximum number of players named in a link preview."""


LINKS: LoadedParts[tuple[Visit, PublicServer], LinkButton] = LoadedParts()
"""Links at the top of a server's page."""

SECTIONS: LoadedParts[tuple[Visit, PublicServer], Section] = LoadedParts()
"""Lists beside the matches of a server."""

OTHER_LEADERBOARDS: Parts[Reader, tuple[str, str]] = Parts()
"""Links below a leaderboard, each with its words and its address."""


async def server_page(visit: Visit) -> View:
    """Return a server's page: top players, running matches, events and results."""
    server = await visit.server()
    site, reader, club = visit.site, visit.reader, visit.site.club
    markup = reader.markup(site.paths_in(server))
    path = site.server_path(server.guild_id)
    async with club.store.read() as tx:
        recent = await match_lists.recent(tx, server.guild_id, limit=MAX_SEARCHED)
    matches = await club.pages.rows(server, recent)
    running = [match for match in matches if match.state == "running"][:MAX_MATCHES]
    over = [match for match in matches if match.ended_at is not None]
    over.sort(key=lambda each: each.ended_number or 0, reverse=True)
    del over[MAX_RESULTS:]
    boards = [await _board(visit, server, game, 1) for game in GAMES]
    values = {
        "boards": [
            {
                "game": GAMES[board.game].name,
                "path": reader.to(f"{path}/{board.game}"),
                "rows": [
                    (
                        row.place,
                        html(markup.name(row.name)),
                        _player_path(visit, server, row),
                        row.value,
                    )
                    for row in board.rows[:MAX_NAMED]
                ],
            }
            for board in boards
            if board.rows
        ],
        "running": [match_card(visit, server, each) for each in running],
        "results": [
            {
                "path": reader.to(site.match_path(each.id)),
                "number": each.id,
                "game": GAMES[each.game].name,
                "players": html(_players_of_result(each, markup)),
                "ending": html(ending_words(each, markup)),
                "day": "" if each.ended_at is None else html(markup.relative(each.ended_at)),
            }
            for each in over
        ],
        "sections": await SECTIONS.of((visit, server)),
        "archive": reader.to(site.archive_path(server.guild_id)) if over else "",
        "links": await LINKS.of((visit, server)),
    }
    best = [
        f"{PREVIEW.strong(GAMES[board.game].name)}: "
        + " · ".join(_best(row) for row in board.rows[:MAX_NAMED])
        for board in boards
        if board.rows
    ]
    return View(
        "server.html",
        server.name,
        _summary(server),
        values,
        embed=Embed(
            "\n".join((f"### {PREVIEW.name(server.name)}", *best)),
            buttons=(LinkButton(gettext("Leaderboards"), site.url(reader.to(path))),),
        ),
        card_path=f"{path}/{CARD}",
        is_private=not server.is_listed,
    )


async def leaderboard_page(visit: Visit) -> View:
    """The leaderboard of one game, a page of it."""
    server = await visit.server()
    site, reader = visit.site, visit.reader
    period = PERIODS.get(visit.parts.get("period", PERIODS["all"]))
    if period is None:
        raise NoPage
    board = await _board(visit, server, visit.parts["game"], visit.page, period, PAGE_SIZE)
    markup = reader.markup(site.paths_in(server))
    game, page = GAMES[board.game], board.view.page + 1
    root = site.server_path(server.guild_id)
    path = f"{root}/{game.key}"
    figure = figure_of(board)
    first = leaderboard_alt(figure_of(replace(board, rows=board.rows[:ROWS])))
    picture = PreviewPicture(site.url(reader.picture(f"{path}.png")), first)
    here = f"{path}{_after(period)}"
    ranked = board.rows if board.elsewhere is None else (*board.rows, board.elsewhere)
    values = {
        "games": [
            (each.name, reader.to(f"{root}/{each.key}{_after(period)}"), each is game)
            for each in GAMES.values()
        ],
        "periods": [
            (period_words(name), reader.to(f"{path}{_after(key)}"), key == period)
            for key, name in zip(PERIODS.values(), periods_of(reader.now), strict=True)
        ],
        "rows": [
            (
                row,
                html(markup.name(each.name)),
                _player_path(visit, server, each),
                _change_words(each),
                streak_words(each.streak),
            )
            for row, each in zip(figure.all_rows, ranked, strict=True)
        ],
        "empty": figure.empty,
        "heading": figure.heading,
        "small_print": sentences(small_print(board), gettext("Hidden players keep their place.")),
        "more": [
            html(line)
            for words in await UNDER_TABLE.of((site.club, server.guild_id, game.key))
            for line in words(markup)
        ],
        "others": OTHER_LEADERBOARDS.of(reader),
        "before": reader.to(here, page=page - 1) if page > 1 else "",
        "after": reader.to(here, page=page + 1) if page < board.pages else "",
    }
    best = [_best(row) for row in board.rows[:MAX_NAMED]]
    title = gettext("{game}: leaderboard", game=game.name)
    return View(
        "leaderboard.html",
        title,
        first,
        values,
        picture,
        Embed(
            "\n".join((f"### {title}", *best, f"-# {PREVIEW.name(server.name)}")),
            picture,
            (LinkButton(gettext("Leaderboards"), site.url(reader.to(path))),),
        ),
        trail=(visit.server_crumb(server),),
        is_private=not server.is_listed,
        query={"page": str(visit.page)} if visit.page > 1 else {},
    )


async def leaderboard_picture(visit: Visit) -> File:
    """The first page of the leaderboard of one game."""
    server = await visit.server()
    board = await _board(visit, server, visit.parts["game"], 1)
    key = ("leaderboard", server.guild_id, board.game, visit.reader.language)
    return File(
        await visit.site.pictures.figure(
            visit.visitor, key, draw_leaderboard, figure_of(board), DEFAULT_WIDTH
        )
    )


async def card_picture(visit: Visit) -> File:
    """A server for other sites: the best player of each game."""
    server = await visit.server()
    boards = [await _board(visit, server, game, 1) for game in GAMES]
    rows = [
        CardRow(
            GAMES[board.game].name,
            f"{PLAIN.name(board.rows[0].name)} {board.rows[0].value}",
            Icon(board.game, GAME),
        )
        for board in boards
        if board.rows
    ]
    card = SocialCard(
        scene_at_a_glance(first_game()),
        gettext("Board games on Discord"),
        server.name,
        rows,
        () if rows else [_summary(server)],
    )
    return await card_file(visit, ("server", server.guild_id), card)


def _summary(server: PublicServer) -> str:
    return gettext("Matches, players and leaderboards of {server}.", server=server.name)


ROUTES: Sequence[Route] = (
    PageRoute("server", "/s/{key}", server_page),
    # Before the leaderboards, whose pictures have games in the same position.
    FileRoute("card", f"/s/{{key}}/{CARD}", card_picture),
    PageRoute("leaderboard", "/s/{key}/{game:[a-z]+}", leaderboard_page, has_own_rows=True),
    PageRoute(
        "leaderboard", "/s/{key}/{game:[a-z]+}/{period:[a-z]+}", leaderboard_page, has_own_rows=True
    ),
    FileRoute("picture", "/s/{key}/{game:[a-z]+}.png", leaderboard_picture),
)


async def _board(
    visit: Visit,
    server: PublicServer,
    game: str,
    page: int,
    period: Period = "all",
    size: int = ROWS,
) -> Ranking:
    if game not in GAMES:
        raise NoPage
    club, viewer_id = visit.site.club, visit.viewer_id
    view = Board(game=game, page=page - 1, period=period, size=size)
    board = await club.leaderboards.board(server.guild_id, view, viewer_id)
    hidden = await club.pages.hidden([row.user_id for row in board.rows])
    return masked_ranking(board, hidden)


def _after(period: Period) -> str:
    """Return the end of a leaderboard's path for a period."""
    return "" if period == "all" else f"/{period}"


def _change_words(row: Ranked) -> str:
    """ "+14", "−9", "new", or empty without a change."""
    if row.change is None:
        return gettext("new")
    return change_words(row.change) if row.change else ""


def _player_path(visit: Visit, server: PublicServer, row: Ranked) -> str:
    return visit.reader.to(visit.site.player_path(server.guild_id, row.user_id))


def _players_of_result(match: StoredMatch, markup: Markup) -> str:
    """ "Ada vs **Ben**", with the winners emphasised."""
    winners = () if match.result is None else match.result["winners"]
    names = [markup.name(seat.name) for seat in match.seats]
    return versus(
        [
            markup.strong(name) if number in winners else name
            for number, name in enumerate(names, start=1)
        ]
    )


def _best(row: Ranked) -> str:
    """ "1. Ada 1532", for a link preview."""
    return f"{row.place}. {PREVIEW.name(row.name)} {PREVIEW.strong(str(row.value))}"
