"""What each cell of Scalas shows, and Scalas as a text board and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from language.lists import any_of, listed, row_of
from language.texts import gettext, ngettext
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.text_table import first_that_fits
from rules.scalas.board import COLOURS
from rules.scalas.position import ScalasPosition
from rules.scalas.stairs import PlacedCube


@dataclass(frozen=True, slots=True)
class TurnView:
    """The cubes of a turn, in the order placed."""

    fillings: tuple[PlacedCube, ...]
    is_planned: bool
    """Whether they belong to a half-entered move instead of the last turn."""
    unfilled: Mapping[str, tuple[str, ...]]
    """The cells among which the mover must choose next, each with the ends of its pairs."""


@dataclass(frozen=True, slots=True)
class CellView:
    """The view of one cell."""

    tower: str
    """Its cubes from bottom to top, including planned ones."""
    planned: int
    """The number of planned cubes, on top."""
    numbers: tuple[tuple[int, bool], ...]
    """The places of its cubes in the turn, from 1, and whether each was forced."""
    is_choice: bool
    is_barred: bool
    """Whether other cells may or must be filled now, without this one being involved."""
    must_be_filled: bool
    """Whether it is one of the forced cells to choose from."""


def turn_view(scene: Scene[ScalasPosition]) -> TurnView:
    """Return the half-entered move, or the last turn."""
    position = scene.position
    if scene.prefix:
        after = position.play(scene.prefix)
        return TurnView(position.placed_cubes(scene.prefix), True, _unfilled(after))
    fillings: list[PlacedCube] = []
    for played in scene.last:
        fillings += played.before.placed_cubes(played.move)
    return TurnView(tuple(fillings), False, _unfilled(position))


def _unfilled(position: ScalasPosition) -> dict[str, tuple[str, ...]]:
    names = position.cells
    return {
        cell: tuple(
            listed((names[low], names[high]))
            for low, between, high in position.pending
            if names[between] == cell
        )
        for cell in position.forced
    }


def cell_views(scene: Scene[ScalasPosition], turn: TurnView) -> Mapping[str, CellView]:
    """Every cell by its name, in the order of the position's cells."""
    position = scene.position
    numbers: dict[str, list[tuple[int, bool]]] = {name: [] for name in position.cells}
    for number, filling in enumerate(turn.fillings, start=1):
        numbers[filling.cell].append((number, filling.forced))
    choices = {choice.removeprefix("+") for choice in scene.choices}
    open_to = choices if turn.is_planned else choices.union(turn.unfilled)
    pairs = {position.cells[end] for low, _, high in position.pending for end in (low, high)}
    cells: dict[str, CellView] = {}
    for name, tower in zip(position.cells, position.towers, strict=True):
        planned = len(numbers[name]) if turn.is_planned else 0
        cells[name] = CellView(
            tower + COLOURS[position.seat - 1] * planned,
            planned,
            tuple(numbers[name]),
            name in choices,
            bool(open_to) and name not in open_to and name not in pairs,
            name in turn.unfilled,
        )
    return cells


_MARKS = 2
"""Characters before the tower of a cell."""


def text_board(scene: Scene[ScalasPosition]) -> str:
    """Return a line per row, the back row first, with heights and the letters of the top cubes."""
    position = scene.position
    turn = turn_view(scene)
    cells = cell_views(scene, turn)
    lines: list[str] = []
    width = _width(position)
    for row in range(position.size, 0, -1):
        texts = [_written(cell, width) for name, cell in cells.items() if name[1:] == str(row)]
        lines.append(f"{row} {''.join(texts)}")
    letters = [name[0] for name in cells if name.endswith("1")]
    lines.append("  " + "".join(f"{letter:>{width}} " for letter in letters))
    hands = [
        gettext(
            "{seat}: {hand} left, {tops}",
            seat=scene.name_of(seat),
            hand=hand,
            tops=tops_words(position.tops[seat - 1]),
        )
        for seat, hand in enumerate(position.hands, start=1)
    ]
    lines += ["", *words.joined(hands)]
    legend = [gettext("2R red at height 2")]
    if any(filling.forced for filling in turn.fillings):
        legend.append(gettext("( ) forced"))
    if any(cell.must_be_filled and not cell.is_choice for cell in cells.values()):
        legend.append(gettext("+ to fill"))
    return words.text_board(scene, lines, legend)


def _width(position: ScalasPosition) -> int:
    """Characters of a cell, fewer if no tower needs three."""
    if position.size < 7 or any(len(tower) > 9 for tower in position.towers):
        return _MARKS + 3
    return _MARKS + 2


def _written(cell: CellView, width: int) -> str:
    """`2R` with its marks: `*[2R]`."""
    mark = "*" if cell.is_choice else "+" if cell.must_be_filled else ""
    start, end = "", " "
    if cell.numbers:
        _, is_forced = cell.numbers[-1]
        start, end = "()" if is_forced else "[]"
    tower = f"{len(cell.tower)}{cell.tower[-1]}" if cell.tower else "·"
    return f"{mark + start + tower:>{width}}{end}"


def alt_text(scene: Scene[ScalasPosition]) -> str:
    """Return the scene in words, without lower cubes or reasons if too long."""
    turn = turn_view(scene)
    versions = (
        (_towers, _with_reason),
        (_heights, _with_reason),
        (_heights, _without_reason),
    )
    return first_that_fits(_description(scene, turn, *version) for version in versions)


def _description(
    scene: Scene[ScalasPosition],
    turn: TurnView,
    towers: Callable[[ScalasPosition], str],
    filled: Callable[[PlacedCube], str],
) -> str:
    position = scene.position
    sentences = [words.board_words("Scalas", position.size), words.state(scene)]
    if any(filling.forced for filling in turn.fillings):
        numbered = [
            f"{number}) {filled(cube)}" for number, cube in enumerate(turn.fillings, start=1)
        ]
        cubes = row_of(numbered)
        sentences.append(
            gettext("It would fill, in order: {cubes}.", cubes=cubes)
            if turn.is_planned
            else gettext("Filled, in order: {cubes}.", cubes=cubes)
        )
    if turn.unfilled:
        cells = [
            gettext("{cell} between {pairs}", cell=cell, pairs=row_of(pairs))
            for cell, pairs in turn.unfilled.items()
        ]
        mover = scene.name_of(position.seat)
        sentences.append(gettext("{seat} must choose: {cells}.", seat=mover, cells=any_of(cells)))
    sentences += [
        ngettext(
            "{seat} has {count} cube left and {tops}.",
            "{seat} has {count} cubes left and {tops}.",
            hand,
            seat=scene.name_of(seat),
            tops=tops_words(position.tops[seat - 1]),
        )
        for seat, hand in enumerate(position.hands, start=1)
    ]
    return words.paragraph(*sentences, towers(position))


def tops_words(tops: int) -> str:
    """ "5 tops"."""
    return ngettext("{count} top", "{count} tops", tops)


def _with_reason(filling: PlacedCube) -> str:
    return filling.words


def _without_reason(filling: PlacedCube) -> str:
    if not filling.forced:
        return filling.cell
    return gettext("{cell} forced", cell=filling.cell)


def _towers(position: ScalasPosition) -> str:
    """Every cube of every tower: "From bottom to top: a1 RB, c3 B"."""
    named = [
        f"{cell} {tower}"
        for cell, tower in zip(position.cells, position.towers, strict=True)
        if tower
    ]
    if not named:
        return gettext("All cells are bare.")
    return gettext("Towers from bottom to top: {towers}.", towers=row_of(named))


def _heights(position: ScalasPosition) -> str:
    """Heights and tops only: "Heights and tops: a1 2B, c3 1B"."""
    named = [
        f"{cell} {len(tower)}{tower[-1]}"
        for cell, tower in zip(position.cells, position.towers, strict=True)
        if tower
    ]
    return gettext("Heights and tops: {towers}.", towers=row_of(named))
