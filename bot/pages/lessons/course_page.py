"""The private page that lists the lessons of a game, and the offer to somebody new to it."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.lessons.lesson_pages import onward_buttons, onward_words
from bot.pages.page import LONGEST_LABEL, LONGEST_OPTION, Block, Button, Menu, MenuChoice, Page
from club.lessons.lessons import Course
from rules.position import Game

DONE = "✓"


def course_page(course: Course, *, can_guide: bool) -> Page:
    """The lessons of a game with what somebody has finished, and a way into each.

    :param can_guide: the bot can play this game.
    """
    game, following = course.game, course.next_lesson
    lines = [f"### Learn {game.name}", game.summary]
    for number, lesson in enumerate(game.lessons, start=1):
        is_done = lesson.key in course.finished
        title = f"**{lesson.title}**" if lesson == following else lesson.title
        lines.append(f"{number}. {title}{f' {DONE} done' if is_done else ''}")
    blocks: list[Block] = ["\n".join(lines)]
    if following is None:
        blocks.append(f"You have finished all lessons. {onward_words(can_guide)}")
        blocks.append(onward_buttons(game, can_guide))
    else:
        begins = "Go on" if course.begun else "Begin"
        label = f"{begins}: {following.title}"[:LONGEST_LABEL]
        onward = Button(label, control("lesson", game.key, following.key), "primary")
        blocks.append((onward, Button("Rules", control("rules", game.key))))
    jump = tuple(
        MenuChoice(
            f"{number}. {lesson.title}"[:LONGEST_OPTION],
            lesson.key,
            "Done" if lesson.key in course.finished else None,
        )
        for number, lesson in enumerate(game.lessons, start=1)
    )
    blocks.append(Menu(control("lessonpick", game.key), "Go to a lesson", jump))
    return Page(tuple(blocks))


def offer_page(game: Game) -> Page:
    """Says to somebody new to a game that there are lessons."""
    words = f"New to {game.name}? Learn it in five minutes, here, without anybody watching."
    return Page((words, (Button("Learn", control("learn", game.key), "primary"),)))
