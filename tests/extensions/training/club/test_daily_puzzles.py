"""The servers in which an attempt at a daily puzzle counts, and the monthly table."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from club.audit import Admin
from club.outbox import queue
from club.outbox.kinds import SummaryPost
from extensions.training.club.daily import TIME_ZONE, DailyPuzzles, PuzzleOverPost, Results
from extensions.training.club.puzzles import Puzzles, TryResult
from extensions.training.storage import daily as stored_daily
from extensions.training.storage.daily import DailyPuzzle, DailySolver, Solved
from rules.registry import GAMES
from storage import outbox
from storage.database.store import Store
from storage.members import membership, preferences
from storage.members.membership import Member
from storage.servers.settings import GuildSettings, save
from tests.club.services import ADA, CHANNEL, GUILD, NOON, Services, Town
from tests.sample_puzzles import JUMP

pytestmark = pytest.mark.usefixtures("with_sample_puzzles")

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
OTHER, THIRD = 70, 71


@pytest.fixture
async def daily(services: Services) -> DailyPuzzle:
    """Queue the same daily puzzle in two servers, and return that of the first."""
    for guild_id in (GUILD, OTHER):
        settings = GuildSettings(
            guild_id,
            puzzle_channel_id=CHANNEL,
            puzzle_hour=12,
            puzzle_games=("scala",),
            puzzle_at=services.now,
        )
        async with services.store.write() as tx:
            await save(tx, settings)
    await services.part(DailyPuzzles).queue_due()
    daily = await services.part(DailyPuzzles).of(GUILD, "2026-03-01")
    assert daily is not None
    assert daily.puzzle == JUMP.key
    services.now += MINUTE
    return daily


async def results(services: Services, guild_id: int = GUILD) -> Results:
    return await services.part(DailyPuzzles).results(guild_id, "2026-03-01")


async def tries(services: Services, guild_id: int = GUILD) -> tuple[int, int]:
    """The numbers of members who tried the puzzle, and who solved it on the first try."""
    summary = await results(services, guild_id)
    return summary.tried, summary.solved


async def solve(services: Services, guild_id: int, name: str = "Ada elsewhere") -> TryResult:
    return await services.part(Puzzles).solve(ADA.user_id, name, guild_id, JUMP)


async def test_an_attempt_elsewhere_counts_where_solve_was_pressed(
    services: Services, daily: DailyPuzzle
) -> None:
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    current = await services.part(Puzzles).give(ADA.user_id, GAMES["scala"])
    assert current.puzzle == JUMP
    tried = await solve(services, THIRD)
    assert tried.asks_name
    await services.part(DailyPuzzles).set_named_as_solver(ADA.user_id, True)
    day = DailySolver(GUILD, daily.day, ADA.user_id, ADA.name, services.now, True)
    assert await results(services) == Results(1, 1, (day,))
    assert await tries(services, OTHER) == (0, 0)


async def test_an_attempt_counts_in_every_member_server_that_posted_the_puzzle(
    services: Services, daily: DailyPuzzle
) -> None:
    await services.membership.note_seen(OTHER, ADA.user_id, "Ada of another", is_new=True)
    await services.part(Puzzles).record_miss(ADA.user_id, ADA.name, GUILD, JUMP)
    assert await tries(services) == (1, 0)
    assert await tries(services, OTHER) == (1, 0)
    await solve(services, OTHER)
    assert await tries(services, OTHER) == (1, 0)


async def test_solve_counts_an_attempt_made_earlier_that_day(
    services: Services, daily: DailyPuzzle
) -> None:
    await services.part(Puzzles).begin(ADA.user_id, JUMP.key)
    await solve(services, THIRD)
    solved_at = services.now
    services.now += MINUTE
    assert not (await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)).counts
    await services.part(DailyPuzzles).set_named_as_solver(ADA.user_id, True)
    assert [each.at for each in (await results(services)).named] == [solved_at]


async def test_solve_counts_a_miss_of_a_puzzle_received_that_day(
    services: Services, daily: DailyPuzzle
) -> None:
    await services.part(Puzzles).begin(ADA.user_id, JUMP.key)
    await services.part(Puzzles).record_miss(ADA.user_id, ADA.name, THIRD, JUMP)
    await solve(services, THIRD)
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    assert await tries(services) == (1, 0)


@pytest.mark.parametrize("is_right", [True, False])
async def test_an_attempt_before_the_day_does_not_count(services: Services, is_right: bool) -> None:
    await services.part(Puzzles).begin(ADA.user_id, JUMP.key)
    make = services.part(Puzzles).solve if is_right else services.part(Puzzles).record_miss
    await make(ADA.user_id, ADA.name, GUILD, JUMP)
    services.now += MINUTE
    closes_at = services.now + DAY
    daily = DailyPuzzle(GUILD, "2026-03-01", CHANNEL, "scala", JUMP.key, closes_at)
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    assert await tries(services) == (0, 0)


async def test_an_attempt_after_the_day_does_not_count(
    services: Services, daily: DailyPuzzle
) -> None:
    services.now = NOON + DAY
    await solve(services, GUILD)
    assert await tries(services) == (0, 0)


async def test_an_attempt_does_not_count_in_a_server_the_member_has_left(
    services: Services, daily: DailyPuzzle
) -> None:
    async with services.store.write() as tx:
        await membership.save(tx, [Member(OTHER, ADA.user_id, ADA.name, False, NOON)])
    await solve(services, GUILD)
    assert await tries(services, OTHER) == (0, 0)


async def test_opening_a_puzzle_is_not_an_attempt(services: Services, daily: DailyPuzzle) -> None:
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    assert await tries(services) == (0, 0)
    await solve(services, GUILD, ADA.name)
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    assert await tries(services) == (1, 1)


async def test_a_deleted_channel_gets_no_puzzle(store: Store) -> None:
    town = Town()
    town.deleted_ids = {CHANNEL}
    services = Services(store, town=town)
    async with store.write() as tx:
        await save(
            tx,
            GuildSettings(GUILD, puzzle_channel_id=CHANNEL, puzzle_hour=12, puzzle_at=services.now),
        )
    await services.part(DailyPuzzles).queue_due()
    assert await services.part(DailyPuzzles).of(GUILD, "2026-03-01") is None
    settings = await services.settings.of(GUILD)
    assert (settings.puzzle_channel_id, settings.puzzle_at) == (CHANNEL, NOON + DAY)


@pytest.mark.parametrize("is_posted", [True, False])
async def test_the_card_of_a_puzzle_is_updated_when_it_is_over(
    services: Services, daily: DailyPuzzle, is_posted: bool
) -> None:
    if is_posted:
        await services.part(DailyPuzzles).set_message(GUILD, daily.day, 1)
    services.now += DAY
    await services.part(DailyPuzzles).queue_due()
    async with services.store.read() as tx:
        due = [queue.decoded(each) for each in await outbox.due(tx, services.now, 100)]
    updated = [each for each in due if isinstance(each, PuzzleOverPost)]
    assert [(each.guild_id, each.day) for each in updated] == [(GUILD, daily.day)] * is_posted


async def summaries(services: Services) -> list[SummaryPost]:
    async with services.store.read() as tx:
        due = [queue.decoded(each) for each in await outbox.due(tx, services.now, 100)]
    return [each for each in due if isinstance(each, SummaryPost)]


async def test_a_month_is_published_once_its_last_puzzle_is_over(services: Services) -> None:
    services.now = datetime(2026, 3, 31, 18, 5, tzinfo=UTC)
    async with services.store.write() as tx:
        settings = GuildSettings(GUILD, puzzle_channel_id=CHANNEL, puzzle_hour=18)
        monthly = replace(settings, summary_channel_id=CHANNEL, summary_month="2026-02")
        await save(tx, replace(monthly, puzzle_games=("scala",), puzzle_at=services.now))
    await services.part(DailyPuzzles).queue_due()
    await services.part(DailyPuzzles).set_message(GUILD, "2026-03-31", 1)
    services.now += 10 * HOUR
    await services.monthly_summaries.queue_due()
    assert await summaries(services) == []
    daily = await services.part(DailyPuzzles).of(GUILD, "2026-03-31")
    assert daily is not None
    await services.part(Puzzles).begin_daily(ADA.user_id, ADA.name, daily)
    await services.part(DailyPuzzles).set_named_as_solver(ADA.user_id, True)
    assert await services.part(DailyPuzzles).table(GUILD, "2026-03") is None
    await services.part(Puzzles).solve(ADA.user_id, ADA.name, GUILD, JUMP)
    services.now += 14 * HOUR
    await services.monthly_summaries.queue_due()
    assert [each.month for each in await summaries(services)] == ["2026-03"]
    table = await services.part(DailyPuzzles).table(GUILD, "2026-03")
    assert table is not None
    assert [(each.name, each.count) for each in table.best] == [(ADA.name, 1)]


async def test_solvers_of_a_month_have_their_last_names(services: Services) -> None:
    async with services.store.write() as tx:
        person = await preferences.get(tx, ADA.user_id, locked=True)
        assert isinstance(person, preferences.Preferences)
        for number, name in enumerate(("Ada", "Zoe", "Abe"), 1):
            day, at = f"2026-03-0{number}", NOON + number * DAY
            await stored_daily.add(tx, DailyPuzzle(GUILD, day, CHANNEL, "scala", "scala-001", at))
            await stored_daily.note_try(tx, DailySolver(GUILD, day, ADA.user_id, name, at, True))
    await services.part(DailyPuzzles).set_named_as_solver(ADA.user_id, True)
    async with services.store.read() as tx:
        best = await stored_daily.table(tx, GUILD, "2026-03-01", "2026-03-31", 9)
    assert best == (Solved(ADA.user_id, "Abe", 3),)


async def test_a_new_time_zone_never_repeats_a_day(services: Services, daily: DailyPuzzle) -> None:
    admin = Admin(ADA.user_id, ADA.name)
    # In Honolulu, noon of the same day is still to come.
    changed = await services.settings.change(GUILD, TIME_ZONE, "Pacific/Honolulu", admin)
    assert changed.after.puzzle_at == datetime(2026, 3, 2, 22, tzinfo=UTC)
    changed = await services.settings.change(GUILD, TIME_ZONE, None, admin)
    assert changed.after.puzzle_at == NOON + DAY
