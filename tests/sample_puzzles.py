"""Sample puzzles of Skirt and Scala, for tests independent of the shipped ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.puzzles import WINS, Puzzle, library
from engine.puzzles.library import Step

TWO = Puzzle(
    "skirt-901",
    "skirt",
    "4 a2,c5,d5,e3,e6 a3,c1,d3,e5,g3 1",
    2,
    WINS,
    (Step("b5-e4", ("f1-e2",), {}),),
)
"""After f1-e2 only g1-f2 wins."""
ONE = Puzzle(
    "skirt-902",
    "skirt",
    "4 d1,d2,d3,d5,d6 a1,b2,g4 1",
    1,
    WINS,
    (Step("d7-d4", (), {}),),
    ("link",),
)
JUMP = Puzzle(
    "scala-901",
    "scala",
    "1/3/1XOX1/1O1X3/4O4/4X6/8/8/11/9/7/5/3/1 O",
    2,
    WINS,
    (Step("d11-f13", ("e12-e11",), {}),),
    ("jumps",),
)
"""It ends with f12-f14."""

RETIRED = replace(JUMP, key="scala-902", is_retired=True)

SAMPLES = {"skirt": (TWO, ONE), "scala": (JUMP, RETIRED)}


def install(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Replace all shipped puzzles with these.

    :param folder: the folder of the replacement files.
    """
    for game, samples in SAMPLES.items():
        library.put(folder / f"{game}{library.ENDING}", samples)
    patch.setattr(library, "SHIPPED", folder)
    clear_cache()


def clear_cache() -> None:
    """Clear the cache of shipped puzzles."""
    library.puzzles.cache_clear()
    library._by_key.cache_clear()  # pyright: ignore[reportPrivateUsage]
