"""How many people have learned which game, and gone on to play it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.registry import GAMES
from storage.database.store import Store
from storage.members import lessons as stored_lessons


@dataclass(frozen=True, slots=True)
class LearningFigures:
    """Of one game, how many people have come how far. Nobody is named."""

    game: str
    """Its name."""
    began: int
    """Have opened a lesson."""
    finished_one: int
    finished_all: int
    first_match: int
    """Have played at least one match, against anybody."""
    third_match: int


async def learning_figures(store: Store) -> tuple[LearningFigures, ...]:
    """The figures of every game, in the order in which games are shown."""
    async with store.read() as tx:
        began = await stored_lessons.begun_by_game(tx)
        first = await stored_lessons.players_by_game(tx, 1)
        third = await stored_lessons.players_by_game(tx, 3)
        found: list[LearningFigures] = []
        for game in GAMES.values():
            keys = [lesson.key for lesson in game.lessons]
            one = await stored_lessons.finishers(tx, game.key, keys, 1) if keys else 0
            every = await stored_lessons.finishers(tx, game.key, keys, len(keys)) if keys else 0
            found.append(
                LearningFigures(
                    game.name,
                    began.get(game.key, 0),
                    one,
                    every,
                    first.get(game.key, 0),
                    third.get(game.key, 0),
                )
            )
    return tuple(found)
