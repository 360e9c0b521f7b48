"""Contracts of import-linter with placeholders for the games.

A game is a folder of `rules/` with a `game.py`. In a contract of pyproject.toml, `<games>` stands
for all games side by side in one layer, and a list entry with `<game>` is repeated for each game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

GAMES = sorted(file.parent.name for file in Path("rules").glob("*/game.py"))
"""Their folder names, in the project where import-linter runs."""


def with_games(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a contract with its placeholders filled in."""
    return {
        key: _filled(value) if isinstance(value, list) else value for key, value in options.items()
    }


def _filled(entries: list[str]) -> list[str]:
    side_by_side = [entry.replace("<games>", " | ".join(GAMES)) for entry in entries]
    return [
        entry.replace("<game>", game)
        for entry in side_by_side
        for game in (GAMES if "<game>" in entry else GAMES[:1])
    ]


class LayersOfGames(LayersContract):
    """Import-linter's `layers`, with placeholders."""

    def __init__(
        self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]
    ) -> None:
        super().__init__(name, session_options, with_games(contract_options))


class ForbiddenToGames(ForbiddenContract):
    """Import-linter's `forbidden`, with placeholders."""

    def __init__(
        self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]
    ) -> None:
        super().__init__(name, session_options, with_games(contract_options))
