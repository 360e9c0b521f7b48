"""`/puzzle`: a position to solve, always private."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import place_of
from bot.interface.controls import on_control, on_steps
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.move_entry import ButtonEntry, begin, entry_of
from bot.interface.options import GAME_CHOICES, Choices, choices_with, empty_on_failure
from bot.pages.layout import Block, Button, Page, Style, attachment, control, text_page
from bot.pages.listing import page_buttons
from bot.pages.step_picker import SentSteps, StepControls, StepVerbs
from engine.puzzles import Puzzle, main_line, standing
from engine.serving.pool import SearchFailed
from extensions.training.club.daily import DailyPuzzles
from extensions.training.club.puzzles import Puzzles, SolverPuzzle, TryResult, puzzle_of
from extensions.training.club.themes import theme_named, themes_offered
from extensions.training.presentation.puzzles import (
    change,
    code_of,
    looking_words,
    named_words,
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
    tries_in,
    wrong_words,
)
from language.lists import Listed
from language.texts import N_, gettext
from presentation.pictures import scene_picture
from rules.position import Game
from rules.registry import GAMES, game_named

log = logging.getLogger(__name__)

PICTURE_WIDTH = 600
"""Width of pictures in puzzles in pixels, small to load quickly."""

VERBS = StepVerbs("puzzleat", "puzzlegroup", "puzzletry", "puzzletype", "puzzletyped")


async def puzzle_page(
    current: SolverPuzzle,
    tries: Sequence[str] = (),
    entry: ButtonEntry | None = None,
    *,
    width: int,
) -> Page:
    """Return the current position of a puzzle, and the panel for the next move.

    :param tries: the right moves so far.
    :param entry: the next move, by default a new one.
    """
    puzzle = current.puzzle
    now = standing(puzzle, tries)
    entry = entry or begin(now.position)
    key = puzzle.key, code_of(puzzle, tries)
    scene = entry.on(puzzle_scene(puzzle, played_in(puzzle, now.moves)))
    rows = entry.rows(
        StepControls(key, VERBS, puzzle.game),
        after=(_show_me(puzzle), *(() if current.counts else (_next(puzzle),))),
    )
    words = f"{heading(current)}\n{so_far_words(puzzle, tries, DISCORD)}"
    return Page((words, attachment(await scene_picture(scene, width)), entry.full_question, *rows))


async def wrong_page(
    current: SolverPuzzle,
    result: TryResult,
    tries: Sequence[str],
    wrong: str,
    reply: Sequence[str] | None,
    *,
    width: int,
    words: Listed,
) -> Page:
    """Return the page of a wrong move.

    :param tries: the right moves before it.
    :param wrong: the move, as its canonical text.
    :param reply: the refuting moves, if known.
    :param words: the reason why it is wrong.
    """
    puzzle = current.puzzle
    now = standing(puzzle, tries)
    played = played_in(puzzle, (*now.moves, wrong, *(reply or ())))
    lines = [
        heading(current),
        wrong_words(wrong, words, DISCORD),
        change(result, GAMES[puzzle.game], DISCORD),
        _small(themes_words(puzzle, DISCORD)),
    ]
    retry = control("puzzleat", puzzle.key, code_of(puzzle, tries), "")
    buttons = (Button(gettext("Try again"), retry, "primary"), _show_me(puzzle), _next(puzzle))
    picture = attachment(await scene_picture(puzzle_scene(puzzle, played), width))
    return Page((_text(lines), picture, buttons))


async def solved_page(
    current: SolverPuzzle, result: TryResult, tries: Sequence[str], *, width: int
) -> Page:
    """Return the page of a solved puzzle.

    :param tries: all moves of the solver.
    """
    puzzle = current.puzzle
    played = played_in(puzzle, standing(puzzle, tries).moves)
    words = _text(
        [
            heading(current),
            *solved_lines(puzzle, result, tries[-1], DISCORD),
            _small(themes_words(puzzle, DISCORD)),
        ]
    )
    picture = attachment(await scene_picture(puzzle_scene(puzzle, played), width))
    blocks: list[Block] = [words, picture]
    if result.asks_name:
        blocks.append(naming_words(DISCORD))
        blocks.append(
            (
                Button(gettext("Name me"), control("puzzlename", "on")),
                Button(gettext("Don't name me"), control("puzzlename", "off")),
            )
        )
    solution = Button(gettext("See the solution"), control("puzzlestep", puzzle.key, 1))
    return Page((*blocks, (_next(puzzle, "success"), solution)))


async def solution_page(
    current: SolverPuzzle, result: TryResult, number: int, *, width: int
) -> Page:
    """Return a page of the solution, which is shown move by move.

    :param number: the move to show, from 1, limited to the last one.
    """
    puzzle = current.puzzle
    texts = main_line(puzzle)
    number = min(max(number, 1), len(texts))
    move, line = solution_lines(puzzle, number, DISCORD)
    lines = [
        heading(current),
        task(puzzle, DISCORD),
        move,
        f"-# {line}",
        change(result, GAMES[puzzle.game], DISCORD),
        _small(themes_words(puzzle, DISCORD)),
    ]
    scene = puzzle_scene(puzzle, played_in(puzzle, texts)[:number])
    is_last = number == len(texts)
    turning = page_buttons(
        number - 1,
        len(texts),
        lambda page: control("puzzlestep", puzzle.key, page + 1),
        (N_("Previous move"), N_("Next move")),
        "secondary" if is_last else "primary",
    )
    buttons = (*turning, _next(puzzle, "primary" if is_last else "secondary"))
    return Page((_text(lines), attachment(await scene_picture(scene, width)), buttons))


def heading(current: SolverPuzzle) -> str:
    """Return the name and difficulty of a puzzle."""
    return f"### {puzzle_title(current.puzzle)}\n-# {puzzle_facts(current)}"


class PuzzleCommands(FrontCog):
    """Gives puzzles and judges moves."""

    @command("puzzle", N_("Solve a puzzle (only you see it)"))
    @app_commands.describe(
        game=N_("The game (default: one that you play)"),
        theme=N_("Theme of the solution (default: any)"),
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def puzzle(
        self, answer: Answer, game: str | None = None, theme: str | None = None
    ) -> None:
        """Give the user a suitable puzzle."""
        selected_game = None if game is None else game_named(game)
        chosen_theme = None if theme is None else theme_named(theme, selected_game)
        current = await self.club.part(Puzzles).give(answer.user.id, selected_game, chosen_theme)
        await answer.private(await first_page(current))

    @puzzle.autocomplete("theme")
    @empty_on_failure
    async def themes(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the themes of the chosen game, or of all games."""
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        names = [(gettext(theme.name), theme.key) for theme in themes_offered(game)]
        return choices_with(typed, names)

    @on_control("puzzlenext", updates=True)
    async def give_next(self, answer: Answer, game: Game) -> None:
        """Replace the puzzle with another one of the game."""
        self._stop_waiting(answer)
        current = await self.club.part(Puzzles).give(answer.user.id, game)
        await answer.update(await first_page(current))

    @on_steps(VERBS)
    async def choose(self, answer: Answer, key: str, code: str, sent: SentSteps) -> None:
        """Show the puzzle after a choice, or judge the move of the panel."""
        self._stop_waiting(answer)
        current, tries = await self._current(answer, key, code)
        entry = entry_of(standing(current.puzzle, tries).position, sent)
        if entry.is_sent:
            await self._judge(answer, current, tries, entry.text)
        else:
            await answer.update(await puzzle_page(current, tries, entry, width=PICTURE_WIDTH))

    @on_control("puzzleshow", updates=True)
    async def show_solution(self, answer: Answer, key: str) -> None:
        """Show the solution to a user who gives up."""
        await self._show(answer, key, 1)

    @on_control("puzzlestep", updates=True)
    async def show_step(self, answer: Answer, key: str, number: int) -> None:
        """Show another move of the solution."""
        await self._show(answer, key, number)

    @on_control("puzzlename")
    async def choose_naming(self, answer: Answer, is_on: bool) -> None:
        """Set whether to name the user on the cards of daily puzzles."""
        person = await self.club.part(DailyPuzzles).set_named_as_solver(answer.user.id, is_on)
        words = named_words(DISCORD, is_named=bool(person.named_as_solver))
        await answer.private(text_page(words))

    async def _current(
        self, answer: Answer, key: str, code: str
    ) -> tuple[SolverPuzzle, tuple[str, ...]]:
        """Return the puzzle of a control and its right moves so far.

        :raises Refusal: `unknown_puzzle`, `outdated`.
        """
        puzzle = puzzle_of(key)
        tries = tries_in(puzzle, code)
        return await self.club.part(Puzzles).view(answer.user.id, puzzle), tries

    async def _judge(
        self, answer: Answer, current: SolverPuzzle, tries: Sequence[str], move: str
    ) -> None:
        """Judge a legal move."""
        moves = (*tries, move)
        now = standing(current.puzzle, moves)
        if now.wrong is not None:
            await self._show_miss(answer, current, tries, now.wrong)
        elif now.solved:
            result = await self.club.part(Puzzles).solve(*_solver_of(answer), current.puzzle)
            await answer.update(await solved_page(current, result, moves, width=PICTURE_WIDTH))
        else:
            await answer.update(await puzzle_page(current, moves, width=PICTURE_WIDTH))

    async def _show_miss(
        self, answer: Answer, current: SolverPuzzle, tries: Sequence[str], wrong: str
    ) -> None:
        """Show a wrong move, and its refutation as soon as it is found."""
        result = await self.club.part(Puzzles).record_miss(*_solver_of(answer), current.puzzle)
        can_refute = self.club.opponents.can_play(GAMES[current.puzzle.game])
        words = looking_words() if can_refute else ""
        page = await wrong_page(
            current, result, tries, wrong, None, width=PICTURE_WIDTH, words=words
        )
        await answer.update(page)
        if can_refute:
            self.front.late_answers.expect(answer.click)
            work = partial(self._refute, answer, current, result, tries, wrong)
            self.club.background.begin(work)

    async def _refute(
        self,
        answer: Answer,
        current: SolverPuzzle,
        result: TryResult,
        tries: Sequence[str],
        wrong: str,
    ) -> None:
        """Find the refutation of a wrong move, and show it unless the user has moved on."""
        now = standing(current.puzzle, tries)
        guild_id = place_of(answer.interaction).guild_id or 0
        ticket = self.club.opponents.start_refutation(
            GAMES[current.puzzle.game], now.position, wrong, now.turns_left, guild_id
        )
        reply: Sequence[str] = ()
        words = ""
        try:
            refutation = await ticket
        except SearchFailed:
            log.exception("no refutation of %s in puzzle %s", wrong, current.puzzle.key)
        else:
            reply, words = (
                refutation.line[1:],
                refutation_words(current.puzzle, refutation, DISCORD),
            )
        page = await wrong_page(
            current, result, tries, wrong, reply, width=PICTURE_WIDTH, words=words
        )
        if self.front.late_answers.is_expected(answer.click):
            await answer.update(page)

    async def _show(self, answer: Answer, key: str, number: int) -> None:
        self._stop_waiting(answer)
        puzzle = puzzle_of(key)
        current = await self.club.part(Puzzles).view(answer.user.id, puzzle)
        result = await self.club.part(Puzzles).give_up(*_solver_of(answer), puzzle)
        page = await solution_page(current, result, number, width=PICTURE_WIDTH)
        await answer.update(page)

    def _stop_waiting(self, answer: Answer) -> None:
        """Stop waiting for an update of the clicked message."""
        self.front.late_answers.expect(answer.click)


async def first_page(current: SolverPuzzle) -> Page:
    """Return the page of a puzzle at its start."""
    return await puzzle_page(current, width=PICTURE_WIDTH)


def _text(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line)


def _show_me(puzzle: Puzzle) -> Button:
    return Button(gettext("Show me"), control("puzzleshow", puzzle.key))


def _next(puzzle: Puzzle, style: Style = "secondary") -> Button:
    return Button(gettext("Next puzzle"), control("puzzlenext", puzzle.game), style)


def _small(words: str) -> str:
    """Return small print, if any."""
    return f"-# {words}" if words else ""


def _solver_of(answer: Answer) -> tuple[int, str, int | None]:
    """Return the id and name of the user, and the server, if any."""
    return answer.user.id, answer.user.display_name, place_of(answer.interaction).guild_id
