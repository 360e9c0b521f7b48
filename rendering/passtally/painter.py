"""Passtally as a picture, and every tile, marker and mark of it for its fixed palette."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.canvas import Sprite
from rendering.drawing.encoding import specimen_of
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import path, put_marked, ring
from rendering.passtally.board import HALF_A_PRINTED_LINE, DrawnBoard, drawn_board
from rendering.passtally.panels import put_footing, put_panel, put_piles
from rendering.passtally.pieces import (
    BODIES,
    HALF_A_TRACK,
    NAME_ON_BODY,
    ON_BODY,
    SEAT_COLOURS,
    SEAT_SHADES,
    cell_frame,
    choice_spot,
    first_half_dot,
    lettered,
    marker,
    plate,
    seat_line,
    shade,
    tile,
    tile_frame,
)
from rendering.passtally.words import PositionView, cells_of, is_a_tile, position_view, tiles_seen
from rendering.scenes.heading import put_heading
from rendering.scenes.scene import Scene
from rules.notation import complete
from rules.passtally.board import CELL_NUMBERS, KINDS, SIDES, Line, Tiling, halves_as_laid
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition, TurnState
from rules.replay import Played

_MARKER = 25.0
"""The radius of a marker, in a picture 900 wide."""


def paint(scene: Scene[PasstallyPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    view = position_view(scene)
    board = drawn_board(width, is_small=scene.is_small)
    picture = board.layer.copy()
    _put_tiles(picture, board, view, _outlines(scene, view))
    _put_shade(picture, board, view.board)
    lines = [(seat, line, False) for seat, line in view.standing]
    if view.seat:
        lines += [(view.seat, line, True) for line in view.lines]
    for seat, line, is_counted in lines:
        _put_stripe(picture, board, view.board, line, seat, is_counted=is_counted)
    _put_cell_letters(picture, board, scene, view)
    for seat, line, is_counted in lines:
        _put_passes(picture, board, line, seat, is_counted=is_counted)
    _put_chosen_cells(picture, board, scene, view)
    _put_spots(picture, board, scene, view)
    put_marked(picture, board.middles, board.cell * 0.4, scene.marked)
    put_marked(picture, board.spots, _MARKER * board.unit * 1.1, scene.marked)
    put_piles(picture, board, scene, view)
    put_panel(picture, board, scene, view)
    put_footing(picture, board, scene, view)
    seat = scene.leader
    icon = marker(seat, 16 * board.unit) if seat else None
    put_heading(picture, scene, icon, _news(scene, view))
    return picture


def _news(scene: Scene[PasstallyPosition], view: PositionView) -> str:
    prefix = scene.prefix
    if prefix:
        text = f"{prefix[0]}:{'-'.join(prefix[1:])}" if is_a_tile(prefix) else "-".join(prefix)
        if scene.choices:
            return f"{text}-…" if len(prefix) > 1 or not is_a_tile(prefix) else f"{text}…"
        return (
            text
            if view.position.placing_markers
            else gettext("{move} · now {tally}", move=text, tally=view.short_tally)
        )
    if scene.last and not view.is_counted and not view.position.placing_markers:
        return gettext("{move} · now {tally}", move=scene.news, tally=view.short_tally)
    return scene.news


def _outlines(scene: Scene[PasstallyPosition], view: PositionView) -> dict[int, Colour]:
    """The tiles to outline: the planned one, or those of the last turn."""
    if scene.prefix:
        return {view.planned: palette.CHOICE}
    laid: list[int] = []
    for played in scene.last:
        if is_a_tile(played.move):
            laid.append(len(played.after.board.laid))
    return dict.fromkeys(laid, palette.LAST)


def _put_tiles(
    picture: Image.Image, board: DrawnBoard, view: PositionView, outlines: dict[int, Colour]
) -> None:
    """Put the tiles in the order laid, so that upper ones cover lower ones."""
    for number in tiles_seen(view.board):
        laid = view.board.laid[number - 1]
        one, other = cells_of(view.board, number)
        halves = halves_as_laid(laid.kind, laid.first, laid.second)
        standing = one[0] == other[0]
        # In an upright tile the upper half comes first, as the numbers of cells grow upwards.
        if (laid.first > laid.second) != standing:
            halves = halves[::-1]
        x, y = min(board.corners[one], board.corners[other])
        cell = board.cell
        middle = (x + cell // 2, y + cell) if standing else (x + cell, y + cell // 2)
        height = min(laid.height, len(BODIES))
        tile(laid.kind, halves, height, cell, standing=standing).paste_on(picture, middle)
        if number in outlines:
            tile_frame(outlines[number], cell, standing=standing).paste_on(picture, middle)
            if number == view.planned:
                x, y = board.corners[one]
                dot = (x + round(cell * 0.19), y + round(cell * 0.19))
                first_half_dot(cell * 0.085).paste_on(picture, dot)


def _put_shade(picture: Image.Image, board: DrawnBoard, laid: Tiling) -> None:
    """Shade the right and lower neighbours of higher cells, as light falls from the upper left."""
    for name, middle in board.middles.items():
        number = CELL_NUMBERS[name]
        height = laid.heights[number]
        beside = (f"{chr(ord(name[0]) - 1)}{name[1]}", f"{name[0]}{int(name[1]) + 1}")
        for from_above, neighbour in enumerate(beside):
            if neighbour in CELL_NUMBERS:
                steps = laid.heights[CELL_NUMBERS[neighbour]] - height
                if steps > 0:
                    shade(min(steps, 5), board.cell, from_above=bool(from_above)).paste_on(
                        picture, middle
                    )


def _put_stripe(
    picture: Image.Image,
    board: DrawnBoard,
    laid: Tiling,
    line: Line,
    seat: int,
    *,
    is_counted: bool,
) -> None:
    """Put a stripe along a line of a seat, interrupted under other lines."""
    for crossing in line.path:
        sides = "".join(sorted(crossing.enters + crossing.leaves, key="NSEW".index))
        top = laid.cell(crossing.cell)
        standing = top.tile > 0 and _is_standing(laid, top.tile)
        apart = 0.0
        if top.half == "X" and sides != ("NS" if standing else "EW"):
            apart = HALF_A_TRACK if top.tile else 2 * HALF_A_PRINTED_LINE
        stripe = seat_line(sides, seat, apart, board.cell, is_counted=is_counted)
        stripe.paste_on(picture, board.middles[crossing.cell])


def _put_passes(
    picture: Image.Image, board: DrawnBoard, line: Line, seat: int, *, is_counted: bool
) -> None:
    """Put a line's passes at both its ends."""
    unit = board.unit
    first, last = line.path[0], line.path[-1]
    ground, edge, ink = palette.INK, SEAT_SHADES[seat], SEAT_SHADES[seat]
    if not is_counted:
        ground, edge, ink = SEAT_COLOURS[seat], ON_BODY, palette.HOLE
    for crossing, side in ((first, first.enters), (last, last.leaves)):
        x, y = board.middles[crossing.cell]
        text = str(line.passes)
        height = round((28 if is_counted else 25) * unit)
        width = height + round((2 + 10 * (len(text) - 1)) * unit)
        away = board.cell // 2 - round(2 * unit)
        across, down = away - width // 2, away - height // 2
        at = (
            x + across * (0, 1, 0, -1)[SIDES.index(side)],
            y + down * (-1, 0, 1, 0)[SIDES.index(side)],
        )
        plate(width, height, ground, edge, 3 * unit if is_counted else 2 * unit).paste_on(
            picture, at
        )
        _letters(text, (20 if is_counted else 19) * unit, ink).paste_on(picture, at)


def _is_standing(laid: Tiling, number: int) -> bool:
    one, other = cells_of(laid, number)
    return one[0] == other[0]


def _put_cell_letters(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Put height and name on each tile half, with the names of choices standing out."""
    unit, cell = board.unit, board.cell
    for name, (x, y) in board.corners.items():
        height = view.board.heights[CELL_NUMBERS[name]]
        if name in scene.choices:
            middle = board.middles[name]
            cell_frame(palette.CHOICE, 0.04, cell).paste_on(picture, middle)
            _put_cell_name(picture, board, name, palette.CHOICE_TINT, palette.CHOICE)
        elif height:
            at = (x + round(cell * 0.19), y + round(cell * 0.865))
            _letters(name, 17 * unit, NAME_ON_BODY, strong=False).paste_on(picture, at)
        if height:
            away = 0.83 if height < 10 else 0.79
            at = (x + round(cell * away), y + round(cell * 0.84))
            _letters(str(height), 25 * unit, ON_BODY).paste_on(picture, at)


def _put_cell_name(
    picture: Image.Image, board: DrawnBoard, name: str, ground: Colour, ink: Colour
) -> None:
    """Put the name of a chosen or selectable cell on a plate."""
    x, y = board.corners[name]
    at = (x + round(board.cell * 0.22), y + round(board.cell * 0.83))
    unit = board.unit
    plate(round(36 * unit), round(27 * unit), ground, ink, 2.5 * unit).paste_on(picture, at)
    _letters(name, 18 * unit, ink).paste_on(picture, at)


def _letters(text: str, size: float, colour: Colour, *, strong: bool = True) -> Sprite:
    return lettered(text, round(size), colour, "ExtraBold" if strong else "SemiBold")


def _put_chosen_cells(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Mark the first cell of a tile, with arrows to the possible second cells."""
    if not is_a_tile(scene.prefix) or len(scene.prefix) != 2:
        return
    cell = board.cell
    first = scene.prefix[1]
    x, y = board.middles[first]
    cell_frame(palette.CHOICE, 0.09, cell).paste_on(picture, (x, y))
    for choice in scene.choices:
        to_x, to_y = board.middles[choice]
        leg = path(to_x - x, to_y - y, cell * 0.085, cell * 0.26, palette.CHOICE, arrow=True)
        leg.paste_on(picture, ((x + to_x) // 2, (y + to_y) // 2))
    first_half_dot(cell * 0.13).paste_on(picture, (x, y))
    _put_cell_name(picture, board, first, palette.CHOICE, palette.CHOICE_TINT)


def _put_spots(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Put the markers, with rings around moved or movable ones, and mark free choices."""
    unit = board.unit
    radius = _MARKER * unit
    moves = (scene.prefix,) if scene.prefix else tuple(played.move for played in scene.last)
    colour = palette.CHOICE_BRIGHT if scene.prefix else palette.LAST_BRIGHT
    halos = dict.fromkeys(scene.choices, palette.CHOICE_BRIGHT)
    for move in moves:
        if move and not is_a_tile(move):
            halos[move[-1]] = colour
            if len(move) == 2:
                left = ring(radius * 1.08, radius * 0.15, colour, 9)
                left.paste_on(picture, board.spots[move[0]])
    for name, middle in board.spots.items():
        seat = view.markers.get(name)
        if seat:
            marker(seat, radius, halos.get(name)).paste_on(picture, middle)
            _letters(name, 20 * unit, ON_BODY).paste_on(picture, middle)
        elif name in scene.choices:
            choice_spot(radius * 1.1).paste_on(picture, middle)
            _letters(name, 21 * unit, palette.CHOICE).paste_on(picture, middle)


def specimen() -> Image.Image:
    """Return pictures of several scenes, one below another."""
    painted = [paint(scene, 600) for scene in _scenes()]
    width, height = painted[0].size
    together = Image.new("RGB", (width, height * len(painted)))
    for place, picture in enumerate(painted):
        together.paste(picture, (0, place * height))
    return specimen_of(together, (), ())


def _scenes() -> Iterator[Scene[PasstallyPosition]]:
    """A laid tile, a moved marker, the first step of a turn and the last but one of a tile."""
    game, options = Passtally(), {"players": 3}
    laid = list(_blocks())
    markers: dict[str, int] = {}
    for place, line in enumerate(Tiling.of(laid).lines()[:6]):
        markers[line.start] = markers[line.end] = 1 + place % 3
    piles = [["XX", "XA"], ["AB", "BB"], ["XB"]]
    first, second, third = (
        PasstallyPosition.set_up(3, piles, laid, markers, scores=(9, 9, 50), turn=TurnState(seat))
        for seat in (1, 2, 3)
    )
    for before, move in ((first, first.moves()[0]), (second, second.moves()[-1])):
        after = before.play(move)
        yield Scene(game, after, (Played(before, move, after),), options=options)
    for position, prefix in ((first, ()), (third, third.moves()[0][:2])):
        choices = complete(position, prefix).steps
        yield Scene(game, position, prefix=prefix, choices=choices, options=options)


def _blocks() -> Iterator[str]:
    """Six blocks of four cells, 1 to 6 high, of pairs of tiles laid crosswise."""
    for height in range(1, len(KINDS) + 1):
        left, right = ("ab", "cd", "ef")[height % 3]
        low, high = (1, 2) if height < 4 else (4, 5)
        for level in range(height):
            lying = ((left, low), (right, low)), ((left, high), (right, high))
            standing = ((left, low), (left, high)), ((right, low), (right, high))
            for place, (one, other) in enumerate(standing if level % 2 else lying):
                # Offset by half the kinds, so that each kind is visible on two blocks.
                kind = KINDS[(height + place * len(KINDS) // 2) % len(KINDS)]
                yield f"{kind}:{one[0]}{one[1]}-{other[0]}{other[1]}"
