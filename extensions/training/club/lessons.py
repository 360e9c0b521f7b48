"""Lessons: a learner's position and the judging of moves, progress in courses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from club.club import Club
from club.references import Command
from extensions.training.storage import lessons as stored_lessons
from language.texts import N_, Text, lazy_gettext
from rules.notation import check, read
from rules.position import Game, Move, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Played
from rules.teaching import Lesson, Task
from storage.database.store import Store


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


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game with a learner's progress."""

    game: Game
    begun: frozenset[str]
    """The keys of opened lessons."""
    finished: frozenset[str]
    seen: frozenset[str] = frozenset()
    """The keys of unfinished lessons that were completed with some solutions shown."""

    @property
    def next_lesson(self) -> Lesson | None:
        """The first lesson neither finished nor seen, else the first only seen."""
        unfinished = [lesson for lesson in self.game.lessons if lesson.key not in self.finished]
        new = (lesson for lesson in unfinished if lesson.key not in self.seen)
        return next(new, next(iter(unfinished), None))


class Lessons:
    """Judges moves in lessons and stores finished lessons."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._clock = club.clock

    async def course(self, user_id: int, game: Game) -> Course:
        """Return a user's progress in a game.

        :raises Refusal: `no_lessons`.
        """
        check_has_lessons(game)
        rows = await self._store.read(lambda tx: stored_lessons.of_user(tx, user_id, game.key))
        finished = frozenset(row.lesson for row in rows if row.finished_at is not None)
        seen = frozenset(row.lesson for row in rows if row.seen_at is not None) - finished
        return Course(game, frozenset(row.lesson for row in rows), finished, seen)

    async def begin(self, user_id: int, stage: Stage) -> None:
        """Store that a user has opened a lesson."""
        await self._store.write(
            lambda tx: stored_lessons.begin(
                tx, user_id, stage.game.key, stage.lesson.key, self._clock()
            )
        )

    async def judge(self, user_id: int, stage: Stage, attempt: str | Move) -> Verdict:
        """Judge a move of a learner. The right move of the last task ends the lesson.

        The lesson is finished if no solution was shown.

        :raises Refusal: if the move is illegal.
        """
        verdict = stage.judge(attempt)
        if verdict.is_right and stage.is_last:
            await self._store_end(user_id, stage, is_solved=not stage.seen)
        return verdict

    async def show(self, user_id: int, stage: Stage) -> Verdict:
        """Show the solution of a task, which then doesn't count as solved."""
        if stage.is_last:
            await self._store_end(user_id, stage, is_solved=False)
        return stage.solution()

    async def is_new_to(self, user_id: int, game: Game, match_id: int | None = None) -> bool:
        """Whether a user has neither played a game with lessons nor opened one of them.

        :param match_id: a match of theirs to ignore because it has just started.
        """
        if not game.lessons:
            return False
        async with self._store.read() as tx:
            return not (
                await stored_lessons.of_user(tx, user_id, game.key)
                or await stored_lessons.has_played(tx, user_id, game.key, match_id)
            )

    async def _store_end(self, user_id: int, stage: Stage, *, is_solved: bool) -> None:
        store_end = stored_lessons.finish if is_solved else stored_lessons.see
        await self._store.write(
            lambda tx: store_end(tx, user_id, stage.game.key, stage.lesson.key, self._clock())
        )


def check_has_lessons(game: Game) -> None:
    """Check that a game has lessons.

    :raises Refusal: `no_lessons`.
    """
    if not game.lessons:
        raise Refusal(
            "no_lessons",
            N_("There are no lessons for {game} yet. {command} explains how to play."),
            game=game.name,
            command=Command("rules"),
        )


@dataclass(frozen=True, slots=True)
class LearningFigures:
    """Numbers of people by progress in one game."""

    game: str
    """The name of the game."""
    began: int
    """People who have opened a lesson."""
    finished_one: int
    finished_all: int
    first_match: int
    """People who have played at least one match, against any opponent."""
    third_match: int


async def learning_figures(store: Store) -> tuple[LearningFigures, ...]:
    """Return the figures of all games, in the usual order."""
    async with store.read() as tx:
        began = await stored_lessons.begun_by_game(tx)
        first = await stored_lessons.players_by_game(tx, 1)
        third = await stored_lessons.players_by_game(tx, 3)
        figures: list[LearningFigures] = []
        for game in GAMES.values():
            keys = [lesson.key for lesson in game.lessons]
            one = await stored_lessons.finishers(tx, game.key, keys, 1) if keys else 0
            every = await stored_lessons.finishers(tx, game.key, keys, len(keys)) if keys else 0
            figures.append(
                LearningFigures(
                    game.name,
                    began.get(game.key, 0),
                    one,
                    every,
                    first.get(game.key, 0),
                    third.get(game.key, 0),
                )
            )
    return tuple(figures)


def _unknown(game: Game) -> Refusal:
    return Refusal(
        "unknown_lesson",
        N_("{game} doesn't have that lesson any more. See all lessons with {command}."),
        game=game.name,
        command=Command("learn"),
    )
