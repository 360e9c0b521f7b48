"""The steps of a half-made move, as a control carries them."""

from __future__ import annotations

from bot.interactions.controls import outdated
from bot.pages.matches.step_picker import parted
from rules.notation import complete
from rules.position import Move, Position


def steps_in(position: Position, text: str, chosen: tuple[str, ...] = ()) -> Move:
    """The steps that a control carries, and those chosen in its menu.

    :raises Refusal: `outdated` where no move of the position begins so.
    """
    steps = (*parted(text), *chosen)
    completion = complete(position, steps)
    if not (completion.steps or completion.whole):
        raise outdated()
    return steps
