"""Scalus as a picture."""

from __future__ import annotations

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Spot
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import (
    choice_ring,
    faint_stone,
    path,
    put_marked,
    ring,
    stone,
    stroke_through,
)
from rendering.scalus.board import DrawnBoard, drawn_board, spot_without_pivot
from rendering.scalus.effects import StepKind, change_of, group_of, kind_of, planned_by, point_of
from rendering.scalus.panels import put_footing
from rendering.scalus.pieces import (
    STONE,
    TONES,
    captured_mark,
    choice_disc,
    corner_ground,
    dot,
    group_ground,
)
from rendering.scenes.heading import put_heading
from rendering.scenes.scene import Scene
from rendering.text.lettering import write
from rules.language import gettext
from rules.replay import Played
from rules.scalus.board import HEADQUARTERS
from rules.scalus.numbering import NO_PIVOT
from rules.scalus.position import Displacement, ScalusPosition

_NAME, _LONG_NAME = 0.46, 0.41
"""The size of a name of two and of three characters, as a share of the gap between points."""


def paint(scene: Scene[ScalusPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    position = scene.position
    planned = planned_by(position, scene.prefix)
    board = drawn_board(width, is_upright=scene.is_small)
    picture = board.layer.copy()
    _put_grounds(picture, board, scene, planned)
    _put_stones(picture, board, position, planned)
    if planned:
        _put_plan(picture, board, position, planned)
    elif len(scene.prefix) == 1:
        ring = choice_ring(board.gap * 0.56, board.gap * 0.15)
        ring.paste_on(picture, board.middles[scene.prefix[0]])
    elif not scene.prefix:
        for played in scene.last:
            _put_last_move(picture, board, played)
    _put_choice_names(picture, board, scene)
    put_marked(picture, board.middles, board.gap * 0.47, scene.marked)
    _put_win(picture, board, position)
    put_footing(picture, scene, planned)
    seat = scene.leader
    icon = stone(17 * width / 900, TONES[seat]) if seat else None
    put_heading(picture, scene, icon, _news(scene, planned))
    return picture


def _news(scene: Scene[ScalusPosition], planned: Displacement | None) -> str:
    if planned:
        return scene.position.text(scene.prefix)
    if len(scene.prefix) < 2:
        return f"{scene.prefix[0]} …" if scene.prefix else scene.news
    start, step = scene.prefix
    if kind_of(step) is StepKind.LINE:
        return gettext("{start} line to {end} …", start=start, end=point_of(step))
    if kind_of(step) is StepKind.RECTANGLE:
        return gettext("{start} rectangle to {end} …", start=start, end=point_of(step))
    return f"{start} {step} …"


def _put_grounds(
    picture: Image.Image,
    board: DrawnBoard,
    scene: Scene[ScalusPosition],
    planned: Displacement | None,
) -> None:
    """Put the arrows of a move, the chosen group and the choices under the stones."""
    if planned:
        _put_arrows(picture, board, planned, palette.CHOICE)
    elif len(scene.prefix) == 2:
        group = group_of(scene.position, scene.prefix)
        first, last = board.middles[group[0]], board.middles[group[-1]]
        across, down = last[0] - first[0], last[1] - first[1]
        is_line = kind_of(scene.prefix[-1]) is not StepKind.RECTANGLE
        ground = group_ground(across, down, board.gap, is_line=is_line)
        ground.paste_on(picture, _between(first, last))
    elif not scene.prefix:
        for played in scene.last:
            _put_arrows(picture, board, change_of(played), palette.LAST)
    for choice in scene.choices:
        _put_choice_ground(picture, board, choice, is_first=not scene.prefix)


def _put_arrows(
    picture: Image.Image, board: DrawnBoard, change: Displacement, colour: Colour
) -> None:
    for start, end in zip(change.starts, change.ends, strict=True):
        (x, y), (to_x, to_y) = board.middles[start], board.middles[end]
        if start != end:
            arrow = path(
                to_x - x, to_y - y, board.gap * 0.075, board.gap * STONE, colour, arrow=True
            )
            arrow.paste_on(picture, _between((x, y), (to_x, to_y)))


def _put_choice_ground(
    picture: Image.Image, board: DrawnBoard, choice: str, *, is_first: bool
) -> None:
    """Put a disc on a free point, a ring around a stone, or a tile under a possible corner."""
    gap, kind = board.gap, kind_of(choice)
    if kind is StepKind.NO_PIVOT:
        return
    if kind is StepKind.RECTANGLE:
        mark = corner_ground(gap)
    elif kind is StepKind.POINT and not is_first:
        mark = choice_disc(gap * 0.46)
    else:
        mark = ring(gap * 0.53, gap * 0.12, palette.CHOICE)
    mark.paste_on(picture, board.middles[point_of(choice)])


def _put_stones(
    picture: Image.Image, board: DrawnBoard, position: ScalusPosition, planned: Displacement | None
) -> None:
    leaving = set(planned.starts) - set(planned.ends) if planned else ()
    for seat, tone in TONES.items():
        for name in position.stones(seat):
            sprite = faint_stone if name in leaving else stone
            sprite(board.gap * STONE, tone).paste_on(picture, board.middles[name])


def _put_plan(
    picture: Image.Image, board: DrawnBoard, position: ScalusPosition, planned: Displacement
) -> None:
    """Put the destinations and captures of a complete planned move."""
    gap, tone = board.gap, TONES[position.seat]
    own = position.stones(position.seat)
    _put_starts(picture, board, planned, palette.CHOICE)
    for name in planned.ends:
        middle = board.middles[name]
        if name in planned.captured:
            stroke_through(gap * STONE, gap * 0.09).paste_on(picture, middle)
        elif name not in own:
            stone(gap * STONE, tone).paste_on(picture, middle)
        ring(gap * 0.53, gap * 0.1, palette.CHOICE).paste_on(picture, middle)
    bright = palette.CHOICE if tone == "light" else palette.CHOICE_BRIGHT
    _put_pivot(picture, board, planned, bright)


def _put_last_move(picture: Image.Image, board: DrawnBoard, played: Played[ScalusPosition]) -> None:
    """Put rings around moved stones, dashed ones on their origins, and small marks for captures."""
    gap, change = board.gap, change_of(played)
    _put_starts(picture, board, change, palette.LAST)
    for name in change.ends:
        ring(gap * 0.51, gap * 0.08, palette.LAST).paste_on(picture, board.middles[name])
    for name in change.captured:
        x, y = board.middles[name]
        away = round(gap * 0.36)
        captured_mark(gap, TONES[3 - played.seat]).paste_on(picture, (x + away, y - away))
    light = TONES[played.seat] == "light"
    _put_pivot(picture, board, change, palette.LAST if light else palette.LAST_BRIGHT)


def _put_starts(
    picture: Image.Image, board: DrawnBoard, change: Displacement, colour: Colour
) -> None:
    dashed = ring(board.gap * 0.36, board.gap * 0.06, colour, 8)
    for name in set(change.starts) - set(change.ends):
        dashed.paste_on(picture, board.middles[name])


def _put_pivot(
    picture: Image.Image, board: DrawnBoard, change: Displacement, colour: Colour
) -> None:
    for start, end in zip(change.starts, change.ends, strict=True):
        if start == end:
            dot(board.gap * 0.14, colour).paste_on(picture, board.middles[start])


def _put_choice_names(
    picture: Image.Image, board: DrawnBoard, scene: Scene[ScalusPosition]
) -> None:
    dark = scene.position.stones(1)
    names = [name for name in map(point_of, scene.choices) if name]
    if len(scene.prefix) == 1:
        names.append(scene.prefix[0])
    for name in dict.fromkeys(names):
        ink = palette.CHOICE_TINT if name in dark else palette.CHOICE
        size = board.gap * (_NAME if len(name) == 2 else _LONG_NAME)
        write(picture, board.middles[name], name, size, ink, weight="ExtraBold")
    if NO_PIVOT in scene.choices:
        group = group_of(scene.position, scene.prefix)
        middle = spot_without_pivot(board, group[0], group[-1])
        choice_disc(board.gap * 0.29).paste_on(picture, middle)
        write(picture, middle, NO_PIVOT, board.gap * _NAME, palette.CHOICE, weight="ExtraBold")


def _put_win(picture: Image.Image, board: DrawnBoard, position: ScalusPosition) -> None:
    for seat, points in HEADQUARTERS.items():
        for name in set(points).intersection(position.stones(3 - seat)):
            won = ring(board.gap * 0.56, board.gap * 0.12, palette.WIN)
            won.paste_on(picture, board.middles[name])


def _between(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
