"""The puzzle of a day in a server, with its solution once the day is over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from club.servers.pages import PublicServer
from engine.puzzles import Puzzle, main_line
from engine.puzzles import puzzle as puzzle_of
from extensions.training.club.daily import DailyPuzzles, has_page
from extensions.training.club.puzzles import Puzzles
from extensions.training.presentation.daily import (
    closing_words,
    daily_solution,
    daily_title,
    results_words,
)
from extensions.training.presentation.puzzles import played_in, puzzle_scene, task
from extensions.training.storage.daily import DailyPuzzle
from extensions.training.web.puzzle_views import PUZZLES, puzzle_card, puzzle_path
from language.dates import day_words
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.pictures import DEFAULT_WIDTH
from rendering import Scene, alt_text, draw, layout
from web.http.markup import PREVIEW
from web.http.reader import html
from web.http.routes import (
    MORE_ROUTES,
    File,
    FileRoute,
    FormRoute,
    PageRoute,
    PrivateVisit,
    Redirect,
    Route,
    Visit,
)
from web.http.social import CARD, card_file
from web.http.view import Crumb, Embed, LinkButton, NoPage, PreviewPicture, View

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


async def latest_page(visit: Visit) -> View:
    """The latest puzzle of a server."""
    server = await visit.server()
    days = await visit.site.club.part(DailyPuzzles).with_pages(server)
    if not days:
        raise NoPage
    return await _view(visit, server, days[0], days, is_latest=True)


async def day_page(visit: Visit) -> View:
    """The puzzle of a day."""
    server, daily = await _daily(visit)
    return await _view(visit, server, daily)


async def solve(visit: PrivateVisit) -> Redirect:
    """Give a visitor the puzzle of a day. It counts on the cards of their servers."""
    server, daily = await _daily(visit)
    if _is_over(visit, daily):
        path = f"{visit.site.server_path(server.guild_id)}/puzzle/{daily.day}"
        return Redirect(visit.reader.to(path))
    if visit.member is not None:
        club = visit.site.club
        name = await club.membership.name_of(server.guild_id, visit.user_id)
        if name is None:
            await club.part(Puzzles).begin(visit.user_id, daily.puzzle)
        else:
            await club.part(Puzzles).begin_daily(visit.user_id, name, daily)
    return Redirect(visit.reader.to(puzzle_path(_puzzle(daily))))


async def picture(visit: Visit) -> File:
    """Return the board of a puzzle, solved once its day is over."""
    _, daily = await _daily(visit)
    puzzle = _puzzle(daily)
    is_over = _is_over(visit, daily)
    key = ("puzzle", puzzle.key, is_over, visit.reader.language)
    return File(
        await visit.site.pictures.get(
            visit.visitor, key, draw, _scene(puzzle, is_over=is_over), DEFAULT_WIDTH
        )
    )


async def card_picture(visit: Visit) -> File:
    """The unsolved puzzle of a day for other sites."""
    server, daily = await _daily(visit)
    puzzle = _puzzle(daily)
    label = " · ".join((gettext("Daily puzzle"), server.name))
    return await card_file(
        visit, ("daily", server.guild_id, puzzle.key), puzzle_card(puzzle, label)
    )


ROUTES: Sequence[Route] = (
    PageRoute("puzzle", "/s/{key}/puzzle", latest_page),
    PageRoute("puzzle", "/s/{key}/puzzle/{day}", day_page),
    FormRoute("puzzle", "/s/{key}/puzzle/{day}/solve", solve, needs_member=False),
    FileRoute("picture", "/s/{key}/puzzle/{day}/board.png", picture),
    FileRoute("card", f"/s/{{key}}/puzzle/{{day}}/{CARD}", card_picture),
)
MORE_ROUTES.extend(ROUTES)


async def _daily(visit: Visit) -> tuple[PublicServer, DailyPuzzle]:
    """Return the puzzle of a path.

    :raises NoPage: if there was none that day, or it isn't public.
    """
    server = await visit.server()
    day = visit.parts["day"]
    if not _DAY.fullmatch(day):
        raise NoPage
    daily = await visit.site.club.part(DailyPuzzles).of(server.guild_id, day)
    if daily is None or not has_page(daily, server):
        raise NoPage
    return server, daily


def _day_words(daily: DailyPuzzle) -> str:
    """ "21 November 2026"."""
    return day_words(date.fromisoformat(daily.day))


def _is_over(visit: Visit, daily: DailyPuzzle) -> bool:
    return daily.closes_at <= visit.reader.now


def _puzzle(daily: DailyPuzzle) -> Puzzle:
    puzzle = puzzle_of(daily.puzzle)
    if puzzle is None:
        raise NoPage
    return puzzle


def _scene(puzzle: Puzzle, *, is_over: bool) -> Scene:
    return puzzle_scene(puzzle, played_in(puzzle, main_line(puzzle)) if is_over else ())


async def _view(
    visit: Visit,
    server: PublicServer,
    daily: DailyPuzzle,
    others: Sequence[DailyPuzzle] = (),
    *,
    is_latest: bool = False,
) -> View:
    site, reader, puzzle = visit.site, visit.reader, _puzzle(daily)
    is_over = _is_over(visit, daily)
    results = await site.club.part(DailyPuzzles).results(server.guild_id, daily.day)
    latest = f"{site.server_path(server.guild_id)}/puzzle"
    path = f"{latest}/{daily.day}"
    board = reader.picture(f"{path}/board.png")
    alt = alt_text(_scene(puzzle, is_over=is_over))
    shown_picture = PreviewPicture(site.url(board), alt)

    def lines(markup: Markup) -> list[str]:
        if is_over:
            # Solvers agreed to be named on the card in their server, not on the web.
            return [daily_solution(puzzle, markup), results_words(results, {}, markup)]
        return [task(puzzle, markup), closing_words(daily.closes_at, markup)]

    markup = reader.markup(site.paths_in(server))
    values = {
        "day": _day_words(daily),
        "lines": [html(line) for line in lines(markup)],
        "solve": "" if is_over else reader.to(f"{path}/solve"),
        "all_puzzles": reader.to(PUZZLES),
        "picture_path": board,
        "picture": shown_picture,
        "size": layout(_scene(puzzle, is_over=is_over), DEFAULT_WIDTH),
        "others": [
            (_day_words(each), reader.to(f"{latest}/{each.day}"))
            for each in others
            if each.day != daily.day
        ],
    }
    title = daily_title(puzzle)
    text = "\n".join((f"### {title}", *lines(PREVIEW), f"-# {PREVIEW.name(server.name)}"))
    button = LinkButton(gettext("Daily puzzle"), site.url(reader.to(path)))
    return View(
        "puzzle.html",
        title,
        " ".join(lines(PLAIN)),
        values,
        shown_picture,
        Embed(text, shown_picture, (button,)),
        card_path=f"{path}/{CARD}",
        trail=(
            visit.server_crumb(server),
            Crumb(gettext("Daily puzzle"), "" if is_latest else reader.to(latest)),
        ),
        is_private=not server.is_listed,
    )
