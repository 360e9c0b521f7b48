"""The engine of each game that has one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from engine.engine import Engine
from rules.registry import GAMES

ENGINES: dict[str, Engine] = {
    key: import_module(f"engine.games.{key}").ENGINE
    for key in GAMES
    if find_spec(f"engine.games.{key}")
}
"""All engines by the key of their game, from the folder of that name."""
