"""What is written beside the views of Scalas: the hands, and the cubes of a turn with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.scalas.pieces import FORCED, Sign, cube
from rendering.scalas.shown import ShownTurn
from rendering.scalas.views import put_badge, sign_of
from rendering.scenes.scene import Scene
from rendering.text.lettering import shortened, width_of, write
from rules.scalas.board import COLOURS
from rules.scalas.forced import PlacedCube
from rules.scalas.position import ScalasPosition

_LEFT, _RIGHT, _TOP = 424.0, 884.0, 714.0
"""Of the free corner at the lower right, in pixels of a picture 900 wide."""
_TEXT, _ROW, _MOST_ROWS = 22.0, 34.0, 7
_COLUMNS = 4
"""Cubes on a line, of a turn with too many for a line each."""
_WIDTH = 38
"""Characters of a sentence on a line."""


def put_hands(picture: Image.Image, scene: Scene[ScalasPosition]) -> None:
    """Below the heading: the cubes that each seat has left, and its tops; at the end tops first."""
    unit = picture.width / 900
    position = scene.position
    for seat, colour in enumerate(COLOURS):
        y = (132 + seat * 88) * unit
        half = round(32 * unit), round(18 * unit)
        cube(half, round(28 * unit), colour).paste_on(picture, (round(50 * unit), round(y)))
        tops = position.tops[seat]
        told = [(str(position.hands[seat]), "left"), (str(tops), "top" if tops == 1 else "tops")]
        if position.outcome:
            told.reverse()
        (large, noun), small = told
        x = 96 * unit
        write(picture, (x, y - 13 * unit), large, 36 * unit, palette.INK, anchor="lm")
        lead = x + width_of(large, 36 * unit) + 9 * unit
        write(picture, (lead, y - 10 * unit), noun, _TEXT * unit, palette.INK, anchor="lm")
        at = x, y + 20 * unit
        write(picture, at, " ".join(small), _TEXT * unit, palette.QUIET_INK, anchor="lm")


@dataclass(frozen=True, slots=True)
class _Item:
    """Something written: words, or a badge, a cell and why it was filled."""

    words: str
    ink: Colour = palette.QUIET_INK
    cell: str = ""
    badge: tuple[str, Sign] | None = None


_Row = tuple[_Item, ...]
"""What stands side by side on a line."""


def put_panel(picture: Image.Image, scene: Scene[ScalasPosition], turn: ShownTurn) -> None:
    """In the free corner: how it ended, the cubes of the turn, and what must be filled next."""
    unit = picture.width / 900
    room = (_RIGHT - _LEFT) * unit
    for place, row in enumerate(_rows(scene, turn)):
        y = round((_TOP + (place + 0.5) * _ROW) * unit)
        for column, item in enumerate(row):
            across = room if item.words else room / _COLUMNS
            _put_item(picture, item, (_LEFT * unit + column * across, y), across)


def _put_item(picture: Image.Image, item: _Item, at: tuple[float, float], room: float) -> None:
    unit = picture.width / 900
    size = _TEXT * unit
    x, y = at
    if item.badge:
        put_badge(picture, (round(x + 13 * unit), round(y)), *item.badge, 12.5 * unit)
        x += 38 * unit
    if item.cell:
        write(picture, (x, y), item.cell, size * 1.05, palette.INK, anchor="lm")
        x += width_of(item.cell, size * 1.05) + 16 * unit
    words = shortened(item.words, size, at[0] + room - x, "SemiBold")
    write(picture, (x, y), words, size, item.ink, anchor="lm", weight="SemiBold")


def _rows(scene: Scene[ScalasPosition], turn: ShownTurn) -> list[_Row]:
    """The lines, the most urgent first, as many as the corner holds."""
    position = scene.position
    mover = scene.name_of(position.seat)
    rows: list[_Row] = []
    if outcome := position.outcome:
        rows += [(_Item(line, palette.WIN),) for line in wrap(outcome.words, _WIDTH)]
    elif turn.unfilled:
        rows.append((_Item(f"{mover} chooses what to fill next", FORCED),))
        unfilled = [
            _Item(_between(pairs), palette.INK, f"+{cell}", ("+", "forced"))
            for cell, pairs in turn.unfilled.items()
        ]
        rows += _lines(unfilled, 3)
    elif position.is_solo:
        gone = scene.name_of(3 - position.seat)
        rows.append((_Item(f"{gone} is out of cubes, {mover} goes on alone"),))
    if turn.fillings:
        rows.append((_Item("This move" if turn.is_planned else "Last turn"),))
        filled = [
            _filled(number, filling, turn.is_planned)
            for number, filling in enumerate(turn.fillings, start=1)
        ]
        rows += _lines(filled, _MOST_ROWS - len(rows))
    return rows[:_MOST_ROWS]


def _lines(items: list[_Item], most: int) -> list[_Row]:
    """Each on a line of its own, or without reasons side by side where they are too many."""
    if len(items) <= most:
        return [(item,) for item in items]
    short = [replace(item, words="") for item in items]
    return [tuple(short[i : i + _COLUMNS]) for i in range(0, len(short), _COLUMNS)]


def _filled(number: int, filling: PlacedCube, is_planned: bool) -> _Item:
    pairs = [" and ".join(pair.cells) for pair in filling.because]
    words = _between(pairs) if pairs else ""
    if len(filling.because) == 1:
        words += f" at height {filling.because[0].height}"
    badge = str(number), sign_of(filling.forced, is_planned)
    return _Item(words, palette.QUIET_INK, filling.cell, badge)


def _between(pairs: Sequence[str]) -> str:
    return f"between {', '.join(pairs)}"
