"""Stored progress in lessons, and its statistics."""

from __future__ import annotations

from extensions.training.storage import lessons
from extensions.training.storage.lessons import LessonProgress
from storage.database.store import Store
from tests.storage.samples import ADA, BEN, EVE, MINUTE, NOON, add_match


async def test_a_lesson_is_started_and_finished_once(store: Store) -> None:
    async with store.write() as tx:
        for minute in range(2):
            await lessons.begin(tx, ADA, "scala", "goal", NOON + minute * MINUTE)
    async with store.read() as tx:
        assert await lessons.of_user(tx, ADA, "scala") == (
            LessonProgress(ADA, "scala", "goal", NOON),
        )
    async with store.write() as tx:
        for minute in range(2, 4):
            await lessons.finish(tx, ADA, "scala", "goal", NOON + minute * MINUTE)
    async with store.read() as tx:
        assert await lessons.of_user(tx, ADA, "scala") == (
            LessonProgress(ADA, "scala", "goal", NOON, NOON + 2 * MINUTE),
        )
        assert await lessons.of_user(tx, ADA, "skirt") == ()
        assert await lessons.of_user(tx, BEN, "scala") == ()


async def test_finishing_an_unopened_lesson_starts_it_too(store: Store) -> None:
    async with store.write() as tx:
        await lessons.finish(tx, ADA, "scala", "goal", NOON)
        assert await lessons.of_user(tx, ADA, "scala") == (
            LessonProgress(ADA, "scala", "goal", NOON, NOON),
        )


async def test_players_of_a_game_are_found_by_their_seats(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx, players=(ADA, BEN))
        assert await lessons.has_played(tx, ADA, "scala")
        assert not await lessons.has_played(tx, ADA, "scala", excluded_id=match.id)
        assert not await lessons.has_played(tx, ADA, "skirt")
        assert not await lessons.has_played(tx, EVE, "scala")


async def test_people_are_counted_by_their_progress(store: Store) -> None:
    async with store.write() as tx:
        for user_id, keys in ((ADA, ("a", "b")), (BEN, ("a",)), (EVE, ())):
            await lessons.begin(tx, user_id, "scala", "c", NOON)
            for key in keys:
                await lessons.finish(tx, user_id, "scala", key, NOON)
        for players in ((ADA, BEN), (ADA, EVE), (ADA, -4)):
            await add_match(tx, players=players)
        assert await lessons.begun_by_game(tx) == {"scala": 3}
        assert await lessons.finishers(tx, "scala", ["a", "b"], 1) == 2
        assert await lessons.finishers(tx, "scala", ["a", "b"], 2) == 1
        assert await lessons.finishers(tx, "scala", ["b", "c"], 1) == 1
        assert await lessons.players_by_game(tx, 1) == {"scala": 3}
        assert await lessons.players_by_game(tx, 3) == {"scala": 1}
