"""What can't be seen isn't a name, a note or a reason."""

from __future__ import annotations

import pytest

from presentation.markup import PLAIN
from rules import record
from rules.refusal import Refusal
from tests.club.services import ADA, Services
from tests.extensions.study.club.test_kept_lines import keep
from tests.extensions.study.club.test_notes import write

INVISIBLE = pytest.mark.parametrize("text", ["\u200b", "\u3164", "\u2800 \ufe0f", "\U000e0061"])


@INVISIBLE
async def test_a_line_needs_a_name_that_can_be_seen(services: Services, text: str) -> None:
    match_id = await services.start_match(game="skirt")
    with pytest.raises(Refusal, match="Give the line a name"):
        await keep(services, match_id, "a1", name=text)


@INVISIBLE
async def test_an_invisible_note_is_none(services: Services, text: str) -> None:
    match_id = await services.start_match()
    assert await write(services, match_id, ADA.user_id, text) == ""


@INVISIBLE
def test_an_invisible_name_in_a_record_is_none(text: str) -> None:
    read = record.read(f"Game: Skirt\nWhite: {text}\nBlack: Ben\nPlace: {text}\n\n1. e1")
    assert read.players == ("?", "Ben")
    assert read.facts == ()


@INVISIBLE
def test_a_person_with_an_invisible_name_is_shown_as_a_question_mark(text: str) -> None:
    assert PLAIN.name(text) == "?"
