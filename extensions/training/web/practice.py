"""What training adds to other pages, such as a member's practice at a glance."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from club.members.own_day import EVERY_DAY, own_day_of
from club.servers.pages import PublicServer
from engine.puzzles import puzzles
from extensions.training.club.daily import DailyPuzzles
from extensions.training.club.lessons import Course, Lessons
from extensions.training.club.puzzles import Puzzles
from extensions.training.presentation.puzzles import record_facts
from extensions.training.web.puzzle_views import PUZZLES, TodaysPuzzle, solver_of, todays_puzzle
from language.texts import gettext, ngettext
from rules.position import Game
from rules.registry import GAMES
from rules.teaching import Lesson
from web import home, my_page
from web.http.reader import Reader
from web.http.routes import ABOUT_GAME, NAVIGATION, PrivateVisit, Visit
from web.http.social import first_game
from web.http.view import LinkButton, NavLink, Panel
from web.members import rules
from web.servers import server

LESSONS = "/learn"
"""The path of the choice of lessons."""


def learn_path(game: Game) -> str:
    """Return the path of a game's lessons."""
    return f"{LESSONS}/{game.key}"


def lesson_path(game: Game, lesson: Lesson) -> str:
    """Return the path of a lesson."""
    return f"{learn_path(game)}/{lesson.key}"


@NAVIGATION.add
def navigation(reader: Reader) -> Sequence[NavLink]:
    """Return the links to puzzles and lessons on each page."""
    piece, book = (
        "M4 8h4a3 3 0 1 1 5 0h4v4a3 3 0 1 1 0 5v3H4z",
        "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zm0 0v14",
    )
    return [
        NavLink(gettext("Puzzles"), reader.to(PUZZLES), piece),
        NavLink(gettext("Learn"), reader.to(LESSONS), book),
    ]


@ABOUT_GAME.add
def learn_link(subject: tuple[Reader, Game]) -> Sequence[LinkButton]:
    """Return the link to a game's lessons, if it has any."""
    reader, game = subject
    return [LinkButton(gettext("Learn"), reader.to(learn_path(game)))] if game.lessons else []


@rules.LINKS.add
def links_of_rules(subject: tuple[Reader, Game]) -> Sequence[LinkButton]:
    """Return the links to a game's lessons and puzzles."""
    reader, game = subject
    links: list[LinkButton] = []
    if game.lessons:
        links.append(LinkButton(gettext("Learn it in five minutes"), reader.to(learn_path(game))))
    if puzzles(game.key):
        links.append(LinkButton(gettext("Get a puzzle"), reader.to(PUZZLES, game=game.key)))
    return links


@home.LINKS.add
def first_lesson(visit: Visit) -> Sequence[LinkButton]:
    """Return the link to the first lesson of the first game."""
    game = first_game()
    path = visit.reader.to(lesson_path(game, game.lessons[0]))
    return [LinkButton(gettext("Try {game} now", game=game.name), path)]


@home.PANELS.add
async def today(visit: Visit) -> Sequence[Panel]:
    """Return today's puzzle."""
    puzzle = await asyncio.to_thread(todays_puzzle, visit.reader)
    return [Panel("today.html", {"practice": Practice(puzzle, is_solved=False, record=[])})]


@my_page.PANELS.add
async def practice(visit: PrivateVisit) -> Sequence[Panel]:
    """Return a member's practice."""
    values = {
        "practice": await practice_of(visit),
        "lessons": await lessons_of(visit),
        "puzzles": visit.reader.to(PUZZLES),
    }
    return [Panel("practice.html", values)]


@server.LINKS.add
async def daily_puzzle(subject: tuple[Visit, PublicServer]) -> Sequence[LinkButton]:
    """Return the link to a server's daily puzzle, if it has one."""
    visit, public = subject
    if not await visit.site.club.part(DailyPuzzles).with_pages(public):
        return []
    path = visit.reader.to(f"{visit.site.server_path(public.guild_id)}/puzzle")
    return [LinkButton(gettext("Daily puzzle"), path)]


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
    service = visit.site.club.part(Puzzles)
    member = visit.member
    own = EVERY_DAY if member is None else own_day_of(member.preferences)
    today = await asyncio.to_thread(todays_puzzle, visit.reader, own)
    if member is None:
        return Practice(today, is_solved=False, record=[])
    current = await service.view(solver_of(visit), today.puzzle)
    record = await service.record_of(visit.user_id)
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
    reader, lessons = visit.reader, visit.site.club.part(Lessons)
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
