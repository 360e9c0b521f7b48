"""Scala as a picture: stones and marks on the board, and icons."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from language.texts import gettext, ngettext
from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import (
    Icons,
    choice_ring,
    faint_stone,
    icon_canvas,
    path,
    put_marked,
    ring,
    stone,
    stone_middle,
    stroke_through,
)
from rendering.scala.board import drawn_board
from rendering.scenes.scene import Scene
from rendering.scenes.stones import (
    Looks,
    StoneBoard,
    choice_ink,
    put_name,
    put_stone_heading,
    put_stones,
    stone_icons,
    stone_specimen,
)
from rendering.text.lettering import width_of, write
from rules.replay import Played
from rules.scala.board import COLUMNS, GOALS, column_and_row
from rules.scala.position import ScalaPosition

LOOKS: Looks = {1: ("light", "ring"), 2: ("dark", "cross")}
START, TURN = 0.36, 0.33
"""The radius of a path's start and turns, as a share of the side of a cell."""


@lru_cache(maxsize=4)
def turning_dot(cell: float) -> Sprite:
    """A turn of a path of several jumps, with room for the name of the cell."""
    canvas = sprite_canvas(cell * TURN)
    canvas.circle((0, 0), cell * TURN, palette.INK)
    canvas.circle((0, 0), cell * (TURN - 0.03), palette.LAST)
    return canvas.sprite()


@lru_cache(maxsize=24)
def choice_ground(cell: float, *, captures: bool, wins: bool) -> Sprite:
    """The ground of a selectable cell.

    :param cell: the side of a cell.
    :param captures: whether stones are lost there, which gives it a red corner.
    :param wins: whether the stone reaches its goal there, which makes it gold.
    """
    half = cell * 0.475
    canvas = sprite_canvas(half)
    edge, ground = palette.CHOICE, palette.CHOICE_TINT
    if wins:
        edge, ground = palette.WIN_DEEP, palette.WIN
    _framed(canvas, half, edge, ground, cell)
    if captures:
        size = cell * 0.36
        canvas.polygon([(half - size, -half), (half, -half), (half, -half + size)], palette.LAST)
    return canvas.sprite()


def _framed(canvas: Canvas, half: float, edge: Colour, ground: Colour, cell: float) -> None:
    canvas.rectangle((-half, -half, half, half), edge, cell * 0.09)
    inner = half - cell * 0.06
    canvas.rectangle((-inner, -inner, inner, inner), ground, cell * 0.05)


_REMOVED = 0.28
"""The opacity of a stone that the last turn removed."""


def paint(scene: Scene[ScalaPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    board = drawn_board(width, is_small=scene.is_small)
    picture = board.layer.copy()
    _put_choices(picture, board, scene)
    _put_stones(picture, board, scene)
    if not scene.prefix:
        _put_ways(picture, board, scene)
    _put_names_on_stones(picture, board, scene)
    if not scene.prefix:
        _put_last_turn(picture, board, scene)
    put_marked(picture, board.middles, board.cell * 0.42, scene.marked)
    _put_counts(picture, scene.position, width / 900)
    put_stone_heading(picture, scene, LOOKS, _news(scene), room=0.8)
    return picture


def _news(scene: Scene[ScalaPosition]) -> str:
    """The last turn with the number of its captures, whose cells the picture shows."""
    if scene.prefix or not scene.last:
        return scene.news
    played = scene.last[-1]
    before = played.before
    way = before.chain(played.move)
    captured = len(before.captures(played.move))
    text = "-".join(way) if len(way) < 6 else f"{way[0]}-…-{way[-1]}"
    return f"{scene.name_of(played.seat)} {text}" + (f" ×{captured}" if captured else "")


def _put_choices(picture: Image.Image, board: StoneBoard, scene: Scene[ScalaPosition]) -> None:
    """Frame destinations, with a red corner if stones are lost, and in gold if it wins."""
    position, any_captures = scene.position, False
    for choice in scene.choices if scene.prefix else ():
        middle = board.middles[choice]
        captured = position.captures((*scene.prefix, choice))
        captures = bool(captured)
        any_captures = any_captures or captures
        wins = choice == GOALS[position.seat] and choice not in captured
        choice_ground(board.cell, captures=captures, wins=wins).paste_on(picture, middle)
        put_name(picture, board, choice, palette.ON_WIN if wins else palette.CHOICE)
    if any_captures:
        unit = picture.width / 900
        y = round(picture.height - 30 * unit)
        at = (picture.width - 16 * unit, y)
        words = gettext("captures")
        write(picture, at, words, 25 * unit, palette.INK, anchor="rm")
        x = round(at[0] - width_of(words, 25 * unit) - 30 * unit)
        choice_ground(40 * unit, captures=True, wins=False).paste_on(picture, (x, y))


def _put_stones(picture: Image.Image, board: StoneBoard, scene: Scene[ScalaPosition]) -> None:
    position, radius = scene.position, board.stone
    outcome = position.outcome
    if outcome is not None and outcome.reason == "goal":
        goal = board.middles[GOALS[outcome.winners[0]]]
        choice_ground(board.cell, captures=False, wins=True).paste_on(picture, goal)
    owners = {name: seat for seat in LOOKS for name in position.stones(seat)}
    put_stones(picture, board, LOOKS, owners)
    for step in scene.prefix:
        middle = board.middles[step]
        if step not in position.stones(position.seat):
            faint_stone(radius, *LOOKS[position.seat]).paste_on(picture, middle)
            choice_ring(board.cell * 0.48, board.cell * 0.1).paste_on(picture, middle)
    if len(scene.prefix) == 2:
        for captured in position.captures(scene.prefix):
            stroke_through(radius, board.cell * 0.07).paste_on(picture, board.middles[captured])


def _put_names_on_stones(
    picture: Image.Image, board: StoneBoard, scene: Scene[ScalaPosition]
) -> None:
    """Ring the chosen and selectable stones, with their names as emblems if the scene has them."""
    seat = scene.position.seat
    tone, _ = LOOKS[seat]
    for name in sorted({*scene.prefix, *scene.choices}.intersection(scene.position.stones(seat))):
        middle = board.middles[name]
        if scene.has_names:
            stone(board.stone, tone).paste_on(picture, middle)
        choice_ring(board.cell * 0.48, board.cell * 0.1).paste_on(picture, middle)
        if scene.has_names:
            put_name(picture, board, name, choice_ink(tone))


def _put_ways(picture: Image.Image, board: StoneBoard, scene: Scene[ScalaPosition]) -> None:
    """Draw the path of the moved stone.

    It keeps clear of the emblems of jumped stones and of the names of its start and turns.
    """
    cell = board.cell
    seats = {name: seat for seat in LOOKS for name in scene.position.stones(seat)}
    for played in scene.last:
        way = played.before.chain(played.move)
        for here, end in pairwise(way):
            (x, y), (to_x, to_y) = board.middles[here], board.middles[end]
            is_end = end == way[-1]
            leg = path(
                to_x - x,
                to_y - y,
                cell * 0.085,
                cell * 0.45 if is_end else 0.0,
                palette.LAST,
                cell * START if here == way[0] else 0.0,
                arrow=is_end,
            )
            leg.paste_on(picture, ((x + to_x) // 2, (y + to_y) // 2))
            jumped = _jumped(here, end)
            if jumped in seats:
                emblem = stone_middle(board.stone, *LOOKS[seats[jumped]])
                emblem.paste_on(picture, board.middles[jumped])
        for turn in way[1:-1]:
            turning_dot(cell).paste_on(picture, board.middles[turn])
            size = board.name_size * 0.92
            write(picture, board.middles[turn], turn, size, palette.INK, weight="ExtraBold")


def _jumped(here: str, end: str) -> str | None:
    """The cell that a jump goes over, or None for a step."""
    (column, row), (to_column, to_row) = column_and_row(here), column_and_row(end)
    if max(abs(to_column - column), abs(to_row - row)) < 2:
        return None
    return f"{COLUMNS[(column + to_column) // 2 - 1]}{(row + to_row) // 2}"


def _put_last_turn(picture: Image.Image, board: StoneBoard, scene: Scene[ScalaPosition]) -> None:
    """Mark captured stones as struck ghosts, and the start and end of the moved stone."""
    cell, radius = board.cell, board.stone
    for played in scene.last:
        before = played.before
        way = before.chain(played.move)
        for captured in before.captures(played.move):
            owner = _owner(played, captured)
            ghost = faint_stone(radius, *LOOKS[owner], opacity=_REMOVED)
            ghost.paste_on(picture, board.middles[captured])
            stroke_through(radius, cell * 0.07).paste_on(picture, board.middles[captured])
        start = board.middles[way[0]]
        ring(cell * START, cell * 0.055, palette.LAST, 8).paste_on(picture, start)
        if way[-1] not in before.captures(played.move):
            ring(cell * 0.47, cell * 0.065, palette.LAST).paste_on(picture, board.middles[way[-1]])


def _owner(played: Played[ScalaPosition], cell: str) -> int:
    """The owner of a captured stone. The mover's own may be cut off at its end."""
    if cell == played.move[-1] or cell in played.before.stones(played.seat):
        return played.seat
    return 3 - played.seat


def _put_counts(picture: Image.Image, position: ScalaPosition, unit: float) -> None:
    """Put each seat's stones and goal in the lower corners."""
    for place, seat in enumerate((1, 2)):
        x, y = round(36 * unit), round(picture.height - (76 - place * 46) * unit)
        stone(17 * unit, *LOOKS[seat]).paste_on(picture, (x, y))
        count = ngettext(
            "{count} stone, goal {goal}",
            "{count} stones, goal {goal}",
            len(position.stones(seat)),
            goal=GOALS[seat],
        )
        write(picture, (x + 28 * unit, y), count, 25 * unit, palette.INK, anchor="lm")


def icons() -> Icons:
    """Return the stone of each seat, and both together for the game."""
    canvas = icon_canvas()
    canvas.rectangle((-64, -64, 64, 64), palette.FRAME, 22)
    canvas.rectangle((-60, -60, 60, 60), palette.WOOD_DEEP, 18)
    return stone_icons(canvas.sprite(), LOOKS, 52, (33, 21, 21))


def specimen() -> Image.Image:
    """Return the board with everything that may be on it."""
    board = drawn_board(900, is_small=False)
    cell, radius = board.cell, board.stone
    leg = round(2 * cell)
    return stone_specimen(
        board,
        LOOKS,
        stroke_through(radius, cell * 0.07),
        ring(cell * 0.36, cell * 0.055, palette.LAST, 8),
        ring(cell * 0.47, cell * 0.065, palette.LAST),
        choice_ring(cell * 0.48, cell * 0.1),
        turning_dot(cell),
        path(leg, leg, cell * 0.085, radius, palette.LAST, arrow=True),
        *(
            choice_ground(cell, captures=captures, wins=wins)
            for captures in (False, True)
            for wins in (False, True)
        ),
    )
