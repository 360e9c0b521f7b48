"""Stored attempts, ratings, and daily puzzles."""

from __future__ import annotations

from datetime import timedelta

from extensions.training.storage import daily, puzzles
from extensions.training.storage.daily import DailyPuzzle, DailySolver, Solved
from extensions.training.storage.puzzles import Attempt, PuzzleRating, SolverRating
from storage.database.store import Store
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.storage.samples import ADA, BEN, CHANNEL, EVE, GUILD, MINUTE, NOON

GIVEN = Attempt(ADA, "scala-001", "scala", NOON, "open")
DAY = timedelta(days=1)
DAILY = DailyPuzzle(GUILD, "2026-03-01", CHANNEL, "scala", "scala-001", NOON + DAY)


def solver(user_id: int, day: str = DAILY.day, *, is_first_try: bool = True) -> DailySolver:
    return DailySolver(GUILD, day, user_id, f"player {user_id}", NOON, is_first_try)


async def test_only_the_first_attempt_is_recorded(store: Store) -> None:
    async with store.write() as tx:
        await puzzles.begin(tx, GIVEN)
        await puzzles.begin(tx, Attempt(ADA, "scala-001", "scala", NOON + MINUTE, "open"))
        assert await puzzles.latest_open(tx, ADA) == (GIVEN,)
        assert await puzzles.decide(tx, ADA, "scala-001", "missed")
        assert not await puzzles.decide(tx, ADA, "scala-001", "solved")
        assert await puzzles.latest_open(tx, ADA) == ()
        attempt = await puzzles.get(tx, ADA, "scala-001")
    assert attempt is not None
    assert attempt.outcome == "missed"


async def test_a_puzzle_is_solved_once_and_not_after_its_solution_was_shown(store: Store) -> None:
    async with store.write() as tx:
        for key in ("scala-001", "scala-002"):
            await puzzles.begin(tx, Attempt(ADA, key, "scala", NOON, "open"))
            await puzzles.decide(tx, ADA, key, "missed")
        assert [each.puzzle for each in await puzzles.unsolved(tx, ADA)] == [
            "scala-001",
            "scala-002",
        ]
        assert await puzzles.note_solved(tx, ADA, "scala-001", NOON)
        assert not await puzzles.note_solved(tx, ADA, "scala-001", NOON + MINUTE)
        await puzzles.note_shown(tx, ADA, "scala-001")
        assert await puzzles.counts(tx, ADA) == {"missed": 2}
        await puzzles.note_shown(tx, ADA, "scala-002")
        assert not await puzzles.note_solved(tx, ADA, "scala-002", NOON)
        assert await puzzles.solved_at(tx, ADA) == (NOON,)
        assert await puzzles.counts(tx, ADA) == {"missed": 1, "shown": 1}
        assert await puzzles.attempted(tx, ADA, "scala") == {"scala-001", "scala-002"}
        assert await puzzles.unsolved(tx, ADA) == ()


async def test_ratings_of_puzzles_and_solvers_are_stored(store: Store) -> None:
    new = SolverRating(ADA, "scala", 1500.0, 246.0, 0, NOON)
    fresh = PuzzleRating("scala-001", "scala", 1500.0, 246.0, 0)
    async with store.write() as tx:
        assert await puzzles.of_puzzle(tx, "scala-001") is None
        assert await puzzles.take_solver(tx, new) == new
        assert await puzzles.take_puzzle(tx, fresh) == fresh
        better = SolverRating(ADA, "scala", 1580.0, 200.0, 1, NOON + MINUTE)
        easier = PuzzleRating("scala-001", "scala", 1420.0, 200.0, 1)
        await puzzles.save(tx, better, easier)
        assert await puzzles.take_solver(tx, new) == better
        assert await puzzles.of_game(tx, "scala") == {"scala-001": easier}
        assert await puzzles.of_solver(tx, ADA) == (better,)


async def test_the_day_of_a_guild_is_taken_once(store: Store) -> None:
    wished = GuildSettings(GUILD, puzzle_channel_id=CHANNEL, puzzle_at=NOON)
    async with store.write() as tx:
        await settings.save(tx, wished)
        assert await daily.due_in(tx, NOON - MINUTE, 9) == ()
        assert await daily.due_in(tx, NOON, 9) == (GUILD,)
        assert await daily.claim(tx, GUILD, NOON, NOON + DAY)
        assert not await daily.claim(tx, GUILD, NOON, NOON + DAY)
        assert await daily.due_in(tx, NOON, 9) == ()
        assert await daily.due_in(tx, NOON + DAY, 9) == (GUILD,)


async def test_the_puzzle_of_a_day_is_kept_until_the_day_is_over(store: Store) -> None:
    async with store.write() as tx:
        await daily.add(tx, DAILY)
        assert await daily.times_given(tx, GUILD) == {}
        await daily.set_message(tx, GUILD, DAILY.day, 99)
        assert await daily.times_given(tx, GUILD) == {"scala-001": 1}
        assert await daily.over(tx, NOON + DAY - MINUTE, 9) == ()
        (over,) = await daily.over(tx, NOON + DAY, 9)
        assert over.message_id == 99
        assert await daily.close(tx, GUILD, DAILY.day)
        assert not await daily.close(tx, GUILD, DAILY.day)
        assert await daily.over(tx, NOON + DAY, 9) == ()
        before = await daily.before(tx, GUILD, "2026-03-02")
    assert before is not None
    assert before.is_closed


async def test_only_consenting_solvers_are_named_but_all_are_counted(store: Store) -> None:
    async with store.write() as tx:
        await daily.add(tx, DAILY)
        await preferences.save(tx, Preferences(ADA, named_as_solver=True))
        await preferences.save(tx, Preferences(BEN, named_as_solver=False))
        for each in (solver(ADA), solver(BEN), solver(EVE, is_first_try=False)):
            await daily.note_try(tx, each)
        await daily.note_try(tx, solver(EVE))
        await daily.note_try(tx, solver(ADA, "2026-03-02"))
        assert await daily.tries(tx, GUILD, DAILY.day) == (3, 2)
        assert await daily.tries(tx, GUILD, "2026-03-09") == (0, 0)
        assert await daily.named(tx, GUILD, DAILY.day, 9) == (solver(ADA),)
        month = ("2026-03-01", "2026-03-31")
        assert await daily.table(tx, GUILD, *month, 9) == (Solved(ADA, f"player {ADA}", 2),)
        assert await daily.totals(tx, GUILD, *month) == (0, 3)
