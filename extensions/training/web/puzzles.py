"""Puzzles solved on a board, with the ratings and first tries of `/puzzle`.

Addresses carry the right moves so far with a signature, which only a judged try gets. Otherwise a
made-up address could reveal whether a move is right without counting as a try.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping, Sequence

from engine.puzzles import Puzzle, puzzles
from extensions.training.club.daily import DailyPuzzles
from extensions.training.club.puzzles import Puzzles, puzzle_of
from extensions.training.club.themes import theme_named, themes_offered
from extensions.training.presentation.puzzles import (
    named_words,
    outdated_puzzle,
    played_in,
    puzzle_scene,
    start_of,
    tries_in,
)
from extensions.training.web.practice import practice_of
from extensions.training.web.puzzle_views import (
    BEFORE_MARK,
    PUZZLES,
    Solving,
    mark_of,
    puzzle_card,
    puzzle_path,
    puzzle_view,
    sign_in_words,
    solution_view,
    solved_view,
    solver_of,
    wrong_view,
)
from language.lists import listed
from language.texts import gettext
from presentation.move_entry import MoveEntry
from presentation.refusals import typed_words
from rules.notation import check, read
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from web.http.exercise import board_file, entry_in, with_card
from web.http.move_entry import sent_steps, steps_in, suggestions_in
from web.http.reader import html
from web.http.routes import (
    ALL_GAMES,
    MORE_ROUTES,
    File,
    FileRoute,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
    Visit,
)
from web.http.social import CARD, card_file
from web.http.view import Crumb, LinkButton, NoPage, PreviewPicture, View


async def choice_page(visit: PrivateVisit) -> View:
    """Return today's puzzle, the games and themes of others, and a member's record."""
    markup = visit.reader.markup(lambda _match: "")
    title = gettext("Puzzles")
    words = gettext("Find the right move. Your first try at each puzzle is rated.")
    values: dict[str, object] = {
        "words": gettext("Find the right move.") if visit.member is None else words,
        "practice": await practice_of(visit),
        "sign_in": None if visit.member else sign_in_words(visit, markup),
        "action": visit.reader.to(PUZZLES),
        "choices": [choice for game in GAMES.values() for choice in _choices(game)],
        "chosen": visit.query.get("game", ""),
    }
    site = visit.site
    games = [each.name for each in GAMES.values()]
    alt = gettext("A board of each game: {games}", games=listed(games))
    picture = PreviewPicture(site.url(visit.reader.picture(ALL_GAMES)), alt)
    link = LinkButton(title, site.url(visit.reader.to(PUZZLES)))
    return with_card(View("puzzles.html", title, words, values), words, picture, link)


_WITH_THEME = "."


def _choices(game: Game) -> list[tuple[str, str]]:
    """Return the value and the name of a game with puzzles, and of each of its themes."""
    if not puzzles(game.key):
        return []
    return [
        (game.key, game.name),
        *(
            (f"{game.key}{_WITH_THEME}{theme.key}", f"{game.name} · {gettext(theme.name)}")
            for theme in themes_offered(game)
        ),
    ]


async def give(visit: PrivateVisit) -> Redirect:
    """Give a member the puzzle that `/puzzle` would give, and a visitor any puzzle."""
    game_name, _, theme_name = visit.form.get("game", "").partition(_WITH_THEME)
    game = game_named(game_name) if game_name else None
    theme = theme_named(theme_name, game) if theme_name else None
    service = visit.site.club.part(Puzzles)
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
    await visit.site.club.part(DailyPuzzles).set_named_as_solver(visit.user_id, is_named)
    words = html(named_words(visit.reader.markup(lambda _match: ""), is_named=is_named))
    values = {"words": words, "instead": _puzzles_crumb(visit), "typed": ()}
    return View("fault.html", gettext("Puzzles"), "", values, is_private=True)


MAX_LINE_LENGTH = 400
"""Maximum length of the moves in a picture's address."""

MAX_MOVES = 20
"""Maximum number of moves in a picture's address."""


async def puzzle_page(visit: PrivateVisit) -> View:
    """Return a puzzle with the steps chosen so far."""
    solving = await _solving(visit, visit.query)
    entry = entry_in(visit, solving.now.position)
    return await asyncio.to_thread(puzzle_view, solving, entry)


async def puzzle_suggestions(visit: PrivateVisit) -> File:
    """The moves in a puzzle that continue a typed text."""
    solving = await _solving(visit, visit.query)
    return await suggestions_in(visit, solving.now.position)


async def try_move(visit: PrivateVisit) -> View | Redirect:
    """Judge a move. Those of visitors aren't stored or rated."""
    solving = await _solving(visit, visit.form)
    typed = visit.form.get("move", "").strip()
    position = solving.now.position
    try:
        move = read(position, typed) if typed else check(position, sent_steps(visit.form))
    except Refusal as refusal:
        if not typed:
            raise
        words = typed_words(typed, refusal, solving.markup)
        entry = MoveEntry(position)
        return await asyncio.to_thread(puzzle_view, solving, entry, refusal_text=words, typed=typed)
    after = Solving(visit, solving.current, (*solving.tries, position.text(move)))
    service, puzzle, member = visit.site.club.part(Puzzles), solving.puzzle, visit.member
    result = None
    if after.now.wrong is not None:
        if member is not None:
            result = await service.record_miss(member.user_id, member.name, None, puzzle)
        return await wrong_view(solving, result, after.now.wrong)
    if after.now.solved:
        if member is not None:
            result = await service.solve(member.user_id, member.name, None, puzzle)
        return await asyncio.to_thread(solved_view, after, result)
    return Redirect(after.at())


async def give_up(visit: PrivateVisit) -> View:
    """Show the solution to someone who gives up, which counts for members."""
    puzzle, member, result = _puzzle(visit), visit.member, None
    service = visit.site.club.part(Puzzles)
    current = await service.view(solver_of(visit), puzzle)
    if member is not None:
        result = await service.give_up(member.user_id, member.name, None, puzzle)
    number = visit.number("number")
    return await asyncio.to_thread(solution_view, Solving(visit, current), number, result)


async def solution_page(visit: PrivateVisit) -> View | Redirect:
    """Show another move of the solution to visitors, and to a member who has seen or found it."""
    puzzle = _puzzle(visit)
    current = await visit.site.club.part(Puzzles).view(solver_of(visit), puzzle)
    has_seen = current.attempt.solved_at is not None or current.attempt.outcome == "shown"
    if visit.member is not None and not has_seen:
        return Redirect(visit.reader.to(puzzle_path(puzzle)))
    number = visit.number("number")
    return await asyncio.to_thread(solution_view, Solving(visit, current), number)


async def board_picture(visit: Visit) -> File:
    """The board of a puzzle after any legal moves."""
    moves = steps_in(visit.parts["line"])
    if len(visit.parts["line"]) > MAX_LINE_LENGTH or len(moves) > MAX_MOVES:
        raise NoPage
    puzzle = _puzzle(visit)
    try:
        played = await asyncio.to_thread(played_in, puzzle, moves)
    except Refusal as refusal:
        raise NoPage from refusal
    position = played[-1].after if played else start_of(puzzle)
    return await board_file(
        visit, ("solving", puzzle.key, moves), puzzle_scene(puzzle, played), position
    )


async def card_picture(visit: Visit) -> File:
    """A puzzle for other sites."""
    puzzle = _puzzle(visit)
    card = puzzle_card(puzzle, gettext("Puzzle {key}", key=puzzle.key))
    return await card_file(visit, ("puzzle", puzzle.key), card)


_PUZZLE = f"{PUZZLES}/{{puzzle:[a-z]+-[0-9]+}}"
_SOLUTION = f"{_PUZZLE}/solution/{{number:[0-9]+}}"

ROUTES: Sequence[Route] = (
    PrivateRoute("puzzles", PUZZLES, choice_page, needs_member=False),
    FormRoute("puzzles", PUZZLES, give, needs_member=False),
    PrivateRoute("puzzles", f"{PUZZLES}/naming", leave_naming, needs_member=False),
    FormRoute("puzzles", f"{PUZZLES}/naming", name_solver),
    # After the choice, one of whose paths has its form.
    PrivateRoute("puzzle", _PUZZLE, puzzle_page, needs_member=False),
    FormRoute("puzzle", _PUZZLE, try_move, needs_member=False),
    PrivateRoute("suggestions", f"{_PUZZLE}/moves", puzzle_suggestions, needs_member=False),
    PrivateRoute("puzzle", _SOLUTION, solution_page, needs_member=False),
    FormRoute("puzzle", _SOLUTION, give_up, needs_member=False),
    FileRoute("card", f"{_PUZZLE}/{CARD}", card_picture),
    FileRoute(
        "board",
        f"{_PUZZLE}/{{line}}/{{mode:[a-z]+}}/{{size:[a-z]+}}/{{steps}}.png",
        board_picture,
    ),
)
MORE_ROUTES.extend(ROUTES)


def _puzzle(visit: Visit) -> Puzzle:
    """Return the puzzle of a path.

    :raises NoPage: if it no longer exists.
    """
    try:
        return puzzle_of(visit.parts["puzzle"])
    except Refusal as refusal:
        words = gettext("That puzzle no longer exists.")
        raise NoPage(words, _puzzles_crumb(visit)) from refusal


def _puzzles_crumb(visit: Visit) -> Crumb:
    return Crumb(gettext("Puzzles"), visit.reader.to(PUZZLES))


async def _solving(visit: PrivateVisit, state: Mapping[str, str]) -> Solving:
    """Return the puzzle of a path, after the right moves in an address or form.

    :raises NoPage: if the puzzle no longer exists.
    :raises Refusal: `outdated` if no judged tries led to these moves.
    """
    puzzle = _puzzle(visit)
    current = await visit.site.club.part(Puzzles).view(solver_of(visit), puzzle)
    code, _, mark = state.get("at", "").partition(BEFORE_MARK)
    if not code:
        return Solving(visit, current)
    if not hmac.compare_digest(mark.encode(), mark_of(visit, puzzle, code).encode()):
        raise outdated_puzzle()
    return Solving(visit, current, tries_in(puzzle, code))
