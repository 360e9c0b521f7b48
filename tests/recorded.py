"""Matches, counts and positions recorded from implementations of the games.

See tests/playthroughs/README.md for their contents.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "playthroughs"


def matches(game: str) -> list[dict[str, Any]]:
    """The recorded matches of a game, or none if it has not been recorded yet."""
    file = FOLDER / f"{game}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return [json.loads(line) for line in lines]


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
