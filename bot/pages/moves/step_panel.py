"""The part of a page for entering a move: the question, the steps and the last row."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pages.moves.step_picker import StepControls, choices, move_prompt, play_label
from bot.pages.page import Block, Button, Style
from language.texts import gettext
from presentation.steps import chosen_steps_words, question_to, without_last_choice
from rules.notation import Completion, add_forced_steps, complete
from rules.position import Move, Position


@dataclass(frozen=True, slots=True)
class Steps:
    """The chosen steps of a move."""

    prefix: Move = ()
    group: str | None = None
    """The chosen row or file, if there are more steps than buttons."""

    @property
    def is_begun(self) -> bool:
        """Whether any step or group has been chosen."""
        return bool(self.prefix) or self.group is not None


NO_STEPS = Steps()


def steps_of(position: Position, prefix: Move = (), group: str | None = None) -> Steps:
    """Return the steps of a move, extended by forced ones."""
    return Steps(add_forced_steps(position, prefix), group)


@dataclass(frozen=True, slots=True)
class StepPanel:
    """An incomplete move of a position, and its controls."""

    position: Position
    steps: Steps
    controls: StepControls

    @property
    def completion(self) -> Completion:
        """The possible continuations."""
        return complete(self.position, self.steps.prefix)

    @property
    def prompt(self) -> str:
        """The question answered by the buttons."""
        return move_prompt(self.position, self.steps.prefix)

    @property
    def chosen(self) -> str:
        """The chosen steps in words, empty before the first."""
        return chosen_steps_words(self.position, self.steps.prefix) if self.steps.prefix else ""

    def question(self) -> str:
        """The chosen steps and the question: "f5: Choose …"."""
        if not self.steps.prefix:
            return self.prompt
        return gettext("{chosen}: {prompt}", chosen=self.chosen, prompt=self.prompt)

    def question_to(self, whose: str, ask: str | None = None) -> str:
        """Return the player, the chosen steps and the question: "White — f5: Choose …"."""
        return question_to(whose, self.chosen, self.prompt if ask is None else ask)

    def rows(
        self,
        *,
        style: Style = "success",
        before: tuple[Button, ...] = (),
        at_start: tuple[Button, ...] = (),
        after: tuple[Button, ...] = (),
    ) -> list[Block]:
        """Return the buttons of the next steps, and the last row.

        :param style: the style of the button that plays the move.
        :param before: buttons before Back.
        :param at_start: buttons in place of Back while nothing is chosen.
        :param after: buttons after Back.
        """
        prefix, group = self.steps.prefix, self.steps.group
        play: tuple[Button, ...] = ()
        if self.completion.whole:
            play = (Button(play_label(self.position, prefix), self.controls.play(prefix), style),)
        back = (Button(gettext("Back"), self.controls.at(self._before_last_choice())),)
        last = (*play, *before, *(back if self.steps.is_begun else at_start), *after)
        return [*choices(self.position, prefix, group, self.controls), *last_row(last)]

    def _before_last_choice(self) -> Move:
        if self.steps.group is not None:
            return self.steps.prefix
        return without_last_choice(self.position, self.steps.prefix)


def last_row(buttons: tuple[Button, ...]) -> list[Block]:
    """Return a row of these buttons, if there are any."""
    return [buttons] if buttons else []
