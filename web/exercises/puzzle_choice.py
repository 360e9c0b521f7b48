"""The choice of a puzzle by game and theme."""

from __future__ import annotations

from collections.abc import Sequence

from club.puzzles.themes import theme_named, themes_offered
from engine.puzzles import puzzles
from language.lists import listed
from language.texts import gettext
from presentation.puzzles.puzzle_words import named_words, record_words
from rules.registry import GAMES, game_named
from web.embeds import LinkButton, PreviewPicture
from web.exercises.exercise import with_card
from web.exercises.paths import ALL_GAMES, PUZZLES, glance_path, puzzle_path
from web.exercises.puzzle_views import sign_in_words
from web.reader import html
from web.routes import FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.view import View


async def choice_page(visit: PrivateVisit) -> View:
    """Return the games and themes of puzzles, with a member's record."""
    club, markup = visit.site.club, visit.reader.markup(lambda _match: "")
    record = ""
    if visit.member is not None:
        record = record_words(await club.puzzles.record_of(visit.user_id), visit.reader.now, markup)
    title = gettext("Puzzles")
    words = gettext("Find the right move. Your first try at each puzzle is rated.")
    values: dict[str, object] = {
        "words": words,
        "record": html(record),
        "sign_in": None if visit.member else sign_in_words(visit, markup),
        "action": visit.reader.to(PUZZLES),
        "games": [
            {
                "key": game.key,
                "name": game.name,
                "picture": visit.reader.picture(glance_path(game)),
                "themes": [(each.key, gettext(each.name)) for each in themes_offered(game)],
            }
            for game in GAMES.values()
            if puzzles(game.key)
        ],
    }
    site = visit.site
    games = [each.name for each in GAMES.values()]
    alt = gettext("A board of each game: {games}", games=listed(games))
    picture = PreviewPicture(site.url(visit.reader.picture(ALL_GAMES)), alt)
    link = LinkButton(title, site.url(visit.reader.to(PUZZLES)))
    return with_card(View("puzzles.html", title, words, values), words, picture, link)


async def give(visit: PrivateVisit) -> Redirect:
    """Give a member the puzzle that `/puzzle` would give, and a visitor any puzzle."""
    game = game_named(visit.form.get("game", ""))
    theme_name = visit.form.get("theme", "")
    theme = theme_named(theme_name, game) if theme_name else None
    service = visit.site.club.puzzles
    if visit.member is None:
        puzzle = service.example(game, theme)
    else:
        puzzle = (await service.give(visit.user_id, game, theme)).puzzle
    return Redirect(visit.reader.to(puzzle_path(puzzle)))


async def leave_naming(visit: PrivateVisit) -> Redirect:
    """Return to the choice. The language links lead here after the form was sent."""
    return Redirect(visit.reader.to(PUZZLES))


async def name_solver(visit: PrivateVisit) -> View:
    """Set whether to name the member on the cards of daily puzzles."""
    is_named = visit.form.get("named") == "on"
    await visit.site.club.daily_puzzles.set_named_as_solver(visit.user_id, is_named)
    words = html(named_words(visit.reader.markup(lambda _match: ""), is_named=is_named))
    return View("fault.html", gettext("Puzzles"), "", {"words": words}, is_private=True)


ROUTES: Sequence[Route] = (
    PrivateRoute("puzzles", PUZZLES, choice_page, needs_member=False),
    FormRoute("puzzles", PUZZLES, give, needs_member=False),
    PrivateRoute("puzzles", f"{PUZZLES}/naming", leave_naming, needs_member=False),
    FormRoute("puzzles", f"{PUZZLES}/naming", name_solver),
)
