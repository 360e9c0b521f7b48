"""Learners' progress, and statistics."""

from __future__ import annotations

from datetime import timedelta

import pytest

from extensions.training.club.lessons import (
    LearningFigures,
    Lessons,
    learning_figures,
    stage_of,
)
from extensions.training.storage import lessons as stored_lessons
from rules.refusal import Refusal
from rules.registry import GAMES
from tests.club.matches.test_guided import start_guided_match
from tests.club.services import ADA, BEN, CY, Services
from tests.sample_lessons import JUMP, WIN

SKIRT = GAMES["skirt"]


pytestmark = pytest.mark.usefixtures("with_sample_lessons")


async def finish(services: Services, user_id: int) -> None:
    """Complete the last lesson."""
    await services.part(Lessons).judge(user_id, stage_of(SKIRT, WIN), "d7-d4")


async def test_the_right_move_in_the_last_task_finishes_a_lesson(services: Services) -> None:
    first, last = stage_of(SKIRT, JUMP), stage_of(SKIRT, JUMP, (0,))
    await services.part(Lessons).begin(ADA.user_id, first)
    course = await services.part(Lessons).course(ADA.user_id, SKIRT)
    assert (course.begun, course.finished, course.next_lesson) == ({"jump"}, set(), JUMP)
    for stage, move in ((first, "(a3)-d3"), (last, "a4-b4")):
        await services.part(Lessons).judge(ADA.user_id, stage, move)
        assert not (await services.part(Lessons).course(ADA.user_id, SKIRT)).finished
    await services.part(Lessons).judge(ADA.user_id, last, "a1-b2")
    course = await services.part(Lessons).course(ADA.user_id, SKIRT)
    assert (course.finished, course.next_lesson) == ({"jump"}, WIN)
    assert not (await services.part(Lessons).course(BEN.user_id, SKIRT)).begun


async def test_a_lesson_with_a_revealed_task_is_seen_but_not_finished(
    services: Services,
) -> None:
    await services.part(Lessons).show(ADA.user_id, stage_of(SKIRT, JUMP))
    await services.part(Lessons).judge(ADA.user_id, stage_of(SKIRT, JUMP, (0,), {0}), "a1-b2")
    await services.part(Lessons).show(ADA.user_id, stage_of(SKIRT, WIN))
    course = await services.part(Lessons).course(ADA.user_id, SKIRT)
    assert (course.finished, course.seen, course.next_lesson) == (set(), {"jump", "win"}, JUMP)


async def test_a_seen_lesson_can_be_finished_later(services: Services) -> None:
    await services.part(Lessons).show(ADA.user_id, stage_of(SKIRT, WIN))
    await finish(services, ADA.user_id)
    course = await services.part(Lessons).course(ADA.user_id, SKIRT)
    assert (course.finished, course.seen) == ({"win"}, set())


async def test_the_first_time_is_remembered(services: Services) -> None:
    await services.part(Lessons).begin(ADA.user_id, stage_of(SKIRT, WIN))
    services.now += timedelta(minutes=1)
    await finish(services, ADA.user_id)
    finished_at = services.now
    services.now += timedelta(days=1)
    await services.part(Lessons).begin(ADA.user_id, stage_of(SKIRT, WIN))
    await finish(services, ADA.user_id)
    async with services.store.read() as tx:
        (row,) = await stored_lessons.of_user(tx, ADA.user_id, "skirt")
    assert row.begun_at == finished_at - timedelta(minutes=1)
    assert row.finished_at == finished_at


async def test_a_game_without_lessons_is_refused(services: Services) -> None:
    chosen = next(game for game in GAMES.values() if game.key != "skirt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(chosen), "lessons", ())
        with pytest.raises(Refusal) as refusal:
            await services.part(Lessons).course(ADA.user_id, chosen)
        assert refusal.value.code == "no_lessons"
        assert not await services.part(Lessons).is_new_to(ADA.user_id, chosen)


async def test_a_user_without_matches_or_lessons_is_new(services: Services) -> None:
    assert await services.part(Lessons).is_new_to(ADA.user_id, SKIRT)
    match_id = await services.start_match(ADA, BEN)
    assert await services.part(Lessons).is_new_to(ADA.user_id, SKIRT, match_id)
    assert not await services.part(Lessons).is_new_to(ADA.user_id, SKIRT)
    await services.start_match(ADA, BEN)
    assert not await services.part(Lessons).is_new_to(ADA.user_id, SKIRT, match_id)
    await services.part(Lessons).begin(CY.user_id, stage_of(SKIRT, JUMP))
    assert not await services.part(Lessons).is_new_to(CY.user_id, SKIRT)


async def test_the_figures_count_people_by_game(services: Services) -> None:
    await services.part(Lessons).begin(ADA.user_id, stage_of(SKIRT, JUMP))
    await services.part(Lessons).begin(ADA.user_id, stage_of(SKIRT, WIN))
    await services.part(Lessons).judge(BEN.user_id, stage_of(SKIRT, JUMP, (0,)), "a1-b2")
    await finish(services, BEN.user_id)
    await finish(services, CY.user_id)
    for _ in range(3):
        await services.win_match(ADA, BEN)
    called_off = await services.start_match(CY, BEN)
    await services.matches.abort(called_off, CY.user_id)
    await start_guided_match(services)
    figures = {each.game: each for each in await learning_figures(services.store)}
    assert list(figures) == [game.name for game in GAMES.values()]
    assert figures["Skirt"] == LearningFigures("Skirt", 3, 2, 1, 2, 2)
    assert figures["Scala"] == LearningFigures("Scala", 0, 0, 0, 0, 0)


async def test_a_removed_user_is_not_counted(services: Services) -> None:
    await finish(services, ADA.user_id)
    await services.win_match(ADA, BEN)
    await services.personal_data.remove(ADA.user_id)
    figures = {each.game: each for each in await learning_figures(services.store)}
    assert figures["Skirt"] == LearningFigures("Skirt", 0, 0, 0, 1, 0)
    assert not (await services.part(Lessons).course(ADA.user_id, SKIRT)).begun
