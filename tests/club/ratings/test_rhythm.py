"""How fast a player usually answers, as a viewer of their matches may see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from club.members.membership import Viewer
from club.paces import DAY, HOUR, MINUTE
from club.ratings.rhythm import MAX_TURNS, MIN_TURNS, STEPS, Rhythm, rounded_up, usual_time
from club.ratings.rhythm import TimedTurn as Turn
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services

COMPUTER = Participant(99, "Stairwell", level=1)


def viewer(
    user_id: int = CY.user_id, sees: Callable[[Place], bool] = lambda _place: True
) -> Viewer:
    return Viewer(GUILD, CHANNEL, user_id, sees)


async def answer_in(
    services: Services, time: timedelta, *, turns: int = MIN_TURNS, pace: str = "none"
) -> int:
    """Start a match in which Ada takes this time for each turn, and Ben hardly any."""
    match_id = await services.start_match(ADA, BEN, pace=pace)
    for _ in range(turns):
        await services.pass_time(time)
        await move(services, match_id)
        await services.pass_time(timedelta(seconds=1))
        await move(services, match_id)
    return match_id


async def move(services: Services, match_id: int) -> None:
    match = await services.matches.find(match_id)
    assert match.player_to_move is not None
    await services.matches.play(match_id, match.player_to_move.user_id, match.position.moves()[0])


async def rhythms(
    services: Services, user_id: int = ADA.user_id, by: Viewer | None = None
) -> dict[str, timedelta | None]:
    profile = await services.profiles.of(by or viewer(), user_id)
    return {each.pace: each.within for each in profile.rhythms}


async def test_the_usual_time_is_rounded_up_at_each_pace(services: Services) -> None:
    await answer_in(services, 2 * HOUR, pace="3d")
    await answer_in(services, 20 * HOUR, pace="1d")
    await answer_in(services, 9 * DAY)
    assert await rhythms(services) == {"1d": DAY, "3d": 3 * HOUR, "none": None}
    assert set((await rhythms(services, BEN.user_id)).values()) == {10 * MINUTE}


async def test_fewer_than_five_turns_say_nothing(services: Services) -> None:
    match_id = await answer_in(services, HOUR, turns=MIN_TURNS - 1, pace="3d")
    assert await rhythms(services) == {}
    await services.pass_time(HOUR)
    await move(services, match_id)
    assert await rhythms(services) == {"3d": HOUR}


async def test_matches_that_the_viewer_cannot_see_do_not_count(services: Services) -> None:
    await answer_in(services, HOUR, pace="3d")
    unseeing = viewer(sees=lambda _place: False)
    assert await rhythms(services, by=unseeing) == {}
    assert await rhythms(services, by=replace(unseeing, user_id=BEN.user_id)) == {"3d": HOUR}


async def test_nobody_sees_what_a_player_hides(services: Services) -> None:
    await answer_in(services, HOUR, pace="3d")
    await services.preferences.turn(ADA.user_id, "shows_rhythm", is_on=False)
    for user_id in (CY.user_id, ADA.user_id):
        assert await rhythms(services, by=viewer(user_id)) == {}


async def test_turns_against_the_computer_do_not_count(services: Services) -> None:
    # The test moves for the computer, too.
    services.background.starts_immediately = False
    match_id = await services.start_match(ADA, COMPUTER, pace="3d")
    for _ in range(2 * MIN_TURNS):
        await services.pass_time(HOUR)
        await move(services, match_id)
    assert await rhythms(services) == {}
    assert await rhythms(services, COMPUTER.user_id) == {}


async def test_a_vacation_and_a_pause_do_not_count(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, pace="3d")
    for number in range(MIN_TURNS):
        if number % 2:
            await services.vacations.take(ADA.user_id, 2)
            await services.pass_time(2 * DAY)
        else:
            for player in (BEN, ADA):
                await services.offers.make(match_id, player.user_id, "pause")
            await services.pass_time(2 * DAY)
            for player in (BEN, ADA):
                await services.offers.make(match_id, player.user_id, "resume")
        await services.pass_time(2 * HOUR)
        await move(services, match_id)
        await move(services, match_id)
    assert await rhythms(services) == {"3d": 3 * HOUR}


async def test_a_time_bank_is_measured_by_what_a_turn_takes_from_it(services: Services) -> None:
    await answer_in(services, 20 * HOUR, pace="3d+12h<5d")
    assert await rhythms(services) == {"3d+12h<5d": DAY}


async def test_a_turn_of_two_moves_lasts_until_its_second_move(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, game="passtally", pace="3d")
    for _ in range(2 * MIN_TURNS):
        match = await services.matches.find(match_id)
        seat = match.stored.to_move
        while (await services.matches.find(match_id)).stored.to_move == seat:
            await services.pass_time(40 * MINUTE)
            await move(services, match_id)
    assert await rhythms(services) == {"3d": 3 * HOUR}


async def test_a_turn_that_is_taken_back_does_not_count(services: Services) -> None:
    match_id = await answer_in(services, HOUR, turns=MIN_TURNS - 1, pace="3d")
    await services.pass_time(HOUR)
    await move(services, match_id)
    await services.offers.make(match_id, ADA.user_id, "take back")
    await move(services, match_id)
    assert await rhythms(services) == {}


async def test_a_challenger_is_judged_at_the_pace_of_the_challenge(services: Services) -> None:
    await answer_in(services, HOUR, pace="3d")
    place = Place(GUILD, CHANNEL)
    for pace, expected in (("3d", Rhythm("3d", HOUR)), ("1d", None)):
        terms = Terms("skirt", GAMES["skirt"].choose({}), pace)
        challenge = await services.challenges.make(terms, place, ADA, [CY])
        assert await services.profiles.challengers_rhythm(viewer(), challenge) == expected
        own = viewer(ADA.user_id)
        assert await services.profiles.challengers_rhythm(own, challenge) is None


def test_only_the_latest_thirty_turns_count() -> None:
    early = [Turn("3d", NOON + number * DAY, DAY) for number in range(100)]
    late = [Turn("3d", NOON + number * DAY, HOUR) for number in range(100, 100 + MAX_TURNS)]
    assert usual_time([*late, *early]) == HOUR


@pytest.mark.parametrize("step", STEPS)
def test_a_time_is_never_rounded_down(step: timedelta) -> None:
    assert rounded_up(step) == step
    later = rounded_up(step + MINUTE)
    assert later is None or later > step
