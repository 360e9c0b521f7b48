"""Sample puzzles, for tests independent of the shipped ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.puzzles import MOST_POINTS, WINS, Puzzle, library
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

TRIO = Puzzle(
    "passtally-901",
    "passtally",
    "3 3 2 4 0 - - 9,15,6 12332....2....2..33..111 XX,?,?,?,?,?,?,?,?,?,?,?/AA,?,?/"
    "XX,?,?,?,?,?,?,?,?,?,?,? BB:a6-b6,XB:b3-c3,AA:c2-d2,XA:f6-e6,AB:a4-a5,AA:f3-f4,AB:a6-a5,"
    "AB:e2-f2,XA:c4-b4,AB:c1-b1,XX:b3-b4,AA:d5-d6,BB:d6-e6,XB:e4-e3,BB:a1-a2 - 0",
    1,
    MOST_POINTS,
    tuple(
        Step(first, (), {"": (Step(second, (), {}),)})
        for first, second in (
            ("S6-W2", "W1-W3"),
            ("S6-W3", "W1-W2"),
            ("W1-W2", "S6-W3"),
            ("W1-W3", "S6-W2"),
        )
    ),
    ("marker",),
)
"""For three players, and not in `SAMPLES`. The turn scores 5 points, for Violet."""

SAMPLES = {"skirt": (TWO, ONE), "scala": (JUMP, RETIRED)}


def install(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Replace all shipped puzzles with these.

    :param folder: the folder of the replacement files.
    """
    for name, data in _files().items():
        (folder / name).write_bytes(data)
    patch.setattr(library, "SHIPPED", folder)
    clear_cache()


@cache
def _files() -> dict[str, bytes]:
    """The files by name. Compressing them takes as long as starting a simulated server."""
    with TemporaryDirectory() as folder:
        for game, samples in SAMPLES.items():
            library.put(Path(folder) / f"{game}{library.ENDING}", samples)
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def add(puzzle: Puzzle) -> None:
    """Add the only puzzle of another game to the samples, once they are installed."""
    library.put(library.SHIPPED / f"{puzzle.game}{library.ENDING}", [puzzle])
    clear_cache()


def clear_cache() -> None:
    """Clear the cache of shipped puzzles."""
    library.puzzles.cache_clear()
    library._by_key.cache_clear()  # pyright: ignore[reportPrivateUsage]
