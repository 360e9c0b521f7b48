"""The shipped puzzles, in one compressed file per game in `data/`, read when first needed."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.puzzles.puzzle import Puzzle, read_from, written

SHIPPED = Path(str(files("engine.puzzles"))) / "data"
"""The directory of the files."""

ENDING = ".jsonl.xz"
"""The suffix of a game's file, which holds compressed lines of JSON."""


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return a game's puzzles in use, by key."""
    return tuple(each for each in _by_key(game).values() if not each.is_retired)


@cache
def _by_key(game: str) -> dict[str, Puzzle]:
    return {each.key: each for each in puzzles_in(game, SHIPPED / f"{game}{ENDING}")}


def puzzle(key: str) -> Puzzle | None:
    """Return the puzzle of this key, retired or not, or None. Any text is allowed."""
    game, _, number = key.partition("-")
    # Other texts must not name a file.
    if not (game.isascii() and game.isalpha() and number.isdecimal()):
        return None
    return _by_key(game).get(key)


def puzzles_in(game: str, file: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file, or none if it doesn't exist.

    :raises ValueError: if it is another kind of file.
    """
    try:
        return _read(game, file.read_bytes())
    except FileNotFoundError:
        return ()
    except lzma.LZMAError as error:
        raise ValueError(f"{file} has no puzzles: {error}") from error


def put(file: Path, ready: Iterable[Puzzle]) -> None:
    """Write a file of puzzles atomically."""
    text = "".join(f"{written(each)}\n" for each in ready)
    beside = file.with_name(f"{file.name}.new")
    beside.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    beside.replace(file)


def _read(game: str, data: bytes) -> tuple[Puzzle, ...]:
    lines = lzma.decompress(data).decode().splitlines()
    return tuple(read_from(game, line) for line in lines)
