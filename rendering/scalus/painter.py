"""Scalus as a picture: stones and marks on the board, the line below it, and icons.

Sizes of sprites are relative to the gap between points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from language.texts import gettext, ngettext
from rendering.drawing import palette
from rendering.drawing.canvas import Spot, Sprite, sprite_canvas
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import (
    Icons,
    Tone,
    choice_ring,
    icon_canvas,
    path,
    put_marked,
    ring,
    stone,
    stroke_through,
)
from rendering.scalus.board import (
    FOOTING,
    HEADQUARTERS_LOOKS,
    LONG_NAME,
    STONE,
    draw_target,
    drawn_board,
    spot_between,
)
from rendering.scalus.words import (
    StepKind,
    change_of,
    is_figure,
    kind_of,
    planned_by,
    point_of,
)
from rendering.scenes.scene import Scene
from rendering.scenes.stones import (
    Looks,
    StoneBoard,
    choice_ink,
    last_ink,
    put_stone_heading,
    put_stones,
    stone_icons,
    stone_specimen,
)
from rendering.text.lettering import Anchor, width_of, write
from rules.position import Move
from rules.replay import Played
from rules.scalus.board import (
    CROSS,
    FIGURES,
    HEADQUARTERS,
    LINE,
    NO_PIVOT,
    Cell,
    cell_named,
    name_of,
)
from rules.scalus.position import Displacement, ScalusPosition

LOOKS: Looks = {1: ("dark", ""), 2: ("light", "")}


@lru_cache(maxsize=8)
def plate(half: float, seat: int) -> Sprite:
    """A small plate of a seat's headquarters, `half` as wide."""
    ground, ink = HEADQUARTERS_LOOKS[seat]
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), ground, half * 0.35)
    draw_target(canvas, (0, 0), half * 2.1, ink)
    return canvas.sprite()


@lru_cache(maxsize=8)
def captured_mark(gap: float, tone: Tone) -> Sprite:
    """A small struck stone, for the corner of the stone that captured it."""
    canvas = sprite_canvas(gap * 0.26)
    ramp = palette.LIGHT_STONE if tone == "light" else palette.DARK_STONE
    canvas.circle((0, 0), gap * 0.25, palette.LAST)
    canvas.circle((0, 0), gap * 0.19, ramp[1])
    arm = gap * 0.13
    canvas.bar((-arm, arm), (arm, -arm), gap * 0.07, palette.LAST)
    return canvas.sprite()


@lru_cache(maxsize=8)
def dot(radius: float, colour: Colour) -> Sprite:
    """A dot, for the stone that stays."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, colour)
    return canvas.sprite()


@lru_cache(maxsize=16)
def choice_disc(radius: float) -> Sprite:
    """A disc on a selectable free point."""
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, palette.CHOICE)
    canvas.circle((0, 0), radius * 0.85, palette.CHOICE_TINT)
    return canvas.sprite()


@lru_cache(maxsize=16)
def corner_ground(gap: float) -> Sprite:
    """A tile under a possible corner of a rectangle, clear of its neighbours'."""
    half = gap * 0.46
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), palette.CHOICE, half * 0.14)
    inner = half - gap * 0.06
    canvas.rectangle((-inner, -inner, inner, inner), palette.CHOICE_TINT, half * 0.08)
    return canvas.sprite()


@lru_cache(maxsize=16)
def legend_ground(gap: float) -> Sprite:
    """A piece of the board, for a sign of the legend."""
    half = gap * 0.66
    canvas = sprite_canvas(half)
    canvas.rectangle((-half, -half, half, half), palette.WOOD, half * 0.3)
    return canvas.sprite()


@lru_cache(maxsize=32)
def figure_mark(radius: float, across: int, down: int) -> Sprite:
    """A disc with a triangle, or a cross, for the choice of one.

    :param across: 1 if the triangle's right angle is at the left, -1 if at the right, 0 for a
        cross. `down` is 1 if it is at the top, -1 if at the bottom.
    """
    canvas = sprite_canvas(radius)
    canvas.circle((0, 0), radius, palette.CHOICE)
    canvas.circle((0, 0), radius * 0.85, palette.CHOICE_TINT)
    half = radius * 0.5
    if across:
        corner, leg = (-half * across * 0.75, -half * down * 0.75), 2.3 * half
        ends = (corner[0] + leg * across, corner[1]), (corner[0], corner[1] + leg * down)
        canvas.polygon((corner, *ends), palette.CHOICE)
    else:
        for end in ((half * 1.2, 0), (0, half * 1.2)):
            canvas.bar((-end[0], -end[1]), end, radius * 0.36, palette.CHOICE)
    return canvas.sprite()


@lru_cache(maxsize=32)
def figure_ground(outline: tuple[Spot, ...], gap: float, colour: Colour, tint: Colour) -> Sprite:
    """The ground of a triangle by its corners, or of a cross by its four ends.

    The points are relative to the middle of the sprite.
    """
    canvas = sprite_canvas(max(abs(each) for spot in outline for each in spot) + gap)
    for half, ink in ((gap * 0.57, colour), (gap * 0.5, tint)):
        if len(outline) == 4:
            left, low, right, high = outline
            canvas.bar(left, right, 2 * half, ink)
            canvas.bar(low, high, 2 * half, ink)
            continue
        canvas.polygon(outline, ink)
        for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
            canvas.bar(start, end, 2 * half, ink)
    return canvas.sprite()


@lru_cache(maxsize=32)
def group_ground(across: int, down: int, gap: float, *, is_line: bool) -> Sprite:
    """The ground of a group, from its first to its last stone.

    :param across: pixels to the right from the first to the last stone. `down` is downwards.
    """
    canvas = sprite_canvas(max(abs(across), abs(down)) / 2 + gap)
    for half, colour in ((gap * 0.57, palette.CHOICE), (gap * 0.5, palette.CHOICE_TINT)):
        if is_line:
            start, end = (-across / 2, -down / 2), (across / 2, down / 2)
            canvas.bar(start, end, 2 * half, colour)
        else:
            x, y = abs(across) / 2 + half, abs(down) / 2 + half
            canvas.rectangle((-x, -y, x, y), colour, half)
    return canvas.sprite().faded(0.8)


_SIZE = 23.0


def put_footing(
    picture: Image.Image, scene: Scene[ScalusPosition], planned: Displacement | None
) -> None:
    """Put each player's stones under their side, and the rest between them.

    A legend of more than three signs takes their place.

    :param planned: the effect of a complete half-entered move.
    """
    unit = picture.width / 900
    y = round(picture.height - FOOTING * unit / 2)
    has_wide_legend = bool(scene.prefix) and len(set(map(kind_of, scene.choices))) > 3
    for seat, way in () if has_wide_legend else ((1, 1), (2, -1)):
        anchor: Anchor = "lm" if seat == 1 else "rm"
        x = (30 if seat == 1 else 870) * unit
        stone(17 * unit, *LOOKS[seat]).paste_on(picture, (round(x), y))
        count = ngettext("{count} left", "{count} left", len(scene.position.stones(seat)))
        x += way * 27 * unit
        write(picture, (x, y), count, _SIZE * unit, palette.INK, anchor=anchor)
        if not scene.prefix:
            x += way * (width_of(count, _SIZE * unit) + 52 * unit)
            plate(18 * unit, seat).paste_on(picture, (round(x), y))
            x += way * 27 * unit
            goal = gettext("goal of {seat}", seat=scene.name_of(3 - seat))
            ink = palette.QUIET_INK
            write(picture, (x, y), goal, _SIZE * unit, ink, anchor=anchor, weight="SemiBold")
    if planned and planned.captured:
        stones = " ".join(planned.captured[:6])
        if len(planned.captured) > 6:
            stones += " …"
        words = gettext("captures {stones}", stones=stones)
        middle = (picture.width / 2, y)
        write(picture, middle, words, _SIZE * unit, palette.LAST_BRIGHT, weight="SemiBold")
    elif scene.prefix:
        _put_legend(picture, scene, y)


def _put_legend(picture: Image.Image, scene: Scene[ScalusPosition], y: int) -> None:
    """Put the legend of the choices on the board."""
    unit = picture.width / 900
    size, gap = _SIZE * unit, 30 * unit
    circle = ring(gap * 0.55, gap * 0.13, palette.CHOICE)
    signs: dict[StepKind, tuple[Sprite, bool, str]] = {
        StepKind.POINT: (choice_disc(gap * 0.46), False, gettext("single move")),
        StepKind.LINE: (circle, True, gettext("line")),
        StepKind.RECTANGLE: (corner_ground(gap * 1.08), True, gettext("rectangle")),
        StepKind.TRIANGLE: (figure_mark(gap * 0.46, 1, -1), False, gettext("triangle")),
        StepKind.CROSS: (figure_mark(gap * 0.46, 0, 0), False, gettext("cross")),
        StepKind.PIVOT: (circle, True, gettext("pivot")),
        StepKind.NO_PIVOT: (choice_disc(gap * 0.33), False, gettext("no pivot")),
    }
    kinds = set(map(kind_of, scene.choices))
    entries = [signs[kind] for kind in StepKind if kind in kinds]
    width = 1.32 * gap
    lead, space = width + 9 * unit, 26 * unit
    room = sum(lead + width_of(words, size, "SemiBold") for _, _, words in entries)
    x = (picture.width - room - space * (len(entries) - 1)) / 2
    for sign, is_stone, words in entries:
        middle = round(x + width / 2), y
        legend_ground(gap).paste_on(picture, middle)
        sign.paste_on(picture, middle)
        if is_stone:
            stone(gap * STONE, *LOOKS[scene.position.seat]).paste_on(picture, middle)
        write(picture, (x + lead, y), words, size, palette.INK, anchor="lm", weight="SemiBold")
        x += lead + width_of(words, size, "SemiBold") + space


def paint(scene: Scene[ScalusPosition], width: int) -> Image.Image:
    """Return the picture of a scene, `width` pixels wide."""
    position = scene.position
    planned = planned_by(position, scene.prefix)
    board = drawn_board(width, is_upright=scene.is_small)
    picture = board.layer.copy()
    _put_grounds(picture, board, scene, planned)
    leaving = set(planned.starts) - set(planned.ends) if planned else set[str]()
    owners = {name: seat for seat in LOOKS for name in position.stones(seat)}
    put_stones(picture, board, LOOKS, owners, leaving.__contains__)
    if planned:
        _put_plan(picture, board, position, planned)
    elif len(scene.prefix) == 1:
        ring = choice_ring(board.cell * 0.56, board.cell * 0.15)
        ring.paste_on(picture, board.middles[scene.prefix[0]])
    elif not scene.prefix:
        for played in scene.last:
            _put_last_move(picture, board, played)
    _put_choice_names(picture, board, scene)
    put_marked(picture, board.middles, board.cell * 0.47, scene.marked)
    _put_win(picture, board, position)
    put_footing(picture, scene, planned)
    put_stone_heading(picture, scene, LOOKS, _news(scene, planned))
    return picture


def _news(scene: Scene[ScalusPosition], planned: Displacement | None) -> str:
    if planned:
        return scene.position.text(scene.prefix)
    if len(scene.prefix) < 2:
        return f"{scene.prefix[0]} …" if scene.prefix else scene.news
    start, step = scene.prefix
    if kind_of(step) is StepKind.LINE:
        return gettext("{start} line to {end}…", start=start, end=point_of(step))
    if kind_of(step) is StepKind.RECTANGLE:
        return gettext("{start} rectangle to {end}…", start=start, end=point_of(step))
    if is_figure(step):
        figure = scene.position.input.label((start,), step)
        return gettext("{start} {figure}…", start=start, figure=figure)
    return f"{start} {step} …"


def _put_grounds(
    picture: Image.Image,
    board: StoneBoard,
    scene: Scene[ScalusPosition],
    planned: Displacement | None,
) -> None:
    """Put the arrows of a move, the chosen group and the choices under the stones."""
    if planned:
        _put_scaled_figure(picture, board, scene.position, scene.prefix, *_PLANNED)
        _put_arrows(picture, board, planned, palette.CHOICE)
    elif len(scene.prefix) == 2:
        group = scene.position.group_of(scene.prefix)
        if group.kind in FIGURES:
            _put_figure(picture, board, group.ends(), palette.CHOICE, palette.CHOICE_TINT)
        else:
            first, last = (board.middles[name_of(each)] for each in (group.first, group.last))
            across, down = last[0] - first[0], last[1] - first[1]
            ground = group_ground(across, down, board.cell, is_line=group.kind == LINE)
            ground.paste_on(picture, _between(first, last))
    elif not scene.prefix:
        for played in scene.last:
            _put_scaled_figure(picture, board, played.before, played.move, *_LAST)
            _put_arrows(picture, board, change_of(played), palette.LAST)
    for choice in scene.choices:
        _put_choice_ground(picture, board, choice, is_first=not scene.prefix)


_LAST, _PLANNED = (palette.LAST, palette.LAST_BRIGHT), (palette.CHOICE, palette.CHOICE_BRIGHT)
"""The colours of the ground under a cross or triangle that was or would be formed."""


def _put_scaled_figure(
    picture: Image.Image,
    board: StoneBoard,
    position: ScalusPosition,
    move: Move,
    colour: Colour,
    tint: Colour,
) -> None:
    """Put a ground under the cross or triangle that a move forms."""
    if len(move) < 3:
        return
    group = position.group_of(move)
    if group.kind in FIGURES:
        ends = group.scaled(cell_named(move[-1].strip("()"))).ends()
        _put_figure(picture, board, ends, colour, tint, 0.4)


def _put_figure(
    picture: Image.Image,
    board: StoneBoard,
    ends: Sequence[Cell],
    colour: Colour,
    tint: Colour,
    opacity: float = 0.8,
) -> None:
    """Put a ground under a triangle or cross."""
    spots = [board.middles[name_of(end)] for end in ends]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    outline = tuple((x - middle[0], y - middle[1]) for x, y in spots)
    ground = figure_ground(outline, board.cell, colour, tint).faded(opacity)
    ground.paste_on(picture, middle)


def _put_arrows(
    picture: Image.Image, board: StoneBoard, change: Displacement, colour: Colour
) -> None:
    for start, end in zip(change.starts, change.ends, strict=True):
        (x, y), (to_x, to_y) = board.middles[start], board.middles[end]
        if start != end:
            arrow = path(to_x - x, to_y - y, board.cell * 0.075, board.stone, colour, arrow=True)
            arrow.paste_on(picture, _between((x, y), (to_x, to_y)))


def _put_choice_ground(
    picture: Image.Image, board: StoneBoard, choice: str, *, is_first: bool
) -> None:
    """Put a disc on a free point, a ring around a stone, or a tile under a possible corner."""
    gap, kind = board.cell, kind_of(choice)
    if not point_of(choice):
        return
    if kind is StepKind.RECTANGLE:
        mark = corner_ground(gap)
    elif kind is StepKind.POINT and not is_first:
        mark = choice_disc(gap * 0.46)
    else:
        mark = ring(gap * 0.53, gap * 0.12, palette.CHOICE)
    mark.paste_on(picture, board.middles[point_of(choice)])


def _put_plan(
    picture: Image.Image, board: StoneBoard, position: ScalusPosition, planned: Displacement
) -> None:
    """Put the destinations and captures of a complete planned move."""
    gap, look = board.cell, LOOKS[position.seat]
    own = position.stones(position.seat)
    _put_starts(picture, board, planned, palette.CHOICE)
    for name in planned.ends:
        middle = board.middles[name]
        if name in planned.captured:
            stroke_through(board.stone, gap * 0.09).paste_on(picture, middle)
        elif name not in own:
            stone(board.stone, *look).paste_on(picture, middle)
        ring(gap * 0.53, gap * 0.1, palette.CHOICE).paste_on(picture, middle)
    _put_pivot(picture, board, planned, choice_ink(look[0]))


def _put_last_move(picture: Image.Image, board: StoneBoard, played: Played[ScalusPosition]) -> None:
    """Put rings around moved stones, dashed ones on their origins, and small marks for captures."""
    gap, change = board.cell, change_of(played)
    _put_starts(picture, board, change, palette.LAST)
    for name in change.ends:
        ring(gap * 0.51, gap * 0.08, palette.LAST).paste_on(picture, board.middles[name])
    for name in change.captured:
        x, y = board.middles[name]
        away = round(gap * 0.36)
        captured_mark(gap, LOOKS[3 - played.seat][0]).paste_on(picture, (x + away, y - away))
    _put_pivot(picture, board, change, last_ink(LOOKS[played.seat][0]))


def _put_starts(
    picture: Image.Image, board: StoneBoard, change: Displacement, colour: Colour
) -> None:
    dashed = ring(board.cell * 0.36, board.cell * 0.06, colour, 8)
    for name in set(change.starts) - set(change.ends):
        dashed.paste_on(picture, board.middles[name])


def _put_pivot(
    picture: Image.Image, board: StoneBoard, change: Displacement, colour: Colour
) -> None:
    for start, end in zip(change.starts, change.ends, strict=True):
        if start == end:
            dot(board.cell * 0.14, colour).paste_on(picture, board.middles[start])


def _put_choice_names(
    picture: Image.Image, board: StoneBoard, scene: Scene[ScalusPosition]
) -> None:
    dark = scene.position.stones(1)
    names = [name for name in map(point_of, scene.choices) if name]
    if len(scene.prefix) == 1:
        names.append(scene.prefix[0])
    for name in dict.fromkeys(names):
        ink = palette.CHOICE_TINT if name in dark else palette.CHOICE
        size = board.name_size if len(name) == 2 else board.cell * LONG_NAME
        write(picture, board.middles[name], name, size, ink, weight="ExtraBold")
    for step in scene.choices:
        if point_of(step):
            continue
        middle = spot_between(board, scene.position, scene.prefix, step)
        if is_figure(step):
            group = scene.position.group_of((*scene.prefix, step))
            (x, y), (to_x, to_y) = (
                board.middles[name_of(each)] for each in (group.first, group.last)
            )
            turn = (0, 0) if group.kind == CROSS else (_sign(to_x - x), _sign(to_y - y))
            figure_mark(board.cell * 0.35, *turn).paste_on(picture, middle)
            continue
        choice_disc(board.cell * 0.29).paste_on(picture, middle)
        write(picture, middle, NO_PIVOT, board.name_size, palette.CHOICE, weight="ExtraBold")


def _put_win(picture: Image.Image, board: StoneBoard, position: ScalusPosition) -> None:
    for seat, points in HEADQUARTERS.items():
        for name in set(points).intersection(position.stones(3 - seat)):
            won = ring(board.cell * 0.56, board.cell * 0.12, palette.WIN)
            won.paste_on(picture, board.middles[name])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _between(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def icons() -> Icons:
    """Return the stone of each seat, and both on a line for the game."""
    canvas = icon_canvas()
    canvas.circle((0, 0), 64, palette.FRAME)
    canvas.circle((0, 0), 60, palette.WOOD_DEEP)
    for end in ((0, 54), (54, 0)):
        canvas.bar((-end[0], -end[1]), end, 6, palette.GROOVE)
    return stone_icons(canvas.sprite(), LOOKS, 48, (26, 27, 0))


def specimen() -> Image.Image:
    """Return the board with everything that may be on it."""
    board = drawn_board(900, is_upright=False)
    gap, radius = board.cell, board.stone
    return stone_specimen(
        board,
        LOOKS,
        *(captured_mark(gap, tone) for tone, _ in LOOKS.values()),
        stroke_through(radius, gap * 0.09),
        ring(gap * 0.36, gap * 0.06, palette.LAST, 8),
        ring(gap * 0.51, gap * 0.08, palette.LAST),
        ring(gap * 0.53, gap * 0.12, palette.CHOICE),
        choice_ring(gap * 0.56, gap * 0.15),
        ring(gap * 0.56, gap * 0.12, palette.WIN),
        path(round(2 * gap), round(gap), gap * 0.075, radius, palette.LAST, arrow=True),
        path(round(gap), round(2 * gap), gap * 0.075, radius, palette.CHOICE, arrow=True),
        choice_disc(gap * 0.46),
        group_ground(round(gap), round(gap), gap, is_line=False),
        dot(gap * 0.4, palette.GROOVE),
    )
