"""The notation of Scala: typed turns, legal turns as texts, and boards.

Source: rules: scala, "Typing a turn". The steps of a turn are its start and its end, `("f5",
"j7")`. Cells between and captured cells in a text are further steps here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules.position import Move
from rules.scala.board import BITS, COLUMNS, ROW_LENGTHS

_BETWEEN = "[-–, ]*"
_CELL = re.compile(r"[a-z][0-9]{1,3}")
_CELLS_OF_A_ROW = re.compile(r"([a-z]+)([0-9]{1,3})")
_TURN = re.compile(
    rf"(?P<cells>(?:{_BETWEEN}{_CELL.pattern})+){_BETWEEN}"
    rf"(?:\({_BETWEEN}:(?P<captured>(?:{_BETWEEN}[a-z]+[0-9]{{1,3}})*){_BETWEEN}\))?"
)
_CAPTURES = "(:"

_ROWS = tuple(
    tuple(f"{column}{row}" for column in COLUMNS if f"{column}{row}" in BITS)
    for row in range(len(ROW_LENGTHS), 0, -1)
)
"""The cells of each row from the left, the top row first."""


def steps_named(text: str) -> Move:
    """Return the cells that a typed turn names, then its captures in one step: `(:b8 c8)`.

    Any other text is one step.
    """
    read = _TURN.fullmatch(text.lower())
    if read is None:
        return (text,)
    cells: list[str] = _CELL.findall(read["cells"])
    if read["captured"] is None:
        return tuple(cells)
    rows = _CELLS_OF_A_ROW.findall(read["captured"])
    captured = {f"{column}{row}" for columns, row in rows for column in columns}
    return (*cells, captures_written(sorted(captured)))


def way_and_captures(steps: Move) -> tuple[Move, str | None]:
    """Return the cells among these steps, and the step with the captures, if there is one."""
    if len(steps) > 1 and steps[-1].startswith(_CAPTURES):
        return steps[:-1], steps[-1]
    return steps, None


def captures_written(cells: Iterable[str]) -> str:
    """Return the cells that a turn clears, in text order: `(:b8 c8)`."""
    return f"{_CAPTURES}{' '.join(cells)})"


def is_a_cell(step: str) -> bool:
    """Whether a step names a cell, on the board or not."""
    return _CELL.fullmatch(step) is not None


def text_of(way: Sequence[str], captured: Sequence[str]) -> str:
    """Return the canonical text of a turn along cells with captures: `f5-h5-j7(:b8 c8)`."""
    return "-".join(way) + (captures_written(captured) if captured else "")


def board_written(o: Iterable[str], x: Iterable[str]) -> str:
    """Return the rows from the top, such as `1/3/2X2/…`.

    Numbers stand for empty cells, and the hole is left out.
    """
    owners = dict.fromkeys(o, "O") | dict.fromkeys(x, "X")
    rows = ("".join(owners.get(cell, ".") for cell in row) for row in _ROWS)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def board_read(text: str) -> tuple[list[str], list[str]]:
    """Return the cells with O's and with X's stones from `board_written`'s text.

    :raises ValueError: if it is another text.
    """
    if not re.fullmatch(r"[0-9OX/]{1,200}", text):
        raise ValueError(f"not a board of Scala: {text!r}")
    stones: dict[str, list[str]] = {".": [], "O": [], "X": []}
    for cells, row in zip(_ROWS, text.split("/"), strict=True):
        owners = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), len(COLUMNS) + 1), row)
        for cell, owner in zip(cells, owners, strict=True):
            stones[owner].append(cell)
    return stones["O"], stones["X"]
