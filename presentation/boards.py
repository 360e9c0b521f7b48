"""A board on which a move is entered by choosing places, for fronts that can show one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from language.texts import gettext
from presentation.steps import question, without_last_choice
from rendering import Scene, layout, place_of
from rendering.scenes.scene import Place
from rules.notation import Completion, add_forced_steps, complete
from rules.position import Move, Position


@dataclass(frozen=True)
class Entry:
    """A move being entered: the steps so far, and where each further choice leads."""

    position: Position
    prefix: Move = ()
    place_of: Callable[[str], str] | None = None
    """Returns the place that a step chooses.

    If given, a tap enters as much of a move as is unambiguous, and the player confirms the move.
    """

    @cached_property
    def completion(self) -> Completion:
        """The possible continuations."""
        return complete(self.position, self.prefix)

    @cached_property
    def available(self) -> Completion:
        """The possible continuations.

        For a whole move, these are the other answers to a question that was answered automatically.
        """
        if self.completion.steps or not self._is_auto_completed:
            return self.completion
        steps = complete(self.position, self.prefix[:-1]).steps
        return Completion(tuple(step for step in steps if step != self.prefix[-1]), whole=True)

    @property
    def question(self) -> str:
        """The question that the next step answers."""
        is_open = self.available.steps and not self.completion.steps
        return question(self.position, self.prefix[:-1] if is_open else self.prefix)

    @property
    def is_whole(self) -> bool:
        """Whether the steps are a move that can be played."""
        return self.completion.whole

    @property
    def before(self) -> Move:
        """The steps before the last choice."""
        steps = without_last_choice(self.position, self.prefix)
        # The steps before an automatic turn lead to the same board.
        while steps and self._after_tap(steps) == self.prefix:
            steps = without_last_choice(self.position, steps)
        return steps

    @property
    def turned(self) -> Move | None:
        """The same move with its piece turned, or None if it can't be."""
        turned = self.position.input.turned(self.prefix) if self.is_whole else None
        return None if turned == self.prefix else turned

    @cached_property
    def choices(self) -> dict[str, Move]:
        """The steps after each possible next step."""
        is_open = self.available is not self.completion
        prefix = self.prefix[:-1] if is_open else self.prefix
        return {step: self._after_tap((*prefix, step)) for step in self.available.steps}

    @cached_property
    def shortcuts(self) -> dict[str, Move]:
        """The steps after choosing each place that isn't a next step.

        A place that ends only one move enters it, and two ends can be chosen in either order.
        """
        return {} if self.place_of is None else self._single_ends | self._reversed_ends

    @property
    def _single_ends(self) -> dict[str, Move]:
        length = len(self.prefix)
        moves_to: dict[str, list[Move]] = {}
        for move in self.position.moves():
            if len(move) == length + 2 and move[:length] == self.prefix:
                moves_to.setdefault(self._place(move[-1]), []).append(move)
        return {place: moves[0] for place, moves in moves_to.items() if len(moves) == 1}

    @property
    def _reversed_ends(self) -> dict[str, Move]:
        if len(self.prefix) != 1:
            return {}
        last = self._place(self.prefix[0])
        moves_by_start = {
            self._place(move[0]): move[:2]
            for move in self.position.moves()
            if len(move) > 2 and self._place(move[1]) == last
        }
        return {
            place: self._completed(with_forced_steps(self.position, steps), place)
            for place, steps in moves_by_start.items()
        }

    def plays(self, steps: Move) -> bool:
        """Whether choosing these steps completes a move that leaves nothing to decide."""
        whole = complete(self.position, steps)
        is_decided = whole.whole and not whole.steps and self.position.input.turned(steps) is None
        return is_decided and self._completed(steps[:-1]) != steps

    @cached_property
    def alternatives(self) -> tuple[tuple[str, Move], ...]:
        """Other steps in place of the chosen ones, those of the last choice first."""
        others: list[tuple[str, Move]] = []
        prefix = self.prefix
        while prefix:
            prefix = without_last_choice(self.position, prefix)
            steps = complete(self.position, prefix).steps
            others += [(step, self._after_tap((*prefix, step))) for step in steps]
        return tuple(others)

    @property
    def _is_auto_completed(self) -> bool:
        """Whether the place chosen before the last question answers it."""
        before = self.prefix[:-1]
        return self._completed(before) != before

    def _after_tap(self, steps: Move) -> Move:
        """Return the steps after a tap."""
        return self._completed(with_forced_steps(self.position, steps))

    def _completed(self, steps: Move, place: str = "") -> Move:
        """Add a last step at the place just chosen if possible, and return the steps.

        Such a step may be a pivot at the end of its group.

        :param place: by default that of the last step.
        """
        if self.place_of is None or not steps:
            return steps
        place = place or self._place(steps[-1])
        for step in complete(self.position, steps).steps:
            if self._place(step) == place and complete(self.position, (*steps, step)).whole:
                return (*steps, step)
        return steps

    def _place(self, step: str) -> str:
        return step if self.place_of is None else self.place_of(step)


def with_forced_steps(position: Position, steps: Move) -> Move:
    """Return the steps with all forced ones added, and with a piece placed as it fits best."""
    steps = add_forced_steps(position, steps)
    if complete(position, steps).whole:
        return steps
    return position.input.turned(steps) or steps


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


def board_of(scene: Scene, entry: Entry | None, width: int) -> Board:
    """Return the board of a scene.

    :param scene: with the prefix and the offered choices of the entry.
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
                beside.append((entry.position.input.label(entry.prefix, step), target))
            choices.setdefault(name, target)
        chosen = {place_of(scene.game, step) for step in entry.prefix} - choices.keys()
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


def _steps_after_repeat(entry: Entry, scene: Scene, name: str) -> Move:
    """Return the steps after a chosen place is chosen again.

    This turns the piece if possible, and undoes the choice otherwise.
    """
    if entry.turned is not None:
        return entry.turned
    at = next(at for at, step in enumerate(entry.prefix) if place_of(scene.game, step) == name)
    return without_last_choice(entry.position, entry.prefix[: at + 1])


def _words(spot: Spot) -> str:
    place = spot.place
    words = [place.name, place.contents]
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
