"""Notes, kept lines and guesses are reported and deleted with a person's data."""

from __future__ import annotations

import json

from extensions.study.storage import guessing, kept_lines, notes
from extensions.study.storage.guessing import GuessScore
from extensions.study.storage.kept_lines import NewLine
from extensions.study.storage.notes import Note
from presentation.members.privacy import holdings_lines
from tests.club.members.test_personal_data import NAMED, traces_in
from tests.club.services import BEN, GUILD, NOON, Services


async def test_what_is_studied_is_reported_and_deleted(services: Services) -> None:
    await services.win_match(NAMED, BEN)
    score = GuessScore(NAMED.user_id, 1, 1, GUILD, NAMED.name, 1, 10, "2026-03", NOON)
    async with services.store.write() as tx:
        await notes.put(tx, Note(1, NAMED.user_id, "Block f5.", NOON))
        await kept_lines.add(tx, NewLine(1, NAMED.user_id, "quiet", 0, 5, ["a1"], NOON))
        await kept_lines.share(tx, 1, NAMED.user_id, NAMED.name)
        await guessing.add(tx, score)
    tables = {table for table, _ in await traces_in(services.store, NAMED)}
    assert {"note", "kept_line", "guess_score"} <= tables
    held = holdings_lines(await services.personal_data.of(NAMED.user_id))
    file = json.loads(await services.personal_data.export(NAMED.user_id))
    words = "1 line kept from Explore", "1 note on a match", "1 match whose moves you guessed"
    assert {*words} <= {*held}
    assert all(file[kind] for kind in ("notes", "lines", "guesses"))
    await services.personal_data.remove(NAMED.user_id)
    assert await traces_in(services.store, NAMED) == []
