"""The private pages of a lesson: a position to find a move in, and comments on each try.

They are stateless. Their controls carry the lesson, the moves of its finished tasks, the number of
wrong tries, and the steps chosen so far.
"""

from __future__ import annotations

from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_panel import NO_STEPS, StepPanel, Steps
from bot.pages.moves.step_picker import StepControls
from bot.pages.moves.typing_form import typing_button
from bot.pages.page import MAX_LABEL_LENGTH, Button, Page, Picture, attachment
from club.lessons.stage import Stage, Verdict, stage_of
from language.texts import gettext
from presentation.lessons.done_tasks import ENOUGH_TRIES, MAX_TRIES, done_code
from presentation.lessons.lesson_words import (
    answer_words,
    help_words,
    last_lesson_words,
    lesson_scene,
    place_words,
    task_lines,
    tried_scene,
    verdict_words,
)
from presentation.pictures import scene_picture
from rules.position import Game


def key_of(stage: Stage, tries: int) -> tuple[str, str, str, int]:
    """Return the first arguments of a lesson's controls."""
    return stage.game.key, stage.lesson.key, done_code(stage), min(tries, MAX_TRIES)


async def task_page(
    stage: Stage,
    steps: Steps = NO_STEPS,
    *,
    width: int,
    tries: int = 0,
    refusal_text: str = "",
    typed: str = "",
) -> Page:
    """Return the position of a task and the panel for a move in it.

    :param tries: the number of wrong tries.
    :param refusal_text: why a typed text was refused.
    :param typed: that text, for editing.
    """
    key = key_of(stage, tries)
    controls = StepControls(key, "lessonat", "lessongroup", "lessontry", stage.game.key)
    panel = StepPanel(stage.position, steps, controls)
    words = [refusal_text] if refusal_text else []
    words.append(panel.question())
    if tries >= ENOUGH_TRIES:
        words.append(f"-# {help_words(DISCORD)}")
    scene = replace(lesson_scene(stage), prefix=steps.prefix, choices=panel.completion.steps)
    rows = panel.rows(
        at_start=(typing_button(typed, "lessontype", *key),),
        after=(_show_me(stage, tries), _to_list(stage.game)),
    )
    heading = "\n".join((_title(stage), *task_lines(stage, DISCORD)))
    picture = attachment(await scene_picture(scene, width))
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


def onward_buttons(game: Game, *, can_guide: bool) -> tuple[Button, ...]:
    """Return buttons to play a game after learning it."""
    guided = Button(gettext("Play a guided match"), control("guided", game.key), "primary")
    seek = Button(gettext("Open challenge"), control("seek", game.key))
    return (guided, seek) if can_guide else (seek,)


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
