"""Entering a move on any page: the question, the steps, the last row, and the form for typing."""

from __future__ import annotations

from dataclasses import dataclass

from bot.interface.controls import outdated
from bot.interface.forms import FIELD, Form, TextField
from bot.interface.layout import MAX_CONTROL_LENGTH, SEPARATOR, Block, Button, Style, control
from bot.interface.step_picker import (
    StepControls,
    choices,
    group_steps,
    move_prompt,
    play_label,
    split_group,
)
from language.texts import gettext
from presentation.steps import chosen_steps_words, question_to, split_steps, without_last_choice
from rules.notation import MAX_TEXT_LENGTH, Completion, add_forced_steps, complete
from rules.position import Move, Position


def steps_in(position: Position, text: str) -> Move:
    """Return the steps in a control.

    :raises Refusal: `outdated` if no move of the position starts with them.
    """
    steps = split_steps(text)
    completion = complete(position, steps)
    if not (completion.steps or completion.whole):
        raise outdated()
    return steps


def group_in(position: Position, text: str) -> tuple[Move, str]:
    """Return the steps in a control, and the row or file of the next one.

    :raises Refusal: `outdated` if no move of the position starts with them, or the line is unknown.
    """
    steps_text, group = split_group(text)
    steps = steps_in(position, steps_text)
    if group not in group_steps(position, complete(position, steps).steps):
        raise outdated()
    return steps, group


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


def typing_form(submit_control: str, typed: str, example: str = "") -> Form:
    """Return the form for typing a move.

    :param submit_control: the control for submitting it.
    :param example: an example of notation, by default as for the command.
    """
    example = example or gettext("as you would type it for /move")
    field = TextField(FIELD, gettext("Your move"), typed, example, MAX_TEXT_LENGTH)
    return Form(submit_control, gettext("Type your move"), (field,))


def typing_button(typed: str, verb: str, *key: object) -> Button:
    """Return the button that opens the form, with the previous text if it fits in a control."""
    text = " ".join(typed.replace(SEPARATOR, " ").split())
    control_id = control(verb, *key, text)
    if len(control_id) > MAX_CONTROL_LENGTH:
        control_id = control(verb, *key, "")
    return Button(gettext("Type"), control_id)
