"""The pages for players, admins and hosts: what they list is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from discord import app_commands

from bot.command_line import main
from bot.process import features
from bot.process.settings import Settings
from extensions.installed import NAMES, switched_on
from language.texts import gettext
from rules.registry import GAMES
from tests.test_control_names import FOR_USERS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

COGS = features.with_those_of(switched_on())
COMMANDS = [each for cog in COGS for each in getattr(cog, "__cog_app_commands__", [])]


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_the_pages_name_every_command() -> None:
    named = page("playing").split("## All commands\n")[1]
    for command in COMMANDS:
        if isinstance(command, app_commands.Group):
            for each in command.commands:
                assert re.search(rf"`(/{command.name} )?{each.name}`", named), each.name
        else:
            assert f"/{command.name}" in named


@pytest.mark.whole
def test_every_command_that_the_pages_name_exists() -> None:
    known = {command.name for command in COMMANDS}
    for file in FOR_USERS:
        text = file.read_text(encoding="utf-8")
        assert set(re.findall(r"`/([a-z-]+)[ `]", text)) <= known | PATHS


PATHS = {"status"}
"""What looks like a command and is the address of a page."""


def test_the_table_of_settings_is_complete() -> None:
    rows: list[str] = re.findall(r"^\| `([A-Z_]+)` \|", page("operation"), re.M)
    assert sorted(rows[: len(Settings.model_fields)]) == sorted(
        name.upper() for name in Settings.model_fields
    )


def test_the_table_of_extensions_is_complete() -> None:
    table = page("operation").split("## Extensions\n")[1].split("\n## ")[0]
    assert set(NAMES) <= set(re.findall(r"^\| `([a-z]+)` \|", table, re.M))


@pytest.mark.whole
def test_every_named_command_of_the_terminal_exists() -> None:
    for file in (ROOT / "README.md", *DOCS.glob("*.md"), *DOCS.glob("hosting/*.md")):
        names = re.findall(
            r"(?:`|bin/|bot )stairwell ([a-z][a-z-]+)", file.read_text(encoding="utf-8")
        )
        assert set(names) <= set(main.list_commands(click.Context(main))), file


def test_the_readme_describes_each_game_as_the_bot_does() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for key, game in GAMES.items():
        assert f"[{game.name}](docs/rules/{key}.md) | {gettext(game.summary)} |" in readme


def test_the_site_has_every_page() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"[\w/-]+\.md", text.partition("\nnav:")[2])
    files = {str(file.relative_to(ROOT)) for file in DOCS.rglob("*.md")}
    translated = {name for name in files if re.match(r"docs/rules/\w\w/(?!README)", name)}
    assert files - translated <= set(named)
    assert len(named) == len(set(named))
