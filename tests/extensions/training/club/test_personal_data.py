"""Progress in lessons and puzzles is reported and deleted with a person's data."""

from __future__ import annotations

import json

import pytest

from extensions.training.club.lessons import Lessons, stage_of
from extensions.training.club.puzzles import Puzzles
from extensions.training.storage import daily
from extensions.training.storage.daily import DailySolver
from presentation.members.privacy import holdings_lines
from rules.registry import GAMES
from tests.club.members.test_personal_data import NAMED, traces_in
from tests.club.services import GUILD, NOON, Services
from tests.sample_puzzles import TWO


@pytest.mark.usefixtures("with_sample_puzzles")
async def test_progress_is_reported_and_deleted(services: Services) -> None:
    skirt = GAMES["skirt"]
    await services.part(Lessons).begin(NAMED.user_id, stage_of(skirt, skirt.lessons[0]))
    await services.part(Puzzles).solve(NAMED.user_id, NAMED.name, GUILD, TWO)
    solver = DailySolver(GUILD, "2026-03-01", NAMED.user_id, NAMED.name, NOON, True)
    await services.store.write(lambda tx: daily.note_try(tx, solver))
    held = await services.personal_data.of(NAMED.user_id)
    assert holdings_lines(held) == [
        "1 lesson started",
        "1 puzzle started",
        "1 puzzle rating, by game",
        "1 daily puzzle tried",
    ]
    file = json.loads(await services.personal_data.export(NAMED.user_id))
    assert all(file[kind] for kind in ("lessons", "puzzles", "puzzle_ratings", "daily_puzzles"))
    await services.personal_data.remove(NAMED.user_id)
    assert await traces_in(services.store, NAMED) == []
