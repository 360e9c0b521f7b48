"""What can't be seen isn't a name of a line or a note."""

from __future__ import annotations

import pytest

from rules.refusal import Refusal
from tests.club.services import ADA, Services
from tests.club.test_invisible_names import INVISIBLE
from tests.extensions.study.club.test_kept_lines import keep
from tests.extensions.study.club.test_notes import write


@INVISIBLE
async def test_a_line_needs_a_name_that_can_be_seen(services: Services, text: str) -> None:
    match_id = await services.start_match(game="skirt")
    with pytest.raises(Refusal, match="Give the line a name"):
        await keep(services, match_id, "a1", name=text)


@INVISIBLE
async def test_an_invisible_note_is_none(services: Services, text: str) -> None:
    match_id = await services.start_match()
    assert await write(services, match_id, ADA.user_id, text) == ""
