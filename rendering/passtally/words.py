"""Passtally as a text board and in words.

On the text board a tile half reads `2A:XA`: how high it lies, how it joins its sides, the kind of
its tile. `==` or `||` joins the two halves of a tile where both show.
"""

from __future__ import annotations

from collections.abc import Callable

from rendering.passtally.shown import ShownPosition, cells_of, shown_position, tiles_seen
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.passtally.board import CELL_NUMBERS, CELLS, PILES, SIZE
from rules.passtally.position import PasstallyPosition

_WIDE = 8
"""Characters of a cell on the text board, its marks included."""
_EDGE = 6
"""Characters of the row number and the spot at the left."""


def text_board(scene: Scene[PasstallyPosition]) -> str:
    """A row a line with the spots at its ends, the kinds and the scores below."""
    view = shown_position(scene)
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
        f"{name[0]} {name} {score}"
        for seat, score in enumerate(view.position.scores, start=1)
        for name in (scene.name_of(seat),)
    ]
    lines += ["", _piles_line(scene, view), "   ".join(scores)]
    lines.append(_state(view))
    if view.lines:
        lines.append(_lines(scene, view))
    return words.text_board(scene, lines, ["2A:XA height, half, kind of tile"])


def _marked(scene: Scene[PasstallyPosition]) -> set[str]:
    """The cells and spots of the half-entered move, else those of the last turn."""
    if scene.prefix:
        return set(scene.prefix)
    return {step for played in scene.last for step in played.move}


def _spots(
    scene: Scene[PasstallyPosition], view: ShownPosition, marked: set[str], names: list[str]
) -> str:
    return "".join(_spot(scene, view, marked, name).center(_WIDE) for name in names)


def _spot(scene: Scene[PasstallyPosition], view: ShownPosition, marked: set[str], name: str) -> str:
    """Its name, the letter of the marker's owner, `*` for a choice: `N3`, `N3A`, `[N3A]`, `N3*`."""
    seat = view.markers.get(name)
    shown = name + (scene.name_of(seat)[0] if seat else "") + "*" * (name in scene.choices)
    return f"[{shown}]" if name in marked else shown


def _cell(scene: Scene[PasstallyPosition], view: ShownPosition, marked: set[str], name: str) -> str:
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
    shown = f"{left}{cell.height}{cell.half}:{cell.kind}{right}"
    return shown.ljust(_WIDE, "=" if beside == SIZE else " ")


def _joint(view: ShownPosition, name: str) -> str:
    """What stands between a cell and the one below it."""
    other = view.board.cell(name).other_half
    return ("||" if other and CELL_NUMBERS[name] - CELL_NUMBERS[other] == 1 else "").center(_WIDE)


def _piles_line(scene: Scene[PasstallyPosition], view: ShownPosition) -> str:
    position = view.position
    piles = [
        f"{'*' * (name in scene.choices)}{name}: {f'{kind}, {left} left' if kind else 'used up'}"
        for name, kind, left in zip(PILES, position.face_up, position.tiles_left, strict=True)
    ]
    return "   ".join(piles)


def _scores(scene: Scene[PasstallyPosition], position: PasstallyPosition) -> str:
    return ", ".join(
        f"{scene.name_of(seat)} {score}" for seat, score in enumerate(position.scores, start=1)
    )


def _lines(scene: Scene[PasstallyPosition], view: ShownPosition) -> str:
    """The lines that count: "Amber's lines N3-S4 (5), E1-W2 (4): 9 passes = 4 points"."""
    assert view.seat
    owner = f"{scene.name_of(view.seat)}'s"
    if len(view.lines) == 1:
        return f"{owner} line {view.lines[0].start}-{view.lines[0].end}: {view.tally}"
    ends = ", ".join(f"{line.start}-{line.end} ({line.passes})" for line in view.lines)
    return f"{owner} lines {ends}: {view.tally}"


def _standing(scene: Scene[PasstallyPosition], view: ShownPosition) -> list[str]:
    """The lines of the other seats: "Teal's lines: W1-W4 (8), W5-W6 (4)"."""
    by_seat: dict[int, list[str]] = {}
    for seat, line in view.standing:
        by_seat.setdefault(seat, []).append(f"{line.start}-{line.end} ({line.passes})")
    return [
        f"{scene.name_of(seat)}'s line{'s' if len(lines) > 1 else ''}: {', '.join(lines)}."
        for seat, lines in sorted(by_seat.items())
    ]


def _state(view: ShownPosition) -> str:
    """The round and the actions left, in a few words."""
    position = view.position
    if position.ended:
        return f"ended in round {position.round}"
    if position.placing_markers:
        return "placing markers"
    actions = f"{position.actions_left} action{'s' if position.actions_left > 1 else ''} left"
    last = "last round, " if position.last_round else ""
    return f"round {position.round}, {last}{actions}"


def alt_text(scene: Scene[PasstallyPosition]) -> str:
    """All of it in sentences; where they are too long, tiles without their other cells."""
    return first_that_fits(_told(scene, _tiles), _told(scene, _halves))


def _told(scene: Scene[PasstallyPosition], tiles: Callable[[ShownPosition], str]) -> str:
    view = shown_position(scene)
    position = view.position
    state = _state(view)
    sentences = [
        f"Passtally. {words.state(scene)} {state[0].upper()}{state[1:]}.",
        f"Scores: {_scores(scene, position)}.",
    ]
    for seat in range(1, position.players + 1):
        own = " ".join(spot for spot, owner in view.markers.items() if owner == seat)
        sentences.append(f"{scene.name_of(seat)}'s markers: {own or 'none'}.")
    if view.lines:
        sentences.append(f"{_lines(scene, view)}.")
    sentences += _standing(scene, view)
    sentences.append(f"Face up in pile {_piles_line(scene, view)}.".replace("   ", "; "))
    sentences.append(tiles(view))
    return " ".join(sentences)


def _tiles(view: ShownPosition) -> str:
    """By height, each tile with both its cells where both show: "Tiles 1 high: XA:c3-d3"."""
    by_height: dict[int, list[str]] = {}
    for number in tiles_seen(view.board):
        laid = view.board.laid[number - 1]
        shown = [name for name in cells_of(view.board, number) if _shows(view, name, number)]
        half = f"{laid.kind} half {view.board.cell(shown[0]).half} on {shown[0]}"
        by_height.setdefault(laid.height, []).append(laid.text if len(shown) == 2 else half)
    told = [f"Tiles {height} high: {', '.join(by_height[height])}." for height in sorted(by_height)]
    return " ".join(told) or "No tile is laid."


def _halves(view: ShownPosition) -> str:
    """Each cell that isn't bare with its height and its half: "Cells with tiles: c3 2A, d3 2X"."""
    shown = [(name, view.board.cell(name)) for name in CELLS]
    told = [f"{name} {cell.height}{cell.half}" for name, cell in shown if cell.tile]
    return f"Cells with tiles, their height and half: {', '.join(told)}."


def _shows(view: ShownPosition, name: str, number: int) -> bool:
    return view.board.cell(name).tile == number
