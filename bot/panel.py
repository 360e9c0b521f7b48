"""The private Play panel: a move grown step by step, with the picture of the half-made move.

The panel keeps nothing in memory. Its controls carry the match, the version that was seen and
the steps chosen so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards import game_words, picture_of
from bot.controls import control
from bot.match import Match
from bot.pages import MOST_OPTIONS, Block, Button, Choice, Menu, Page
from rules.notation import complete
from rules.position import Move

STEP_SEPARATOR = "/"
MOST_BUTTONS = 5
"""Up to so many choices are buttons, one click each; more are a menu."""


def joined(prefix: Move) -> str:
    """Steps as part of a control id."""
    return STEP_SEPARATOR.join(prefix)


def parted(text: str) -> Move:
    """The steps of a control id."""
    return tuple(text.split(STEP_SEPARATOR)) if text else ()


def advanced(match: Match, prefix: Move) -> Move:
    """The steps, with those added that leave no choice."""
    completion = complete(match.position, prefix)
    while len(completion.steps) == 1 and not completion.whole:
        prefix = (*prefix, completion.steps[0])
        completion = complete(match.position, prefix)
    return prefix


def retreated(match: Match, prefix: Move) -> Move:
    """The steps as they were before the last choice."""
    while prefix:
        prefix = prefix[:-1]
        completion = complete(match.position, prefix)
        if len(completion.steps) > 1 or completion.whole:
            break
    return prefix


async def panel_page(
    match: Match, prefix: Move = (), group: str | None = None, *, width: int, said: str = ""
) -> Page:
    """The panel after these steps.

    :param group: the row or file chosen, where there are more choices than fit into a menu.
    :param said: what to say first, about what has just happened.
    """
    completion = complete(match.position, prefix)
    version = match.stored.version
    blocks: list[Block] = []
    heading = f"**{game_words(match.game, match.stored.options)} · match {match.id}**"
    if said:
        heading = f"{said}\n{heading}"
    chosen = f" — {match.position.beginning(prefix)}" if prefix else ""
    ask = match.position.prompt(prefix) if completion.steps else "Play this move?"
    blocks.append(f"{heading}{chosen}\n{ask}")
    blocks.append(await picture_of(match, prefix, completion, width=width))
    blocks.extend(_choices(match, prefix, completion.steps, group))
    last: list[Button] = []
    if completion.whole:
        confirm = control("confirm", match.id, version, joined(prefix))
        label = f"Play {match.position.text(prefix)}"
        last.append(Button(label if len(label) <= 80 else f"{label[:79]}…", confirm, "success"))
    revocable = match.revocable
    if revocable is not None and not prefix:
        last.append(Button(f"Take back {revocable.text}"[:80], control("undo", match.id, version)))
    if prefix:
        back = control("at", match.id, version, joined(retreated(match, prefix)))
        last.append(Button("Back", back))
    if last:
        blocks.append(tuple(last))
    return Page(tuple(blocks))


def _choices(match: Match, prefix: Move, steps: Sequence[str], group: str | None) -> list[Block]:
    if not steps:
        return []
    key = match.id, match.stored.version
    if len(steps) <= MOST_BUTTONS:
        return [
            tuple(
                Button(
                    match.position.label(prefix, step), control("at", *key, joined((*prefix, step)))
                )
                for step in steps
            )
        ]
    menu = control("at", *key, joined(prefix))
    if len(steps) <= MOST_OPTIONS:
        return [Menu(menu, _placeholder(steps), _options(match, prefix, steps))]
    groups = grouped(steps)
    first = Menu(
        control("group", *key, joined(prefix)),
        f"Row or file: {_range(list(groups))}",
        tuple(Choice(_range(each), name, chosen=name == group) for name, each in groups.items()),
    )
    if group not in groups:
        return [first]
    within = groups[group]
    return [first, Menu(menu, _placeholder(within), _options(match, prefix, within))]


def _options(match: Match, prefix: Move, steps: Sequence[str]) -> tuple[Choice, ...]:
    legal = set(match.position.moves())
    return tuple(
        Choice(
            match.position.label(prefix, step),
            step,
            _noted(match, (*prefix, step)) if (*prefix, step) in legal else None,
        )
        for step in steps
    )


def _noted(match: Match, move: Move) -> str | None:
    """The move's text, where it says more than its steps."""
    text = match.position.text(move)
    if text == "-".join(move):
        return None
    return text if len(text) <= 100 else f"{text[:99]}…"


def grouped(steps: Sequence[str]) -> dict[str, list[str]]:
    """Steps by the row or file that they begin with, at most 25 groups of at most 25."""
    by_letter: dict[str, list[str]] = {}
    for step in steps:
        letter = next((each for each in step if each.isalnum()), step[:1])
        by_letter.setdefault(letter, []).append(step)
    groups: dict[str, list[str]] = {}
    for letter, members in by_letter.items():
        parts = [members[at : at + MOST_OPTIONS] for at in range(0, len(members), MOST_OPTIONS)]
        for number, part in enumerate(parts, start=1):
            groups[letter if len(parts) == 1 else f"{letter}{number}"] = part
    return groups


def _range(steps: Sequence[str]) -> str:
    return steps[0] if len(steps) == 1 else f"{steps[0]} … {steps[-1]}"


def _placeholder(steps: Sequence[str]) -> str:
    return f"Choose: {_range(steps)}"[:100]
