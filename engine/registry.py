"""The engine of each game, one line per game."""

from __future__ import annotations

from engine.engine import Engine
from engine.games import passtally, scala, scalas, scalus, skirt

ENGINES: dict[str, Engine] = {
    "scala": scala.ENGINE,
    "scalas": scalas.ENGINE,
    "scalus": scalus.ENGINE,
    "skirt": skirt.ENGINE,
    "passtally": passtally.ENGINE,
}
"""All engines by the key of their game."""
