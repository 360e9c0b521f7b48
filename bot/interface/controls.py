"""Dispatching of buttons, menus and forms. Unknown and outdated controls are answered too.

`on_control` marks a method as the handler of controls, and `Controls.collect` registers the marked
methods of an object. `bot.interface.layout` describes the ids of controls.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.interface.answers import Answer
from bot.interface.context import is_on_pulled_card
from bot.interface.layout import PREFIX, SEPARATOR
from language.texts import N_, lazy_gettext
from presentation.steps import outdated
from rules.refusal import Refusal, quoted

_MARK = "__answers_controls__"

Handler = Callable[..., Awaitable[None]]
"""A function that takes the answer and the arguments of the control."""

Method = TypeVar("Method", bound=Handler)


@dataclass(frozen=True, slots=True)
class Verb:
    """The handler of a verb's controls."""

    handler: Handler
    arguments: int
    """The number of arguments. Controls with another number are outdated."""
    updates: bool
    """Whether the answer edits the clicked message. Otherwise it is private."""


@dataclass(frozen=True, slots=True)
class _Mark:
    verbs: tuple[str, ...]
    arguments: int
    updates: bool


def on_control(*verbs: str, arguments: int, updates: bool = False) -> Callable[[Method], Method]:
    """Mark a method as the handler of these verbs.

    :param arguments: the number of arguments. Controls with another number are outdated.
    :param updates: whether the answer edits the clicked message. Otherwise it is private.
    """

    def mark(method: Method) -> Method:
        setattr(method, _MARK, _Mark(verbs, arguments, updates))
        return method

    return mark


def values_of(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return the values chosen in a menu, empty for a button."""
    data: Any = interaction.data
    return tuple(data.get("values", ()))


def control_ids(message: discord.Message) -> set[str]:
    """Return the ids of all controls of a message."""
    ids: set[str] = set()
    todo: list[Any] = list(message.components)
    while todo:
        component = todo.pop()
        ids.add(str(getattr(component, "custom_id", None)))
        todo.extend(getattr(component, "children", ()))
    return ids


def outdated_command() -> Refusal:
    """Return the refusal of a command that no longer exists in this form."""
    return Refusal(
        "outdated",
        lazy_gettext(
            "I've changed this command, and your Discord still shows the old one. Restart Discord "
            "and type it again. `/help` lists what I can do."
        ),
    )


class Controls:
    """The handlers of all controls, by verb."""

    def __init__(self) -> None:
        self._verbs: dict[str, Verb] = {}

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """The registered verbs."""
        return self._verbs

    def collect(self, holder: object) -> None:
        """Register the marked methods of an object."""
        for name, method in inspect.getmembers(type(holder), inspect.isfunction):
            mark: _Mark | None = getattr(method, _MARK, None)
            if mark is None:
                continue
            for verb in mark.verbs:
                assert verb not in self._verbs
                handler = getattr(holder, name)
                self._verbs[verb] = Verb(handler, mark.arguments, mark.updates)

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a click, a choice or a form, even if its id is unknown."""
        data: Any = interaction.data
        prefix, _, rest = data["custom_id"].partition(SEPARATOR)
        name, *arguments = rest.split(SEPARATOR)
        verb = self._verbs.get(name)
        is_valid = prefix == PREFIX and verb is not None and verb.arguments == len(arguments)
        updates = is_valid and verb is not None and verb.updates
        # Where the bot can only answer, the click on a card lets it strip the card later.
        keeps_card = is_on_pulled_card(interaction) and not updates
        async with Answer(interaction, updates=updates, keeps_card=keeps_card) as answer:
            if not is_valid or verb is None:
                raise outdated()
            if keeps_card:
                await answer.acknowledge()
            await verb.handler(answer, *arguments)


MAX_DIGITS = 15
"""Maximum number of digits, which leaves room to multiply by page sizes."""

MAX_ID = 2**63 - 1
"""The largest id that the database can store. Discord's ids are smaller."""

_INVALID = {
    "match": N_("“{text}” isn't a match. Enter its number, like `17`."),
    "challenge": N_("“{text}” isn't a challenge. Enter its number, like `17`."),
    "event": N_("“{text}” isn't an event. Enter its number, like `17`."),
}
"""Refusals of invalid numbers, by what they should identify."""


def number_in(text: str, meaning: str) -> int:
    """Parse a typed number such as `17` or `#17`, or one in a control.

    :param meaning: what it identifies, for the refusal.
    :raises Refusal: `number`.
    """
    # Autocompleted texts continue after the number.
    digits = text.strip().lstrip("#").split(" ")[0]
    if not (_are_digits(digits) and len(digits) <= MAX_DIGITS):
        words = _INVALID.get(meaning, N_("“{text}” isn't a number. Enter one, like `17`."))
        raise Refusal("number", words, text=quoted(text))
    return int(digits)


def id_in(text: str) -> int | None:
    """Parse the id of a member or channel in a control, or None if it is invalid."""
    if not (_are_digits(text) and len(text) <= len(str(MAX_ID))):
        return None
    return value if (value := int(text)) <= MAX_ID else None


def _are_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
