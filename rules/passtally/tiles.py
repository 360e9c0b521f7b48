"""The tiles of Passtally, with their kinds, orientations and lines."""

from __future__ import annotations

from rules.language import N_
from rules.passtally.board import CELLS, ENTRIES, PILES, SIZE, cell_beyond

KINDS = ("XX", "XA", "XB", "AA", "BB", "AB")
UNKNOWN = "?"
"""The kind of a hidden tile."""

SHAPES = {
    "XX": N_("{pile} straight"),
    "XA": N_("{pile} mixed"),
    "XB": N_("{pile} mixed"),
    "AA": N_("{pile} curved"),
    "BB": N_("{pile} curved"),
    "AB": N_("{pile} curved"),
    UNKNOWN: "{pile}",
}
"""The name of a pile by the kind of its face-up tile."""

COPIES = 7
PILE_SIZE = len(KINDS) * COPIES // len(PILES)
EXITS = {"X": (2, 3, 0, 1), "A": (1, 0, 3, 2), "B": (3, 2, 1, 0)}
"""The side where a line leaves, by half and by the side where it enters."""

STANDING = {"X": "X", "A": "B", "B": "A"}
"""The look of a half rotated by 90° (rules: passtally, "Tiles")."""


def looks_the_same_turned(kind: str) -> bool:
    """Whether a half turn leaves a tile of this kind unchanged."""
    return kind[0] == kind[-1] and kind != UNKNOWN


def halves_as_laid(kind: str, first: int, second: int) -> tuple[str, str]:
    """Return the halves on the first and second cell. A standing tile swaps A and B."""
    if first // SIZE == second // SIZE:
        return STANDING[kind[0]], STANDING[kind[1]]
    return kind[0], kind[1]


def _onward(half: str, state: int) -> int:
    cell, side = divmod(state, 4)
    leaving = EXITS[half][side]
    neighbour = cell_beyond(cell, leaving)
    if neighbour is None:
        return ~ENTRIES.index(4 * cell + leaving)
    return 4 * neighbour + (leaving + 2) % 4


ONWARD = {half: tuple(_onward(half, state) for state in range(4 * len(CELLS))) for half in EXITS}
"""The state in the next cell, by half and state. At the line's end, it is `~spot`."""
