"""Scalas as a text board and in words."""

from __future__ import annotations

from collections.abc import Callable

from rendering.scalas.shown import ShownCell, ShownTurn, shown_cells, shown_turn
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.scalas.forced import PlacedCube
from rules.scalas.position import ScalasPosition

_MARKS = 2
"""Characters before the tower of a cell; its bracket ends behind it."""


def text_board(scene: Scene[ScalasPosition]) -> str:
    """The plan: a row a line, the back row first; heights and the letters of the top cubes."""
    position = scene.position
    turn = shown_turn(scene)
    cells = shown_cells(scene, turn)
    lines: list[str] = []
    wide = _width(position)
    for row in range(position.size, 0, -1):
        shown = [_written(cell, wide) for name, cell in cells.items() if name[1:] == str(row)]
        lines.append(f"{row} {''.join(shown)}")
    letters = [name[0] for name in cells if name.endswith("1")]
    lines.append("  " + "".join(f"{letter:>{wide}} " for letter in letters))
    hands = [
        f"{scene.name_of(seat)}: {hand} left, {_tops(position, seat)}"
        for seat, hand in enumerate(position.hands, start=1)
    ]
    lines += ["", *words.joined(hands)]
    legend = ["2R red at height 2"]
    if any(filling.forced for filling in turn.fillings):
        legend.append("( ) forced")
    if any(cell.must_be_filled and not cell.is_choice for cell in cells.values()):
        legend.append("+ to fill")
    return words.text_board(scene, lines, legend)


def _width(position: ScalasPosition) -> int:
    """Characters of a cell: of the largest board, fewer where no tower needs three."""
    if position.size < 7 or any(len(tower) > 9 for tower in position.towers):
        return _MARKS + 3
    return _MARKS + 2


def _written(cell: ShownCell, wide: int) -> str:
    """`2R` with its marks: `*[2R]`."""
    mark = "*" if cell.is_choice else "+" if cell.must_be_filled else ""
    start, end = "", " "
    if cell.numbers:
        _, is_forced = cell.numbers[-1]
        start, end = "()" if is_forced else "[]"
    tower = f"{len(cell.tower)}{cell.tower[-1]}" if cell.tower else "·"
    return f"{mark + start + tower:>{wide}}{end}"


def alt_text(scene: Scene[ScalasPosition]) -> str:
    """All of it; without what lies below the tops, or without reasons, where that is too long."""
    turn = shown_turn(scene)
    return first_that_fits(
        _told(scene, turn, _towers, _with_reason),
        _told(scene, turn, _heights, _with_reason),
        _told(scene, turn, _heights, _without_reason),
    )


def _told(
    scene: Scene[ScalasPosition],
    turn: ShownTurn,
    towers: Callable[[ScalasPosition], str],
    filled: Callable[[PlacedCube], str],
) -> str:
    position = scene.position
    sentences = [f"Scalas, {position.size} cells on a side. {words.state(scene)}"]
    if any(filling.forced for filling in turn.fillings):
        lead = "It would fill" if turn.is_planned else "Filled"
        cubes = [f"{number}) {filled(cube)}" for number, cube in enumerate(turn.fillings, start=1)]
        sentences.append(f"{lead}, in order: {', '.join(cubes)}.")
    if turn.unfilled:
        cells = [f"{cell} between {', '.join(pairs)}" for cell, pairs in turn.unfilled.items()]
        sentences.append(f"{scene.name_of(position.seat)} must choose: {' or '.join(cells)}.")
    sentences += [
        f"{scene.name_of(seat)} has {hand} cube{'' if hand == 1 else 's'} left "
        f"and {_tops(position, seat)}."
        for seat, hand in enumerate(position.hands, start=1)
    ]
    sentences.append(towers(position))
    return " ".join(sentences)


def _tops(position: ScalasPosition, seat: int) -> str:
    tops = position.tops[seat - 1]
    return f"{tops} top{'' if tops == 1 else 's'}"


def _with_reason(filling: PlacedCube) -> str:
    return filling.words


def _without_reason(filling: PlacedCube) -> str:
    return f"{filling.cell} forced" if filling.forced else filling.cell


def _towers(position: ScalasPosition) -> str:
    """Every cube of every tower: "From bottom to top: a1 RB, c3 B"."""
    named = [
        f"{cell} {tower}"
        for cell, tower in zip(position.cells, position.towers, strict=True)
        if tower
    ]
    return f"Towers from bottom to top: {', '.join(named)}." if named else "All cells are bare."


def _heights(position: ScalasPosition) -> str:
    """Only what counts: "Heights and tops: a1 2B, c3 1B"."""
    named = [
        f"{cell} {len(tower)}{tower[-1]}"
        for cell, tower in zip(position.cells, position.towers, strict=True)
        if tower
    ]
    return f"Heights and tops: {', '.join(named)}."
