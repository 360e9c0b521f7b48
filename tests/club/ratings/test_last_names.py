"""Members' latest names on lists."""

from __future__ import annotations

from datetime import timedelta

from storage.matches.match import Participant
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.ratings import summaries
from storage.ratings.summaries import Active
from storage.training import daily
from storage.training.daily import DailyPuzzle, DailySolver, Solved
from tests.club.services import ADA, BEN, CHANNEL, GUILD, NOON, Services

DAY = timedelta(days=1)
ZOE, ABE = Participant(ADA.user_id, "Zoe"), Participant(ADA.user_id, "Abe")


async def test_the_most_active_members_have_their_last_names(services: Services) -> None:
    for name in (ADA, ZOE, ABE):
        await services.win_match(name, BEN)
        services.now += timedelta(minutes=1)
    async with services.store.read() as tx:
        active = await summaries.most_active(tx, GUILD, NOON - DAY, services.now + DAY, limit=1)
    assert active == (Active(ADA.user_id, "Abe", 3),)


async def test_solvers_of_a_month_have_their_last_names(services: Services) -> None:
    async with services.store.write() as tx:
        person = await preferences.get(tx, ADA.user_id, locked=True)
        assert isinstance(person, Preferences)
        for number, name in enumerate(("Ada", "Zoe", "Abe"), 1):
            day, at = f"2026-03-0{number}", NOON + number * DAY
            await daily.add(tx, DailyPuzzle(GUILD, day, CHANNEL, "scala", "scala-001", at))
            await daily.note_try(tx, DailySolver(GUILD, day, ADA.user_id, name, at, True))
    await services.daily_puzzles.set_named_as_solver(ADA.user_id, True)
    async with services.store.read() as tx:
        best = await daily.table(tx, GUILD, "2026-03-01", "2026-03-31", 9)
    assert best == (Solved(ADA.user_id, "Abe", 3),)
