"""A member's practice at a glance: today's puzzle, their record in puzzles, and their lessons."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from club.training.lessons import Course
from language.texts import gettext, ngettext
from presentation.training.puzzles import record_facts
from rules.registry import GAMES
from web.http.routes import PrivateVisit, learn_path, lesson_path
from web.training.puzzle_views import TodaysPuzzle, solver_of, todays_puzzle


@dataclass(frozen=True, slots=True)
class Practice:
    """A visitor's practice. Everyone has a puzzle of the day."""

    today: TodaysPuzzle
    is_solved: bool
    """Whether they have solved that puzzle."""
    record: list[tuple[str, str]]
    """Each fact with its label, none before a first try."""


async def practice_of(visit: PrivateVisit) -> Practice:
    """Return a visitor's puzzles."""
    puzzles = visit.site.club.puzzles
    today = await asyncio.to_thread(todays_puzzle, visit.reader)
    if visit.member is None:
        return Practice(today, is_solved=False, record=[])
    current = await puzzles.view(solver_of(visit), today.puzzle)
    record = await puzzles.record_of(visit.user_id)
    is_solved = current.attempt.solved_at is not None
    return Practice(today, is_solved, record_facts(record, visit.reader.now))


@dataclass(frozen=True, slots=True)
class CourseProgress:
    """A member's progress in the lessons of a game."""

    game: str
    path: str
    done: int
    count: int
    words: str


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A member's progress in all lessons."""

    title: str
    """The label of the link to the next lesson, or that all are done."""
    path: str
    """The address of that lesson, empty if all are done."""
    courses: list[CourseProgress]


async def lessons_of(visit: PrivateVisit) -> LessonProgress:
    """Return a member's lessons, with the next one of the game that they are learning."""
    reader, lessons = visit.reader, visit.site.club.lessons
    courses = [await lessons.course(visit.user_id, game) for game in GAMES.values() if game.lessons]
    title, path = gettext("You've finished all lessons."), ""
    unfinished = [course for course in courses if course.next_lesson is not None]
    following = next(
        (course for course in unfinished if course.begun), next(iter(unfinished), None)
    )
    if following is not None and following.next_lesson is not None:
        lesson = f"{following.game.name} · {gettext(following.next_lesson.title)}"
        title = start_label(following, lesson)
        path = reader.to(lesson_path(following.game, following.next_lesson))
    return LessonProgress(title, path, [_progress(visit, course) for course in courses])


def _progress(visit: PrivateVisit, course: Course) -> CourseProgress:
    done, count = len(course.finished), len(course.game.lessons)
    words = length_words(done, count)
    return CourseProgress(
        course.game.name, visit.reader.to(learn_path(course.game)), done, count, words
    )


def start_label(course: Course, lesson: str) -> str:
    """Return the label of the link to the next lesson of a game.

    :param lesson: its title.
    """
    if course.begun:
        return gettext("Continue: {lesson}", lesson=lesson)
    return gettext("Start: {lesson}", lesson=lesson)


def length_words(done: int, count: int) -> str:
    """Return the number of lessons, or how many of them are done."""
    if not done:
        return ngettext("{count} lesson", "{count} lessons", count)
    return gettext("{done} of {count} lessons done", done=done, count=count)
