"""The contracts of import-linter in pyproject.toml that speak of every game without naming any.

A game is a folder of `rules/` that has a `game.py`. In a contract `<games>` stands for all of them
as one layer, side by side, and an entry of a list with `<game>` for one entry a game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

GAMES = sorted(file.parent.name for file in Path("rules").glob("*/game.py"))
"""By their folders, in the project from which import-linter is run."""


def with_games(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a contract with the games in their places."""
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
    """Import-linter's `layers`."""

    def __init__(
        self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]
    ) -> None:
        super().__init__(name, session_options, with_games(contract_options))


class ForbiddenToGames(ForbiddenContract):
    """Import-linter's `forbidden`."""

    def __init__(
        self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]
    ) -> None:
        super().__init__(name, session_options, with_games(contract_options))
