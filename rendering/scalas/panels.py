"""The column beside the board of Scalas, with the hands and the cubes of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.scalas.board import DrawnBoard
from rendering.scalas.pieces import FORCED, Sign, cube
from rendering.scalas.plan import put_badge, sign_of
from rendering.scalas.view import TurnView
from rendering.scalas.words import tops_words
from rendering.scenes.scene import Scene
from rendering.text.lettering import shortened, width_of, write
from rendering.text.line_breaks import broken
from rules.language import gettext, ngettext, pgettext
from rules.listing import listed
from rules.scalas.board import COLOURS
from rules.scalas.forced import PlacedCube
from rules.scalas.position import ScalasPosition

_TEXT, _ROW, _MAX_ROWS = 21.0, 30.0, 12
"""The size of letters, the line pitch, and the number of lines."""
_COLUMNS = 2
"""Cubes per line in a turn with too many for their reasons."""


def put_hands(picture: Image.Image, board: DrawnBoard, scene: Scene[ScalasPosition]) -> None:
    """Put each seat's remaining cubes and its tops, with tops first once the match is over."""
    unit = board.unit
    position = scene.position
    for (left, top, right, _), hand, tops, colour in zip(
        board.hands, position.hands, position.tops, COLOURS, strict=True
    ):
        half = round(30 * unit), round(17 * unit)
        at = round(left + 41 * unit), round(top + 52 * unit)
        cube(half, round(27 * unit), colour).paste_on(picture, at)
        left_noun = pgettext("cubes", "left")
        # "top" alone means the upper side and has no plural.
        tops_noun = pgettext("cubes", "top") if tops == 1 else pgettext("cubes", "tops")
        large, noun, small = str(hand), left_noun, tops_words(tops)
        if position.outcome:
            large, noun = str(tops), tops_noun
            small = ngettext("{count} left", "{count} left", hand)
        x, room = left + 80 * unit, right - left - 88 * unit
        _put_fitting(picture, (x, top + 40 * unit), large, 42 * unit, room, palette.INK)
        _put_fitting(picture, (x, top + 74 * unit), noun, _TEXT * unit, room, palette.INK)
        size = _TEXT * 0.93 * unit
        _put_fitting(picture, (x, top + 108 * unit), small, size, room, palette.QUIET_INK)


def _put_fitting(
    picture: Image.Image, at: tuple[float, float], words: str, size: float, room: float, ink: Colour
) -> None:
    """Write words to the right of a point, shrunk to fit."""
    size *= min(1.0, room / max(1.0, width_of(words, size)))
    write(picture, at, words, size, ink, anchor="lm")


@dataclass(frozen=True, slots=True)
class _Item:
    """Words, or a badge with its cell."""

    words: str = ""
    ink: Colour = palette.QUIET_INK
    cell: str = ""
    badge: tuple[str, Sign] | None = None


_Row = tuple[_Item, ...]
"""The items of a line."""


def put_notes(
    picture: Image.Image, board: DrawnBoard, scene: Scene[ScalasPosition], turn: TurnView
) -> None:
    """Put the result, the cells to fill next, and the cubes of the turn."""
    left, top, right, _ = board.notes
    size = _TEXT * board.unit

    def fits(line: str) -> bool:
        return width_of(line, size, "SemiBold") <= right - left

    for place, row in enumerate(_rows(scene, turn, fits)):
        y = round(top + (place + 0.6) * _ROW * board.unit)
        across = (right - left) / len(row) if len(row) == 1 else (right - left) / _COLUMNS
        for column, item in enumerate(row):
            _put_item(picture, item, (left + column * across, y), across)


def _put_item(picture: Image.Image, item: _Item, at: tuple[float, float], room: float) -> None:
    unit = picture.width / 900
    size = _TEXT * unit
    x, y = at
    if item.badge:
        put_badge(picture, (round(x + 13 * unit), round(y)), *item.badge, 12.5 * unit)
        x += 36 * unit
    if item.cell:
        write(picture, (x, y), item.cell, size * 1.08, palette.INK, anchor="lm")
        x += width_of(item.cell, size * 1.08) + 12 * unit
    words = shortened(item.words, size, at[0] + room - x, "SemiBold")
    write(picture, (x, y), words, size, item.ink, anchor="lm", weight="SemiBold")


def _rows(scene: Scene[ScalasPosition], turn: TurnView, fits: Callable[[str], bool]) -> list[_Row]:
    """The lines that fit into the column, most urgent first.

    :param fits: returns whether a line of words is narrow enough.
    """
    position = scene.position
    mover = scene.name_of(position.seat)
    rows: list[_Row] = []
    if outcome := position.outcome:
        rows += _sentence(outcome.words, palette.WIN, fits)
    elif turn.unfilled:
        words = gettext("{seat} fills one of these", seat=mover)
        rows += _sentence(words, FORCED, fits)
        rows += _lines(
            [
                (_Item(cell=f"+{cell}", badge=("+", "forced")), pairs)
                for cell, pairs in turn.unfilled.items()
            ],
            _MAX_ROWS - len(rows) - 3,
        )
    elif position.is_solo:
        finished = scene.name_of(3 - position.seat)
        words = gettext("{seat} is out of cubes, {other} continues", seat=finished, other=mover)
        rows += _sentence(words, palette.QUIET_INK, fits)
    if len(turn.fillings) > 1:
        words = gettext("This move") if turn.is_planned else gettext("Last turn")
        rows += _sentence(words, palette.QUIET_INK, fits)
        filled = [
            _filled(number, filling, is_planned=turn.is_planned)
            for number, filling in enumerate(turn.fillings, start=1)
        ]
        rows += _lines(filled, _MAX_ROWS - len(rows))
    return rows[:_MAX_ROWS]


def _sentence(words: str, ink: Colour, fits: Callable[[str], bool]) -> list[_Row]:
    return [(_Item(line, ink),) for line in broken(words, fits)]


def _lines(items: Sequence[tuple[_Item, Sequence[str]]], limit: int) -> list[_Row]:
    """The items with their reasons on separate lines, or without reasons if too many."""
    rows: list[_Row] = []
    for item, pairs in items:
        rows.append((item,))
        rows += [(_Item(gettext("by {pair}", pair=pair)),) for pair in pairs]
    if len(rows) <= limit:
        return rows
    short = [item for item, _ in items]
    if len(short) <= limit:
        return [(item,) for item in short]
    return [tuple(short[i : i + _COLUMNS]) for i in range(0, len(short), _COLUMNS)]


def _filled(number: int, filling: PlacedCube, *, is_planned: bool) -> tuple[_Item, Sequence[str]]:
    item = _Item(
        cell=filling.cell,
        badge=(str(number), sign_of(is_forced=filling.forced, is_planned=is_planned)),
    )
    return item, [listed(pair.cells) for pair in filling.forcing_pairs]
