"""`/learn`: courses and their lessons, always private, and the offer of lessons to a newcomer."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.challenges.challenges import AFTER_ACCEPTING
from bot.interface.answers import Answer
from bot.interface.controls import on_control, on_steps, outdated, values_of
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.move_entry import ButtonEntry, begin, entry_of
from bot.interface.options import ABOUT_GAME, GAME_CHOICES, GAME_WORDS
from bot.pages.layout import (
    MAX_LABEL_LENGTH,
    MAX_OPTION_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    Picture,
    attachment,
    control,
)
from bot.pages.step_picker import SentSteps, StepControls, StepVerbs
from club.club import Club
from extensions.training.club.lessons import Course, Lessons, Stage, Verdict, lesson_of, stage_of
from extensions.training.presentation.lessons import (
    ENOUGH_TRIES,
    MAX_TRIES,
    answer_words,
    course_lines,
    course_title,
    done_code,
    done_in,
    finished_words,
    help_words,
    last_lesson_words,
    lesson_scene,
    offer_words,
    place_words,
    task_lines,
    tried_scene,
    verdict_words,
)
from language.texts import N_, gettext
from presentation.pictures import scene_picture
from rules.position import Game, Move
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from rules.teaching import Lesson
from storage.challenges.challenges import Challenge

PICTURE_WIDTH = 600
"""Width of pictures in lessons in pixels, small to load quickly."""


VERBS = StepVerbs(
    "lessonat",
    "lessongroup",
    "lessontry",
    "lessontype",
    "lessontyped",
    N_("in the same notation as the lesson"),
)


def key_of(stage: Stage, tries: int) -> tuple[str, str, str, int]:
    """Return the first arguments of a lesson's controls."""
    return stage.game.key, stage.lesson.key, done_code(stage), min(tries, MAX_TRIES)


async def task_page(
    stage: Stage,
    entry: ButtonEntry | None = None,
    *,
    width: int,
    tries: int = 0,
) -> Page:
    """Return the position of a task and the panel for a move in it.

    :param entry: the move being entered, by default a new one.
    :param tries: the number of wrong tries.
    """
    key = key_of(stage, tries)
    entry = entry or begin(stage.position)
    words = [entry.full_question]
    if tries >= ENOUGH_TRIES:
        words.append(f"-# {help_words(DISCORD)}")
    rows = entry.rows(
        StepControls(key, VERBS, stage.game.key),
        after=(_show_me(stage, tries), _to_list(stage.game)),
    )
    heading = "\n".join((_title(stage), *task_lines(stage, DISCORD)))
    picture = attachment(await scene_picture(entry.on(lesson_scene(stage)), width))
    return Page((heading, picture, "\n".join(words), *rows))


async def verdict_page(
    stage: Stage, verdict: Verdict, *, width: int, tries: int, can_guide: bool
) -> Page:
    """Return the verdict on a tried move.

    :param tries: the number of wrong tries, including this one.
    :param can_guide: whether the bot can play this game.
    """
    picture = attachment(await scene_picture(tried_scene(stage, verdict), width))
    words = verdict_words(verdict, DISCORD)
    if verdict.accepted is not None:
        after = stage_of(stage.game, stage.lesson, (*stage.chosen, verdict.accepted), stage.seen)
        return _onward_page(after, words, picture, can_guide=can_guide)
    retry = control("lessonat", *key_of(stage, tries), "")
    style = "secondary" if tries >= ENOUGH_TRIES else "primary"
    buttons = (
        Button(gettext("Try again"), retry, style),
        _show_me(stage, tries),
        _to_list(stage.game),
    )
    return Page((_title(stage), picture, words, buttons))


async def answer_page(stage: Stage, verdict: Verdict, *, width: int, can_guide: bool) -> Page:
    """Return the solution, for a learner who asked for it."""
    picture = attachment(await scene_picture(tried_scene(stage, verdict), width))
    words = answer_words(verdict, DISCORD)
    place = len(stage.chosen)
    after = stage_of(stage.game, stage.lesson, (*stage.chosen, 0), stage.seen | {place})
    retry = Button(gettext("Try it myself"), control("lessonat", *key_of(stage, 0), ""))
    return _onward_page(after, words, picture, can_guide=can_guide, before_list=(retry,))


def onward_buttons(game: Game, *, can_guide: bool) -> tuple[Button, ...]:
    """Return buttons to play a game after learning it."""
    guided = Button(gettext("Play a guided match"), control("guided", game.key), "primary")
    seek = Button(gettext("Challenge someone"), control("seek", game.key))
    return (guided, seek) if can_guide else (seek,)


def course_page(course: Course, *, can_guide: bool) -> Page:
    """Return the lessons of a game with the user's progress and a menu to open one.

    :param can_guide: whether the bot can play this game.
    """
    game = course.game
    words = "\n".join((f"### {course_title(game)}", *course_lines(course, DISCORD)))
    blocks: list[Block] = [words]
    if course.next_lesson is None:
        blocks.append(finished_words(DISCORD, can_guide=can_guide))
        blocks.append(onward_buttons(game, can_guide=can_guide))
    else:
        rules = Button(gettext("Rules"), control("rules", game.key))
        blocks.append((_next_button(course, course.next_lesson), rules))
    jump = tuple(
        MenuChoice(
            f"{number}. {gettext(lesson.title)}"[:MAX_OPTION_LENGTH],
            lesson.key,
            _state_words(course, lesson),
        )
        for number, lesson in enumerate(game.lessons, start=1)
    )
    blocks.append(Menu(control("lessonpick", game.key), gettext("Go to a lesson"), jump))
    return Page(tuple(blocks))


@ABOUT_GAME.add
def learn_button(game: Game) -> Sequence[Button]:
    """Return the button to a game's lessons, if it has any."""
    return [Button(gettext("Learn"), control("learn", game.key))] if game.lessons else []


def offer_page(game: Game) -> Page:
    """Return the offer of lessons to a newcomer."""
    learn = Button(gettext("Learn"), control("learn", game.key), "primary")
    return Page((offer_words(game), (learn,)))


@AFTER_ACCEPTING.add
async def offer(accepted: tuple[Club, int, Challenge]) -> Sequence[Page]:
    """Offer lessons to someone who is new to the game of a challenge."""
    club, user_id, challenge = accepted
    game = GAMES[challenge.game]
    is_new = await club.part(Lessons).is_new_to(user_id, game, challenge.match_id)
    return [offer_page(game)] if is_new else []


class LearnCommands(FrontCog):
    """Leads a learner through the lessons of a game."""

    @command("learn", N_("Learn a game, move by move (only you see it)"))
    @app_commands.describe(game=GAME_WORDS)
    @app_commands.choices(game=GAME_CHOICES)
    async def learn(self, answer: Answer, game: str) -> None:
        """List the lessons of a game with the user's progress."""
        await answer.private(await self._list(answer, game_named(game)))

    @on_control("learn")
    async def list_lessons(self, answer: Answer, game: Game) -> None:
        """List the lessons of a card's game."""
        await answer.private(await self._list(answer, game))

    @on_control("lessons", updates=True)
    async def back_to_list(self, answer: Answer, game: Game) -> None:
        """List the lessons in place of one of them."""
        await answer.update(await self._list(answer, game))

    @on_control("lesson", updates=True)
    async def open_lesson(self, answer: Answer, game: Game, lesson: str) -> None:
        """Start a lesson."""
        await self._open(answer, game, lesson)

    @on_control("lessonpick", updates=True)
    async def open_chosen_lesson(self, answer: Answer, game: Game) -> None:
        """Start the lesson chosen in the menu."""
        await self._open(answer, game, next(iter(values_of(answer.interaction)), ""))

    @on_steps(VERBS)
    async def choose(
        self, answer: Answer, game: Game, lesson: str, done: str, tries: int, sent: SentSteps
    ) -> None:
        """Show the task after a choice, or judge a complete move."""
        stage = _stage(game, lesson, done)
        entry = entry_of(stage.position, sent)
        if entry.is_sent or entry.is_complete:
            await self._judge(answer, stage, tries, entry.steps)
        else:
            await answer.update(await task_page(stage, entry, width=PICTURE_WIDTH, tries=tries))

    @on_control("lessonshow", updates=True)
    async def show_right_move(
        self, answer: Answer, game: Game, lesson: str, done: str, tries: int
    ) -> None:
        """Show the solution of the task."""
        stage = _stage(game, lesson, done)
        verdict = await self.club.part(Lessons).show(answer.user.id, stage)
        can_guide = self._can_guide(stage.game)
        await answer.update(
            await answer_page(stage, verdict, width=PICTURE_WIDTH, can_guide=can_guide)
        )

    async def _list(self, answer: Answer, game: Game) -> Page:
        course = await self.club.part(Lessons).course(answer.user.id, game)
        return course_page(course, can_guide=self._can_guide(game))

    async def _open(self, answer: Answer, game: Game, lesson: str) -> None:
        stage = _stage(game, lesson, "")
        await self.club.part(Lessons).begin(answer.user.id, stage)
        await answer.update(await task_page(stage, width=PICTURE_WIDTH))

    async def _judge(self, answer: Answer, stage: Stage, tries: int, move: Move) -> None:
        verdict = await self.club.part(Lessons).judge(answer.user.id, stage, move)
        page = await verdict_page(
            stage,
            verdict,
            width=PICTURE_WIDTH,
            tries=tries if verdict.is_right else tries + 1,
            can_guide=self._can_guide(stage.game),
        )
        await answer.update(page)

    def _can_guide(self, game: Game) -> bool:
        try:
            self.club.opponents.check_can_play(game)
        except Refusal:
            return False
        return True


def _onward_page(
    after: Stage,
    words: str,
    picture: Picture,
    *,
    can_guide: bool,
    before_list: tuple[Button, ...] = (),
) -> Page:
    """Return the comment on a finished task, with buttons to continue.

    :param after: the lesson after the task.
    :param before_list: buttons before the one to all lessons.
    """
    last = (*before_list, _to_list(after.game))
    title = _title(after, len(after.chosen))
    if not after.is_done:
        onward = Button(gettext("Next"), control("lessonat", *key_of(after, 0), ""), "success")
        return Page((title, picture, words, (onward, *last)))
    following = after.following
    if following is not None:
        key = control("lesson", after.game.key, following.key)
        label = gettext("Next: {lesson}", lesson=gettext(following.title))
        onward = Button(label[:MAX_LABEL_LENGTH], key, "success")
        return Page((title, picture, words, (onward, *last)))
    end = last_lesson_words(after.game, DISCORD, can_guide=can_guide)
    buttons = (*onward_buttons(after.game, can_guide=can_guide), *last)
    return Page((title, picture, words, end, buttons))


def _title(stage: Stage, number: int | None = None) -> str:
    """Return the name of a lesson and its task.

    :param number: the number of the task, from 1, by default the current one.
    """
    return f"### {gettext(stage.lesson.title)}\n-# {place_words(stage, number)}"


def _show_me(stage: Stage, tries: int) -> Button:
    style = "primary" if tries >= ENOUGH_TRIES else "secondary"
    return Button(gettext("Show me"), control("lessonshow", *key_of(stage, tries)), style)


def _to_list(game: Game) -> Button:
    return Button(gettext("All lessons"), control("lessons", game.key))


def _state_words(course: Course, lesson: Lesson) -> str | None:
    """Return whether a lesson is finished or seen, None otherwise."""
    if lesson.key in course.finished:
        return gettext("Done")
    return gettext("Seen") if lesson.key in course.seen else None


def _next_button(course: Course, lesson: Lesson) -> Button:
    title = gettext(lesson.title)
    if course.begun:
        label = gettext("Continue: {lesson}", lesson=title)
    else:
        label = gettext("Start: {lesson}", lesson=title)
    key = control("lesson", course.game.key, lesson.key)
    return Button(label[:MAX_LABEL_LENGTH], key, "primary")


def _stage(game: Game, lesson: str, done: str) -> Stage:
    """Return the stage of a control, with a task left to do.

    :raises Refusal: `unknown_lesson`, `outdated`.
    """
    done_tasks = done_in(done)
    if done_tasks is None:
        raise outdated()
    stage = stage_of(game, lesson_of(game, lesson), *done_tasks)
    if stage.is_done:
        raise outdated()
    return stage
