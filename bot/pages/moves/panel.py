"""The private Play panel: a move entered step by step, with a picture of the incomplete move.

The panel is stateless. Its controls carry the match, the version the player saw, and the steps
chosen so far.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_panel import NO_STEPS, StepPanel, Steps
from bot.pages.moves.step_picker import StepControls, move_label
from bot.pages.moves.typing_form import typing_button
from bot.pages.page import Block, Button, Page, attachment
from club.lessons.guided import learner_of
from club.matches.match import Match
from language.texts import N_, gettext
from presentation.matches.players import match_title
from presentation.matches.playing.played import skipping_words
from presentation.matches.scenes import match_picture
from presentation.steps import join_steps


async def panel_page(
    match: Match,
    steps: Steps = NO_STEPS,
    *,
    width: int,
    notice: str = "",
    typed: str = "",
    offers_skipping: bool = False,
) -> Page:
    """Return the panel after these steps.

    :param notice: a message about the last action.
    :param typed: a refused text, for editing.
    :param offers_skipping: whether to offer skipping confirmation.
    """
    version = match.version
    controls = StepControls((match.id, version), "at", "group", "confirm", match.game.key)
    panel = StepPanel(match.position, steps, controls)
    heading = DISCORD.strong(match_title(match))
    if panel.chosen:
        heading = f"{heading} — {panel.chosen}"
    lines = [notice, heading, panel.prompt] if notice else [heading, panel.prompt]
    picture = await match_picture(match, steps.prefix, panel.completion, width=width)
    before: tuple[Button, ...] = ()
    if offers_skipping:
        lines.append(f"-# {skipping_words(DISCORD)}")
        skip = control("skip", match.id, version, join_steps(steps.prefix))
        before = (Button(gettext("Skip confirming"), skip),)
    # Ranking suggestions examines all moves, so it runs off the event loop.
    rows = await asyncio.to_thread(
        panel.rows,
        before=before,
        at_start=_at_start(match),
        after=(typing_button(typed, "type", match.id, version),),
    )
    lines += [f"-# {line}" for line in legend(rows, picks_on_board=not steps.is_begun)]
    return Page(("\n".join(lines), attachment(picture), *rows))


def legend(rows: Sequence[Block], *, picks_on_board: bool) -> list[str]:
    """Return the meaning of blue on a panel: suggested buttons, and choices on the board."""
    lines = [gettext("Blue on the board: your choices.")] if picks_on_board else []
    buttons = [each for row in rows if isinstance(row, tuple) for each in row]
    if any(button.style == "primary" for button in buttons):
        lines.append(gettext("Blue buttons look good at first glance. Other moves may be better."))
    return lines


def _at_start(match: Match) -> tuple[Button, ...]:
    """Return the buttons for alternatives to a move."""
    buttons: list[Button] = []
    if match.revocable is not None:
        label = move_label(N_("Take back {move}"), match.revocable.text)
        buttons.append(Button(label, control("undo", match.id, match.version)))
    if learner_of(match) is not None:
        buttons.append(Button(gettext("Show me a good move"), control("hint", match.id)))
    return tuple(buttons)
