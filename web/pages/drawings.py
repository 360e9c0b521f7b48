"""The pictures of a board that is tapped, in each size, and their addresses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import quote

from presentation.boards import Board, Entry, board_of
from presentation.pictures import DEFAULT_WIDTH
from rendering import Scene
from rules.position import Move
from web.reader import Reader

SIZES = ("small", "wide")
"""Pictures for phones, and for wider windows."""

BETWEEN_STEPS = "~"
"""Separates steps in a path."""

NO_STEPS = "start"
"""Stands for no steps in it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board in one size, for the template."""

    size: str
    picture: str
    board: Board


def drawings(reader: Reader, scene: Scene, entry: Entry | None, path: str) -> list[Drawing]:
    """Return a board in each size.

    :param path: before the size and the steps in the addresses of its pictures.
    """
    steps = steps_part(() if entry is None else entry.prefix)
    return [
        Drawing(
            size,
            reader.picture(f"{path}/{size}/{steps}.png"),
            board_of(replace(scene, is_small=size == "small"), entry, DEFAULT_WIDTH),
        )
        for size in SIZES
    ]


def steps_part(steps: Move) -> str:
    """Return steps as a part of a path, which `steps_in` reads."""
    return quote(BETWEEN_STEPS.join(steps), safe="~") or NO_STEPS


def steps_in(part: str) -> Move:
    """Return the steps of a part of a path."""
    return () if part == NO_STEPS else tuple(part.split(BETWEEN_STEPS))
