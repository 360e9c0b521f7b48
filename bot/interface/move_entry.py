"""A move entered with buttons on any page: the question, the buttons, and the form for typing."""

from __future__ import annotations

from dataclasses import dataclass

from bot.interface.controls import outdated
from bot.interface.forms import FIELD, Form, TextField
from bot.interface.layout import MAX_CONTROL_LENGTH, SEPARATOR, Block, Button, Style, control
from bot.interface.step_picker import (
    SentSteps,
    StepControls,
    choices,
    group_steps,
    next_part_prompt,
    play_label,
)
from language.texts import gettext
from presentation.move_entry import MoveEntry, without_last_choice
from rules.notation import MAX_TEXT_LENGTH
from rules.position import Move, Position


@dataclass(frozen=True)
class ButtonEntry(MoveEntry):
    """A move being entered with buttons."""

    group: str | None = None
    """The chosen row or file, if there are more steps than buttons."""

    @property
    def is_valid(self) -> bool:
        """Whether a legal move begins with the steps, and goes on in the chosen group."""
        if self.group is None:
            return super().is_valid
        return self.group in group_steps(self.position, self.completion.steps)

    @property
    def is_begun(self) -> bool:
        """Whether any step or group has been chosen."""
        return bool(self.steps) or self.group is not None

    @property
    def question(self) -> str:
        """The question answered by the buttons."""
        return next_part_prompt(self.position, self.steps) or super().question

    @property
    def before(self) -> Move:
        """The steps before the last choice."""
        if self.group is not None:
            return self.steps
        return without_last_choice(self.position, self.steps)

    @property
    def full_question(self) -> str:
        """The chosen steps and the question: "f5: Choose …"."""
        if not self.steps:
            return self.question
        return gettext("{chosen}: {prompt}", chosen=self.chosen, prompt=self.question)

    def rows(
        self,
        controls: StepControls,
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
        play: tuple[Button, ...] = ()
        if self.is_whole:
            label = play_label(self.position, self.steps)
            play = (Button(label, controls.play(self.steps), style),)
        back = (Button(gettext("Back"), controls.at(self.before)),)
        last = (*play, *before, *(back if self.is_begun else at_start), *after)
        buttons = choices(self.position, self.steps, self.group, controls)
        return [*buttons, *last_row(last)]


def begin(position: Position) -> ButtonEntry:
    """Return the entry of a new move."""
    return ButtonEntry(position).with_forced_steps()


def entry_of(position: Position, sent: SentSteps) -> ButtonEntry:
    """Return the move after the click on a control.

    :raises Refusal: `outdated` if no move begins with its steps, or its row or file is unknown.
    """
    entry = ButtonEntry(position, sent.steps, group=sent.group)
    if not entry.is_valid:
        raise outdated()
    return entry.with_forced_steps()


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
