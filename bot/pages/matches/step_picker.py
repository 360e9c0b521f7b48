"""A move grown step by step, by buttons and menus; for playing it as well as for only trying it.

What the controls are is up to the page that they are on: it says how one carries the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.pages.page import (
    LONGEST_CONTROL,
    LONGEST_LABEL,
    LONGEST_OPTION,
    MOST_OPTIONS,
    Block,
    Button,
    Menu,
    MenuChoice,
)
from rules.notation import complete
from rules.position import Move, Position

STEP_SEPARATOR = "/"
MOST_BUTTONS = 5
"""Up to so many choices are buttons, one click each; more are a menu."""


@dataclass(frozen=True, slots=True)
class Growing:
    """How the controls of a page are called."""

    at: Callable[[Move], str]
    """The control for a move that has come so far; a menu's choice is one step more."""
    group: Callable[[Move], str]
    """The control for choosing among groups of next steps."""

    def has_room(self, position: Position) -> bool:
        """Whether a control can carry any move of a position."""
        longest = max(len(joined(move)) for move in position.moves())
        return len(self.group(())) + longest <= LONGEST_CONTROL


def joined(prefix: Move) -> str:
    """Steps as part of a control id."""
    return STEP_SEPARATOR.join(prefix)


def parted(text: str) -> Move:
    """The steps of a control id."""
    return tuple(text.split(STEP_SEPARATOR)) if text else ()


def advanced(position: Position, prefix: Move) -> Move:
    """The steps, with those added that leave no choice."""
    completion = complete(position, prefix)
    while len(completion.steps) == 1 and not completion.whole:
        prefix = (*prefix, completion.steps[0])
        completion = complete(position, prefix)
    return prefix


def retreated(position: Position, prefix: Move) -> Move:
    """The steps as they were before the last choice."""
    while prefix:
        prefix = prefix[:-1]
        completion = complete(position, prefix)
        if len(completion.steps) > 1 or completion.whole:
            break
    return prefix


def play_label(position: Position, move: Move) -> str:
    """What the button that plays a whole move says."""
    label = f"Play {position.text(move)}"
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def choices(position: Position, prefix: Move, group: str | None, growing: Growing) -> list[Block]:
    """The controls for the next step.

    :param group: the row or file chosen, where there are more choices than fit into a menu.
    """
    steps = complete(position, prefix).steps
    if not steps:
        return []
    if len(steps) <= MOST_BUTTONS:
        return [
            tuple(
                Button(position.label(prefix, step), growing.at((*prefix, step))) for step in steps
            )
        ]
    menu = growing.at(prefix)
    if len(steps) <= MOST_OPTIONS:
        ask = position.prompt(prefix)[:LONGEST_OPTION]
        return [Menu(menu, ask, _options(position, prefix, steps))]
    groups = grouped(steps)
    first = Menu(
        growing.group(prefix),
        f"Choose a {position.lettered} first",
        tuple(
            MenuChoice(_held(position, name, each), name, chosen=name == group)
            for name, each in groups.items()
        ),
    )
    if group not in groups:
        return [first]
    within = groups[group]
    holds = _held(position, group or "", within)
    return [first, Menu(menu, holds, _options(position, prefix, within))]


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


def _options(position: Position, prefix: Move, steps: Sequence[str]) -> tuple[MenuChoice, ...]:
    legal = set(position.moves())
    return tuple(
        MenuChoice(
            position.label(prefix, step),
            step,
            _noted(position, (*prefix, step)) if (*prefix, step) in legal else None,
        )
        for step in steps
    )


def _noted(position: Position, move: Move) -> str | None:
    """The move's text, where it says more than its steps."""
    text = position.text(move)
    if text == "-".join(move):
        return None
    return text if len(text) <= LONGEST_OPTION else f"{text[: LONGEST_OPTION - 1]}…"


def _held(position: Position, group: str, steps: Sequence[str]) -> str:
    """What a group of steps holds: "Row b", or else its first and last step."""
    cells = [step.strip("()") for step in steps]
    if len(group) == 1 and all(cell[:1].islower() and cell[1:].isdigit() for cell in cells):
        return f"{position.lettered.capitalize()} {group}"
    return (steps[0] if len(steps) == 1 else f"{steps[0]} to {steps[-1]}")[:LONGEST_OPTION]
