"""The private page that lists the lessons of a game, and the offer to a newcomer."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.lessons.lesson_pages import onward_buttons
from bot.pages.page import (
    MAX_LABEL_LENGTH,
    MAX_OPTION_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
)
from club.lessons.lessons import Course
from language.texts import gettext
from presentation.lessons.lesson_words import (
    course_lines,
    course_title,
    finished_words,
    offer_words,
)
from rules.position import Game
from rules.teaching import Lesson


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


def offer_page(game: Game) -> Page:
    """Return the offer of lessons to a newcomer."""
    learn = Button(gettext("Learn"), control("learn", game.key), "primary")
    return Page((offer_words(game), (learn,)))


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
