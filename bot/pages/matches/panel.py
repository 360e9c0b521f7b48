"""The private Play panel: a move grown step by step, with the picture of the half-made move.

The panel keeps nothing in memory. Its controls carry the match, the version that was seen and
the steps chosen so far.
"""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.matches.cards import game_words, picture_of
from bot.pages.matches.step_picker import Growing, choices, joined, play_label, retreated
from bot.pages.page import LONGEST_LABEL, Block, Button, Page
from club.matches.match import Match
from rules.notation import complete
from rules.position import Move

BACKS = "~"
"""Stands in a control between its steps and how often Back has been clicked."""

MOST_BACKS = 10
"""After so many they are counted from 0 again."""


def with_backs(steps: Move, backs: int) -> str:
    """Steps as part of a control id of the panel.

    Discord keeps showing what was last chosen in a menu, and choosing that once more tells the bot
    nothing, as long as the menu's id stays the same; so after each Back it is another one.
    """
    return f"{joined(steps)}{BACKS}{backs}" if backs else joined(steps)


def without_backs(text: str) -> tuple[str, int]:
    """The steps of a control of the panel, still joined, and how often Back has been clicked."""
    steps, _, backs = text.partition(BACKS)
    return steps, int(backs) if len(backs) == 1 and backs.isascii() and backs.isdigit() else 0


async def panel_page(
    match: Match,
    prefix: Move = (),
    group: str | None = None,
    *,
    width: int,
    said: str = "",
    backs: int = 0,
) -> Page:
    """The panel after these steps.

    :param group: the row or file chosen, where there are more choices than fit into a menu.
    :param said: what to say first, about what has just happened.
    :param backs: how often Back has been clicked.
    """
    position, version = match.position, match.stored.version
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("at", match.id, version, with_backs(steps, backs)),
        group=lambda steps: control("group", match.id, version, with_backs(steps, backs)),
    )
    blocks: list[Block] = []
    heading = f"**{game_words(match.game, match.stored.options)} · match {match.id}**"
    if said:
        heading = f"{said}\n{heading}"
    chosen = f" — {position.beginning(prefix)}" if prefix else ""
    ask = position.prompt(prefix) if completion.steps else "Play this move?"
    blocks.append(f"{heading}{chosen}\n{ask}")
    blocks.append(await picture_of(match, prefix, completion, width=width))
    blocks.extend(choices(position, prefix, group, growing))
    last: list[Button] = []
    if completion.whole:
        confirm = control("confirm", match.id, version, joined(prefix))
        last.append(Button(play_label(position, prefix), confirm, "success"))
        if match.offer("draw") is None:
            propose = control("propose", match.id, version, joined(prefix))
            last.append(Button("Play it and offer a draw", propose))
    revocable = match.revocable
    if revocable is not None and not prefix:
        label = f"Take back {revocable.text}"[:LONGEST_LABEL]
        last.append(Button(label, control("undo", match.id, version)))
    if prefix:
        before = with_backs(retreated(position, prefix), (backs + 1) % MOST_BACKS)
        last.append(Button("Back", control("at", match.id, version, before)))
    if last:
        blocks.append(tuple(last))
    return Page(tuple(blocks))
