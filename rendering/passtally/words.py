"""Passtally as a text board and in words.

On the text board a tile half is written as `2A:XA`, with its height, its half and the kind of its
tile. `==` or `||` joins the two halves of a tile if both are visible.
"""

from __future__ import annotations

from collections.abc import Callable

from rendering.passtally.view import PositionView, cells_of, position_view, tiles_seen
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.language import gettext, ngettext
from rules.listing import Listed, row_of, series_of
from rules.passtally.board import CELL_NUMBERS, CELLS, PILES, SEAT_NAMES, SIZE
from rules.passtally.position import PasstallyPosition

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
    return first_that_fits(_description(scene, _tiles), _description(scene, _halves))


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
