"""The panel for the very first move of a match, with some moves ready to play."""

from __future__ import annotations

from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.discord_markup import board_address
from bot.pages.moves.panel import panel_page
from bot.pages.page import MAX_CONTROL_LENGTH, MAX_LABEL_LENGTH, Button, Page, Picture
from club.matches.match import Match
from language.texts import gettext
from presentation.analysis.first_moves import first_move_words, sensible_moves, suggestion_words
from presentation.steps import join_steps


async def first_move_page(match: Match, width: int) -> Page:
    """Return the Play panel for a newcomer, with a few suggested moves and the board."""
    panel = await panel_page(match, width=width, notice=first_move_words())
    ready = tuple(
        Button(label, control_id, "success")
        for move in sensible_moves(match)
        if len(label := gettext("Play {move}", move=match.position.text(move))) <= MAX_LABEL_LENGTH
        and len(control_id := control("confirm", match.id, match.version, join_steps(move)))
        <= MAX_CONTROL_LENGTH
    )
    return with_ready_moves(match, panel, ready) if ready else panel


def with_ready_moves(match: Match, panel: Page, ready: tuple[Button, ...]) -> Page:
    """Return the panel with moves to play in one click.

    If there is no room for them, they come first, with a button to the panel.
    """
    words = f"-# {suggestion_words()}"
    board = Button(gettext("Go to the board"), board_address(match.stored))
    page = replace(panel, blocks=(*panel.blocks, words, ready, (board,)))
    if page.fits():
        return page
    other = Button(gettext("Choose another move"), control("at", match.id, match.version, ""))
    visible = tuple(block for block in panel.blocks if isinstance(block, str | Picture))
    return replace(panel, blocks=(*visible, words, ready, (other, board)))
