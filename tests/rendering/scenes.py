"""The scenes with approved pictures in `golden/`, and a command to redraw them.

    python -m tests.rendering.scenes          all of them
    python -m tests.rendering.scenes skirt    those of one game

Look at every changed picture before committing it, because the tests only report that it changed.
The scenes of a game are in `tests/rendering/<game>/scenes.py`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from rendering import Scene, draw
from rules.registry import GAMES

FOLDER = Path(__file__).parent / "golden"
WIDTH = 600
WIDE = ("passtally_last_turn", "scalus_expansion")
"""Scenes with another layout on a phone, which are approved 900 pixels wide too."""


def scenes_of(key: str) -> dict[str, Scene]:
    """The scenes of a game by the names of their pictures, or none without a scenes file."""
    if not Path(__file__).with_name(key).joinpath("scenes.py").is_file():
        return {}
    return import_module(f"tests.rendering.{key}.scenes").SCENES


SCENES = {name: scene for key in GAMES for name, scene in scenes_of(key).items()}


def draw_scenes(*keys: str) -> None:
    """Redraw the approved pictures of these games."""
    for key in keys:
        for name, scene in scenes_of(key).items():
            (FOLDER / f"{name}.png").write_bytes(draw(scene, WIDTH))
            if name in WIDE:
                (FOLDER / f"{name}_wide.png").write_bytes(draw(scene, 900))


if __name__ == "__main__":
    draw_scenes(*(sys.argv[1:] or GAMES))
