"""Scalas as a picture: the plan with its towers and marks, the hands, and the notes on a turn.

Cells that must be filled have a coloured ground, and cells that may be filled, or were in the turn,
a frame. A cell can have both, and neither touches its number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from language.lists import listed
from language.texts import gettext, ngettext, pgettext
from rendering.drawing import palette
from rendering.drawing.canvas import Spot
from rendering.drawing.encoding import specimen_of
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import put_marked
from rendering.scalas.board import (
    BADGES,
    FORCED,
    LOOKS,
    ON_FORCED,
    SHADE,
    DrawnBoard,
    Sign,
    badge,
    choice_frame,
    cube,
    drawn_board,
    face_lift,
    lettered,
    square_frame,
    square_ground,
    square_veil,
    tower,
)
from rendering.scalas.words import CellView, TurnView, cell_views, tops_words, turn_view
from rendering.scenes.heading import put_heading
from rendering.scenes.scene import Scene
from rendering.text.lettering import shortened, width_of, write
from rendering.text.text_table import broken
from rules.scalas.board import COLOURS
from rules.scalas.position import ScalasPosition
from rules.scalas.stairs import PlacedCube

Mark = tuple[Colour, Colour]
"""The ink and the edge of a mark."""

UNFILLED: Mark = (FORCED, ON_FORCED)
"""The ground of cells that must be filled."""
FILLED: Mark = (FORCED, SHADE)
PLANNED: Mark = (palette.CHOICE_BRIGHT, palette.CHOICE)
PLACED: Mark = (palette.INK, SHADE)
FRAMES = (FILLED, PLANNED, PLACED)


def _frame(cell: CellView) -> Mark | None:
    """The mark of a cell just filled."""
    if not cell.numbers:
        return None
    _, is_forced = cell.numbers[-1]
    if is_forced:
        return FILLED
    return PLANNED if cell.planned else PLACED


def put_plan(picture: Image.Image, board: DrawnBoard, cells: Mapping[str, CellView]) -> None:
    """Put every cell with its tower, height and marks."""
    square = board.square
    for name, middle in board.squares.items():
        cell = cells[name]
        frame = _frame(cell)
        if cell.must_be_filled:
            sprite = square_ground(square, *UNFILLED)
            if not cell.tower:
                sprite = lettered(sprite, f"+{name}", board.name_size * 1.15, ON_FORCED)
            sprite.paste_on(picture, middle)
        if cell.planned and cell.planned == len(cell.tower):
            # The cell's name would show through.
            square_ground(square, palette.WOOD, palette.WOOD).paste_on(picture, middle)
        if cell.tower:
            _put_tower(picture, board, cell, middle)
        if cell.is_barred:
            square_veil(square).paste_on(picture, middle)
        if frame:
            square_frame(square, *frame).paste_on(picture, middle)
        if cell.is_choice and not cell.must_be_filled:
            choice_frame(square, is_inner=frame is not None).paste_on(picture, middle)
    # Last, because they overlap the edges of their cells.
    number_of_cubes = sum(len(cell.numbers) for cell in cells.values())
    radius = max(square * 0.125, 13 * board.unit)
    for name, (x, y) in board.squares.items():
        corner = x - round(square * 0.47 - radius), y - round(square * 0.5 - radius)
        _put_badges(picture, cells[name], corner, radius, has_numbers=number_of_cubes > 1)


def _put_tower(picture: Image.Image, board: DrawnBoard, cell: CellView, middle: Spot) -> None:
    square, height = board.square, str(len(cell.tower))
    sprite = tower(square, cell.tower, is_faint=cell.planned > 0)
    size = square * (0.4 if len(height) == 1 else 0.33)
    lift = face_lift(square, len(cell.tower))
    ink = LOOKS[cell.tower[-1]].ink
    lettered(sprite, height, size, ink, lift).paste_on(picture, middle)


def _put_badges(
    picture: Image.Image, cell: CellView, corner: Spot, radius: float, *, has_numbers: bool
) -> None:
    """Put the numbers of a cell's cubes from its upper left corner on.

    A plus marks a cell that may have to be filled next.

    :param has_numbers: whether to number the cubes, unless the turn has only one.
    """
    signs: list[tuple[str, Sign]] = []
    if has_numbers:
        for number, is_forced in cell.numbers:
            signs.append((str(number), sign_of(is_forced=is_forced, is_planned=cell.planned > 0)))
    if cell.must_be_filled and cell.tower:
        signs.append(("+", "forced"))
    x, y = corner
    for place, (text, sign) in enumerate(signs):
        put_badge(picture, (x + round(place * radius * 2.1), y), text, sign, radius)


def sign_of(*, is_forced: bool, is_planned: bool) -> Sign:
    """Return the kind of a cube's badge."""
    return "forced" if is_forced else "chosen" if is_planned else "placed"


def put_badge(picture: Image.Image, at: Spot, text: str, sign: Sign, radius: float) -> None:
    """Put a badge with a number or sign on a picture."""
    size = radius * (1.3 if len(text) == 1 else 1.05)
    lettered(badge(radius, sign), text, size, BADGES[sign][2]).paste_on(picture, at)


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


def paint(scene: Scene[ScalasPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    position = scene.position
    board = drawn_board(position.size, width)
    picture = board.layer.copy()
    turn = turn_view(scene)
    put_plan(picture, board, cell_views(scene, turn))
    put_marked(picture, board.squares, board.square * 0.42, scene.marked)
    put_hands(picture, board, scene)
    put_notes(picture, board, scene, turn)
    seat = scene.leader
    half = round(17 * board.unit), round(10 * board.unit)
    icon = cube(half, round(16 * board.unit), COLOURS[seat - 1]) if seat else None
    put_heading(picture, scene, icon, scene.news)
    return picture


def specimen() -> Image.Image:
    """Return towers and marks all over the board, a third of them veiled."""
    board = drawn_board(6, 900)
    square = board.square
    spots = list(board.squares.values())
    sprites = [
        *(cube((30, 17), 26, colour) for colour in LOOKS),
        *(
            tower(square, cubes, is_faint=is_faint)
            for cubes in ("R", "B", "RB", "BR", "BBRR", "RRBB")
            for is_faint in (False, True)
        ),
        *(square_frame(square, *frame) for frame in FRAMES),
        square_ground(square, *UNFILLED),
        choice_frame(square),
        *(badge(square * 0.125, sign) for sign in BADGES),
    ]
    specimen = specimen_of(board.layer, spots * 2, sprites)
    for middle in spots[::3]:
        square_veil(square).paste_on(specimen, middle)
    return specimen
