"""Matches, counts and positions recorded from implementations of the games.

See tests/playthroughs/README.md for their contents.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules.position import Game
from rules.record import option_value

FOLDER = Path(__file__).parent / "playthroughs"


def matches(game: str) -> list[dict[str, Any]]:
    """The recorded matches of a game, or none if it has not been recorded yet."""
    files = [*FOLDER.glob(f"{game}.jsonl"), *FOLDER.glob(f"{game}_*.jsonl")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def options_of(game: Game, entry: dict[str, Any]) -> dict[str, Any]:
    """The options of a recorded match or count."""
    return {key: option_value(game, key, str(value)) for key, value in entry["options"].items()}


def setup_of(game: Game, entry: dict[str, Any]) -> dict[str, Any]:
    """The set-up of a recorded match or count."""
    return options_of(game, entry) | ({"deck": entry["deck"]} if entry.get("deck") else {})


def counts(game: str) -> list[dict[str, Any]]:
    """The recorded perft counts of a game."""
    return [entry for entry in _listed("perft.json") if entry["game"] == game]


def positions(game: str) -> list[dict[str, Any]]:
    """The recorded positions of a game."""
    return [entry for entry in _listed("positions.json") if entry["game"] == game]


def digest(texts: Iterable[str]) -> str:
    """The recorded form of a list of legal moves: 16 hex digits of a SHA-256."""
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()[:16]


def _listed(name: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))
