"""`/puzzle`: a position to solve, always private."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.autocomplete import MAX_CHOICES, Choices, choice, empty_on_failure
from bot.interactions.entries.form_entries import typed_in
from bot.interactions.entries.move_steps import group_in, steps_in
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import place_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_panel import steps_of
from bot.pages.moves.typing_form import typing_form
from bot.pages.page import Page, text_page
from bot.pages.puzzles.puzzle_pages import (
    puzzle_page,
    solution_page,
    solved_page,
    wrong_page,
)
from club.puzzles.puzzles import SolverPuzzle, TryResult, puzzle_of
from club.puzzles.themes import theme_named, themes_offered
from engine.puzzles import standing
from engine.serving.pool import SearchFailed
from language.texts import N_, gettext
from presentation.puzzles.puzzle_words import looking_words, named_words
from presentation.puzzles.refutations import refutation_words
from presentation.puzzles.tried_moves import tries_in
from presentation.refusals import typed_words
from presentation.steps import split_steps
from rules.notation import check, read
from rules.position import Move
from rules.refusal import Refusal
from rules.registry import GAMES, game_named

PICTURE_WIDTH = 600
"""Width of pictures in puzzles in pixels, small to load quickly."""

log = logging.getLogger(__name__)


class PuzzleCommands(FrontCog):
    """Gives puzzles and judges moves."""

    @app_commands.command(name="puzzle", description=N_("Solve a puzzle (only you see it)"))
    @app_commands.describe(
        game=N_("The game (default: one that you play)"),
        theme=N_("Theme of the solution (default: any)"),
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def puzzle(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Give the user a suitable puzzle."""
        async with Answer(interaction) as answer:
            selected_game = None if game is None else game_named(game)
            chosen_theme = None if theme is None else theme_named(theme, selected_game)
            current = await self.club.puzzles.give(answer.user.id, selected_game, chosen_theme)
            await answer.private(await first_page(current))

    @puzzle.autocomplete("theme")
    @empty_on_failure
    async def themes(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the themes of the chosen game, or of all games."""
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        query = typed.casefold().strip()
        names = [(gettext(theme.name), theme.key) for theme in themes_offered(game)]
        return [choice(name, key) for name, key in names if query in name.casefold()][:MAX_CHOICES]

    @on_control("puzzlenext", arguments=1, updates=True)
    async def give_next(self, answer: Answer, game: str) -> None:
        """Replace the puzzle with another one of the game."""
        self._stop_waiting(answer)
        current = await self.club.puzzles.give(answer.user.id, game_named(game))
        await answer.update(await first_page(current))

    @on_control("puzzleat", arguments=3, updates=True)
    async def choose_step(self, answer: Answer, key: str, code: str, steps: str) -> None:
        """Show the puzzle with the steps of a button."""
        self._stop_waiting(answer)
        current, tries = await self._current(answer, key, code)
        position = standing(current.puzzle, tries).position
        panel = steps_of(position, steps_in(position, steps))
        await answer.update(await puzzle_page(current, tries, panel, width=PICTURE_WIDTH))

    @on_control("puzzlegroup", arguments=3, updates=True)
    async def choose_group(self, answer: Answer, key: str, code: str, steps: str) -> None:
        """Show the puzzle with the choices of one row or file."""
        self._stop_waiting(answer)
        current, tries = await self._current(answer, key, code)
        position = standing(current.puzzle, tries).position
        prefix, group = group_in(position, steps)
        page = await puzzle_page(
            current, tries, steps_of(position, prefix, group), width=PICTURE_WIDTH
        )
        await answer.update(page)

    @on_control("puzzletry", arguments=3, updates=True)
    async def try_move(self, answer: Answer, key: str, code: str, steps: str) -> None:
        """Judge the move of the panel and show it."""
        self._stop_waiting(answer)
        current, tries = await self._current(answer, key, code)
        await self._judge(answer, current, tries, split_steps(steps))

    @on_control("puzzletype", arguments=3)
    async def ask_to_type(self, answer: Answer, key: str, code: str, typed: str) -> None:
        """Open the form to type a move."""
        tries_in(puzzle_of(key), code)
        submit_control = control("puzzletyped", key, code)
        await answer.ask(typing_form(submit_control, typed))

    @on_control("puzzletyped", arguments=2, updates=True)
    async def try_typed_move(self, answer: Answer, key: str, code: str) -> None:
        """Judge a typed move. If it is refused, the puzzle shows why and keeps the text."""
        self._stop_waiting(answer)
        current, tries = await self._current(answer, key, code)
        typed = typed_in(answer.interaction)
        try:
            await self._judge(answer, current, tries, typed)
        except Refusal as refusal:
            page = await puzzle_page(
                current,
                tries,
                steps_of(standing(current.puzzle, tries).position),
                width=PICTURE_WIDTH,
                refusal_text=typed_words(typed, refusal, DISCORD),
                typed=typed,
            )
            await answer.update(page)

    @on_control("puzzleshow", arguments=1, updates=True)
    async def show_solution(self, answer: Answer, key: str) -> None:
        """Show the solution to a user who gives up."""
        await self._show(answer, key, 1)

    @on_control("puzzlestep", arguments=2, updates=True)
    async def show_step(self, answer: Answer, key: str, number: str) -> None:
        """Show another move of the solution."""
        await self._show(answer, key, number_in(number, "move"))

    @on_control("puzzlename", arguments=1)
    async def choose_naming(self, answer: Answer, state: str) -> None:
        """Set whether to name the user on the cards of daily puzzles."""
        person = await self.club.daily_puzzles.set_named_as_solver(answer.user.id, state == "on")
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
        return await self.club.puzzles.view(answer.user.id, puzzle), tries

    async def _judge(
        self, answer: Answer, current: SolverPuzzle, tries: Sequence[str], attempt: str | Move
    ) -> None:
        """Judge a move.

        :raises Refusal: why it is illegal.
        """
        position = standing(current.puzzle, tries).position
        move = read(position, attempt) if isinstance(attempt, str) else check(position, attempt)
        moves = (*tries, position.text(move))
        now = standing(current.puzzle, moves)
        if now.wrong is not None:
            await self._show_miss(answer, current, tries, now.wrong)
        elif now.solved:
            result = await self.club.puzzles.solve(*_solver_of(answer), current.puzzle)
            await answer.update(await solved_page(current, result, moves, width=PICTURE_WIDTH))
        else:
            steps = steps_of(now.position)
            await answer.update(await puzzle_page(current, moves, steps, width=PICTURE_WIDTH))

    async def _show_miss(
        self, answer: Answer, current: SolverPuzzle, tries: Sequence[str], wrong: str
    ) -> None:
        """Show a wrong move, and its refutation as soon as it is found."""
        result = await self.club.puzzles.record_miss(*_solver_of(answer), current.puzzle)
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
        current = await self.club.puzzles.view(answer.user.id, puzzle)
        result = await self.club.puzzles.give_up(*_solver_of(answer), puzzle)
        page = await solution_page(current, result, number, width=PICTURE_WIDTH)
        await answer.update(page)

    def _stop_waiting(self, answer: Answer) -> None:
        """Stop waiting for an update of the clicked message."""
        self.front.late_answers.expect(answer.click)


async def first_page(current: SolverPuzzle) -> Page:
    """Return the page of a puzzle at its start."""
    steps = steps_of(standing(current.puzzle, ()).position)
    return await puzzle_page(current, steps=steps, width=PICTURE_WIDTH)


def _solver_of(answer: Answer) -> tuple[int, str, int | None]:
    """Return the id and name of the user, and the server, if any."""
    return answer.user.id, answer.user.display_name, place_of(answer.interaction).guild_id
