"""Learners' progress, remarks in guided matches, and statistics."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from club.matches.match import Match
from club.training.lessons import (
    LearningFigures,
    learner_of,
    learning_figures,
    remarks_for_learner,
    stage_of,
)
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from storage.training import lessons as stored_lessons
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services
from tests.sample_lessons import JUMP, WIN

SKIRT = GAMES["skirt"]
COMPUTER = Participant(99, "Stairwell Casual", level=1)


pytestmark = pytest.mark.usefixtures("with_sample_lessons")


async def finish(services: Services, user_id: int) -> None:
    """Complete the last lesson."""
    await services.lessons.judge(user_id, stage_of(SKIRT, WIN), "d7-d4")


async def start_guided_match(services: Services) -> Match:
    """Start a guided match in which Ada moves first."""
    challenge = await services.challenges.make(
        Terms(SKIRT.key, SKIRT.choose({"size": 5}), guided=True),
        Place(GUILD, CHANNEL),
        ADA,
        [COMPUTER],
        seat=1,
        only_one=True,
    )
    assert challenge.match_id is not None
    return await services.matches.find(challenge.match_id)


async def test_the_right_move_in_the_last_task_finishes_a_lesson(services: Services) -> None:
    first, last = stage_of(SKIRT, JUMP), stage_of(SKIRT, JUMP, (0,))
    await services.lessons.begin(ADA.user_id, first)
    course = await services.lessons.course(ADA.user_id, SKIRT)
    assert (course.begun, course.finished, course.next_lesson) == ({"jump"}, set(), JUMP)
    for stage, move in ((first, "(a3)-d3"), (last, "a4-b4")):
        await services.lessons.judge(ADA.user_id, stage, move)
        assert not (await services.lessons.course(ADA.user_id, SKIRT)).finished
    await services.lessons.judge(ADA.user_id, last, "a1-b2")
    course = await services.lessons.course(ADA.user_id, SKIRT)
    assert (course.finished, course.next_lesson) == ({"jump"}, WIN)
    assert not (await services.lessons.course(BEN.user_id, SKIRT)).begun


async def test_a_lesson_with_a_revealed_task_is_seen_but_not_finished(
    services: Services,
) -> None:
    await services.lessons.show(ADA.user_id, stage_of(SKIRT, JUMP))
    await services.lessons.judge(ADA.user_id, stage_of(SKIRT, JUMP, (0,), {0}), "a1-b2")
    await services.lessons.show(ADA.user_id, stage_of(SKIRT, WIN))
    course = await services.lessons.course(ADA.user_id, SKIRT)
    assert (course.finished, course.seen, course.next_lesson) == (set(), {"jump", "win"}, JUMP)


async def test_a_seen_lesson_can_be_finished_later(services: Services) -> None:
    await services.lessons.show(ADA.user_id, stage_of(SKIRT, WIN))
    await finish(services, ADA.user_id)
    course = await services.lessons.course(ADA.user_id, SKIRT)
    assert (course.finished, course.seen) == ({"win"}, set())


async def test_the_first_time_is_remembered(services: Services) -> None:
    await services.lessons.begin(ADA.user_id, stage_of(SKIRT, WIN))
    services.now += timedelta(minutes=1)
    await finish(services, ADA.user_id)
    finished_at = services.now
    services.now += timedelta(days=1)
    await services.lessons.begin(ADA.user_id, stage_of(SKIRT, WIN))
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
            await services.lessons.course(ADA.user_id, chosen)
        assert refusal.value.code == "no_lessons"
        assert not await services.lessons.is_new_to(ADA.user_id, chosen)


async def test_a_user_without_matches_or_lessons_is_new(services: Services) -> None:
    assert await services.lessons.is_new_to(ADA.user_id, SKIRT)
    match_id = await services.start_match(ADA, BEN)
    assert await services.lessons.is_new_to(ADA.user_id, SKIRT, match_id)
    assert not await services.lessons.is_new_to(ADA.user_id, SKIRT)
    await services.start_match(ADA, BEN)
    assert not await services.lessons.is_new_to(ADA.user_id, SKIRT, match_id)
    await services.lessons.begin(CY.user_id, stage_of(SKIRT, JUMP))
    assert not await services.lessons.is_new_to(CY.user_id, SKIRT)


async def test_a_guided_match_is_unrated_and_has_a_learner(services: Services) -> None:
    match = await start_guided_match(services)
    assert (match.stored.guided, match.stored.rated) == (True, False)
    learner = learner_of(match)
    assert learner is not None
    assert learner.user_id == ADA.user_id
    assert remarks_for_learner(match) == ()


async def test_the_learner_gets_remarks_on_their_move_and_the_reply(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN)
    match = await services.matches.find(match_id)
    for text, who in (("a3", ADA), ("b1-b3", BEN), ("(a3)-c3", ADA), ("(b1)-c2", BEN)):
        match = await services.matches.play(match_id, who.user_id, text)
    learner, computer = match.players
    as_guided = replace(
        match,
        stored=replace(match.stored, guided=True),
        players=(learner, replace(computer, level=1)),
    )
    assert remarks_for_learner(as_guided) == (
        "You jumped the stone next to a3 (b3) and placed on c3.",
    )


async def test_a_match_between_people_gets_no_remarks(services: Services) -> None:
    match = await services.matches.find(await services.start_match(ADA, BEN))
    assert learner_of(match) is None
    match = await services.play_turns(match.id)
    assert remarks_for_learner(match) == ()


async def test_a_learner_has_one_guided_match_per_game_at_a_time(services: Services) -> None:
    match = await start_guided_match(services)
    with pytest.raises(Refusal) as refusal:
        await start_guided_match(services)
    assert refusal.value.code == "guided"
    await services.matches.resign(match.id, ADA.user_id)
    again = await services.matches.find(match.id)
    rematch = await services.rematches.ask(again, ADA, CHANNEL)
    assert rematch.match_id is not None
    assert (await services.matches.find(rematch.match_id)).stored.guided


async def test_a_player_seeks_an_opponent_once_per_channel_and_game(services: Services) -> None:
    async def post_challenge(game: str, channel_id: int = CHANNEL) -> int:
        chosen = GAMES[game]
        challenge = await services.challenges.make(
            Terms(chosen.key, chosen.choose({})), Place(GUILD, channel_id), ADA, (), only_one=True
        )
        return challenge.id

    first = await post_challenge("skirt")
    with pytest.raises(Refusal) as refusal:
        await post_challenge("skirt")
    assert refusal.value.code == "asked"
    await post_challenge("scala")
    await post_challenge("skirt", CHANNEL + 1)
    await services.challenges.cancel(first, ADA)
    again = await post_challenge("skirt")
    services.now += timedelta(days=2)
    assert await post_challenge("skirt") > again


async def test_the_figures_count_people_by_game(services: Services) -> None:
    await services.lessons.begin(ADA.user_id, stage_of(SKIRT, JUMP))
    await services.lessons.begin(ADA.user_id, stage_of(SKIRT, WIN))
    await services.lessons.judge(BEN.user_id, stage_of(SKIRT, JUMP, (0,)), "a1-b2")
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
    assert not (await services.lessons.course(ADA.user_id, SKIRT)).begun
