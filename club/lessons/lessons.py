"""A learner's progress through the lessons of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from club.lessons.stage import Stage, Verdict
from club.references import Command
from language.texts import N_
from rules.position import Game, Move
from rules.refusal import Refusal
from rules.teaching import Lesson
from storage.database.store import Store
from storage.members import lessons as stored_lessons


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
        unfinished = [each for each in self.game.lessons if each.key not in self.finished]
        new = (each for each in unfinished if each.key not in self.seen)
        return next(new, next(iter(unfinished), None))


class Lessons:
    """Judges moves in lessons and stores finished lessons."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def course(self, user_id: int, game: Game) -> Course:
        """Return a user's progress in a game.

        :raises Refusal: `no_lessons`.
        """
        check_has_lessons(game)
        async with self._store.read() as tx:
            rows = await stored_lessons.of_user(tx, user_id, game.key)
        finished = frozenset(row.lesson for row in rows if row.finished_at is not None)
        seen = frozenset(row.lesson for row in rows if row.seen_at is not None) - finished
        return Course(game, frozenset(row.lesson for row in rows), finished, seen)

    async def begin(self, user_id: int, stage: Stage) -> None:
        """Store that a user has opened a lesson."""
        async with self._store.write() as tx:
            await stored_lessons.begin(tx, user_id, stage.game.key, stage.lesson.key, self._clock())

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
        async with self._store.write() as tx:
            await store_end(tx, user_id, stage.game.key, stage.lesson.key, self._clock())


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
