"""The tasks of lessons, each on a board.

Addresses carry the finished tasks, the number of wrong tries and the chosen steps. Progress is
stored for members, as by `/learn`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from club.lessons.stage import Stage, lesson_of, stage_of
from presentation.lessons.done_tasks import MAX_TRIES, done_in
from presentation.lessons.lesson_words import lesson_scene, tried_scene
from presentation.refusals import typed_words
from presentation.steps import split_steps
from rules.notation import check
from rules.refusal import Refusal
from web.exercises.exercise import board_file, prefix_of, unfit_steps
from web.exercises.lesson_views import Lecture, task_view, verdict_view
from web.pages.drawings import MAX_STEPS_LENGTH, steps_in
from web.pages.rules_pages import game_in
from web.pages.typed_moves import suggestions_in
from web.routes import (
    File,
    FileRoute,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Route,
    Visit,
    number_in,
)
from web.view import BadAddress, NoPage, View

MAX_DONE_LENGTH = 20


async def task_page(visit: PrivateVisit) -> View:
    """A task, with the steps chosen so far."""
    lecture = _lecture(visit, visit.query)
    prefix = prefix_of(lecture.stage.position, visit.query.get("steps", ""))
    return await asyncio.to_thread(task_view, lecture, prefix)


async def try_move(visit: PrivateVisit) -> View:
    """Judge a move, or show the right one."""
    lecture, form = _lecture(visit, visit.form), visit.form
    stage, lessons = lecture.stage, visit.site.club.lessons
    if visit.member is not None:
        await lessons.begin(visit.user_id, stage)
    if form.get("show"):
        verdict = stage.solution()
        if visit.member is not None:
            await lessons.show(visit.user_id, stage)
        return await asyncio.to_thread(verdict_view, lecture, verdict, is_solution=True)
    typed = form.get("move", "").strip()
    attempt = typed or split_steps(form.get("steps", "")[:MAX_STEPS_LENGTH])
    try:
        if visit.member is None:
            verdict = stage.judge(attempt)
        else:
            verdict = await lessons.judge(visit.user_id, stage, attempt)
    except Refusal as refusal:
        if not typed:
            raise
        words = typed_words(typed, refusal, visit.reader.markup(lambda _match: ""))
        return await asyncio.to_thread(task_view, lecture, (), refusal_text=words, typed=typed)
    return await asyncio.to_thread(verdict_view, lecture, verdict)


async def task_suggestions(visit: PrivateVisit) -> File:
    """The moves in a task that continue a typed text."""
    return await suggestions_in(visit, _lecture(visit, visit.query).stage.position)


async def task_picture(visit: Visit) -> File:
    """The board of a task."""
    stage = _stage_of_picture(visit)
    return await board_file(visit, _picture_key(stage), lesson_scene(stage), stage.position)


async def tried_picture(visit: Visit) -> File:
    """The board after a tried move."""
    stage = _stage_of_picture(visit)
    steps = steps_in(visit.parts["move"][:MAX_STEPS_LENGTH])
    try:
        scene = tried_scene(stage, stage.judge(check(stage.position, steps)))
    except Refusal as refusal:
        raise NoPage from refusal
    return await board_file(visit, (*_picture_key(stage), steps), scene, stage.position)


_LESSON = "/learn/{game:[a-z]+}/{lesson:[a-z0-9-]+}"
_BOARD = "{mode:[a-z]+}/{size:[a-z]+}/{steps}.png"
_DONE = "done{done:[0-9a-z-]*}"

ROUTES: Sequence[Route] = (
    PrivateRoute("lesson", _LESSON, task_page, needs_member=False),
    FormRoute("lesson", _LESSON, try_move, needs_member=False),
    PrivateRoute("suggestions", f"{_LESSON}/moves", task_suggestions, needs_member=False),
    FileRoute("board", f"{_LESSON}/{_DONE}/{_BOARD}", task_picture),
    FileRoute("board", f"{_LESSON}/{_DONE}/tried/{{move}}/{_BOARD}", tried_picture),
)


def _lecture(visit: PrivateVisit, state: Mapping[str, str]) -> Lecture:
    """Return the task that an address or a form refers to.

    :raises Refusal: `unknown_lesson`.
    """
    tries = number_in(state.get("tries", "")) or 0
    return Lecture(visit, _stage(visit, state.get("done", "")), min(tries, MAX_TRIES))


def _stage(visit: Visit, done: str) -> Stage:
    """Return the stage of a lesson, with a task left to do.

    :raises Refusal: `unknown_lesson`.
    :raises BadAddress: if these tasks don't fit the lesson.
    """
    game, done_tasks = game_in(visit), done_in(done[:MAX_DONE_LENGTH])
    if done_tasks is None:
        raise unfit_steps()
    stage = stage_of(game, lesson_of(game, visit.parts["lesson"]), *done_tasks)
    if stage.is_done:
        raise unfit_steps()
    return stage


def _stage_of_picture(visit: Visit) -> Stage:
    try:
        return _stage(visit, visit.parts["done"])
    except (Refusal, BadAddress) as error:
        raise NoPage from error


def _picture_key(stage: Stage) -> tuple[object, ...]:
    return ("lesson", stage.game.key, stage.lesson.key, stage.chosen)
