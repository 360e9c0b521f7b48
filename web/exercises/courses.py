"""The lessons of a game with a member's progress."""

from __future__ import annotations

from collections.abc import Sequence

from club.lessons.lessons import Course
from language.texts import gettext
from presentation.lessons.lesson_words import course_title, finished_words
from presentation.markup import PLAIN, marked_up
from rules.teaching import Lesson
from web.embeds import LinkButton, PreviewPicture
from web.exercises.exercise import with_card
from web.exercises.paths import glance_path, learn_path, lesson_path, rules_path
from web.markup import PREVIEW
from web.pages.rules_pages import game_in
from web.reader import html
from web.routes import PrivateRoute, PrivateVisit, Route
from web.view import View


async def course_page(visit: PrivateVisit) -> View:
    """The lessons of a game, with a member's progress."""
    game, reader, site = game_in(visit), visit.reader, visit.site
    course = Course(game, frozenset(), frozenset())
    if visit.member is not None:
        course = await site.club.lessons.course(visit.user_id, game)
    markup = reader.markup(lambda _match: "")
    following = course.next_lesson
    summary = marked_up(gettext(game.summary), markup)
    values: dict[str, object] = {
        "summary": html(summary),
        "picture": reader.picture(glance_path(game)),
        "lessons": [
            (
                gettext(lesson.title),
                reader.to(lesson_path(game, lesson)),
                _state_words(course, lesson),
                lesson == following,
            )
            for lesson in game.lessons
        ],
        "start": None,
        "end": "",
        "sign_in": "",
        "rules": reader.to(rules_path(game)),
    }
    if following is None:
        values["end"] = html(finished_words(markup, can_guide=False))
    else:
        values["start"] = (_start_label(course, following), reader.to(lesson_path(game, following)))
    if visit.member is None and site.club.web_sessions.are_available:
        values["sign_in"] = html(
            gettext(
                "Sign in to keep your progress. Get a link with {command}.",
                command=markup.command("web"),
            )
        )
    title, path = course_title(game), reader.to(learn_path(game))
    words = marked_up(gettext(game.summary), PLAIN)
    picture = PreviewPicture(site.url(reader.picture(glance_path(game))), game.name)
    link = LinkButton(gettext("Learn"), site.url(path))
    view = View("course.html", title, words, values)
    return with_card(view, marked_up(gettext(game.summary), PREVIEW), picture, link)


ROUTES: Sequence[Route] = (
    PrivateRoute("learn", "/learn/{game:[a-z]+}", course_page, needs_member=False),
)


def _state_words(course: Course, lesson: Lesson) -> str:
    if lesson.key in course.finished:
        return gettext("Done")
    return gettext("Seen") if lesson.key in course.seen else ""


def _start_label(course: Course, lesson: Lesson) -> str:
    title = gettext(lesson.title)
    if course.begun:
        return gettext("Continue: {lesson}", lesson=title)
    return gettext("Start: {lesson}", lesson=title)
