"""Control ids: what a button or menu stands for, readable and complete, in at most 100 characters.

`sw|play|17|5` is the verb `play` on match 17 at its version 5. Everything that a click needs is in
the id, so that it works after any restart; nothing waits in memory. All component interactions
come through `Controls.dispatch`, unknown and outdated ones too, so that none stays unanswered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.interactions.answers import Answer
from rules.refusal import Refusal

PREFIX = "sw"
SEPARATOR = "|"

Handler = Callable[[Answer, tuple[str, ...]], Awaitable[None]]


def control(verb: str, *arguments: object) -> str:
    """The id of a control.

    >>> control("play", 17, 5)
    'sw|play|17|5'
    """
    return SEPARATOR.join((PREFIX, verb, *(str(each) for each in arguments)))


@dataclass(frozen=True, slots=True)
class Known:
    """A verb that is known: what it does, with how many arguments, by update or private answer."""

    handler: Handler
    arguments: int
    updates: bool


def values_of(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was chosen in a menu, nothing where a button was clicked."""
    data: Any = interaction.data
    return tuple(data.get("values", ()))


def control_ids(message: discord.Message) -> set[str]:
    """The ids of all controls of a message."""
    found: set[str] = set()
    todo: list[Any] = list(message.components)
    while todo:
        component = todo.pop()
        found.add(str(getattr(component, "custom_id", None)))
        todo.extend(getattr(component, "children", ()))
    return found


class Controls:
    """The verbs that controls can carry, each with what it does."""

    def __init__(self) -> None:
        self._handlers: dict[str, Known] = {}

    def handles(
        self, verb: str, *, arguments: int, updates: bool = False
    ) -> Callable[[Handler], Handler]:
        """Register a handler.

        :param arguments: how many follow the verb in its controls; others are outdated.
        :param updates: the click changes the message that the control is on; otherwise it is
            answered with a private message.
        """

        def register(handler: Handler) -> Handler:
            assert verb not in self._handlers
            self._handlers[verb] = Known(handler, arguments, updates)
            return handler

        return register

    async def dispatch(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click or a choice, whatever its id says."""
        data: Any = interaction.data
        prefix, _, rest = data["custom_id"].partition(SEPARATOR)
        verb, *arguments = rest.split(SEPARATOR)
        known = self._handlers.get(verb)
        if prefix != PREFIX or known is None or known.arguments != len(arguments):
            known = OUTDATED
        async with Answer(interaction, updates=known.updates) as answer:
            await known.handler(answer, tuple(arguments))


async def _outdated(answer: Answer, arguments: tuple[str, ...]) -> None:
    raise Refusal(
        "outdated",
        "This button is from an earlier version of me. `/matches` lists your matches, "
        "and `/board` shows one with buttons that work.",
    )


OUTDATED = Known(_outdated, arguments=0, updates=False)
