"""What is logged: as lines or as JSON, with the interaction that it is about, without secrets."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from bot.interactions.present import present_interaction
from bot.process.logs import AboutInteraction, JsonLines, SecretsKept

TOKEN = "MTIz.abc.def"
CALLBACK = "POST /interactions/42/aW50ZXJhY3Rpb246MTIzNDU2Nzg5MA/callback"


def a_record(words: str, *, failed: bool = False) -> logging.LogRecord:
    info = None
    if failed:
        try:
            raise ValueError(f"no {TOKEN}")
        except ValueError:
            info = sys.exc_info()
    record = logging.LogRecord("bot.test", logging.ERROR, __file__, 1, words, (), info)
    assert AboutInteraction().filter(record)
    return record


@pytest.fixture
def in_an_interaction() -> object:
    present_interaction.set(1234567890123456789)
    yield
    present_interaction.set(None)


@pytest.mark.usefixtures("in_an_interaction")
def test_what_is_said_of_an_interaction_carries_its_number() -> None:
    line = SecretsKept().format(a_record("it failed"))
    assert "bot.test [1234567890123456789]: it failed" in line
    told = json.loads(JsonLines().format(a_record("it failed")))
    assert told["interaction"] == "1234567890123456789"
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "bot.test", "it failed")


def test_what_the_bot_does_by_itself_has_no_number() -> None:
    assert "bot.test: a chore" in SecretsKept().format(a_record("a chore"))
    assert "interaction" not in json.loads(JsonLines().format(a_record("a chore")))


@pytest.mark.parametrize("formatter", [SecretsKept((TOKEN,)), JsonLines((TOKEN,))])
def test_no_secret_is_logged_either_way(formatter: logging.Formatter) -> None:
    line = formatter.format(a_record(f"{CALLBACK} with {TOKEN}", failed=True))
    assert TOKEN not in line
    assert "aW50" not in line
    assert "[token]" in line
    assert "[secret]" in line
    assert "ValueError" in line


def test_one_event_is_one_line_of_json() -> None:
    line = JsonLines().format(a_record("first\nsecond", failed=True))
    assert "\n" not in line
