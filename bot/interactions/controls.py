"""What buttons, menus and forms do: all come through `Controls.dispatch`, an unknown or outdated
one too, so that none stays unanswered.

A method says with `on_control` which controls it answers; `Controls.collect` finds the methods of
an object that do. What a control id says is told in `bot.pages.control_ids`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.interactions.answers import Answer
from bot.pages.control_ids import PREFIX, SEPARATOR
from bot.pages.page import FIELD
from rules.language import lazy_gettext
from rules.refusal import Refusal

_MARK = "__answers_controls__"

Handler = Callable[..., Awaitable[None]]
"""Takes the answer, and the arguments of the control one by one."""

Method = TypeVar("Method", bound=Handler)


@dataclass(frozen=True, slots=True)
class Verb:
    """What the controls of one verb do."""

    handler: Handler
    arguments: int
    """How many follow the verb in its controls; others are outdated."""
    updates: bool
    """The answer changes the message that was clicked; else it is private."""


@dataclass(frozen=True, slots=True)
class _Mark:
    verbs: tuple[str, ...]
    arguments: int
    updates: bool


def on_control(*verbs: str, arguments: int, updates: bool = False) -> Callable[[Method], Method]:
    """Have a method answer the controls of these verbs.

    :param arguments: how many follow the verb in its controls; others are outdated.
    :param updates: the answer changes the message that was clicked; else it is private.
    """

    def mark(method: Method) -> Method:
        setattr(method, _MARK, _Mark(verbs, arguments, updates))
        return method

    return mark


def values_of(interaction: discord.Interaction) -> tuple[str, ...]:
    """What was chosen in a menu, nothing where a button was clicked."""
    data: Any = interaction.data
    return tuple(data.get("values", ()))


def typed_in(interaction: discord.Interaction) -> str:
    """What was typed into a form; nothing where no form was sent."""
    data: Any = interaction.data
    todo: list[Any] = list(data.get("components", ()))
    while todo:
        component = todo.pop()
        if component.get("custom_id") == FIELD:
            return str(component.get("value", ""))
        todo.extend(component.get("components", ()))
        todo.extend(filter(None, [component.get("component")]))
    return ""


def control_ids(message: discord.Message) -> set[str]:
    """The ids of all controls of a message."""
    found: set[str] = set()
    todo: list[Any] = list(message.components)
    while todo:
        component = todo.pop()
        found.add(str(getattr(component, "custom_id", None)))
        todo.extend(getattr(component, "children", ()))
    return found


def outdated() -> Refusal:
    """A control that says what none of the present ones can say."""
    return Refusal(
        "outdated",
        lazy_gettext(
            "This button is from an older version of me. `/matches` lists your matches, "
            "and `/board` shows one with buttons that work."
        ),
    )


class Controls:
    """The verbs that controls can carry, each with what it does."""

    def __init__(self) -> None:
        self._verbs: dict[str, Verb] = {}

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """All that is known."""
        return self._verbs

    def collect(self, holder: object) -> None:
        """Take up the methods of an object that answer controls."""
        for name, method in inspect.getmembers(type(holder), inspect.isfunction):
            mark: _Mark | None = getattr(method, _MARK, None)
            if mark is None:
                continue
            for verb in mark.verbs:
                assert verb not in self._verbs
                handler = getattr(holder, name)
                self._verbs[verb] = Verb(handler, mark.arguments, mark.updates)

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a click, a choice or a form, whatever its id says."""
        data: Any = interaction.data
        prefix, _, rest = data["custom_id"].partition(SEPARATOR)
        name, *arguments = rest.split(SEPARATOR)
        verb = self._verbs.get(name)
        is_known = prefix == PREFIX and verb is not None and verb.arguments == len(arguments)
        updates = is_known and verb is not None and verb.updates
        async with Answer(interaction, updates=updates) as answer:
            if not is_known or verb is None:
                raise outdated()
            await verb.handler(answer, *arguments)
