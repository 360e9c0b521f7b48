"""The window in which a move is typed."""

from __future__ import annotations

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.page import LONGEST_CONTROL, Button, Form
from rules.language import gettext
from rules.notation import LONGEST_TEXT


def typing_form(sent: str, typed: str, example: str = "") -> Form:
    """The window in which a move is typed.

    :param sent: the control that sending it means.
    :param example: how to write it; by default as for the command.
    """
    example = example or gettext("as you would write it for /move")
    title, label = gettext("Type your move"), gettext("Your move")
    return Form(sent, title, label, example, typed, LONGEST_TEXT)


def typing_button(typed: str, verb: str, *key: object) -> Button:
    """The button that opens the window, with what was typed before if it fits in a control."""
    text = " ".join(typed.replace(SEPARATOR, " ").split())
    carried = control(verb, *key, text)
    if len(carried) > LONGEST_CONTROL:
        carried = control(verb, *key, "")
    return Button(gettext("Type"), carried)
