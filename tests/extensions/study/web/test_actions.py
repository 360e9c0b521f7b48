"""Explore and the note beside a board."""

from __future__ import annotations

from tests.club.services import ADA, BEN, CY
from tests.web.house import House
from tests.web.matches.test_actions import page, send


async def test_explore_and_history_are_linked_from_public_matches(house: House) -> None:
    match_id = await house.services.start_match()
    explore = f'href="{house.match_path(match_id)}/0/explore"'
    assert explore in await page(house, ADA, match_id)
    await house.publish(channels=())
    assert explore not in await page(house, ADA, match_id)


async def test_a_note_is_kept_and_shown_to_its_writer_alone(house: House) -> None:
    match_id = await house.services.start_match()
    answer = await send(house, ADA, match_id, "note", note="Block <f5>.\r\nThen k2.")
    assert answer.status == 303, answer.text
    assert "Block &lt;f5&gt;.\nThen k2.</textarea>" in await page(house, ADA, match_id)
    assert "Block" not in await page(house, BEN, match_id)
    answer = await send(house, CY, match_id, "note", note="Interesting.")
    assert answer.status == 404
    answer = await send(house, ADA, match_id, "note", note="x" * 1001)
    assert answer.status == 409
    assert "A note can have at most 1000 characters, and yours has 1001." in answer.text
