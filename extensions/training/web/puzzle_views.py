"""A puzzle as a member or a visitor sees it, and the pages after a try."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup as Html

from club.limits import TooManyRequests
from club.members.own_day import EVERY_DAY, OwnDay
from club.servers.pages import NOBODY
from engine.puzzles import Puzzle, Standing, main_line, puzzles, standing
from engine.serving.pool import SearchFailed
from extensions.training.club.puzzles import SolverPuzzle, TryResult
from extensions.training.presentation.puzzles import (
    change,
    code_of,
    naming_words,
    played_in,
    puzzle_facts,
    puzzle_scene,
    puzzle_title,
    refutation_words,
    so_far_words,
    solution_lines,
    solved_lines,
    task,
    themes_words,
    wrong_words,
)
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.move_entry import MoveEntry
from rendering import alt_text
from rendering.social_cards import SocialCard
from rules.position import Move
from rules.registry import GAMES
from web.http.exercise import (
    Choice,
    Exercise,
    NoticeLook,
    board_drawings,
    exercise_view,
    preview_picture,
    view_only_board,
    with_card,
)
from web.http.markup import PREVIEW
from web.http.move_entry import (
    Drawing,
    EntryBoard,
    steps_part,
    steps_query,
    suggested,
    with_entry,
)
from web.http.reader import Reader, html
from web.http.routes import PrivateVisit
from web.http.social import CARD
from web.http.view import Crumb, LinkButton, View

log = logging.getLogger(__name__)


PUZZLES = "/puzzles"
"""The path of the choice of puzzles."""


def puzzle_path(puzzle: Puzzle) -> str:
    """Return the path of a puzzle."""
    return f"{PUZZLES}/{puzzle.key}"


REPLY_SECONDS = 5.0
"""Timeout of the search. A late reply is left out."""


async def reply_to(
    visit: PrivateVisit, puzzle: Puzzle, now: Standing, wrong: str
) -> tuple[Sequence[str], str]:
    """Return the reply to a wrong move and its effect.

    Both are empty for visitors, if none is found in time, or if the member has asked for too many
    searches.

    :param now: the state before the move.
    """
    opponents, game = visit.site.club.opponents, GAMES[puzzle.game]
    if visit.member is None or not opponents.can_play(game):
        return (), ""
    try:
        visit.site.limits.take("search", str(visit.user_id))
        async with asyncio.timeout(REPLY_SECONDS):
            # Each member has their own queue, so that one member's tries don't delay others'.
            refutation = await opponents.start_refutation(
                game, now.position, wrong, now.turns_left, visit.user_id
            )
    except (TimeoutError, TooManyRequests):
        return (), ""
    except SearchFailed:
        log.exception("no refutation of %s in puzzle %s", wrong, puzzle.key)
        return (), ""
    return refutation.line[1:], refutation_words(
        puzzle, refutation, visit.reader.markup(lambda _match: "")
    )


BEFORE_MARK = "."

_STRIDE = 7919
"""A prime number, so that the puzzles of successive days differ in kind."""


@dataclass(frozen=True, slots=True)
class Solving:
    """A puzzle as a member or a visitor sees it, after some right moves."""

    visit: PrivateVisit
    current: SolverPuzzle
    tries: tuple[str, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        return self.current.puzzle

    @property
    def now(self) -> Standing:
        return standing(self.puzzle, self.tries)

    @property
    def markup(self) -> Markup:
        return self.visit.reader.markup(lambda _match: "")

    def at(self, steps: Move = ()) -> str:
        """Return the address of the position, with steps chosen in it."""
        query = {"at": self.token() or None, "steps": steps_query(steps)}
        return self.visit.reader.to(puzzle_path(self.puzzle), **query)

    def token(self) -> str:
        """Return the right moves so far with their signature, empty before the first."""
        if not self.tries:
            return ""
        code = code_of(self.puzzle, self.tries)
        return f"{code}{BEFORE_MARK}{mark_of(self.visit, self.puzzle, code)}"

    def show_me(self) -> Choice:
        """Return the button for the solution."""
        address = self.visit.reader.to(f"{puzzle_path(self.puzzle)}/solution/1")
        return Choice(gettext("Show me"), address, {})

    def next_puzzle(self, *, is_main: bool = False) -> Choice:
        """Return the button for another puzzle of the game."""
        address = self.visit.reader.to(PUZZLES)
        return Choice(gettext("Next puzzle"), address, {"game": self.puzzle.game}, is_main=is_main)


def solver_of(visit: PrivateVisit) -> int:
    """Return the member's user id, or that of all visitors, whose tries aren't stored."""
    return NOBODY if visit.member is None else visit.user_id


def mark_of(visit: PrivateVisit, puzzle: Puzzle, code: str) -> str:
    """Return the signature of a solver's right moves in a puzzle."""
    return visit.site.addresses.sign("puzzle", str(solver_of(visit)), puzzle.key, code)


def sign_in_words(visit: PrivateVisit, markup: Markup) -> Html:
    """Return the hint on how to have one's tries rated."""
    if not visit.site.club.web_sessions.are_available:
        return html(gettext("Get a puzzle with {command}.", command=markup.command("puzzle")))
    return html(
        gettext(
            "Your tries aren't rated. To change that, sign in with a link from {command}.",
            command=markup.command("web"),
        )
    )


def _trail(reader: Reader, puzzle: Puzzle) -> tuple[Crumb, Crumb]:
    """Return the links to all puzzles, and to those of the game."""
    path = reader.to(PUZZLES)
    game = GAMES[puzzle.game]
    return Crumb(gettext("Puzzles"), path), Crumb(game.name, reader.to(PUZZLES, game=game.key))


def _line_path(puzzle: Puzzle, moves: Sequence[str]) -> str:
    """Return the path of the pictures after moves of both sides."""
    return f"{puzzle_path(puzzle)}/{steps_part(tuple(moves))}"


def _line_board(reader: Reader, puzzle: Puzzle, moves: Sequence[str] = ()) -> EntryBoard:
    """Return a view-only board after moves of both sides."""
    scene = puzzle_scene(puzzle, played_in(puzzle, moves))
    return view_only_board(reader, scene, _line_path(puzzle, moves))


@dataclass(frozen=True, slots=True)
class TodaysPuzzle:
    """A puzzle for visitors of the home page, another one each day."""

    puzzle: Puzzle
    path: str
    title: str
    words: Html
    board: Drawing
    alt: str


def puzzle_card(puzzle: Puzzle, label: str) -> SocialCard:
    """Return the picture of an unsolved puzzle for other sites."""
    scene = puzzle_scene(puzzle, ())
    return SocialCard(scene, label, puzzle_title(puzzle), lines=[task(puzzle, PLAIN)])


def todays_puzzle(reader: Reader, own: OwnDay = EVERY_DAY) -> TodaysPuzzle:
    """Return the puzzle of a reader's own day, of each game in turn."""
    day = own.date_of(reader.now).toordinal()
    games = [game for game in GAMES if puzzles(game)]
    all_puzzles = puzzles(games[day % len(games)])
    puzzle = all_puzzles[day * _STRIDE % len(all_puzzles)]
    board = _line_board(reader, puzzle)
    return TodaysPuzzle(
        puzzle,
        reader.to(puzzle_path(puzzle)),
        puzzle_title(puzzle),
        html(task(puzzle, reader.markup(lambda _match: ""))),
        board.drawings[0],
        board.alt,
    )


def _verdict_view(
    solving: Solving,
    look: NoticeLook,
    lines: Sequence[str],
    moves: Sequence[str],
    choices: Sequence[Choice],
) -> View:
    """Return a page after a try, which names the themes of the solution.

    :param lines: safe HTML, empty ones left out.
    :param moves: those of both sides, shown on the board.
    """
    puzzle, reader = solving.puzzle, solving.visit.reader
    themes = themes_words(puzzle, solving.markup)
    exercise = Exercise(
        _trail(reader, puzzle),
        _facts(solving),
        [html(line) for line in lines if line],
        _line_board(reader, puzzle, moves),
        choices,
        small=[html(themes)] if themes else (),
        verdict=look,
    )
    return exercise_view(puzzle_title(puzzle), exercise)


def puzzle_view(
    solving: Solving, entry: MoveEntry, *, refusal_text: str = "", typed: str = ""
) -> View:
    """Return the page of a puzzle to solve.

    :param refusal_text: why a typed text was refused, as safe HTML.
    :param typed: that text, for editing.
    """
    puzzle, now, reader = solving.puzzle, solving.now, solving.visit.reader
    scene = puzzle_scene(puzzle, played_in(puzzle, now.moves))
    board = EntryBoard(
        board_drawings(reader, scene, entry, _line_path(puzzle, now.moves)),
        alt_text(with_entry(scene, entry)),
        entry,
        solving.at,
        action=reader.to(puzzle_path(puzzle)),
        fields={"at": solving.token()},
        typed=typed,
        suggested=suggested(now.position),
        suggestions=reader.to(f"{puzzle_path(puzzle)}/moves", at=solving.token() or None),
    )
    visit = solving.visit
    counts = visit.member is not None and solving.current.counts
    choices = [solving.show_me(), *([] if counts else [solving.next_puzzle()])]
    exercise = Exercise(
        _trail(reader, puzzle),
        _facts(solving),
        [html(so_far_words(puzzle, solving.tries, solving.markup))],
        board,
        choices,
        small=_rating_words(solving),
        notice=html(refusal_text) if refusal_text else None,
        verdict="good" if solving.tries else None,
    )
    if refusal_text or solving.tries or entry.is_begun or visit.member is not None:
        return exercise_view(puzzle_title(puzzle), exercise, status=409 if refusal_text else 200)
    view = exercise_view(puzzle_title(puzzle), exercise, task(puzzle, PLAIN))
    link = LinkButton(gettext("Solve"), visit.site.url(reader.to(puzzle_path(puzzle))))
    picture = preview_picture(visit.site, _line_board(reader, puzzle))
    view = with_card(view, task(puzzle, PREVIEW), picture, link)
    return replace(view, card_path=f"{puzzle_path(puzzle)}/{CARD}")


def _facts(solving: Solving) -> str:
    """Return the key of the puzzle, and how hard it is for a member."""
    if solving.visit.member is None:
        return gettext("Puzzle {key}", key=solving.puzzle.key)
    return puzzle_facts(solving.current)


def _rating_words(solving: Solving) -> Sequence[Html]:
    """Return what a try or a look at the solution does to the solver's rating."""
    if solving.visit.member is None:
        return (sign_in_words(solving.visit, solving.markup),)
    if solving.current.counts:
        return (html(gettext("Your first try is rated. “Show me” counts as a wrong try.")),)
    return ()


async def wrong_view(solving: Solving, result: TryResult | None, wrong: str) -> View:
    """Return the page of a wrong move, with the reply to it."""
    puzzle, markup = solving.puzzle, solving.markup
    reply, words = await reply_to(solving.visit, puzzle, solving.now, wrong)
    lines = [
        wrong_words(wrong, words, markup),
        "" if result is None else change(result, GAMES[puzzle.game], markup),
    ]
    retry = Choice(gettext("Try again"), solving.at(), is_main=True)
    choices = [retry, solving.show_me(), solving.next_puzzle()]
    moves = (*solving.now.moves, wrong, *reply)
    return await asyncio.to_thread(_verdict_view, solving, "error", lines, moves, choices)


def solved_view(solving: Solving, result: TryResult | None) -> View:
    """Return the page of a solved puzzle."""
    puzzle, markup, reader = solving.puzzle, solving.markup, solving.visit.reader
    lines = solved_lines(puzzle, result, solving.tries[-1], markup)
    solution = reader.to(f"{puzzle_path(puzzle)}/solution/1")
    choices = [solving.next_puzzle(is_main=True), Choice(gettext("See the solution"), solution)]
    if result is not None and result.asks_name:
        lines.append(naming_words(markup))
        naming = reader.to(f"{PUZZLES}/naming")
        choices += [
            Choice(gettext("Name me"), naming, {"named": "on"}),
            Choice(gettext("Don't name me"), naming, {"named": "off"}),
        ]
    return _verdict_view(solving, "good", lines, solving.now.moves, choices)


def solution_view(solving: Solving, number: int, result: TryResult | None = None) -> View:
    """Return a page of the solution, which is shown move by move.

    :param number: the move to show, from 1, limited to the last one.
    :param tried: the effect of giving up just now.
    """
    puzzle, markup, reader = solving.puzzle, solving.markup, solving.visit.reader
    texts = main_line(puzzle)
    number = min(max(number, 1), len(texts))
    lines = [
        *solution_lines(puzzle, number, markup),
        "" if result is None else change(result, GAMES[puzzle.game], markup),
    ]
    path, is_last = f"{puzzle_path(puzzle)}/solution", number == len(texts)
    choices: list[Choice] = []
    if number > 1:
        choices.append(Choice(gettext("Previous move"), reader.to(f"{path}/{number - 1}")))
    if not is_last:
        onward = reader.to(f"{path}/{number + 1}")
        choices.append(Choice(gettext("Next move"), onward, is_main=True))
    choices.append(solving.next_puzzle(is_main=is_last))
    return _verdict_view(solving, "info", lines, texts[:number], choices)
