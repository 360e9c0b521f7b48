"""The view of each cell of Scalas, for its picture and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rendering.scenes.scene import Scene
from rules.listing import listed
from rules.scalas.board import COLOURS
from rules.scalas.forced import PlacedCube
from rules.scalas.position import ScalasPosition


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
