"""The empty board of Passtally as a layer, and its places.

The board is at the left of the picture. At the right are the three face-up tiles, and below them a
panel for the score board or for the orientations of a tile. Scores are below the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from language.texts import gettext, ngettext
from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Spot
from rendering.drawing.palette import Colour
from rendering.passtally.words import PositionView, position_view
from rendering.scenes import heading
from rendering.scenes.scene import (
    Circle,
    EmptyBoard,
    Layout,
    Place,
    Scene,
    box,
    changed_by,
    in_reading_order,
    square,
)
from rendering.text.lettering import write
from rules.passtally.board import CELLS, MIN_PASSES, PILES, SIZE, SPOTS, VICTORY_POINTS
from rules.passtally.position import PasstallyPosition

FOOTING = 58
"""Height of the scores below the board, in a picture 900 wide."""

BARE: Colour = (92, 68, 46)
BARE_EDGE: Colour = (108, 81, 56)
PRINTED: Colour = (196, 164, 118)
PRINTED_NAME: Colour = (184, 153, 112)
SOCKET: Colour = (48, 34, 24)

_LEFT, _BAND, _CELL, _PANEL_WIDTH, _RIGHT = 34.0, 54.0, 100.0, 138.0, 7.0
PANEL_MARGIN = 13.0
"""Margin of the text in a panel."""
HALF_A_PRINTED_LINE = 0.025
"""Half the thickness of a printed line, as a share of the side of a cell."""
_LABEL_ROOM, _LABEL_SIZE, _PILE_HEIGHT, _PANEL_GAP = 30.0, 25.0, 118.0, 8.0

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""


@dataclass(frozen=True, eq=False)
class DrawnBoard(EmptyBoard):
    """The empty board and the places on it, in pixels."""

    unit: float
    """Scale relative to a picture 900 wide."""
    cell: int
    """The side of a cell."""
    corners: Mapping[str, Spot]
    """The upper left corner of a cell, by its name."""
    middles: Mapping[str, Spot]
    """The middle of each cell, keyed by name."""
    spots: Mapping[str, Spot]
    """The middle of each spot around the board, keyed by name."""
    piles: Mapping[str, PixelBox]
    """The panel of each pile, by its name."""
    panel: PixelBox
    """The panel of the score board, below the piles."""
    score_rows: tuple[int, ...]
    """The height of each row of the score board, none on a small picture."""


@lru_cache(maxsize=6)
def drawn_board(width: int, *, is_small: bool) -> DrawnBoard:
    """Return the cached empty board on a picture `width` pixels wide.

    :param is_small: whether to leave out the score board.
    """
    unit = width / 900
    cell, band = int(_CELL * unit), round(_BAND * unit)
    left = round(_LEFT * unit) + band
    top = round((heading.HEIGHT + 2) * unit) + band
    side = SIZE * cell
    height = round(top + side + band + (_LABEL_ROOM + FOOTING) * unit)
    corners = {
        name: (
            left + "abcdef".index(name[0]) * cell,
            top + (SIZE - int(name[1])) * cell,
        )
        for name in CELLS
    }
    middles = {name: (x + cell // 2, y + cell // 2) for name, (x, y) in corners.items()}
    edges = (left - band // 2, top - band // 2, left + side + band // 2, top + side + band // 2)
    spots = {name: _spot(name, middles, edges) for name in SPOTS}
    piles, panel = _panels(width, top - band, top + side + band, unit)
    score_rows = () if is_small else _score_rows(panel, unit)

    def draw() -> Image.Image:
        canvas = Canvas(width, height, (0, 0), palette.BACKGROUND)
        plate = (left - band, top - band, left + side + band, top + side + band)
        rim = 2 * unit
        canvas.rectangle(plate, palette.FRAME_EDGE, 26 * unit)
        inside = (plate[0] + rim, plate[1] + rim, plate[2] - rim, plate[3] - rim)
        canvas.rectangle(inside, palette.FRAME, 25 * unit)
        edge = 3 * unit
        canvas.rectangle((left - edge, top - edge, left + side + edge, top + side + edge), SOCKET)
        _draw_stubs(canvas, spots, (left, top, left + side, top + side), cell)
        for corner in corners.values():
            _draw_bare_cell(canvas, corner, cell)
        for spot in spots.values():
            canvas.circle(spot, 22 * unit, palette.FRAME_EDGE)
            canvas.circle(spot, 20.5 * unit, SOCKET)
        for area in (*piles.values(), panel):
            canvas.rectangle(area, palette.PANEL, 14 * unit)
        layer = canvas.layer().crop((0, 0, width, height))

        _write_names(layer, corners, middles, spots, unit)
        _write_score_board(layer, panel, score_rows, unit)
        return layer

    return DrawnBoard(
        width, height, draw, unit, cell, corners, middles, spots, piles, panel, score_rows
    )


def _write_names(
    layer: Image.Image,
    corners: Mapping[str, Spot],
    middles: Mapping[str, Spot],
    spots: Mapping[str, Spot],
    unit: float,
) -> None:
    """Write the names of cells and spots, and letters and numbers along the board."""
    cell = int(_CELL * unit)
    for name, (x, y) in corners.items():
        at = (x + cell * 0.08, y + cell * 0.865)
        write(layer, at, name, 17 * unit, PRINTED_NAME, anchor="lm", weight="SemiBold")
    for name, spot in spots.items():
        write(layer, spot, name, 19 * unit, palette.QUIET_INK, weight="SemiBold")
    size = _LABEL_SIZE * unit
    for row in range(1, SIZE + 1):
        write(layer, (_LEFT * unit * 0.42, middles[f"a{row}"][1]), str(row), size, palette.INK)
    for column in "abcdef":
        x, y = middles[f"{column}1"]
        below = y + cell / 2 + (_BAND + _LABEL_ROOM * 0.6) * unit
        write(layer, (x, below), column, size, palette.INK)


def _spot(name: str, middles: Mapping[str, Spot], edges: PixelBox) -> Spot:
    """The middle of a spot. The right and the lower side are numbered backwards."""
    side, number = name[0], int(name[1])
    onward, backward = number, SIZE + 1 - number
    left, top, right, bottom = edges
    return {
        "N": (middles[f"{'abcdef'[onward - 1]}1"][0], top),
        "E": (right, middles[f"a{backward}"][1]),
        "S": (middles[f"{'abcdef'[backward - 1]}1"][0], bottom),
        "W": (left, middles[f"a{onward}"][1]),
    }[side]


def _panels(width: int, top: int, bottom: int, unit: float) -> tuple[dict[str, PixelBox], PixelBox]:
    right = width - round(_RIGHT * unit)
    left = right - round(_PANEL_WIDTH * unit)
    height, gap = round(_PILE_HEIGHT * unit), round(_PANEL_GAP * unit)
    tops = [top + place * (height + gap) for place in range(4)]
    piles = {str(place + 1): (left, tops[place], right, tops[place] + height) for place in range(3)}
    return piles, (left, tops[3], right, bottom)


def _score_rows(panel: PixelBox, unit: float) -> tuple[int, ...]:
    _, top, _, bottom = panel
    margin = 9 * unit
    pitch = (bottom - top - 2 * margin) / (len(MIN_PASSES) + 1)
    return tuple(round(top + margin + (row + 1.5) * pitch) for row in range(len(MIN_PASSES)))


def _write_score_board(
    layer: Image.Image, panel: PixelBox, score_rows: tuple[int, ...], unit: float
) -> None:
    """Write the points for the passes of a turn."""
    x, end = panel[0] + PANEL_MARGIN * unit, panel[2] - PANEL_MARGIN * unit
    for row, y in enumerate(score_rows):
        least, points = MIN_PASSES[row], VICTORY_POINTS[row + 1]
        passes = f"{least}+"
        if row + 1 < len(MIN_PASSES):
            most = MIN_PASSES[row + 1] - 1
            passes = str(least) if most == least else f"{least}–{most}"
        write_score(layer, (x, end, y), passes, points, palette.INK, unit)


def write_score_heading(picture: Image.Image, board: DrawnBoard) -> None:
    """Write the column headings of the score board."""
    left, _, right, _ = board.panel
    margin, size = PANEL_MARGIN * board.unit, 15 * board.unit
    y = 2 * board.score_rows[0] - board.score_rows[1]
    passes, points = gettext("passes"), gettext("pts")
    quiet = palette.QUIET_INK
    write(picture, (left + margin, y), passes, size, quiet, anchor="lm", weight="SemiBold")
    write(picture, (right - margin, y), points, size, quiet, anchor="rm", weight="SemiBold")


def write_score(
    picture: Image.Image,
    place: tuple[float, float, float],
    passes: str,
    points: int,
    ink: Colour,
    unit: float,
) -> None:
    """Write a row of the score board between two ends at a height."""
    left, right, y = place
    write(picture, (left, y), passes, 19 * unit, ink, anchor="lm")
    write(picture, (right, y), str(points), 19 * unit, ink, anchor="rm", weight="ExtraBold")


def _draw_stubs(canvas: Canvas, spots: Mapping[str, Spot], board: PixelBox, cell: int) -> None:
    """Draw the ends of the printed lines, from the board to the spots."""
    half = cell * HALF_A_PRINTED_LINE
    left, top, right, bottom = board
    for name, (x, y) in spots.items():
        if name[0] in "NS":
            near = top if name[0] == "N" else bottom
            canvas.rectangle((x - half, min(y, near), x + half, max(y, near)), PRINTED)
        else:
            near = left if name[0] == "W" else right
            canvas.rectangle((min(x, near), y - half, max(x, near), y + half), PRINTED)


def _draw_bare_cell(canvas: Canvas, corner: Spot, cell: int) -> None:
    x, y = corner
    rim, half, middle = cell * 0.012, cell * HALF_A_PRINTED_LINE, cell // 2
    canvas.rectangle((x + rim, y + rim, x + cell - rim, y + cell - rim), BARE_EDGE, cell * 0.05)
    canvas.rectangle(
        (x + 2.4 * rim, y + 2.4 * rim, x + cell - rim, y + cell - rim), BARE, cell * 0.05
    )
    # Lines cross without merging. The one along the row passes over the other.
    gap = half * 2.2
    x_middle, y_middle = x + middle, y + middle
    canvas.rectangle((x_middle - half, y, x_middle + half, y + cell), PRINTED)
    canvas.rectangle((x_middle - half, y_middle - gap, x_middle + half, y_middle + gap), BARE)
    canvas.rectangle((x, y_middle - half, x + cell, y_middle + half), PRINTED)


_SPOT = 34.0
"""The radius of a spot to tap, in a picture 900 wide."""


def layout(scene: Scene[PasstallyPosition], width: int) -> Layout:
    """Return the piles, then the cells, then the spots of a scene."""
    board = drawn_board(width, is_small=scene.is_small)

    def places() -> Sequence[Place]:
        view = position_view(scene)
        last = changed_by(scene, [step for played in scene.last for step in played.move])
        cells = in_reading_order(
            (
                middle,
                Place(name, square(middle, board.cell / 2), _on_cell(view, name), name in last),
            )
            for name, middle in board.middles.items()
        )
        spot = _SPOT * board.unit
        spots = in_reading_order(
            (middle, Place(name, Circle(middle, spot), _on_spot(scene, view, name), name in last))
            for name, middle in board.spots.items()
        )
        # Spots overlap the edges of cells, so they come later.
        return (*_piles(board, view), *cells, *spots)

    return Layout(board.width, board.height, places)


def place_of(step: str) -> str:
    """Return the pile, cell or spot that a step names."""
    return step


def _piles(board: DrawnBoard, view: PositionView) -> list[Place]:
    position = view.position
    return [
        Place(name, box(board.piles[name]), _in_pile(kind, left), is_piece=True)
        for name, kind, left in zip(PILES, position.face_up, position.tiles_left, strict=True)
    ]


def _in_pile(kind: str | None, left: int) -> str:
    if not kind:
        return gettext("used up")
    return ngettext("tile {kind}, {count} left", "tile {kind}, {count} left", left, kind=kind)


def _on_cell(view: PositionView, name: str) -> str:
    cell = view.board.cell(name)
    if not cell.tile:
        return gettext("bare")
    return gettext(
        "half {half} of {tile}, height {height}",
        half=cell.half,
        tile=cell.kind,
        height=cell.height,
    )


def _on_spot(scene: Scene[PasstallyPosition], view: PositionView, name: str) -> str:
    seat = view.markers.get(name)
    return gettext("{seat}'s marker", seat=scene.name_of(seat)) if seat else gettext("free")
