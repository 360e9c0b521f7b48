"""A task of a lesson as a visitor sees it, and the page after a try."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import quote

from club.lessons.stage import Stage, Verdict, stage_of
from engine.puzzles import puzzles
from language.texts import gettext
from presentation.boards import Entry
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
from presentation.steps import join_steps
from rendering import alt_text
from rules.position import Move
from web.embeds import LinkButton
from web.exercises.exercise import (
    Choice,
    Exercise,
    board_drawings,
    exercise_view,
    preview_picture,
    view_only_board,
    with_card,
    with_entry,
)
from web.exercises.paths import PUZZLES, learn_path, lesson_path
from web.pages.drawings import EntryBoard, steps_part
from web.pages.typed_moves import suggested
from web.reader import Reader, html
from web.routes import PrivateVisit
from web.view import View


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
    def above(self) -> tuple[str, str]:
        """The link to all lessons."""
        return gettext("All lessons"), self.reader.to(learn_path(self.stage.game))

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
            "steps": quote(join_steps(steps), safe="") or None,
        }
        return self.reader.to(self.path, **query)


def task_view(lecture: Lecture, prefix: Move, *, refusal_text: str = "", typed: str = "") -> View:
    """Return the page of a task.

    :param refusal_text: why a typed text was refused, as safe HTML.
    :param typed: that text, for editing.
    """
    stage, reader = lecture.stage, lecture.reader
    markup = reader.markup(lambda _match: "")
    entry, scene = Entry(stage.position, prefix), lesson_scene(stage)
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
        lecture.above,
        place_words(stage),
        [html(line) for line in task_lines(stage, markup)],
        board,
        (lecture.show_me(),),
        small=[html(help_words(markup))] if lecture.tries >= ENOUGH_TRIES else (),
        notice=html(refusal_text) if refusal_text else None,
    )
    title = gettext(stage.lesson.title)
    if stage.chosen or prefix or refusal_text:
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
        lecture.above,
        place_words(stage, place + 1),
        [html(line) for line in lines],
        view_only_board(reader, scene, path),
        choices,
        is_verdict=True,
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
    address = f"{lecture.reader.to(PUZZLES)}#{game.key}"
    return [Choice(gettext("Get a puzzle"), address, is_main=True)] if puzzles(game.key) else []
