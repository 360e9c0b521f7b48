"""A task of a lesson as a visitor sees it, and the page after a try."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.puzzles import puzzles
from extensions.training.club.lessons import Course, Lessons, Stage, Verdict, lesson_of, stage_of
from extensions.training.presentation.lessons import (
    ENOUGH_TRIES,
    MAX_TRIES,
    answer_words,
    course_title,
    done_code,
    done_in,
    finished_words,
    help_words,
    last_lesson_words,
    lesson_scene,
    place_words,
    task_lines,
    tried_scene,
    verdict_words,
)
from extensions.training.web.practice import (
    LESSONS,
    learn_path,
    length_words,
    lesson_path,
    start_label,
)
from extensions.training.web.puzzle_views import PUZZLES
from language.texts import gettext
from presentation.markup import PLAIN, marked_up
from presentation.move_entry import MoveEntry
from presentation.refusals import typed_words
from rendering import alt_text
from rules.notation import check
from rules.position import Move
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.teaching import Lesson
from web.http.exercise import (
    Choice,
    Exercise,
    board_drawings,
    board_file,
    entry_in,
    exercise_view,
    preview_picture,
    unfit_steps,
    view_only_board,
    with_card,
)
from web.http.markup import PREVIEW
from web.http.move_entry import (
    MAX_STEPS_LENGTH,
    EntryBoard,
    sent_steps,
    steps_in,
    steps_part,
    steps_query,
    suggested,
    suggestions_in,
    with_entry,
)
from web.http.reader import Reader, html
from web.http.routes import (
    ALL_GAMES,
    MORE_ROUTES,
    File,
    FileRoute,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Route,
    Visit,
    glance_path,
    number_in,
    rules_path,
)
from web.http.view import BadAddress, Crumb, LinkButton, NoPage, PreviewPicture, View
from web.members.rules import game_in


async def courses_page(visit: PrivateVisit) -> View:
    """The games with lessons, with a member's progress."""
    reader, site = visit.reader, visit.site
    markup = reader.markup(lambda _match: "")
    games: list[dict[str, object]] = []
    for game in GAMES.values():
        if not game.lessons:
            continue
        done, count = 0, len(game.lessons)
        if visit.member is not None:
            done = len((await site.club.part(Lessons).course(visit.user_id, game)).finished)
        games.append(
            {
                "name": game.name,
                "path": reader.to(learn_path(game)),
                "picture": reader.picture(glance_path(game)),
                "summary": html(marked_up(gettext(game.summary), markup)),
                "length": length_words(done, count),
            }
        )
    title = gettext("Learn")
    words = gettext("Each game in a few short lessons: try the moves yourself, in five minutes.")
    picture = PreviewPicture(site.url(reader.picture(ALL_GAMES)), title)
    view = View("courses.html", title, words, {"words": words, "games": games})
    return with_card(view, words, picture, LinkButton(title, site.url(reader.to(LESSONS))))


async def course_page(visit: PrivateVisit) -> View:
    """The lessons of a game, with a member's progress."""
    game, reader, site = game_in(visit), visit.reader, visit.site
    course = Course(game, frozenset(), frozenset())
    if visit.member is not None:
        course = await site.club.part(Lessons).course(visit.user_id, game)
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
        values["start"] = (
            start_label(course, gettext(following.title)),
            reader.to(lesson_path(game, following)),
        )
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
    view = View("course.html", title, words, values, trail=(learn_crumb(reader),))
    return with_card(view, marked_up(gettext(game.summary), PREVIEW), picture, link)


def learn_crumb(reader: Reader) -> Crumb:
    """Return the link to the games with lessons."""
    return Crumb(gettext("Learn"), reader.to(LESSONS))


def _state_words(course: Course, lesson: Lesson) -> str:
    if lesson.key in course.finished:
        return gettext("Done")
    return gettext("Seen") if lesson.key in course.seen else ""


@dataclass(frozen=True, slots=True)
class Lecture:
    """A task as one visitor sees it."""

    visit: PrivateVisit
    stage: Stage
    tries: int = 0
    """The number of wrong tries."""

    @property
    def reader(self) -> Reader:
        return self.visit.reader

    @property
    def path(self) -> str:
        return lesson_path(self.stage.game, self.stage.lesson)

    @property
    def fields(self) -> dict[str, str]:
        """The hidden fields of its forms."""
        return {"done": done_code(self.stage), "tries": str(self.tries)}

    @property
    def trail(self) -> tuple[Crumb, Crumb]:
        """The links to the lessons of all games, and of this one."""
        game = self.stage.game
        return learn_crumb(self.reader), Crumb(game.name, self.reader.to(learn_path(game)))

    @property
    def lessons(self) -> list[tuple[str, str, bool]]:
        """The title and address of each lesson, and whether it is this one."""
        game = self.stage.game
        return [
            (
                gettext(lesson.title),
                self.reader.to(lesson_path(game, lesson)),
                lesson == self.stage.lesson,
            )
            for lesson in game.lessons
        ]

    @property
    def picture_path(self) -> str:
        return f"{self.path}/done{done_code(self.stage)}"

    def show_me(self) -> Choice:
        """Return the button for the solution."""
        return Choice(
            gettext("Show me"),
            self.reader.to(self.path),
            {**self.fields, "show": "1"},
            is_main=self.tries >= ENOUGH_TRIES,
        )

    def at(self, stage: Stage, tries: int = 0, steps: Move = ()) -> str:
        """Return the address of a task, with steps chosen in it."""
        query = {
            "done": done_code(stage) or None,
            "tries": tries or None,
            "steps": steps_query(steps),
        }
        return self.reader.to(self.path, **query)


def task_view(
    lecture: Lecture, entry: MoveEntry, *, refusal_text: str = "", typed: str = ""
) -> View:
    """Return the page of a task.

    :param refusal_text: why a typed text was refused, as safe HTML.
    :param typed: that text, for editing.
    """
    stage, reader = lecture.stage, lecture.reader
    markup = reader.markup(lambda _match: "")
    scene = lesson_scene(stage)
    board = EntryBoard(
        board_drawings(reader, scene, entry, lecture.picture_path),
        alt_text(with_entry(scene, entry)),
        entry,
        lambda steps: lecture.at(stage, lecture.tries, steps),
        action=reader.to(lecture.path),
        fields=lecture.fields,
        plays_at_once=True,
        typed=typed,
        suggested=suggested(stage.position),
        suggestions=reader.to(f"{lecture.path}/moves", done=done_code(stage) or None),
    )
    exercise = Exercise(
        lecture.trail,
        place_words(stage),
        [html(line) for line in task_lines(stage, markup)],
        board,
        (lecture.show_me(),),
        small=[html(help_words(markup))] if lecture.tries >= ENOUGH_TRIES else (),
        notice=html(refusal_text) if refusal_text else None,
        siblings=lecture.lessons,
        row=gettext("Lessons"),
    )
    title = gettext(stage.lesson.title)
    if stage.chosen or entry.is_begun or refusal_text:
        return exercise_view(title, exercise, status=409 if refusal_text else 200)
    return _with_card(lecture, exercise_view(title, exercise, gettext(stage.words)))


def _with_card(lecture: Lecture, view: View) -> View:
    """Return the first task of a lesson with its link preview."""
    site, reader, stage = lecture.visit.site, lecture.reader, lecture.stage
    board = view_only_board(reader, lesson_scene(stage), lecture.picture_path)
    picture = preview_picture(site, board)
    link = LinkButton(gettext("Learn"), site.url(reader.to(lecture.path)))
    return with_card(view, gettext(stage.words), picture, link)


def verdict_view(lecture: Lecture, verdict: Verdict, *, is_solution: bool = False) -> View:
    """Return the page after a try, or with the requested solution."""
    stage, reader = lecture.stage, lecture.reader
    markup, scene = reader.markup(lambda _match: ""), tried_scene(stage, verdict)
    words = answer_words(verdict, markup) if is_solution else verdict_words(verdict, markup)
    lines, place = [words], len(stage.chosen)
    if verdict.accepted is None:
        tries = min(lecture.tries + 1, MAX_TRIES)
        retry = Choice(gettext("Try again"), lecture.at(stage, tries), is_main=tries < ENOUGH_TRIES)
        choices = [retry, replace(lecture, tries=tries).show_me()]
    else:
        seen = stage.seen | {place} if is_solution else stage.seen
        after = stage_of(stage.game, stage.lesson, (*stage.chosen, verdict.accepted), seen)
        choices = _onward(lecture, after)
        if is_solution:
            choices.append(Choice(gettext("Try it myself"), lecture.at(stage)))
        if after.is_done and after.following is None:
            lines.append(last_lesson_words(stage.game, markup, can_guide=False))
    path = f"{lecture.picture_path}/tried/{steps_part(verdict.played.move)}"
    exercise = Exercise(
        lecture.trail,
        place_words(stage, place + 1),
        [html(line) for line in lines],
        view_only_board(reader, scene, path),
        choices,
        verdict="error" if verdict.accepted is None else "info" if is_solution else "good",
        siblings=lecture.lessons,
        row=gettext("Lessons"),
    )
    return exercise_view(gettext(stage.lesson.title), exercise)


def _onward(lecture: Lecture, after: Stage) -> list[Choice]:
    """Return the choices after a solved task."""
    if not after.is_done:
        return [Choice(gettext("Next"), lecture.at(after), is_main=True)]
    lesson = after.following
    if lesson is None:
        return _practice(lecture)
    label = gettext("Next: {lesson}", lesson=gettext(lesson.title))
    address = lecture.reader.to(lesson_path(after.game, lesson))
    return [Choice(label, address, is_main=True)]


def _practice(lecture: Lecture) -> list[Choice]:
    """Return the link to puzzles of a game, if there are any."""
    game = lecture.stage.game
    address = lecture.reader.to(PUZZLES, game=game.key)
    return [Choice(gettext("Get a puzzle"), address, is_main=True)] if puzzles(game.key) else []


MAX_DONE_LENGTH = 20


async def task_page(visit: PrivateVisit) -> View:
    """A task, with the steps chosen so far."""
    lecture = _lecture(visit, visit.query)
    entry = entry_in(visit, lecture.stage.position)
    return await asyncio.to_thread(task_view, lecture, entry)


async def try_move(visit: PrivateVisit) -> View:
    """Judge a move, or show the right one."""
    lecture, form = _lecture(visit, visit.form), visit.form
    stage, lessons = lecture.stage, visit.site.club.part(Lessons)
    if visit.member is not None:
        await lessons.begin(visit.user_id, stage)
    if form.get("show"):
        verdict = stage.solution()
        if visit.member is not None:
            await lessons.show(visit.user_id, stage)
        return await asyncio.to_thread(verdict_view, lecture, verdict, is_solution=True)
    typed = form.get("move", "").strip()
    attempt = typed or sent_steps(form)
    try:
        if visit.member is None:
            verdict = stage.judge(attempt)
        else:
            verdict = await lessons.judge(visit.user_id, stage, attempt)
    except Refusal as refusal:
        if not typed:
            raise
        words = typed_words(typed, refusal, visit.reader.markup(lambda _match: ""))
        entry = MoveEntry(stage.position)
        return await asyncio.to_thread(task_view, lecture, entry, refusal_text=words, typed=typed)
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
    PrivateRoute("learn", LESSONS, courses_page, needs_member=False),
    PrivateRoute("learn", "/learn/{game:[a-z]+}", course_page, needs_member=False),
    PrivateRoute("lesson", _LESSON, task_page, needs_member=False),
    FormRoute("lesson", _LESSON, try_move, needs_member=False),
    PrivateRoute("suggestions", f"{_LESSON}/moves", task_suggestions, needs_member=False),
    FileRoute("board", f"{_LESSON}/{_DONE}/{_BOARD}", task_picture),
    FileRoute("board", f"{_LESSON}/{_DONE}/tried/{{move}}/{_BOARD}", tried_picture),
)
MORE_ROUTES.extend(ROUTES)


def _lecture(visit: PrivateVisit, state: Mapping[str, str]) -> Lecture:
    """Return the task that an address or a form refers to.

    :raises NoPage: if the lesson no longer exists.
    """
    tries = number_in(state.get("tries", "")) or 0
    return Lecture(visit, _stage(visit, state.get("done", "")), min(tries, MAX_TRIES))


def _stage(visit: Visit, done: str) -> Stage:
    """Return the stage of a lesson, with a task left to do.

    :raises NoPage: if the lesson no longer exists.
    :raises BadAddress: if these tasks don't fit the lesson.
    """
    game, done_tasks = game_in(visit), done_in(done[:MAX_DONE_LENGTH])
    if done_tasks is None:
        raise unfit_steps()
    try:
        stage = stage_of(game, lesson_of(game, visit.parts["lesson"]), *done_tasks)
    except Refusal as refusal:
        lessons = Crumb(gettext("All lessons"), visit.reader.to(learn_path(game)))
        words = gettext("{game} doesn't have that lesson any more.", game=game.name)
        raise NoPage(words, lessons) from refusal
    if stage.is_done:
        raise unfit_steps()
    return stage


def _stage_of_picture(visit: Visit) -> Stage:
    try:
        return _stage(visit, visit.parts["done"])
    except BadAddress as error:
        raise NoPage from error


def _picture_key(stage: Stage) -> tuple[object, ...]:
    return ("lesson", stage.game.key, stage.lesson.key, stage.chosen)
