"""Private notes on matches."""

from __future__ import annotations

import json

import pytest

from extensions.study.club.notes import MAX_NOTE_LENGTH
from extensions.study.club.study import Study
from rules.refusal import Refusal
from tests.club.services import ADA, BEN, CY, Services


async def write(services: Services, match_id: int, user_id: int, text: str) -> str:
    return await services.part(Study).notes.write(
        await services.matches.find(match_id), user_id, text
    )


async def test_a_note_is_its_writers_alone_and_can_be_replaced(services: Services) -> None:
    match_id = await services.start_match()
    assert await write(services, match_id, ADA.user_id, "  Block f5.\r\nThen k2.  ") == (
        "Block f5.\nThen k2."
    )
    await write(services, match_id, BEN.user_id, "Attack.")
    assert await services.part(Study).notes.of(match_id, ADA.user_id) == "Block f5.\nThen k2."
    await write(services, match_id, ADA.user_id, "k2 first.")
    assert await services.part(Study).notes.of(match_id, ADA.user_id) == "k2 first."
    assert await services.part(Study).notes.of(match_id, BEN.user_id) == "Attack."
    assert await services.part(Study).notes.of(match_id, CY.user_id) == ""


async def test_an_empty_note_deletes_the_former_one(services: Services) -> None:
    match_id = await services.start_match()
    await write(services, match_id, ADA.user_id, "Block f5.")
    assert await write(services, match_id, ADA.user_id, " \n ") == ""
    assert (await services.personal_data.of(ADA.user_id)).counts["notes"] == 0


async def test_only_players_write_notes_and_not_too_much(services: Services) -> None:
    match_id = await services.start_match()
    with pytest.raises(Refusal, match="Only players of a match"):
        await write(services, match_id, CY.user_id, "Interesting.")
    with pytest.raises(Refusal, match="yours has 1001"):
        await write(services, match_id, ADA.user_id, "x" * (MAX_NOTE_LENGTH + 1))
    assert await services.part(Study).notes.of(match_id, ADA.user_id) == ""


async def test_a_note_stays_after_the_match_until_its_writers_data_is_deleted(
    services: Services,
) -> None:
    match_id = await services.win_match()
    await write(services, match_id, ADA.user_id, "k2 was too slow.")
    exported = json.loads(await services.personal_data.export(ADA.user_id))
    assert [each["text"] for each in exported["notes"]] == ["k2 was too slow."]
    await services.personal_data.remove(ADA.user_id)
    assert await services.part(Study).notes.of(match_id, ADA.user_id) == ""
