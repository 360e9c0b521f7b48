"""Scala as a picture, as a text board and in words."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Canvas, Sprite, sprite_canvas
from rendering.drawing.heading import put_heading
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import Emblem, Tone, faint_stone, path, ring, stone, stroke_through
from rendering.drawing.specimen import specimen_of
from rendering.scala.board import ROW_COUNT, Drawn, drawn_board
from rendering.scene import Painter, Scene
from rendering.text import words
from rendering.text.lettering import width_of, write
from rules.replay import Played
from rules.scala.board import CELLS, COLUMNS, GOALS
from rules.scala.position import ScalaPosition

_LOOKS: dict[int, tuple[Tone, Emblem]] = {1: ("light", "ring"), 2: ("dark", "cross")}
_STONE = 0.41
"""The radius of a stone, of the side of a cell."""


def _paint(scene: Scene, width: int) -> Image.Image:
    position = _position(scene)
    board = drawn_board(width)
    picture = board.layer.copy()
    _put_choices(picture, board, scene, position)
    _put_stones(picture, board, scene, position)
    if not scene.prefix:
        _put_last_turn(picture, board, scene)
    _put_counts(picture, position, width / 900)
    seat = scene.leader
    icon = stone(17 * width / 900, *_LOOKS[seat]) if seat else None
    put_heading(picture, scene, icon, _news(scene), room=0.8)
    return picture


def _news(scene: Scene) -> str:
    """The last turn without its captured cells, which the picture shows: only how many."""
    if scene.prefix or not scene.last:
        return scene.news
    played = scene.last[-1]
    before = played.before
    assert isinstance(before, ScalaPosition)
    way = before.chain(played.move)
    captured = len(before.captures(played.move))
    shown = "-".join(way) if len(way) < 6 else f"{way[0]}-…-{way[-1]}"
    return f"{scene.name_of(played.seat)} {shown}" + (f" ×{captured}" if captured else "")


def _put_choices(picture: Image.Image, board: Drawn, scene: Scene, position: ScalaPosition) -> None:
    """Cells to choose: framed; with a red corner where stones are lost, in gold where it wins."""
    any_captures = False
    for choice in scene.choices:
        middle = board.middles[choice]
        captures = wins = False
        if scene.prefix:
            move = (*scene.prefix, choice)
            captured = position.captures(move)
            captures = bool(captured)
            any_captures = any_captures or captures
            wins = choice == GOALS[position.seat] and choice not in captured
        _choice_ground(board.cell, captures, wins).paste_on(picture, middle)
        ink = palette.ON_WIN if wins else palette.CHOICE
        write(picture, middle, choice, board.name_size * 1.08, ink, weight="ExtraBold")
    if any_captures:
        unit = picture.width / 900
        y = round(picture.height - 30 * unit)
        at = (picture.width - 16 * unit, y)
        write(picture, at, "captures", 25 * unit, palette.INK, anchor="rm")
        x = round(at[0] - width_of("captures", 25 * unit) - 30 * unit)
        _choice_ground(40 * unit, True, False).paste_on(picture, (x, y))


def _put_stones(picture: Image.Image, board: Drawn, scene: Scene, position: ScalaPosition) -> None:
    radius = board.cell * _STONE
    outcome = position.outcome
    if outcome is not None and outcome.reason == "goal":
        goal = board.middles[GOALS[outcome.winners[0]]]
        _choice_ground(board.cell, False, True).paste_on(picture, goal)
    for seat, look in _LOOKS.items():
        for cell in position.stones(seat):
            stone(radius, *look).paste_on(picture, board.middles[cell])
    for step in scene.prefix:
        middle = board.middles[step]
        if step not in position.stones(position.seat):
            faint_stone(radius, *_LOOKS[position.seat]).paste_on(picture, middle)
        ring(board.cell * 0.48, board.cell * 0.08, palette.CHOICE).paste_on(picture, middle)
    if len(scene.prefix) == 2:
        for captured in position.captures(scene.prefix):
            stroke_through(radius, board.cell * 0.07).paste_on(picture, board.middles[captured])


def _put_last_turn(picture: Image.Image, board: Drawn, scene: Scene) -> None:
    """Captured stones as struck ghosts, the way of the stone that moved, and where it ended."""
    cell, radius = board.cell, board.cell * _STONE
    for played in scene.last:
        before = played.before
        assert isinstance(before, ScalaPosition)
        way = before.chain(played.move)
        for captured in before.captures(played.move):
            owner = _owner(played, captured)
            faint_stone(radius, *_LOOKS[owner]).paste_on(picture, board.middles[captured])
            stroke_through(radius, cell * 0.07).paste_on(picture, board.middles[captured])
        start = board.middles[way[0]]
        ring(cell * 0.36, cell * 0.055, palette.LAST, 8).paste_on(picture, start)
        for here, there in pairwise(way):
            (x, y), (to_x, to_y) = board.middles[here], board.middles[there]
            is_end = there == way[-1]
            leg = path(
                to_x - x, to_y - y, cell * 0.085, radius if is_end else 0.0, is_end, palette.LAST
            )
            leg.paste_on(picture, ((x + to_x) // 2, (y + to_y) // 2))
        if way[-1] not in before.captures(played.move):
            ring(cell * 0.47, cell * 0.065, palette.LAST).paste_on(picture, board.middles[way[-1]])


def _owner(played: Played, cell: str) -> int:
    """Whose stone a captured cell held; the mover's own may be cut off where it ends."""
    before = played.before
    assert isinstance(before, ScalaPosition)
    if cell == played.move[-1] or cell in before.stones(played.seat):
        return played.seat
    return 3 - played.seat


def _put_counts(picture: Image.Image, position: ScalaPosition, unit: float) -> None:
    """In the lower corner: how many stones each has, and its goal."""
    for place, seat in enumerate((1, 2)):
        x, y = round(36 * unit), round(picture.height - (76 - place * 46) * unit)
        stone(17 * unit, *_LOOKS[seat]).paste_on(picture, (x, y))
        number = len(position.stones(seat))
        count = f"{number} stone{'' if number == 1 else 's'}, goal {GOALS[seat]}"
        write(picture, (x + 28 * unit, y), count, 25 * unit, palette.INK, anchor="lm")


@lru_cache(maxsize=24)
def _choice_ground(cell: float, captures: bool, wins: bool) -> Sprite:
    half = cell * 0.475
    canvas = sprite_canvas(half)
    edge, ground = palette.CHOICE, palette.CHOICE_TINT
    if wins:
        edge, ground = palette.WIN_DEEP, palette.WIN
    _framed(canvas, half, edge, ground, cell)
    if captures:
        long = cell * 0.36
        canvas.polygon([(half - long, -half), (half, -half), (half, -half + long)], palette.LAST)
    return canvas.sprite()


def _framed(canvas: Canvas, half: float, edge: Colour, ground: Colour, cell: float) -> None:
    canvas.rectangle((-half, -half, half, half), edge, cell * 0.09)
    inner = half - cell * 0.06
    canvas.rectangle((-inner, -inner, inner, inner), ground, cell * 0.05)


def _specimen() -> Image.Image:
    board = drawn_board(900)
    cell, radius = board.cell, board.cell * _STONE
    leg = round(2 * cell)
    sprites = [
        *(stone(radius, *look) for look in _LOOKS.values()),
        *(faint_stone(radius, *look) for look in _LOOKS.values()),
        stroke_through(radius, cell * 0.07),
        ring(cell * 0.36, cell * 0.055, palette.LAST, 8),
        ring(cell * 0.47, cell * 0.065, palette.LAST),
        ring(cell * 0.48, cell * 0.08, palette.CHOICE),
        path(leg, leg, cell * 0.085, radius, True, palette.LAST),
        *(
            _choice_ground(cell, captures, wins)
            for captures in (False, True)
            for wins in (False, True)
        ),
    ]
    return specimen_of(board.layer, list(board.middles.values()), sprites)


def _text_board(scene: Scene) -> str:
    """A row a line, row 14 first, the columns' letters below. The hole is blank."""
    position = _position(scene)
    owners = {cell: name for seat, name in ((1, "O"), (2, "X")) for cell in position.stones(seat)}
    marked = set(scene.prefix) or {
        cell for played in scene.last for cell in (played.move[0], played.move[-1])
    }
    lines: list[str] = []
    for row in range(ROW_COUNT, 0, -1):
        cells = [
            words.Cell(
                owners.get(name, ".") if name in CELLS else " ",
                is_marked=name in marked,
                is_choice=name in scene.choices,
            )
            for name in (f"{column}{row}" for column in COLUMNS)
        ]
        lines.append(f"{row:2} {words.row_of(cells)}")
    lines.append(f"    {' '.join(COLUMNS)}")
    return words.text_board(scene, lines, "goals: O f14, X f1")


def _alt_text(scene: Scene) -> str:
    position = _position(scene)
    sentences = [f"Scala. {words.state(scene)}"]
    for seat in (1, 2):
        sentences.append(words.stones(scene.name_of(seat), position.stones(seat)))
    sentences.append(f"O's goal is {GOALS[1]}, X's goal is {GOALS[2]}.")
    return words.first_that_fits(" ".join(sentences))


def _position(scene: Scene) -> ScalaPosition:
    assert isinstance(scene.position, ScalaPosition)
    return scene.position


PAINTER = Painter(_paint, _specimen, _text_board, _alt_text)
