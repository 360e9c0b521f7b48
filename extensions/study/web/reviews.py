"""Reviews of finished matches: the curve of the winning chances and the moves that mattered.

A review has the same pages below a match's public page and below its players' board. Its searches
are started by signed-in members.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from markupsafe import Markup as Html

from club.matches.match import Match
from club.servers.pages import PublicServer
from extensions.study.club.reviews import Mistake, Review, ReviewProgress, check_can_be_reviewed
from extensions.study.club.study import Study
from extensions.study.presentation.reviews import (
    mistake_lines,
    progress_words,
    review_chart,
    review_note,
    review_title,
    turn_of,
)
from extensions.study.web.paths import explore_path, match_crumb
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.matches.history import history_of
from presentation.matches.match import verdict_words
from presentation.pictures import DEFAULT_WIDTH
from rendering import alt_text
from rendering.figures.chart import draw_chart, height_of
from rendering.glimpses import board_alone
from rules.refusal import Refusal
from web.http.reader import html
from web.http.routes import (
    File,
    FileRoute,
    FormRoute,
    PageRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
    Visit,
)
from web.http.view import Crumb, NoPage, View
from web.matches.match import (
    SMALL_WIDTH,
    crumbs_above,
    public_match,
)
from web.matches.play import markup_of, my_crumb, own_match

WAITING = 8.0
"""Seconds for which an answer waits for a review. Most are made within them."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finished match that a visitor may see, where its pages are."""

    match: Match
    """As its readers may see it."""
    path: str
    """The path of its page."""
    markup: Markup
    trail: tuple[Crumb, ...]
    server: PublicServer | None = None
    """The server of the public page, None for a page of its players."""


AnyVisit = TypeVar("AnyVisit", bound=Visit)

Load = Callable[[AnyVisit], Awaitable[Reviewed]]
"""Returns the match of a page, public or for its players."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that mattered, for the template."""

    lines: Sequence[Html]
    picture: str
    alt: str
    turn: int
    board: str
    """The address of the board after it, empty without a page."""
    explore: str
    """The address for trying another move instead, empty without a page."""


async def _public(visit: Visit) -> Reviewed:
    server, match = await public_match(visit)
    site = visit.site
    path = site.match_path(match.id)
    trail = (*crumbs_above(visit, server, match), match_crumb(match, visit.reader.to(path)))
    markup = visit.reader.markup(site.paths_in(server))
    try:
        return _checked(Reviewed(match, path, markup, trail, server))
    except Refusal as refusal:
        raise NoPage from refusal


async def _own(visit: PrivateVisit) -> Reviewed:
    match, reader = await own_match(visit), visit.reader
    path = visit.site.play_path(match.id)
    server = await visit.site.club.pages.server(match.guild_id)
    if server is not None and not server.shows_match(match.stored):
        server = None
    trail = (my_crumb(reader), match_crumb(match, reader.to(path), visit.user_id))
    return _checked(Reviewed(match, path, markup_of(visit), trail, server))


def _checked(reviewed: Reviewed) -> Reviewed:
    """Return a match that can be reviewed.

    :raises Refusal: `running`, `no_moves`.
    """
    check_can_be_reviewed(reviewed.match)
    return reviewed


async def _start(load: Load[PrivateVisit], visit: PrivateVisit) -> Redirect:
    """Start a review."""
    reviewed = await load(visit)
    match = await visit.site.club.matches.find(reviewed.match.id)
    review = await visit.site.club.part(Study).reviews.of(match)
    if isinstance(review, ReviewProgress):
        await review.wait(WAITING)
        visit.site.pages.clear()
    return Redirect(visit.reader.to(f"{reviewed.path}/review"))


async def _view(load: Load[AnyVisit], visit: AnyVisit) -> View:
    """The page of a review."""
    reviewed = await load(visit)
    site, reader, match = visit.site, visit.reader, reviewed.match
    found = await site.club.part(Study).reviews.current(match.id)
    if isinstance(found, ReviewProgress):
        await found.wait(WAITING / 4)
        found = found.review or found
    path = f"{reviewed.path}/review"
    values: dict[str, object] = {
        "result": html(verdict_words(match.stored, reviewed.markup)),
        "review": None,
        "progress": "",
        "here": reader.to(path),
        "action": "",
        "sign_in": "",
    }
    if isinstance(found, ReviewProgress):
        values["progress"] = progress_words(match, found)
    elif found is not None:
        chart = review_chart(match, found.values, found.mistakes)
        values |= {
            "review": found,
            "chart": reader.picture(f"{path}.png"),
            "alt": chart.alt,
            "size": (DEFAULT_WIDTH, height_of(chart, DEFAULT_WIDTH)),
            "moments": await asyncio.to_thread(_moments, visit, reviewed, found),
            "note": review_note(),
        }
    if visit.viewer_id is None and site.club.web_sessions.are_available:
        command = reviewed.markup.command("web")
        words = gettext("To review a match, sign in with a link from {command}.", command=command)
        values["sign_in"] = html(words)
    elif site.club.opponents.can_play(match.game):
        values["action"] = reader.to(path)
    trail = (*reviewed.trail, Crumb(gettext("Review")))
    return View("review.html", review_title(match), "", values, trail=trail, is_private=True)


def _moments(visit: Visit, reviewed: Reviewed, review: Review) -> list[Moment]:
    """Return the moves that mattered, in the order in which they were played."""
    mistakes = sorted(review.mistakes, key=lambda each: each.number)
    return [_moment(visit, reviewed, mistake) for mistake in mistakes]


def _moment(visit: Visit, reviewed: Reviewed, mistake: Mistake) -> Moment:
    reader, match, number = visit.reader, reviewed.match, mistake.number
    board = explore = ""
    if reviewed.server is not None:
        path = visit.site.match_path(match.id)
        board = reader.to(f"{path}/{number}")
        explore = reader.to(explore_path(path, number - 1))
    return Moment(
        [html(line) for line in mistake_lines(match, mistake, reviewed.markup)],
        reader.picture(f"{reviewed.path}/review/{number}.png"),
        alt_text(history_of(match, PLAIN).scene(number)),
        turn_of(match, mistake),
        board,
        explore,
    )


async def _chart_file(load: Load[AnyVisit], visit: AnyVisit) -> File:
    """The winning chances."""
    reviewed = await load(visit)
    match = reviewed.match
    review = await visit.site.club.part(Study).reviews.stored(match.id)
    if review is None:
        raise NoPage
    chart = review_chart(match, review.values, review.mistakes)
    key = ("review", reviewed.path, visit.reader.language)
    rendered = await visit.site.pictures.figure(
        visit.visitor, key, draw_chart, chart, DEFAULT_WIDTH
    )
    return File(rendered)


async def _board_file(load: Load[AnyVisit], visit: AnyVisit) -> File:
    """A small board after some moves."""
    reviewed = await load(visit)
    match, ply = reviewed.match, visit.number("ply")
    if ply > match.ply:
        raise NoPage
    scene = history_of(match, PLAIN).scene(ply)
    key = ("moment", match.id, ply, visit.reader.language)
    rendered = await visit.site.pictures.get(visit.visitor, key, board_alone, scene, SMALL_WIDTH)
    return File(rendered)


_BOARD = "review/{ply:[0-9]+}.png"

ROUTES: Sequence[Route] = (
    PageRoute("review", "/m/{key}/review", partial(_view, _public), has_own_rows=True),
    FormRoute("review", "/m/{key}/review", partial(_start, _public), cost="search"),
    FileRoute("figure", "/m/{key}/review.png", partial(_chart_file, _public)),
    FileRoute("board", f"/m/{{key}}/{_BOARD}", partial(_board_file, _public)),
    PrivateRoute("review", "/play/{key}/review", partial(_view, _own)),
    FormRoute("review", "/play/{key}/review", partial(_start, _own), cost="search"),
    PrivateRoute("figure", "/play/{key}/review.png", partial(_chart_file, _own)),
    PrivateRoute("board", f"/play/{{key}}/{_BOARD}", partial(_board_file, _own)),
)
