"""What counts on a board of Passtally, and Passtally as a text board and in words.

The picture, the text board and the alt text are made from a `PositionView`. It depends on no hidden
tile.

On the text board a tile half is written as `2A:XA`, with its height, its half and the kind of its
tile. `==` or `||` joins the two halves of a tile if both are visible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from language.lists import Listed, row_of, series_of
from language.texts import gettext, ngettext, npgettext
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.text_table import first_that_fits
from rules.passtally.board import CELL_NUMBERS, CELLS, PILES, SEAT_NAMES, SIZE, Line, Tiling, points
from rules.passtally.position import PasstallyPosition
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
    """Return the current or planned board, with the lines of the current or last mover."""
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


_WIDE = 8
"""Characters of a cell on the text board, including marks."""
_EDGE = 6
"""Characters of the row number and the spot at the left."""


def text_board(scene: Scene[PasstallyPosition]) -> str:
    """Return a line per row with the spots at its ends, and kinds and scores below."""
    view = position_view(scene)
    marked = _marked(scene)
    numbers = range(1, SIZE + 1)
    indent = " " * _EDGE
    lines = [indent + _spots(scene, view, marked, [f"N{number}" for number in numbers])]
    for row in reversed(numbers):
        west, east = f"W{row}", f"E{SIZE + 1 - row}"
        cells = "".join(_cell(scene, view, marked, f"{column}{row}") for column in "abcdef")
        left = _spot(scene, view, marked, west).rjust(_EDGE - 1)
        lines.append(f"{row}{left}{cells}{_spot(scene, view, marked, east)}")
        if row > 1:
            lines.append(indent + "".join(_joint(view, f"{column}{row}") for column in "abcdef"))
    lines.append(indent + _spots(scene, view, marked, [f"S{SIZE + 1 - n}" for n in numbers]))
    lines.append(indent + "".join(column.center(_WIDE) for column in "abcdef"))
    scores = [
        f"{_letter(seat)} {scene.name_of(seat)} {score}"
        for seat, score in enumerate(view.position.scores, start=1)
    ]
    lines += ["", "   ".join(_piles(scene, view)), "   ".join(scores)]
    lines.append(_state(view))
    if view.lines:
        lines.append(_lines(scene, view))
    return words.text_board(scene, lines, [gettext("2A:XA height, half, kind of tile")])


def _letter(seat: int) -> str:
    """A seat's letter on the board, such as "A", the same in every language."""
    return SEAT_NAMES[seat - 1][0]


def _marked(scene: Scene[PasstallyPosition]) -> set[str]:
    """The cells and spots of the half-entered move, or of the last turn."""
    if scene.prefix:
        return set(scene.prefix)
    return {step for played in scene.last for step in played.move}


def _spots(
    scene: Scene[PasstallyPosition], view: PositionView, marked: set[str], names: list[str]
) -> str:
    return "".join(_spot(scene, view, marked, name).center(_WIDE) for name in names)


def _spot(scene: Scene[PasstallyPosition], view: PositionView, marked: set[str], name: str) -> str:
    """A spot with its marker and marks: `N3`, `N3A`, `[N3A]`, `N3*`."""
    seat = view.markers.get(name)
    text = name + (_letter(seat) if seat else "") + "*" * (name in scene.choices)
    return f"[{text}]" if name in marked else text


def _cell(scene: Scene[PasstallyPosition], view: PositionView, marked: set[str], name: str) -> str:
    cell = view.board.cell(name)
    left, right = "[]" if name in marked else "  "
    if not cell.tile:
        text = "*" if name in scene.choices else "."
        return f"{left}{text}{right}".center(_WIDE)
    if name in scene.choices:
        left = right = "*"
    beside = CELL_NUMBERS[cell.other_half] - CELL_NUMBERS[name] if cell.other_half else 0
    left = "=" if beside == -SIZE else left
    right = "=" if beside == SIZE else right
    written = f"{left}{cell.height}{cell.half}:{cell.kind}{right}"
    return written.ljust(_WIDE, "=" if beside == SIZE else " ")


def _joint(view: PositionView, name: str) -> str:
    """The mark between a cell and the one below."""
    other = view.board.cell(name).other_half
    return ("||" if other and CELL_NUMBERS[name] - CELL_NUMBERS[other] == 1 else "").center(_WIDE)


def _piles(scene: Scene[PasstallyPosition], view: PositionView) -> list[str]:
    """The face-up tile of each pile: "1: XA, 14 left"."""
    position = view.position
    piles: list[str] = []
    for name, kind, left in zip(PILES, position.face_up, position.tiles_left, strict=True):
        pile = "*" * (name in scene.choices) + name
        piles.append(
            ngettext(
                "{pile}: {kind}, {count} left",
                "{pile}: {kind}, {count} left",
                left,
                pile=pile,
                kind=kind,
            )
            if kind
            else gettext("{pile}: used up", pile=pile)
        )
    return piles


def _scores(scene: Scene[PasstallyPosition], position: PasstallyPosition) -> Listed:
    return row_of(
        [f"{scene.name_of(seat)} {score}" for seat, score in enumerate(position.scores, start=1)]
    )


def _lines(scene: Scene[PasstallyPosition], view: PositionView) -> str:
    """The lines that count: "Amber's lines N3-S4 (5), E1-W2 (4): 9 passes = 4 points"."""
    assert view.seat
    seat = scene.name_of(view.seat)
    if len(view.lines) == 1:
        line = f"{view.lines[0].start}-{view.lines[0].end}"
        return gettext("{seat}'s line {line}: {tally}", seat=seat, line=line, tally=view.tally)
    lines = row_of([f"{line.start}-{line.end} ({line.passes})" for line in view.lines])
    return gettext("{seat}'s lines {lines}: {tally}", seat=seat, lines=lines, tally=view.tally)


def _standing(scene: Scene[PasstallyPosition], view: PositionView) -> list[str]:
    """The lines of the other seats: "Teal's lines: W1-W4 (8), W5-W6 (4)."."""
    by_seat: dict[int, list[str]] = {}
    for seat, line in view.standing:
        by_seat.setdefault(seat, []).append(f"{line.start}-{line.end} ({line.passes})")
    return [
        ngettext(
            "{seat}'s line: {lines}.",
            "{seat}'s lines: {lines}.",
            len(lines),
            seat=scene.name_of(seat),
            lines=row_of(lines),
        )
        for seat, lines in sorted(by_seat.items())
    ]


def _state(view: PositionView) -> str:
    """The round and the actions left, in a few words."""
    position = view.position
    if position.ended:
        return gettext("Ended in round {round}", round=position.round)
    if position.placing_markers:
        return gettext("Placing markers")
    if position.last_round:
        return ngettext(
            "Round {round}, last round, {count} action left",
            "Round {round}, last round, {count} actions left",
            position.actions_left,
            round=position.round,
        )
    return ngettext(
        "Round {round}, {count} action left",
        "Round {round}, {count} actions left",
        position.actions_left,
        round=position.round,
    )


def alt_text(scene: Scene[PasstallyPosition]) -> str:
    """Return the scene in sentences, leaving out the tiles' other cells if too long."""
    return first_that_fits(_description(scene, tiles) for tiles in (_tiles, _halves))


def _description(scene: Scene[PasstallyPosition], tiles: Callable[[PositionView], str]) -> str:
    view = position_view(scene)
    position = view.position
    sentences = [
        words.as_sentence("Passtally"),
        words.state(scene),
        words.as_sentence(_state(view)),
        gettext("Scores: {scores}.", scores=_scores(scene, position)),
    ]
    for seat in range(1, position.players + 1):
        own = " ".join(spot for spot, owner in view.markers.items() if owner == seat)
        name = scene.name_of(seat)
        sentences.append(
            gettext("{seat}'s markers: {spots}.", seat=name, spots=own)
            if own
            else gettext("{seat} has no markers yet.", seat=name)
        )
    if view.lines:
        sentences.append(words.as_sentence(_lines(scene, view)))
    sentences += _standing(scene, view)
    piles = series_of(_piles(scene, view))
    sentences.append(gettext("Face up in pile {piles}.", piles=piles))
    return words.paragraph(*sentences, tiles(view))


def _tiles(view: PositionView) -> str:
    """Tiles by height, with both cells if both are visible: "Tiles 1 high: XA:c3-d3"."""
    by_height: dict[int, list[str]] = {}
    for number in tiles_seen(view.board):
        laid = view.board.laid[number - 1]
        cells = [name for name in cells_of(view.board, number) if _shows(view, name, number)]
        half = gettext(
            "{tile} half {half} on {cell}",
            tile=laid.kind,
            half=view.board.cell(cells[0]).half,
            cell=cells[0],
        )
        by_height.setdefault(laid.height, []).append(laid.text if len(cells) == 2 else half)
    halves = [
        gettext("Tiles {height} high: {tiles}.", height=height, tiles=row_of(by_height[height]))
        for height in sorted(by_height)
    ]
    return words.paragraph(*halves) if halves else gettext("No tiles have been laid.")


def _halves(view: PositionView) -> str:
    """Covered cells with their height and half: "Cells with tiles: c3 2A, d3 2X"."""
    cells = [(name, view.board.cell(name)) for name in CELLS]
    words = [f"{name} {cell.height}{cell.half}" for name, cell in cells if cell.tile]
    return gettext("Cells with tiles, their height and half: {cells}.", cells=row_of(words))


def _shows(view: PositionView, name: str, number: int) -> bool:
    return view.board.cell(name).tile == number
