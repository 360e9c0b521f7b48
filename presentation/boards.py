"""A board on which a move is entered by choosing places, for fronts that can show one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from language.texts import gettext
from presentation.move_entry import MoveEntry, without_last_choice
from rendering import Scene, layout, place_of
from rendering.scenes.scene import Place
from rules.position import Move


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a board, and the effect of choosing it."""

    place: Place
    words: str
    """Its name, what is there, and what can be done: "c5, White's stone, selectable"."""
    steps: Move | None = None
    """The steps after it is chosen, or None if it can't be."""
    is_choice: bool = False
    """Whether it answers the question, rather than changing an earlier answer."""
    is_chosen: bool = False
    enters: str = ""
    """The move that one tap on it enters."""


@dataclass(frozen=True, slots=True)
class Board:
    """The picture of an entry, and the places that can be chosen on it."""

    width: int
    height: int
    spots: tuple[Spot, ...]
    beside: tuple[tuple[str, Move], ...]
    """The labels and steps of choices that share their place with another one."""


def board_of(scene: Scene, entry: MoveEntry | None, width: int) -> Board:
    """Return the board of a scene.

    :param scene: with the steps and choices of the entry (`MoveEntry.on`).
    :param entry: the move being entered, or None for a view-only board.
    """
    board_layout = layout(scene, width)
    steps: dict[str, Move] = {}
    choices: dict[str, Move] = {}
    beside: list[tuple[str, Move]] = []
    chosen: set[str] = set()
    enters: dict[str, str] = {}
    if entry is not None:
        for step, target in entry.choices.items():
            name = place_of(scene.game, step)
            if name in choices:
                beside.append((entry.position.input.label(entry.steps, step), target))
            choices.setdefault(name, target)
        chosen = {place_of(scene.game, step) for step in entry.steps} - choices.keys()
        steps = choices | {name: _steps_after_repeat(entry, scene, name) for name in chosen}
        for name in entry.shortcuts.keys() - steps.keys():
            steps[name] = entry.shortcuts[name]
            enters[name] = entry.position.input.beginning(steps[name])
        for step, target in entry.alternatives:
            steps.setdefault(place_of(scene.game, step), target)
    spots = [
        Spot(
            place,
            "",
            steps.get(place.name),
            is_choice=place.name in choices,
            is_chosen=place.name in chosen,
            enters=enters.get(place.name, ""),
        )
        for place in board_layout.places
    ]
    named_spots = tuple(replace(spot, words=_words(spot)) for spot in spots)
    return Board(board_layout.width, board_layout.height, named_spots, tuple(beside))


def _steps_after_repeat(entry: MoveEntry, scene: Scene, name: str) -> Move:
    """Return the steps after a chosen place is chosen again.

    This turns the piece if possible, and undoes the choice otherwise.
    """
    if entry.turned is not None:
        return entry.turned
    at = next(at for at, step in enumerate(entry.steps) if place_of(scene.game, step) == name)
    return without_last_choice(entry.position, entry.steps[: at + 1])


def _words(spot: Spot) -> str:
    place = spot.place
    words = [place.title or place.name, place.contents]
    if place.is_last:
        words.append(gettext("last move"))
    if spot.is_chosen:
        words.append(gettext("chosen"))
    elif spot.is_choice:
        words.append(gettext("selectable"))
    elif spot.enters:
        words.append(gettext("enters {move}", move=spot.enters))
    elif spot.steps is not None:
        words.append(gettext("selectable instead"))
    return ", ".join(filter(None, words))
