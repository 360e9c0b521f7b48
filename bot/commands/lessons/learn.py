"""`/learn`: the lessons of a game, always private."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.entries.form_entries import typed_in
from bot.interactions.entries.move_steps import group_in, steps_in
from bot.interactions.entries.numbers import number_in
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.lessons.course_page import course_page
from bot.pages.lessons.lesson_pages import answer_page, task_page, verdict_page
from bot.pages.moves.step_panel import steps_of
from bot.pages.moves.typing_form import typing_form
from bot.pages.page import Page
from club.lessons.stage import Stage, lesson_of, stage_of
from language.texts import N_, gettext
from presentation.lessons.done_tasks import done_in
from presentation.refusals import typed_words
from presentation.steps import split_steps
from rules.notation import complete
from rules.position import Game, Move
from rules.refusal import Refusal
from rules.registry import game_named

PICTURE_WIDTH = 600
"""Width of pictures in lessons in pixels, small to load quickly."""


class LearnCommands(FrontCog):
    """Leads a learner through the lessons of a game."""

    @app_commands.command(
        name="learn", description=N_("Learn a game, move by move (only you see it)")
    )
    @app_commands.describe(game=N_("The game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def learn(self, interaction: discord.Interaction, game: str) -> None:
        """List the lessons of a game with the user's progress."""
        async with Answer(interaction) as answer:
            await answer.private(await self._list(answer, game_named(game)))

    @on_control("learn", arguments=1)
    async def list_lessons(self, answer: Answer, game: str) -> None:
        """List the lessons of a card's game."""
        await answer.private(await self._list(answer, game_named(game)))

    @on_control("lessons", arguments=1, updates=True)
    async def back_to_list(self, answer: Answer, game: str) -> None:
        """List the lessons in place of one of them."""
        await answer.update(await self._list(answer, game_named(game)))

    @on_control("lesson", arguments=2, updates=True)
    async def open_lesson(self, answer: Answer, game: str, lesson: str) -> None:
        """Start a lesson."""
        await self._open(answer, game, lesson)

    @on_control("lessonpick", arguments=1, updates=True)
    async def open_chosen_lesson(self, answer: Answer, game: str) -> None:
        """Start the lesson chosen in the menu."""
        await self._open(answer, game, next(iter(values_of(answer.interaction)), ""))

    @on_control("lessonat", arguments=5, updates=True)
    async def choose_step(
        self, answer: Answer, game: str, lesson: str, done: str, tries: str, steps: str
    ) -> None:
        """Show the task with the steps of a button. A complete move is judged immediately."""
        stage = _stage(game, lesson, done)
        try_count = number_in(tries, "number")
        chosen_steps = steps_of(stage.position, steps_in(stage.position, steps))
        if chosen_steps.is_begun and not complete(stage.position, chosen_steps.prefix).steps:
            await self._judge(answer, stage, try_count, chosen_steps.prefix)
            return
        await answer.update(
            await task_page(stage, chosen_steps, width=PICTURE_WIDTH, tries=try_count)
        )

    @on_control("lessongroup", arguments=5, updates=True)
    async def choose_group(
        self, answer: Answer, game: str, lesson: str, done: str, tries: str, steps: str
    ) -> None:
        """Show the task with the choices of one row or file."""
        stage = _stage(game, lesson, done)
        prefix, group = group_in(stage.position, steps)
        page = await task_page(
            stage,
            steps_of(stage.position, prefix, group),
            width=PICTURE_WIDTH,
            tries=number_in(tries, "number"),
        )
        await answer.update(page)

    @on_control("lessontry", arguments=5, updates=True)
    async def try_move(
        self, answer: Answer, game: str, lesson: str, done: str, tries: str, steps: str
    ) -> None:
        """Judge the move of the panel and show it."""
        stage = _stage(game, lesson, done)
        await self._judge(answer, stage, number_in(tries, "number"), split_steps(steps))

    @on_control("lessontype", arguments=5)
    async def ask_to_type(
        self, answer: Answer, game: str, lesson: str, done: str, tries: str, typed: str
    ) -> None:
        """Open the form to type a move."""
        _stage(game, lesson, done)
        submit_control = control("lessontyped", game, lesson, done, number_in(tries, "number"))
        example = gettext("in the same notation as the lesson")
        await answer.ask(typing_form(submit_control, typed, example))

    @on_control("lessontyped", arguments=4, updates=True)
    async def try_typed_move(
        self, answer: Answer, game: str, lesson: str, done: str, tries: str
    ) -> None:
        """Judge a typed move. If it is refused, the task shows why and keeps the text."""
        stage = _stage(game, lesson, done)
        try_count = number_in(tries, "number")
        typed = typed_in(answer.interaction)
        try:
            await self._judge(answer, stage, try_count, typed)
        except Refusal as refusal:
            page = await task_page(
                stage,
                steps_of(stage.position),
                width=PICTURE_WIDTH,
                tries=try_count,
                refusal_text=typed_words(typed, refusal, DISCORD),
                typed=typed,
            )
            await answer.update(page)

    @on_control("lessonshow", arguments=4, updates=True)
    async def show_right_move(
        self, answer: Answer, game: str, lesson: str, done: str, tries: str
    ) -> None:
        """Show the solution of the task."""
        stage = _stage(game, lesson, done)
        number_in(tries, "number")
        verdict = await self.club.lessons.show(answer.user.id, stage)
        can_guide = self._can_guide(stage.game)
        await answer.update(
            await answer_page(stage, verdict, width=PICTURE_WIDTH, can_guide=can_guide)
        )

    async def _list(self, answer: Answer, game: Game) -> Page:
        course = await self.club.lessons.course(answer.user.id, game)
        return course_page(course, can_guide=self._can_guide(game))

    async def _open(self, answer: Answer, game: str, lesson: str) -> None:
        stage = _stage(game, lesson, "")
        await self.club.lessons.begin(answer.user.id, stage)
        steps = steps_of(stage.position)
        await answer.update(await task_page(stage, steps, width=PICTURE_WIDTH))

    async def _judge(
        self, answer: Answer, stage: Stage, try_count: int, attempt: str | Move
    ) -> None:
        verdict = await self.club.lessons.judge(answer.user.id, stage, attempt)
        page = await verdict_page(
            stage,
            verdict,
            width=PICTURE_WIDTH,
            tries=try_count if verdict.is_right else try_count + 1,
            can_guide=self._can_guide(stage.game),
        )
        await answer.update(page)

    def _can_guide(self, game: Game) -> bool:
        try:
            self.club.opponents.check_can_play(game)
        except Refusal:
            return False
        return True


def _stage(game: str, lesson: str, done: str) -> Stage:
    """Return the stage of a control, with a task left to do.

    :raises Refusal: `game`, `unknown_lesson`, `outdated`.
    """
    done_tasks = done_in(done)
    known_game = game_named(game)
    if done_tasks is None:
        raise outdated()
    stage = stage_of(known_game, lesson_of(known_game, lesson), *done_tasks)
    if stage.is_done:
        raise outdated()
    return stage
