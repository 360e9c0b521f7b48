"""The steps of an incomplete move in a control."""

from __future__ import annotations

from bot.interactions.controls import outdated
from bot.pages.moves.step_picker import group_steps, split_group
from presentation.steps import split_steps
from rules.notation import complete
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
