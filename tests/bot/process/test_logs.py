"""Logs as lines or JSON, with the ids of interactions and without secrets."""

from __future__ import annotations

import json
import logging
import sys
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interface.context import current_interaction
from bot.process.logs import AboutInteraction, JsonLines, RedactingFormatter, set_up

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
    current_interaction.set(1234567890123456789)
    yield
    current_interaction.set(None)


@pytest.mark.usefixtures("in_an_interaction")
def test_log_lines_of_an_interaction_carry_its_id() -> None:
    line = RedactingFormatter().format(a_record("it failed"))
    assert "bot.test [1234567890123456789]: it failed" in line
    entry = json.loads(JsonLines().format(a_record("it failed")))
    assert entry["interaction"] == "1234567890123456789"
    assert (entry["level"], entry["logger"], entry["message"]) == ("ERROR", "bot.test", "it failed")


def test_log_lines_outside_interactions_have_no_id() -> None:
    assert "bot.test: a chore" in RedactingFormatter().format(a_record("a chore"))
    assert "interaction" not in json.loads(JsonLines().format(a_record("a chore")))


@pytest.mark.parametrize("formatter", [RedactingFormatter((TOKEN,)), JsonLines((TOKEN,))])
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


@pytest.fixture
def log_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> pytest.CaptureFixture[str]:
    """The captured output, with the log set up."""
    root, tree = logging.getLogger(), logging.getLogger("discord.app_commands.tree")
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(tree, "filters", [])
    set_up("INFO")
    return capsys


@pytest.mark.parametrize(
    ("code", "is_logged"), [(10062, False), (40060, False), (50035, True), (None, True)]
)
def test_late_suggestions_are_not_logged_as_errors(
    log_output: pytest.CaptureFixture[str], code: int | None, is_logged: bool
) -> None:
    """discord.py's command tree logs any error while suggestions are sent."""
    error: Exception = ValueError("no code")
    if code is not None:
        response: Any = SimpleNamespace(status=404, reason="Not Found")
        error = discord.HTTPException(response, {"code": code, "message": "Unknown"})
    tree = logging.getLogger("discord.app_commands.tree")
    tree.exception("Ignoring exception in autocomplete for 'move'", exc_info=error)
    assert ("autocomplete" in log_output.readouterr().err) == is_logged
