"""Lessons in words and pictures: courses, positions, tasks and comments on tries."""

from __future__ import annotations

from extensions.training.club.lessons import Course, Stage, Verdict
from language.lists import row_of, sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.steps import DIGITS
from rendering import Scene
from rules.position import Game

SEEN = "-"
"""The code of a task whose solution was shown."""

ENOUGH_TRIES = 2
"""Wrong tries after which the solution is offered more visibly."""

MAX_TRIES = 9
"""Maximum number of wrong tries counted."""


def done_code(stage: Stage) -> str:
    """Return the moves of finished tasks, and which were shown, as a short text."""
    return "".join(
        SEEN if place in stage.seen else DIGITS[choice] for place, choice in enumerate(stage.chosen)
    )


def done_in(code: str) -> tuple[tuple[int, ...], frozenset[int]] | None:
    """Return the moves of a code, and which were shown. Return None if it is invalid."""
    choices = tuple(0 if digit == SEEN else DIGITS.find(digit) for digit in code)
    seen = frozenset(place for place, digit in enumerate(code) if digit == SEEN)
    return None if -1 in choices else (choices, seen)


def lesson_scene(stage: Stage) -> Scene:
    """Return the scene of a task."""
    return Scene(stage.game, stage.position.seen_by(stage.seat), last=stage.replies)


def tried_scene(stage: Stage, verdict: Verdict) -> Scene:
    """Return the scene after a tried or shown move."""
    seen = verdict.played.after.seen_by(stage.seat)
    return Scene(stage.game, seen, last=(verdict.played,))


def place_words(stage: Stage, task: int | None = None) -> str:
    """Return the number of the lesson and of the move in it.

    :param task: the number of the move, from 1, by default the current one.
    """
    name, number, count = stage.game.name, stage.number, len(stage.game.lessons)
    tasks = len(stage.lesson.tasks)
    if tasks > 1 and (task is not None or not stage.is_done):
        return gettext(
            "Learn {game} · lesson {number} of {last}, move {task} of {tasks}",
            game=name,
            number=number,
            last=count,
            task=len(stage.chosen) + 1 if task is None else task,
            tasks=tasks,
        )
    return gettext("Learn {game} · lesson {number} of {last}", game=name, number=number, last=count)


def task_lines(stage: Stage, markup: Markup) -> list[str]:
    """Return the task, and the reply to the previous move."""
    lines = [gettext(stage.words)]
    if stage.replies:
        lines.append(
            gettext(
                "{seat} replied with {moves}.",
                seat=lesson_scene(stage).name_of(stage.replies[0].seat),
                moves=row_of([markup.strong(reply.text) for reply in stage.replies]),
            )
        )
    return lines


def help_words(markup: Markup) -> str:
    """Return advice after several wrong tries."""
    button = markup.strong(gettext("Show me"))
    return gettext("Stuck? {button} plays a correct move and explains it.", button=button)


def verdict_words(verdict: Verdict, markup: Markup) -> str:
    """Return whether a tried move is right, and why."""
    move = markup.strong(verdict.played.text)
    if verdict.accepted is None:
        return str(sentences(gettext("{move} isn't right.", move=move), verdict.words))
    return str(sentences(gettext("Yes, {move}.", move=move), verdict.words))


def answer_words(verdict: Verdict, markup: Markup) -> str:
    """Return the solution and why it is right, for a learner who asked for it."""
    right = gettext("{move} is right.", move=markup.strong(verdict.played.text))
    return str(sentences(right, verdict.words))


def onward_words(markup: Markup, *, can_guide: bool) -> str:
    """Return what to do after learning a game.

    :param can_guide: whether the bot can play the game.
    """
    challenge = gettext(
        "{command} lets you challenge someone by name.", command=markup.command("challenge")
    )
    if not can_guide:
        return challenge
    guided = gettext(
        "In a guided match against me, I explain what just happened and show you a good move "
        "whenever you like."
    )
    return str(sentences(guided, challenge))


def last_lesson_words(game: Game, markup: Markup, *, can_guide: bool) -> str:
    """Return the text after the last lesson, with what to do next."""
    last = gettext("That was the last lesson of {game}.", game=game.name)
    return str(sentences(last, onward_words(markup, can_guide=can_guide)))


def course_title(game: Game) -> str:
    """ "Learn Chess"."""
    return gettext("Learn {game}", game=game.name)


def course_lines(course: Course, markup: Markup) -> list[str]:
    """Return the lessons of a game, with the next and the finished ones marked."""
    lines = [gettext(course.game.summary)]
    for number, lesson in enumerate(course.game.lessons, start=1):
        title = gettext(lesson.title)
        if lesson == course.next_lesson:
            title = markup.strong(title)
        elif lesson.key in course.finished:
            title = gettext("{lesson} ✓ done", lesson=title)
        elif lesson.key in course.seen:
            title = gettext("{lesson} · seen", lesson=title)
        lines.append(f"{number}. {title}")
    return lines


def finished_words(markup: Markup, *, can_guide: bool) -> str:
    """Return the text for a finished course, with what to do next."""
    finished = gettext("You've finished all lessons.")
    return str(sentences(finished, onward_words(markup, can_guide=can_guide)))


def offer_words(game: Game) -> str:
    """Return the offer of lessons to a newcomer."""
    return gettext(
        "New to {game}? Learn it here in five minutes (only you see it).", game=game.name
    )
