"""The panel for the very first move of a match, with some moves ready to be made."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.pages.control_ids import control
from bot.pages.links import link_to
from bot.pages.matches.panel import panel_page
from bot.pages.matches.step_picker import joined
from bot.pages.page import LONGEST_CONTROL, LONGEST_LABEL, Button, Page, Picture
from club.matches.match import Match
from engine.simple_players import greedy_move
from rules.language import gettext
from rules.position import Move

MOST_READY = 3
"""Moves that are offered to be made by one click."""

LOOKED_FOR = 8
"""Glances at the position, each of which may like another move."""


async def first_move_page(match: Match, width: int) -> Page:
    """The Play panel for somebody who is new to the game: it says where the board is, and offers
    a few sensible moves beside all others."""
    said = gettext("Your match has begun, and the first move is yours. Here you can make it:")
    panel = await panel_page(match, width=width, said=said)
    ready = tuple(
        Button(label, made, "success")
        for move in ready_moves(match)
        if len(label := gettext("Play {move}", move=match.position.text(move))) <= LONGEST_LABEL
        and len(made := control("confirm", match.id, match.version, joined(move)))
        <= LONGEST_CONTROL
    )
    return with_ready_moves(match, panel, ready) if ready else panel


def with_ready_moves(match: Match, panel: Page, ready: tuple[Button, ...]) -> Page:
    """The panel with moves to be made by one click; where it has no room for them, they come first
    and lead to it."""
    words = gettext("-# Not sure yet? Begin with one of these; any legal move will do.")
    board = Button(gettext("Go to the board"), link_to(match.stored))
    page = replace(panel, blocks=(*panel.blocks, words, ready, (board,)))
    if page.fits():
        return page
    other = Button(gettext("Choose another move"), control("at", match.id, match.version, ""))
    seen = tuple(block for block in panel.blocks if isinstance(block, str | Picture))
    return replace(panel, blocks=(*seen, words, ready, (other, board)))


def ready_moves(match: Match) -> list[Move]:
    """A few different moves that look good at a glance, the same at each look."""
    found: dict[Move, None] = {}
    for seed in range(LOOKED_FOR):
        found[greedy_move(match.game.key, match.position, Random(seed))] = None
    return list(found)[:MOST_READY]
