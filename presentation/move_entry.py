"""A move being entered choice by choice: the same for every page, on every front.

`presentation/boards.py` shows it on a board to tap, `bot/interface/move_entry.py` as buttons, and
`web/http/move_entry.py` as a page's board and forms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from language.texts import gettext
from presentation.markup import PLAIN, Markup
from rendering import Scene
from rules.notation import Completion, add_forced_steps, complete
from rules.position import Move, Position


@dataclass(frozen=True)
class MoveEntry:
    """A move being entered: the steps so far, where each further choice leads, and the words."""

    position: Position
    steps: Move = ()
    place_of: Callable[[str], str] | None = None
    """Returns the place that a step chooses.

    If given, a tap enters as much of a move as is unambiguous, and the player confirms the move.
    """

    @cached_property
    def completion(self) -> Completion:
        """The possible continuations."""
        return complete(self.position, self.steps)

    @cached_property
    def available(self) -> Completion:
        """The possible continuations.

        For a whole move, these are the other answers to a question that was answered automatically.
        """
        if self.completion.steps or not self._is_auto_completed:
            return self.completion
        steps = complete(self.position, self.steps[:-1]).steps
        return Completion(tuple(step for step in steps if step != self.steps[-1]), whole=True)

    @property
    def is_valid(self) -> bool:
        """Whether a legal move begins with the steps."""
        return self.is_whole or bool(self.completion.steps)

    @property
    def is_begun(self) -> bool:
        """Whether anything has been chosen."""
        return bool(self.steps)

    @property
    def is_whole(self) -> bool:
        """Whether the steps are a move that can be played."""
        return self.completion.whole

    @property
    def is_complete(self) -> bool:
        """Whether the steps are a move that can't be continued."""
        return self.is_whole and not self.completion.steps

    @property
    def question(self) -> str:
        """The question that the next step answers, or whether to play the complete move."""
        if self.available.steps:
            steps = self.steps if self.completion.steps else self.steps[:-1]
            return self.position.input.prompt(steps)
        return gettext("Play this move?")

    @property
    def chosen(self) -> str:
        """The steps so far in words, a single step by its label. Empty before the first."""
        if len(self.steps) == 1:
            return self.position.input.label((), self.steps[0])
        return self.position.input.beginning(self.steps) if self.steps else ""

    @property
    def text(self) -> str:
        """The canonical text of a whole move, empty otherwise."""
        return self.position.text(self.steps) if self.is_whole else ""

    @property
    def named(self) -> str:
        """The whole move with what its notation doesn't say, empty for an incomplete one."""
        return named_move(self.position, self.steps) if self.is_whole else ""

    def question_to(self, whose: str) -> str:
        """Return the player, the chosen steps and the question: "White — f5: Choose …"."""
        return question_to(whose, self.chosen, self.question)

    def on(self, scene: Scene) -> Scene:
        """Return a scene of the position with the steps so far and the next choices."""
        return replace(scene, prefix=self.steps, choices=self.available.steps)

    def at(self, steps: Move) -> Self:
        """Return the entry with these steps instead."""
        return replace(self, steps=steps)

    def with_forced_steps(self) -> Self:
        """Return the entry with all forced steps added."""
        return self.at(add_forced_steps(self.position, self.steps))

    def with_piece_placed(self) -> Self:
        """Return the entry with all forced steps added, and with a piece placed as it fits best."""
        entry = self.with_forced_steps()
        turned = None if entry.is_whole else self.position.input.turned(entry.steps)
        return entry.at(turned) if turned else entry

    @property
    def before(self) -> Move:
        """The steps before the last choice."""
        steps = without_last_choice(self.position, self.steps)
        # The steps before an automatic turn lead to the same board.
        while steps and self._after_tap(steps) == self.steps:
            steps = without_last_choice(self.position, steps)
        return steps

    @property
    def turned(self) -> Move | None:
        """The same move with its piece turned, or None if it can't be."""
        turned = self.position.input.turned(self.steps) if self.is_whole else None
        return None if turned == self.steps else turned

    @cached_property
    def choices(self) -> dict[str, Move]:
        """The steps after each possible next step."""
        is_open = self.available is not self.completion
        steps = self.steps[:-1] if is_open else self.steps
        return {step: self._after_tap((*steps, step)) for step in self.available.steps}

    @cached_property
    def shortcuts(self) -> dict[str, Move]:
        """The steps after choosing each place that isn't a next step.

        A place that ends only one move enters it, and two ends can be chosen in either order.
        """
        return {} if self.place_of is None else self._single_ends | self._reversed_ends

    @cached_property
    def alternatives(self) -> tuple[tuple[str, Move], ...]:
        """Other steps in place of the chosen ones, those of the last choice first."""
        others: list[tuple[str, Move]] = []
        steps = self.steps
        while steps:
            steps = without_last_choice(self.position, steps)
            others += [
                (step, self._after_tap((*steps, step)))
                for step in complete(self.position, steps).steps
            ]
        return tuple(others)

    def plays(self, steps: Move) -> bool:
        """Whether choosing these steps completes a move that leaves nothing to decide."""
        is_decided = self.at(steps).is_complete and self.position.input.turned(steps) is None
        return is_decided and self._completed(steps[:-1]) != steps

    @property
    def _single_ends(self) -> dict[str, Move]:
        length = len(self.steps)
        moves_to: dict[str, list[Move]] = {}
        for move in self.position.moves():
            if len(move) == length + 2 and move[:length] == self.steps:
                moves_to.setdefault(self._place(move[-1]), []).append(move)
        return {place: moves[0] for place, moves in moves_to.items() if len(moves) == 1}

    @property
    def _reversed_ends(self) -> dict[str, Move]:
        if len(self.steps) != 1:
            return {}
        last = self._place(self.steps[0])
        moves_by_start = {
            self._place(move[0]): move[:2]
            for move in self.position.moves()
            if len(move) > 2 and self._place(move[1]) == last
        }
        return {place: self._after_tap(steps, place) for place, steps in moves_by_start.items()}

    @property
    def _is_auto_completed(self) -> bool:
        """Whether the place chosen before the last question answers it."""
        before = self.steps[:-1]
        return self._completed(before) != before

    def _after_tap(self, steps: Move, place: str = "") -> Move:
        """Return the steps after a tap.

        :param place: the tapped place, by default that of the last step.
        """
        return self._completed(self.at(steps).with_piece_placed().steps, place)

    def _completed(self, steps: Move, place: str = "") -> Move:
        """Add a last step at the place just chosen if possible, and return the steps.

        Such a step may be a pivot at the end of its group.
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


def named_move(position: Position, move: Move, markup: Markup = PLAIN) -> str:
    """Return a legal move with what its notation doesn't say: "d4-f4-d6(d4) (triangle of 6)"."""
    words, figure = markup.strong(position.text(move)), position.gloss(move)
    return gettext("{move} ({figure})", move=words, figure=figure) if figure else words


def without_last_choice(position: Position, steps: Move) -> Move:
    """Return the steps before the last choice."""
    while steps:
        steps = steps[:-1]
        completion = complete(position, steps)
        if len(completion.steps) > 1 or completion.whole:
            break
    return steps


def question_to(whose: str, chosen: str, ask: str) -> str:
    """Return a question with the player and the chosen steps: "White — f5: Choose …"."""
    if not chosen:
        return gettext("{whose}: {ask}", whose=whose, ask=ask)
    return gettext("{whose} — {chosen}: {ask}", whose=whose, chosen=chosen, ask=ask)
