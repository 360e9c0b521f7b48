"""Curves over a common axis as a picture, for `rating_chart` and `evaluation_chart`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from PIL import Image

from language.texts import gettext
from rendering.drawing import palette
from rendering.drawing.canvas import Box, Canvas, Sprite
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import ring
from rendering.figures.parts import (
    CURVES,
    HEAD,
    MARGIN,
    PRINT_PITCH,
    PRINT_SIZE,
    TILES,
    Tile,
    finished,
    panel,
    put_small_print,
    put_tiles,
    put_title,
    shape,
    wrapped,
)
from rendering.text.lettering import shortened, width_of, write

MAX_CURVES = len(CURVES)


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled line across the chart."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of the chart, to the right or upwards."""

    start: float
    end: float
    """The value at the end, always more than `start`."""
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked point of a curve."""

    at: float
    up: float
    label: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points, with a colour and shape by its index."""

    name: str
    """The name in the key, if there are several curves or a band."""
    points: tuple[tuple[float, float], ...]
    """Points as values along and upwards, sorted by the first."""
    spread: tuple[float, ...] = ()
    """The band's half width at each point, or empty."""
    spread_name: str = ""
    """The meaning of the band, which gives even a single curve a key."""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over their axes, and all labels."""

    title: str
    note: str
    across: Axis
    upwards: Axis
    curves: tuple[Curve, ...]
    """Up to `MAX_CURVES` curves. The first is drawn on top."""
    ground: float | None = None
    """If set, the area between this value and the first curve is filled, light above, dark
    below."""
    small_print: str = ""
    tiles: tuple[Tile, ...] = ()
    """Large figures, shown below the title."""
    empty: str | None = None
    """The words if no curve has a point, or None for the default."""
    alt: str = ""
    """A description for screen readers, up to 1024 characters."""

    @property
    def has_key(self) -> bool:
        """Whether it explains its colours, shapes and bands."""
        return len(self.curves) > 1 or any(curve.spread_name for curve in self.curves)


_HIGH, _BELOW, _KEY, _OVERHANG = 400, 50, 40, 12
_MIN_GAP = 11
"""The minimum distance in pixels of individually drawn points."""


@dataclass(frozen=True, slots=True)
class _Plot:
    """The area of the curves, in pixels of the picture."""

    chart: Chart
    left: float
    top: float
    width: float
    height: float
    unit: float

    def x(self, at: float) -> float:
        axis = self.chart.across
        return self.left + self.width * (at - axis.start) / (axis.end - axis.start)

    def y(self, up: float) -> float:
        axis = self.chart.upwards
        return self.top + self.height * (axis.end - up) / (axis.end - axis.start)

    def spots(self, curve: Curve) -> list[tuple[float, float]]:
        return [(self.x(at), self.y(up)) for at, up in curve.points]


def height_of(chart: Chart, width: int = 900) -> int:
    """Return the height of a chart's picture."""
    unit, lines = width / 900, len(_small_print(chart, width))
    _, foot = _top_and_foot(chart)
    return round((foot + lines * PRINT_PITCH + (14 if lines else 6)) * unit)


def _small_print(chart: Chart, width: int) -> list[str]:
    unit = width / 900
    return wrapped(chart.small_print, PRINT_SIZE * unit, (900 - 2 * MARGIN) * unit)


def _top_and_foot(chart: Chart) -> tuple[float, float]:
    """The upper edge of the curves, and the lower edge of the labels below them."""
    top = HEAD + (TILES if chart.tiles else 0) + (_KEY if chart.has_key else 0) + 12
    return top, top + _HIGH + _BELOW


def draw_chart(chart: Chart, width: int = 900) -> bytes:
    """The chart as a PNG file, `width` pixels wide."""
    unit, small = width / 900, _small_print(chart, width)
    key_top = HEAD + (TILES if chart.tiles else 0)
    top, foot = _top_and_foot(chart)
    picture = Image.new("RGB", (width, height_of(chart, width)), palette.BACKGROUND)
    put_title(picture, chart.title, chart.note)
    put_tiles(picture, chart.tiles, HEAD * unit)
    labels = [tick.label for tick in chart.upwards.ticks]
    lead = max((width_of(label, 24 * unit, "SemiBold") for label in labels), default=0) / unit
    left = MARGIN + lead + 14
    plot = _Plot(chart, left * unit, top * unit, (900 - 46 - left) * unit, _HIGH * unit, unit)
    picture.paste(_drawn(plot, width), (0, round((top - _OVERHANG) * unit)))
    _put_labels(picture, plot)
    if chart.has_key:
        _put_key(picture, chart.curves, key_top * unit)
    if any(curve.points for curve in chart.curves):
        _put_dots(picture, plot)
        _put_marks(picture, plot)
    else:
        at = plot.left + plot.width / 2, plot.top + plot.height / 2
        empty = chart.empty or gettext("Nothing to show yet.")
        words = shortened(empty, 27 * unit, plot.width, "SemiBold")
        write(picture, at, words, 27 * unit, palette.QUIET_INK, weight="SemiBold")
    put_small_print(picture, small, foot * unit)
    return finished(picture)


def _drawn(plot: _Plot, width: int) -> Image.Image:
    """The grid, areas and lines, slightly taller than the plot."""
    unit, chart = plot.unit, plot.chart
    canvas = Canvas(
        width,
        plot.height + 2 * _OVERHANG * unit,
        (0, _OVERHANG * unit - plot.top),
        palette.BACKGROUND,
    )
    thin, right, bottom = unit, plot.left + plot.width, plot.top + plot.height
    for tick in chart.across.ticks:
        x = plot.x(tick.at)
        canvas.rectangle((x - thin, plot.top, x + thin, bottom + 8 * unit), palette.PANEL)
    for tick in chart.upwards.ticks:
        y = plot.y(tick.at)
        canvas.rectangle((plot.left, y - thin, right, y + thin), palette.PANEL)
    numbered = list(zip(chart.curves, CURVES, strict=False))[::-1]
    for curve, (colour, _) in numbered:
        _draw_band(canvas, plot, curve, palette.mixed(palette.BACKGROUND, colour, 0.25))
    if chart.ground is not None:
        _draw_areas(canvas, plot, chart.curves[0], chart.ground)
        y = plot.y(chart.ground)
        canvas.rectangle((plot.left, y - thin, right, y + thin), palette.QUIET_INK)
    for curve, (colour, _) in numbered:
        for start, end in pairwise(plot.spots(curve)):
            canvas.bar(start, end, 4.5 * unit, colour)
    return canvas.layer()


def _draw_band(canvas: Canvas, plot: _Plot, curve: Curve, colour: Colour) -> None:
    if not curve.spread or len(curve.points) < 2:
        return
    axis = plot.chart.upwards
    edges: list[list[tuple[float, float]]] = [[], []]
    for (at, up), reach in zip(curve.points, curve.spread, strict=True):
        edges[0].append((plot.x(at), plot.y(min(axis.end, up + reach))))
        edges[1].append((plot.x(at), plot.y(max(axis.start, up - reach))))
    canvas.polygon([*edges[0], *reversed(edges[1])], colour)


def _draw_areas(canvas: Canvas, plot: _Plot, curve: Curve, ground: float) -> None:
    """Fill the area between the curve and a value, cutting the curve where it crosses that."""
    if len(curve.points) < 2:
        return
    points = [curve.points[0]]
    for (at, up), (next_at, next_up) in pairwise(curve.points):
        if (up - ground) * (next_up - ground) < 0:
            points.append((at + (next_at - at) * (ground - up) / (next_up - up), ground))
        points.append((next_at, next_up))
    for bound, colour in ((max, palette.LIGHT_STONE[1]), (min, palette.HOLE)):
        edge = [(plot.x(at), plot.y(bound(up, ground))) for at, up in points]
        base = plot.y(ground)
        canvas.polygon([(edge[0][0], base), *edge, (edge[-1][0], base)], colour)


def _put_labels(picture: Image.Image, plot: _Plot) -> None:
    unit, size = plot.unit, 24 * plot.unit
    for tick in plot.chart.upwards.ticks:
        at = plot.left - 12 * unit, plot.y(tick.at)
        write(picture, at, tick.label, size, palette.QUIET_INK, anchor="rm", weight="SemiBold")
    for tick in plot.chart.across.ticks:
        half = width_of(tick.label, size, "SemiBold") / 2
        middle = min(plot.x(tick.at), picture.width - MARGIN * unit / 2 - half)
        at = middle, plot.top + plot.height + 28 * unit
        write(picture, at, tick.label, size, palette.QUIET_INK, weight="SemiBold")


def _put_key(picture: Image.Image, curves: Sequence[Curve], top: float) -> None:
    """Put each colour, shape and band with its name on one line, shortening names to fit."""
    unit = picture.width / 900
    size, y = 24 * unit, top + (_KEY / 2 - 4) * unit
    entries: list[tuple[str, Sprite]] = []
    for curve, (colour, kind) in zip(curves, CURVES, strict=False):
        entries.append((curve.name, shape(kind, 8 * unit, colour)))
        if curve.spread_name:
            band = palette.mixed(palette.BACKGROUND, colour, 0.25)
            swatch = panel(round(22 * unit), round(18 * unit), band, 4 * unit)
            entries.append((curve.spread_name, swatch))
    room = (900 - 2 * MARGIN) * unit / len(entries)
    x = MARGIN * unit
    for words, sign in entries:
        name = shortened(words, size, room - 44 * unit, "SemiBold")
        sign.paste_on(picture, (round(x + 10 * unit), round(y)))
        write(picture, (x + 28 * unit, y), name, size, palette.INK, anchor="lm", weight="SemiBold")
        x += width_of(name, size, "SemiBold") + 56 * unit


def _put_dots(picture: Image.Image, plot: _Plot) -> None:
    """Draw the points of the curves as shapes: the last of each, and all if there are few."""
    unit = plot.unit
    for curve, (colour, kind) in list(zip(plot.chart.curves, CURVES, strict=False))[::-1]:
        spots = plot.spots(curve)
        are_few = plot.chart.ground is None and len(spots) * _MIN_GAP * unit * 1.6 < plot.width
        for number, spot in enumerate(spots):
            is_last = number == len(spots) - 1
            if is_last or are_few:
                radius = (8 if is_last else 5.5) * unit
                dot = shape(kind, radius, colour, palette.BACKGROUND)
                dot.paste_on(picture, (round(spot[0]), round(spot[1])))


def _put_marks(picture: Image.Image, plot: _Plot) -> None:
    """Put rings around marked points, and labels near them if there is room."""
    unit, size = plot.unit, 24 * plot.unit
    marks = [mark for curve in plot.chart.curves for mark in curve.marks]
    reach = 13 * unit
    boxes: list[Box] = []
    for mark in marks:
        x, y = plot.x(mark.at), plot.y(mark.up)
        ring(11 * unit, 4 * unit, palette.WIN).paste_on(picture, (round(x), round(y)))
        boxes.append((x - reach, y - reach, x + reach, y + reach))
    lines = [leg for curve in plot.chart.curves for leg in pairwise(plot.spots(curve))]
    half_height = size * 0.65
    for mark in marks:
        half = width_of(mark.label, size) / 2 + 6 * unit
        for middle, y in _places(plot, mark, half):
            box = middle - half, y - half_height, middle + half, y + half_height
            is_inside = plot.top <= box[1] and box[3] <= plot.top + plot.height
            is_free = not any(_overlap(box, other) for other in boxes)
            if is_inside and is_free and not any(_crosses(leg, box) for leg in lines):
                boxes.append(box)
                ground = panel(round(2 * half), round(size * 1.25), palette.PANEL, 6 * unit)
                ground.paste_on(picture, (round(middle), round(y)))
                write(picture, (middle, y), mark.label, size, palette.INK)
                break


def _places(plot: _Plot, mark: Mark, half: float) -> Iterator[tuple[float, float]]:
    """Possible middles of a label, above and below, then beside, further and further away.

    :param half: half its width.
    """
    x, y, unit = plot.x(mark.at), plot.y(mark.up), plot.unit
    for away in (32, 48, 64, 84, 108):
        for aside in (0.0, -1.0, 1.0):
            middle = x + aside * (half + 12 * unit)
            middle = min(max(middle, plot.left + half), plot.left + plot.width - half)
            for way in (-1, 1):
                yield middle, y + way * away * unit


def _crosses(leg: tuple[tuple[float, float], tuple[float, float]], box: Box) -> bool:
    """Whether a straight line crosses a box, by clipping it to each pair of sides."""
    (x, y), (to_x, to_y) = leg
    left, top, right, bottom = box
    enters, leaves = 0.0, 1.0
    for start, step, low, high in ((x, to_x - x, left, right), (y, to_y - y, top, bottom)):
        if step == 0:
            if not low < start < high:
                return False
            continue
        one, other = sorted(((low - start) / step, (high - start) / step))
        enters, leaves = max(enters, one), min(leaves, other)
    return enters < leaves


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def round_ticks(low: float, high: float, limit: int = 6) -> tuple[float, ...]:
    """Up to `limit` multiples of 1, 2 or 5 tens (or tenths …) between two values.

    :param high: more than `low`.
    """
    step = 10.0 ** floor(log10((high - low) / limit))
    while floor(high / step) - ceil(low / step) + 1 > limit:
        step *= 2.5 if f"{step:e}".startswith("2") else 2
    first = ceil(low / step)
    return tuple(number * step for number in range(first, floor(high / step) + 1))
