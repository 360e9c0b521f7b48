"""What can't be seen isn't a name or a reason."""

from __future__ import annotations

import pytest

from presentation.markup import PLAIN
from rules import record

INVISIBLE = pytest.mark.parametrize("text", ["\u200b", "\u3164", "\u2800 \ufe0f", "\U000e0061"])


@INVISIBLE
def test_an_invisible_name_in_a_record_is_none(text: str) -> None:
    read = record.read(f"Game: Skirt\nWhite: {text}\nBlack: Ben\nPlace: {text}\n\n1. e1")
    assert read.players == ("?", "Ben")
    assert read.facts == ()


@INVISIBLE
def test_a_person_with_an_invisible_name_is_shown_as_a_question_mark(text: str) -> None:
    assert PLAIN.name(text) == "?"
