"""The choice of puzzles, ratings by first attempts, and streaks."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from club.calendar import zone_named
from club.members.own_day import OwnDay
from extensions.training.club.daily import day_after, latest_day, moment_of
from extensions.training.club.puzzles import (
    Puzzles,
    after_try,
    first_rating,
    first_solver_rating,
    streak,
)
from extensions.training.club.themes import theme_named, themes_offered
from extensions.training.storage import puzzles
from language.texts import written_in
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.servers.settings import GuildSettings
from tests.club.services import ADA, GUILD, NOON, Services
from tests.sample_puzzles import JUMP, ONE, RETIRED, TWO

pytestmark = pytest.mark.usefixtures("with_sample_puzzles")

SKIRT = GAMES["skirt"]
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("days_ago", "expected"),
    [
        ((), 0),
        ((0,), 1),
        ((1,), 1),
        ((2,), 0),
        ((0, 0, 1, 2, 2, 4), 3),
        ((1, 2, 3), 3),
        ((0, 2, 3), 1),
    ],
)
def test_a_streak_lasts_until_a_day_is_over(days_ago: tuple[int, ...], expected: int) -> None:
    assert streak([NOON - days * DAY for days in days_ago], NOON) == expected


def test_a_streak_counts_ones_own_days() -> None:
    late, early = datetime(2026, 3, 1, 23, 59, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    assert streak([early, late], early) == 2
    assert streak([early, late], early, OwnDay(zone_named("Asia/Tokyo"))) == 1


@pytest.mark.parametrize(
    ("zone", "day", "utc_hour"),
    [
        (None, "2026-03-28", 9),
        ("Europe/Berlin", "2026-03-28", 8),
        ("Europe/Berlin", "2026-03-29", 7),
        ("Pacific/Auckland", "2026-03-28", -4),
    ],
)
def test_the_puzzle_of_a_day_is_due_at_the_hour_of_the_server(
    zone: str | None, day: str, utc_hour: int
) -> None:
    settings = GuildSettings(GUILD, puzzle_hour=9, zone=zone)
    due = datetime.fromisoformat(f"{day}T00:00Z") + timedelta(hours=utc_hour)
    assert moment_of(settings, day) == due
    assert latest_day(settings, due) == day
    assert day_after(latest_day(settings, due - timedelta(seconds=1))) == day


def test_an_unattempted_puzzle_is_rated_by_its_depth() -> None:
    assert first_rating(ONE).mu < first_rating(TWO).mu == first_rating(JUMP).mu == 1500


def test_the_puzzle_loses_what_its_solver_gains() -> None:
    person, puzzle = first_solver_rating(1, "skirt", NOON), first_rating(TWO)
    solver, rating = after_try(person, puzzle, is_right=True, now=NOON)
    assert solver.mu - person.mu == pytest.approx(puzzle.mu - rating.mu)
    assert solver.mu > person.mu
    assert (solver.played, rating.played) == (1, 1)
    loser, _ = after_try(person, puzzle, is_right=False, now=NOON)
    assert loser.mu < person.mu


async def test_a_user_gets_the_best_matching_puzzle(services: Services) -> None:
    assert (await services.part(Puzzles).give(ADA.user_id, SKIRT)).puzzle == TWO
    async with services.store.write() as tx:
        weak = first_solver_rating(12, "skirt", NOON)
        await puzzles.take_solver(tx, weak)
        await puzzles.take_puzzle(tx, first_rating(TWO))
        low = puzzles.SolverRating(12, "skirt", 1200.0, 100.0, 9, NOON)
        await puzzles.save(tx, low, first_rating(TWO))
    assert (await services.part(Puzzles).give(12, SKIRT)).puzzle == ONE


async def test_a_theme_chooses_among_puzzles(services: Services) -> None:
    current = await services.part(Puzzles).give(ADA.user_id, SKIRT, theme_named("Link", SKIRT))
    assert current.puzzle == ONE
    current = await services.part(Puzzles).give(ADA.user_id, theme=theme_named("chain of jumps"))
    assert current.puzzle == JUMP


async def test_a_theme_without_remaining_puzzles_is_refused(services: Services) -> None:
    jumps = theme_named("chain of jumps")
    await services.part(Puzzles).give(ADA.user_id, theme=jumps)
    await services.part(Puzzles).solve(ADA.user_id, ADA.name, GUILD, JUMP)
    with pytest.raises(Refusal, match="every puzzle with the theme “Chain"):
        await services.part(Puzzles).give(ADA.user_id, theme=jumps)


def test_only_themes_with_puzzles_of_the_game_are_offered() -> None:
    assert [theme.key for theme in themes_offered(SKIRT)] == ["link"]
    assert {theme.key for theme in themes_offered()} == {"link", "jumps"}
    with pytest.raises(Refusal, match="There are no puzzles with the theme “fork”"):
        theme_named("fork", SKIRT)


def test_a_theme_can_be_named_in_the_users_language() -> None:
    with written_in("de"):
        assert theme_named("sprungkette").key == theme_named("Chain of jumps").key == "jumps"


async def test_a_retired_puzzle_is_not_offered_but_keeps_its_key(services: Services) -> None:
    await services.part(Puzzles).record_miss(ADA.user_id, ADA.name, GUILD, RETIRED)
    assert (await services.part(Puzzles).begin(ADA.user_id, RETIRED.key)).puzzle == RETIRED
    assert (await services.part(Puzzles).give(ADA.user_id, GAMES["scala"])).puzzle == JUMP
    await services.part(Puzzles).solve(ADA.user_id, ADA.name, GUILD, JUMP)
    with pytest.raises(Refusal, match="You've solved every Scala puzzle"):
        await services.part(Puzzles).give(ADA.user_id, GAMES["scala"])


async def test_simultaneous_attempts_are_rated_once(services: Services) -> None:
    person = (ADA.user_id, ADA.name, GUILD)
    tries = [
        services.part(Puzzles).record_miss(*person, TWO),
        services.part(Puzzles).solve(*person, TWO),
    ]
    tried = await asyncio.gather(*tries, services.part(Puzzles).give_up(*person, TWO))
    assert [each.is_first for each in tried].count(True) == 1
    assert [
        each.played for each in (await services.part(Puzzles).record_of(ADA.user_id)).ratings
    ] == [1]


async def test_a_puzzle_no_longer_shipped_is_refused_kindly(services: Services) -> None:
    with pytest.raises(Refusal, match="That puzzle no longer exists"):
        await services.part(Puzzles).begin(ADA.user_id, "skirt-903")
