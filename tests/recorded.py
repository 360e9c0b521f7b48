"""Matches, counts and positions recorded from independent implementations of the games.

They lie beside a checkout, not in it; where they are absent the tests that read them skip.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "shared" / "playthroughs"

needs_recorded = pytest.mark.skipif(not FOLDER.is_dir(), reason="no recorded matches beside this")


def matches(game: str) -> list[dict[str, Any]]:
    """The recorded matches of a game; none where they are absent."""
    file = FOLDER / f"{game}.jsonl"
    return [json.loads(line) for line in file.open(encoding="utf-8")] if file.is_file() else []


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
    file = FOLDER / name
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
