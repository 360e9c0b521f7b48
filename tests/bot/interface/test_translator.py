"""Translations of the commands, as registered with Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.process.client import Stairwell
from bot.process.slash_commands import MAX_LENGTH, CommandTranslator
from language import texts
from making.catalogues import catalogue, languages
from rules.registry import GAMES
from tests.bot.simulated import open_bot
from tests.databases import new_file

MAX_COMMAND_SIZE = 8000
"""Maximum characters of a command, counting each text in its longest language."""

KEPT = {*(game.name for game in GAMES.values())}
"""Choices with the same name in every language."""


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Stairwell]:
    new_file(tmp_path / "stairwell.db")
    bot = await open_bot(tmp_path / "stairwell.db")
    yield bot
    await bot.club.store.close()


async def payloads(bot: Stairwell) -> list[dict[str, Any]]:
    translator = CommandTranslator()
    return [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]


def parts_of(described: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command, its options and choices, and those of its subcommands."""
    yield described
    for each in (*described.get("options", ()), *described.get("choices", ())):
        yield from parts_of(each)


def key_of(part: dict[str, Any]) -> str:
    """The key of a part's text. A choice has only a name."""
    return "description" if "description" in part else "name"


async def test_every_text_of_a_command_is_marked_for_translation(bot: Stairwell) -> None:
    marked = {message.id for message in catalogue("de") if isinstance(message.id, str)}
    put_together = {
        choice.name
        for command in bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        for choice in option.choices
        if choice._locale_name.extras
    }
    translated = {part[key_of(part)] for each in await payloads(bot) for part in parts_of(each)}
    assert translated - marked - put_together - KEPT == set()


@pytest.mark.parametrize("complete", [("en",), ("en", *languages())], ids=["now", "all"])
async def test_every_offered_language_and_both_kinds_of_english_are_sent(
    bot: Stairwell, monkeypatch: pytest.MonkeyPatch, complete: tuple[str, ...]
) -> None:
    monkeypatch.setattr(texts, "COMPLETE", complete)
    locales = {"en-US", "en-GB", *complete} - {"en"}
    for each in await payloads(bot):
        assert "description" not in each or not each.get("name_localizations")
        for part in parts_of(each):
            localizations = part[f"{key_of(part)}_localizations"]
            assert set(localizations) == locales, part["name"]
            assert localizations["en-US"] == localizations["en-GB"] == part[key_of(part)]


async def test_every_language_stays_within_discords_limits(
    bot: Stairwell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "COMPLETE", ("en", *languages()))
    for each in await payloads(bot):
        assert size_of(each) <= MAX_COMMAND_SIZE, each["name"]
        for part in parts_of(each):
            for text in part[f"{key_of(part)}_localizations"].values():
                assert 0 < len(text) <= MAX_LENGTH
                if part["name"] not in KEPT and ":" not in part["name"]:
                    # Only the summaries of games are shortened on purpose.
                    assert not text.endswith("…"), text


def size_of(described: dict[str, Any]) -> int:
    """The characters of a command as Discord counts them."""
    size = 0
    for part in parts_of(described):
        size += len(part["name"]) + len(str(part.get("value", "")))
        localizations = part[f"{key_of(part)}_localizations"].values()
        size += max(map(len, localizations), default=0)
    return size
