"""The steps of a half-made move, as a control carries them."""

from __future__ import annotations

from bot.interactions.controls import outdated
from bot.pages.moves.step_picker import grouped, parted_group
from presentation.steps import split_steps
from rules.notation import complete
from rules.position import Move, Position


def steps_in(position: Position, text: str) -> Move:
    """The steps that a control carries.

    :raises Refusal: `outdated` where no move of the position begins so.
    """
    steps = split_steps(text)
    completion = complete(position, steps)
    if not (completion.steps or completion.whole):
        raise outdated()
    return steps


def group_in(position: Position, text: str) -> tuple[Move, str]:
    """The steps that a control carries, and the row or file of the next one.

    :raises Refusal: `outdated` where no move of the position begins so, or there is no such line.
    """
    carried, group = parted_group(text)
    steps = steps_in(position, carried)
    if group not in grouped(position, complete(position, steps).steps):
        raise outdated()
    return steps, group
