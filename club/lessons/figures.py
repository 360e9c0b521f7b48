"""Statistics on how many people have learned each game and then played it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.registry import GAMES
from storage.database.store import Store
from storage.members import lessons as stored_lessons


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
