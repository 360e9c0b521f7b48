"""How turns and boards of Scala are read, and boards written.

Source: rules: scala, "Notation". Turns are written by `ScalaPosition.text`; whether they are legal
is not decided here, only whether a chain or a capture list says what a turn really does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules.notation import examples
from rules.position import Move
from rules.refusal import Refusal, shown
from rules.scala import refusals as scala_refusals
from rules.scala.board import BITS, COLUMNS, ROW_LENGTHS

if TYPE_CHECKING:
    from rules.scala.game import ScalaPosition

_BETWEEN = "[-–, ]*"
_CELL = re.compile(r"[a-z][0-9]{1,3}")
_CELLS_OF_A_ROW = re.compile(r"([a-z]+)([0-9]{1,3})")
_TURN = re.compile(
    rf"(?P<cells>(?:{_BETWEEN}{_CELL.pattern})+){_BETWEEN}"
    rf"(?:\({_BETWEEN}:(?P<captured>(?:{_BETWEEN}[a-z]+[0-9]{{1,3}})*){_BETWEEN}\))?"
)

_ROWS = tuple(
    tuple(f"{column}{row}" for column in COLUMNS if f"{column}{row}" in BITS)
    for row in range(len(ROW_LENGTHS), 0, -1)
)
"""The cells of each row from the left, the top row first."""


def turn_named(position: ScalaPosition, text: str) -> Move:
    """The start and the end that a typed turn names, or its start alone; legal or not.

    :raises Refusal: `unreadable`, `wrong_captures`, or why the chain between them can't be.
    """
    read = _TURN.fullmatch(text.lower())
    if read is None:
        words = f"“{shown(text)}” is no turn of Scala. {examples(position, position.moves())}"
        raise Refusal("unreadable", words.strip())
    cells: list[str] = _CELL.findall(read["cells"])
    if len(cells) == 1:
        return (cells[0],)
    wrong = scala_refusals.against_chain(position, cells) if len(cells) > 2 else None
    if wrong:
        raise wrong
    move = cells[0], cells[-1]
    if read["captured"] is not None and move in position.moves():
        rows = _CELLS_OF_A_ROW.findall(read["captured"])
        captured = {f"{column}{row}" for columns, row in rows for column in columns}
        right = position.captures(move)
        if captured != set(right):
            what = " ".join(right) or "nothing"
            words = f"{shown('-'.join(cells))} captures {what}. Write it {position.text(move)}."
            raise Refusal("wrong_captures", words)
    return move


def board_written(o: Iterable[str], x: Iterable[str]) -> str:
    """The rows from the top, with numbers for empty cells and the hole left out: `1/3/2X2/…`."""
    owners = dict.fromkeys(o, "O") | dict.fromkeys(x, "X")
    rows = ("".join(owners.get(cell, ".") for cell in row) for row in _ROWS)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def board_read(text: str) -> tuple[list[str], list[str]]:
    """The cells with O's and with X's stones, of what `board_written` wrote.

    :raises ValueError: where it is not that.
    """
    if not re.fullmatch(r"[0-9OX/]{1,200}", text):
        raise ValueError(f"not a board of Scala: {text!r}")
    stones: dict[str, list[str]] = {".": [], "O": [], "X": []}
    for cells, row in zip(_ROWS, text.split("/"), strict=True):
        owners = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), len(COLUMNS) + 1), row)
        for cell, owner in zip(cells, owners, strict=True):
            stones[owner].append(cell)
    return stones["O"], stones["X"]
