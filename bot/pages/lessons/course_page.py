"""The private page that lists the lessons of a game, and the offer to somebody new to it."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.lessons.lesson_pages import onward_buttons, onward_words
from bot.pages.page import LONGEST_LABEL, LONGEST_OPTION, Block, Button, Menu, MenuChoice, Page
from club.lessons.lessons import Course
from rules.language import gettext
from rules.listing import sentences
from rules.position import Game


def course_page(course: Course, *, can_guide: bool) -> Page:
    """The lessons of a game with what somebody has finished, and a way into each.

    :param can_guide: the bot can play this game.
    """
    game, following = course.game, course.next_lesson
    heading = gettext("Learn {game}", game=game.name)
    lines = [f"### {heading}", gettext(game.summary)]
    for number, lesson in enumerate(game.lessons, start=1):
        title = gettext(lesson.title)
        if lesson == following:
            title = f"**{title}**"
        elif lesson.key in course.finished:
            title = gettext("{lesson} ✓ done", lesson=title)
        lines.append(f"{number}. {title}")
    blocks: list[Block] = ["\n".join(lines)]
    if following is None:
        finished = gettext("You have finished all lessons.")
        blocks.append(str(sentences(finished, onward_words(can_guide))))
        blocks.append(onward_buttons(game, can_guide))
    else:
        title = gettext(following.title)
        if course.begun:
            label = gettext("Go on: {lesson}", lesson=title)
        else:
            label = gettext("Begin: {lesson}", lesson=title)
        key = control("lesson", game.key, following.key)
        onward = Button(label[:LONGEST_LABEL], key, "primary")
        blocks.append((onward, Button(gettext("Rules"), control("rules", game.key))))
    jump = tuple(
        MenuChoice(
            f"{number}. {gettext(lesson.title)}"[:LONGEST_OPTION],
            lesson.key,
            gettext("Done") if lesson.key in course.finished else None,
        )
        for number, lesson in enumerate(game.lessons, start=1)
    )
    blocks.append(Menu(control("lessonpick", game.key), gettext("Go to a lesson"), jump))
    return Page(tuple(blocks))


def offer_page(game: Game) -> Page:
    """Says to somebody new to a game that there are lessons."""
    words = gettext(
        "New to {game}? Learn it in five minutes, here, without anybody watching.", game=game.name
    )
    return Page((words, (Button(gettext("Learn"), control("learn", game.key), "primary"),)))
