"""The puzzles that are shipped: one compressed file a game in `data/`, read when first needed."""

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
"""Of the name of a game's file: lines of JSON, compressed."""


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that are given, in the order of their keys; none if it has none."""
    return tuple(each for each in _by_key(game).values() if not each.is_retired)


@cache
def _by_key(game: str) -> dict[str, Puzzle]:
    return {each.key: each for each in puzzles_in(game, SHIPPED / f"{game}{ENDING}")}


def puzzle(key: str) -> Puzzle | None:
    """The puzzle of this key, retired or not; None if there is none. Any text may be asked."""
    game, _, number = key.partition("-")
    # Whatever else is asked for must name no file.
    if not (game.isascii() and game.isalpha() and number.isdecimal()):
        return None
    return _by_key(game).get(key)


def puzzles_in(game: str, file: Path) -> tuple[Puzzle, ...]:
    """Those in a file like the shipped ones; none where there is no such file.

    :raises ValueError: where it is another kind of file.
    """
    try:
        return _read(game, file.read_bytes())
    except FileNotFoundError:
        return ()
    except lzma.LZMAError as error:
        raise ValueError(f"{file} has no puzzles: {error}") from error


def put(file: Path, ready: Iterable[Puzzle]) -> None:
    """Write a file like the shipped ones, whole or not at all."""
    text = "".join(f"{written(each)}\n" for each in ready)
    beside = file.with_name(f"{file.name}.new")
    beside.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    beside.replace(file)


def _read(game: str, data: bytes) -> tuple[Puzzle, ...]:
    lines = lzma.decompress(data).decode().splitlines()
    return tuple(read_from(game, line) for line in lines)
