"""Where somebody stands in a lesson, and what a move that they try there is: pure values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from club.references import Command
from rules.language import N_, Text, lazy_gettext
from rules.lesson import Lesson, Task
from rules.notation import check, read
from rules.position import Game, Move, Position
from rules.refusal import Refusal
from rules.replay import Played


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a legal move is that somebody has tried."""

    played: Played
    text: Text
    """What is said of it."""
    accepted: int | None
    """Its place among the right moves, None where it is none of them."""

    @property
    def words(self) -> str:
        """The text in the language of what is being written."""
        return str(self.text)

    @property
    def is_right(self) -> bool:
        """Whether the task is done."""
        return self.accepted is not None


@dataclass(frozen=True, slots=True)
class Stage:
    """A lesson, some of whose tasks are done."""

    game: Game
    lesson: Lesson
    chosen: tuple[int, ...]
    """By which of its right moves each of them was done, from 0."""
    seat: int
    """The learner's."""
    position: Position
    replies: tuple[Played, ...]
    """What the other side has answered to the task before."""
    seen: frozenset[int] = frozenset()
    """The places of the tasks that were shown to the learner, from 0."""

    @property
    def number(self) -> int:
        """The place of the lesson in its game, from 1."""
        return 1 + self.game.lessons.index(self.lesson)

    @property
    def is_done(self) -> bool:
        """Whether no task is left."""
        return len(self.chosen) == len(self.lesson.tasks)

    @property
    def is_last(self) -> bool:
        """Whether the lesson ends with the task that is to be done."""
        return len(self.chosen) + 1 == len(self.lesson.tasks)

    @property
    def task(self) -> Task:
        """What is to be done."""
        return self.lesson.tasks[len(self.chosen)]

    @property
    def words(self) -> str:
        """What is explained before the task: the lesson, and then what the move before it did; a
        message, said by `gettext`."""
        done = len(self.chosen)
        return self.lesson.tasks[done - 1].praise if done else self.lesson.words

    @property
    def following(self) -> Lesson | None:
        """The lesson after this one."""
        return next(iter(self.game.lessons[self.number :]), None)

    def judged(self, wanted: str | Move) -> Verdict:
        """What a move is here.

        :param wanted: as typed, or as the steps that were clicked.
        :raises Refusal: why the move is illegal.
        """
        position, task = self.position, self.task
        move = read(position, wanted) if isinstance(wanted, str) else check(position, wanted)
        text = position.text(move)
        played = Played(position, move, position.play(move))
        if text in task.accepted:
            return Verdict(played, lazy_gettext(task.praise), task.accepted.index(text))
        return Verdict(played, lazy_gettext(task.wrong.get(text, task.otherwise)), None)

    def shown(self) -> Verdict:
        """The right move that is shown to whoever gives up."""
        return self.judged(self.task.accepted[0])


def lesson_of(game: Game, key: str) -> Lesson:
    """A lesson of a game.

    :raises Refusal: `unknown_lesson`.
    """
    for lesson in game.lessons:
        if lesson.key == key:
            return lesson
    raise _unknown(game)


def stage_of(
    game: Game, lesson: Lesson, chosen: Sequence[int] = (), seen: Collection[int] = ()
) -> Stage:
    """Where somebody stands who has done the first tasks of a lesson by these of their moves.

    :param seen: the places of the tasks that were shown to them.
    :raises Refusal: `unknown_lesson` where the lesson has no such tasks or moves.
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
        N_("I have no such lesson of {game} any more. {command} lists what there is."),
        game=game.name,
        command=Command("learn"),
    )
