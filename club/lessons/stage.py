"""A learner's position in a lesson and the judging of moves, as pure values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from club.references import Command
from language.texts import N_, Text, lazy_gettext
from rules.notation import check, read
from rules.position import Game, Move, Position
from rules.refusal import Refusal
from rules.replay import Played
from rules.teaching import Lesson, Task


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a legal move."""

    played: Played
    text: Text
    """The comment on the move."""
    accepted: int | None
    """The index of the move among the right moves, or None if it is wrong."""

    @property
    def words(self) -> str:
        """The comment in the current language."""
        return str(self.text)

    @property
    def is_right(self) -> bool:
        """Whether the task is solved."""
        return self.accepted is not None


@dataclass(frozen=True, slots=True)
class Stage:
    """A lesson with its first tasks done."""

    game: Game
    lesson: Lesson
    chosen: tuple[int, ...]
    """The index of the right move chosen in each task done, from 0."""
    seat: int
    """The learner's seat."""
    position: Position
    replies: tuple[Played, ...]
    """The opponent's replies to the previous task."""
    seen: frozenset[int] = frozenset()
    """The indices of tasks whose solution was shown, from 0."""

    @property
    def number(self) -> int:
        """The number of the lesson in its game, from 1."""
        return 1 + self.game.lessons.index(self.lesson)

    @property
    def is_done(self) -> bool:
        """Whether all tasks are done."""
        return len(self.chosen) == len(self.lesson.tasks)

    @property
    def is_last(self) -> bool:
        """Whether the current task is the last one."""
        return len(self.chosen) + 1 == len(self.lesson.tasks)

    @property
    def task(self) -> Task:
        """The current task."""
        return self.lesson.tasks[len(self.chosen)]

    @property
    def words(self) -> str:
        """The explanation before the task, as a message for `gettext`."""
        done = len(self.chosen)
        return self.lesson.tasks[done - 1].praise if done else self.lesson.words

    @property
    def following(self) -> Lesson | None:
        """The lesson after this one."""
        return next(iter(self.game.lessons[self.number :]), None)

    def judge(self, attempt: str | Move) -> Verdict:
        """Judge a move.

        :param attempt: the move as typed text or clicked steps.
        :raises Refusal: if the move is illegal.
        """
        position, task = self.position, self.task
        move = read(position, attempt) if isinstance(attempt, str) else check(position, attempt)
        text = position.text(move)
        played = Played(position, move, position.play(move))
        if text in task.accepted:
            return Verdict(played, lazy_gettext(task.praise), task.accepted.index(text))
        return Verdict(played, lazy_gettext(task.wrong.get(text, task.otherwise)), None)

    def solution(self) -> Verdict:
        """Return the right move, for a learner who gives up."""
        return self.judge(self.task.accepted[0])


def lesson_of(game: Game, key: str) -> Lesson:
    """Return a lesson of a game by its key.

    :raises Refusal: `unknown_lesson`.
    """
    for lesson in game.lessons:
        if lesson.key == key:
            return lesson
    raise _unknown(game)


def stage_of(
    game: Game, lesson: Lesson, chosen: Sequence[int] = (), seen: Collection[int] = ()
) -> Stage:
    """Return the stage of a lesson after some tasks.

    :param chosen: the index of the right move chosen in each task.
    :param seen: the indices of tasks whose solution was shown.
    :raises Refusal: `unknown_lesson` if the lesson has no such tasks or moves.
    """
    if len(chosen) > len(lesson.tasks):
        raise _unknown(game)
    position = game.decode(lesson.start)
    seat = position.to_move
    assert seat is not None, f"nobody is to move in the lesson {lesson.key} of {game.key}"
    replies: list[Played] = []
    for task, choice in zip(lesson.tasks, chosen, strict=False):
        if not 0 <= choice < len(task.accepted):
            raise _unknown(game)
        replies = []
        position = position.play(read(position, task.accepted[choice]))
        for text in task.reply:
            reply = read(position, text)
            replies.append(Played(position, reply, position.play(reply)))
            position = replies[-1].after
    return Stage(game, lesson, tuple(chosen), seat, position, tuple(replies), frozenset(seen))


def _unknown(game: Game) -> Refusal:
    return Refusal(
        "unknown_lesson",
        N_("{game} doesn't have that lesson any more. See all lessons with {command}."),
        game=game.name,
        command=Command("learn"),
    )
