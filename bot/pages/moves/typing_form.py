"""The form for typing a move."""

from __future__ import annotations

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.forms import FIELD, Form, TextField
from bot.pages.page import MAX_CONTROL_LENGTH, Button
from language.texts import gettext
from rules.notation import MAX_TEXT_LENGTH


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
