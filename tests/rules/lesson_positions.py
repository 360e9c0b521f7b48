"""The positions of a game's lessons, for tests of their claims."""

from __future__ import annotations

from typing import Any

from rules.notation import read
from rules.position import Game
from rules.teaching import Task


class LessonPositions:
    """The positions of a game's lessons by key."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lessons = {lesson.key: lesson for lesson in game.lessons}

    @property
    def keys(self) -> list[str]:
        return list(self._lessons)

    def task(self, key: str, number: int = 0) -> Task:
        return self._lessons[key].tasks[number]

    def accepted_moves(self, key: str, task: int = 0) -> tuple[str, ...]:
        return self.task(key, task).accepted

    def start_of(self, key: str) -> Any:
        return self._game.decode(self._lessons[key].start)

    def after(self, key: str, *texts: str) -> Any:
        position = self.start_of(key)
        for text in texts:
            position = position.play(read(position, text))
        return position
