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


async def panel_page(
    match: Match, prefix: Move = (), group: str | None = None, *, width: int, said: str = ""
) -> Page:
    """The panel after these steps.

    :param group: the row or file chosen, where there are more choices than fit into a menu.
    :param said: what to say first, about what has just happened.
    """
    position, version = match.position, match.stored.version
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("at", match.id, version, joined(steps)),
        group=lambda steps: control("group", match.id, version, joined(steps)),
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
        last.append(Button("Back", growing.at(retreated(position, prefix))))
    if last:
        blocks.append(tuple(last))
    return Page(tuple(blocks))
