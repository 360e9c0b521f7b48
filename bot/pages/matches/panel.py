"""The private Play panel: a move grown step by step, with the picture of the half-made move.

The panel keeps nothing in memory. Its controls carry the match, the version that was seen and
the steps chosen so far.
"""

from __future__ import annotations

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.matches.cards import match_title, picture_of
from bot.pages.matches.step_picker import (
    Growing,
    asked,
    choices,
    chosen,
    joined,
    move_label,
    play_label,
    retreated,
)
from bot.pages.page import LONGEST_CONTROL, Block, Button, Form, Page
from club.lessons.guided import learner_of
from club.matches.match import Match
from rules.language import N_, gettext
from rules.notation import LONGEST_TEXT, complete
from rules.position import Move


async def panel_page(
    match: Match,
    prefix: Move = (),
    group: str | None = None,
    *,
    width: int,
    said: str = "",
    typed: str = "",
) -> Page:
    """The panel after these steps.

    :param group: the row or file chosen, where there are more choices than buttons.
    :param said: what to say first, about what has just happened.
    :param typed: what was typed and refused, to be typed on from.
    """
    position, version = match.position, match.version
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("at", match.id, version, joined(steps)),
        group=lambda steps: control("group", match.id, version, joined(steps)),
    )
    blocks: list[Block] = []
    heading = f"**{match_title(match)}**"
    if said:
        heading = f"{said}\n{heading}"
    so_far = f" — {chosen(position, prefix)}" if prefix else ""
    blocks.append(f"{heading}{so_far}\n{asked(position, prefix)}")
    blocks.append(await picture_of(match, prefix, completion, width=width))
    blocks.extend(choices(position, prefix, group, growing))
    last: list[Button] = []
    if completion.whole:
        confirm = control("confirm", match.id, version, joined(prefix))
        last.append(Button(play_label(position, prefix), confirm, "success"))
    revocable = match.revocable
    if revocable is not None and not prefix and group is None:
        label = move_label(N_("Take back {move}"), revocable.text)
        last.append(Button(label, control("undo", match.id, version)))
    if learner_of(match) is not None and not prefix and group is None:
        last.append(Button(gettext("Show me a good move"), control("hint", match.id)))
    if prefix or group is not None:
        last.append(Button(gettext("Back"), growing.at(retreated(position, prefix, group))))
    typing = typing_control(typed, "type", match.id, version)
    last.append(Button(gettext("Type"), typing))
    blocks.append(tuple(last))
    return Page(tuple(blocks))


def typing_form(sent: str, typed: str, example: str = "") -> Form:
    """The window in which a move is typed.

    :param sent: the control that sending it means.
    :param example: how it is to be written; as for the command, if nothing is said.
    """
    example = example or gettext("as you would write it for /move")
    title, label = gettext("Type your move"), gettext("Your move")
    return Form(sent, title, label, example, typed, LONGEST_TEXT)


def typing_control(typed: str, verb: str, *key: object) -> str:
    """The control that opens the form, with what was typed before if that fits into it."""
    kept = " ".join(typed.replace(SEPARATOR, " ").split())
    carried = control(verb, *key, kept)
    return carried if len(carried) <= LONGEST_CONTROL else control(verb, *key, "")
