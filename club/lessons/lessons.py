"""The lessons of a game as somebody sees them: what they have begun and finished, what is next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from club.lessons.stage import Stage, Verdict
from club.references import Command
from rules.language import N_
from rules.lesson import Lesson
from rules.position import Game, Move
from rules.refusal import Refusal
from storage.database.store import Store
from storage.members import lessons as stored_lessons


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game, and how far somebody is."""

    game: Game
    begun: frozenset[str]
    """The keys of the lessons that they have opened."""
    finished: frozenset[str]
    seen: frozenset[str] = frozenset()
    """Those not finished of which they came to the end with tasks that were shown to them."""

    @property
    def next_lesson(self) -> Lesson | None:
        """The first that is neither finished nor seen, else the first that is only seen."""
        unfinished = [each for each in self.game.lessons if each.key not in self.finished]
        new = (each for each in unfinished if each.key not in self.seen)
        return next(new, next(iter(unfinished), None))


class Lessons:
    """Judges what learners try, and remembers what they have finished."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def course(self, user_id: int, game: Game) -> Course:
        """How far somebody is in a game.

        :raises Refusal: `no_lessons`.
        """
        check_has_lessons(game)
        async with self._store.read() as tx:
            rows = await stored_lessons.of_user(tx, user_id, game.key)
        finished = frozenset(row.lesson for row in rows if row.finished_at is not None)
        seen = frozenset(row.lesson for row in rows if row.seen_at is not None) - finished
        return Course(game, frozenset(row.lesson for row in rows), finished, seen)

    async def begin(self, user_id: int, stage: Stage) -> None:
        """Remember that somebody has opened a lesson."""
        async with self._store.write() as tx:
            await stored_lessons.begin(tx, user_id, stage.game.key, stage.lesson.key, self._clock())

    async def judge(self, user_id: int, stage: Stage, wanted: str | Move) -> Verdict:
        """What a move is that somebody tries; the right one of the last task ends the lesson,
        which is finished if none of its tasks was shown.

        :raises Refusal: why the move is illegal.
        """
        verdict = stage.judged(wanted)
        if verdict.is_right and stage.is_last:
            await self._note_end(user_id, stage, is_solved=not stage.seen)
        return verdict

    async def show(self, user_id: int, stage: Stage) -> Verdict:
        """Do the task for somebody, who has seen it then and not solved it."""
        if stage.is_last:
            await self._note_end(user_id, stage, is_solved=False)
        return stage.shown()

    async def is_new_to(self, user_id: int, game: Game, match_id: int | None = None) -> bool:
        """Whether somebody has neither played a game that has lessons nor begun to learn it.

        :param match_id: a match of theirs that has only just begun.
        """
        if not game.lessons:
            return False
        async with self._store.read() as tx:
            return not (
                await stored_lessons.of_user(tx, user_id, game.key)
                or await stored_lessons.has_played(tx, user_id, game.key, match_id)
            )

    async def _note_end(self, user_id: int, stage: Stage, *, is_solved: bool) -> None:
        note = stored_lessons.finish if is_solved else stored_lessons.see
        async with self._store.write() as tx:
            await note(tx, user_id, stage.game.key, stage.lesson.key, self._clock())


def check_has_lessons(game: Game) -> None:
    """See that a game can be learned here.

    :raises Refusal: `no_lessons`.
    """
    if not game.lessons:
        raise Refusal(
            "no_lessons",
            N_("There are no lessons for {game} yet. {command} tells how it is played."),
            game=game.name,
            command=Command("rules"),
        )
