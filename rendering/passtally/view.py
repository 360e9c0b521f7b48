"""The view of a scene of Passtally: the present or planned board, and the lines that count.

The picture, the text board and the alt text are made from it. It depends on no hidden tile.
"""

from __future__ import annotations

from dataclasses import dataclass

from rendering.scenes.scene import Scene
from rules.language import gettext, ngettext, npgettext
from rules.passtally.board import CELL_NUMBERS, CELLS, PILES
from rules.passtally.position import PasstallyPosition
from rules.passtally.scoring import points
from rules.passtally.tiling import Line, Tiling
from rules.replay import Played


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position after the half-entered move, if that is complete."""

    position: PasstallyPosition
    board: Tiling
    markers: dict[str, int]
    """The seat of the marker on each occupied spot."""
    seat: int | None
    """The seat whose lines are shown, which is the one entering a move or the last mover."""
    lines: tuple[Line, ...]
    """The lines that join two markers of that seat."""
    standing: tuple[tuple[int, Line], ...]
    """The lines that join two markers of other seats, with the seat."""
    planned: int
    """The number of the tile laid by the half-entered move, or 0."""
    is_counted: bool
    """Whether the lines have scored, at the end of their turn."""

    @property
    def passes(self) -> int:
        """The passes along all lines shown."""
        return sum(line.passes for line in self.lines)

    @property
    def points(self) -> int:
        """The points of the turn if it ended now."""
        return points(self.passes)

    @property
    def tally(self) -> str:
        """ "7 passes = 4 points"."""
        return gettext(
            "{passes} = {points}",
            passes=ngettext("{count} pass", "{count} passes", self.passes),
            points=ngettext("{count} point", "{count} points", self.points),
        )

    @property
    def short_tally(self) -> str:
        """The tally for little room."""
        return gettext(
            "{passes} = {points}",
            passes=npgettext("in short", "{count} pass", "{count} passes", self.passes),
            points=npgettext("in short", "{count} point", "{count} points", self.points),
        )


def position_view(scene: Scene[PasstallyPosition]) -> PositionView:
    """Return the present or planned board, with the lines of the current or last mover."""
    position = scene.position
    board, markers, planned = position.board, position.markers, 0
    prefix = scene.prefix
    if is_a_tile(prefix) and len(prefix) == 3:
        kind = position.face_up[PILES.index(prefix[0])]
        assert kind is not None
        board = board.lay(kind, CELL_NUMBERS[prefix[1]], CELL_NUMBERS[prefix[2]])
        planned = len(board.laid)
    elif len(prefix) == 2 and not is_a_tile(prefix):
        markers = {spot: owner for spot, owner in markers.items() if spot != prefix[0]}
        markers[prefix[1]] = position.seat
    elif prefix and position.placing_markers:
        markers[prefix[0]] = position.seat
    seat = None
    if prefix:
        seat = position.seat
    elif scene.last and scene.last[-1].move:
        seat = scene.last[-1].seat
    owned = [] if position.placing_markers else _owned_lines(board, markers)
    lines = tuple(line for owner, line in owned if owner == seat)
    standing = tuple(
        (owner, line) for owner, line in owned if owner != seat and owner not in position.resigned
    )
    is_counted = not prefix and bool(scene.last) and turn_is_over(scene.last[-1])
    return PositionView(position, board, markers, seat, lines, standing, planned, is_counted)


def is_a_tile(steps: tuple[str, ...]) -> bool:
    """Whether these steps of a move lay a tile."""
    return bool(steps) and steps[0] in PILES


def turn_is_over(played: Played[PasstallyPosition]) -> bool:
    """Whether a move was the last of its turn. Without steps, a seat has left."""
    before, after = played.before, played.after
    return not played.move or before.actions_left == 1 or after.ended is not None


def gained(scene: Scene[PasstallyPosition]) -> dict[int, int]:
    """Return the points of the last turn by seat, or nothing during a turn."""
    if scene.prefix or not scene.last or not turn_is_over(scene.last[-1]):
        return {}
    before, after = scene.last[0].before, scene.last[-1].after
    seat = scene.last[-1].seat
    return {seat: after.scores[seat - 1] - before.scores[seat - 1]}


def tiles_seen(board: Tiling) -> tuple[int, ...]:
    """Return the numbers of the tiles that show at least a half, in the order laid."""
    return tuple(sorted({*board.tops} - {0}))


def cells_of(board: Tiling, tile: int) -> tuple[str, str]:
    """The cells of a tile's first and second half."""
    laid = board.laid[tile - 1]
    return CELLS[laid.first], CELLS[laid.second]


def _owned_lines(board: Tiling, markers: dict[str, int]) -> list[tuple[int, Line]]:
    """The lines with markers of one seat at both ends, with the seat."""
    return [
        (markers[line.start], line)
        for line in board.lines()
        if line.start in markers and markers[line.start] == markers.get(line.end)
    ]
