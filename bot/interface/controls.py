"""Dispatching of buttons, menus and forms. Unknown and outdated controls are answered too.

`on_control` marks a method as the handler of controls, and `Controls.collect` registers the marked
methods of an object. `bot.pages.layout` describes the ids of controls.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.interface.answers import AGAIN, Answer
from bot.interface.arguments import Argument, arguments_of
from bot.interface.context import is_on_pulled_card
from bot.interface.move_entry import asking_to_type
from bot.pages.layout import PREFIX, SEPARATOR
from bot.pages.step_picker import ASK, StepVerbs
from language.texts import lazy_gettext
from presentation.steps import outdated
from rules.refusal import Refusal

if TYPE_CHECKING:
    from bot.interface.front import Front

_MARK = "__answers_controls__"

_CAPACITY = 10_000
"""Number of posts remembered, far more than are made within seconds."""

Handler = Callable[..., Awaitable[None]]
"""A function that takes the answer and the arguments of the control."""

Method = TypeVar("Method", bound=Handler)


@dataclass(frozen=True, slots=True)
class Verb:
    """The handler of a verb's controls."""

    handler: Handler
    arguments: tuple[Argument, ...]
    updates: bool
    """Whether the answer edits the clicked message. Otherwise it is private."""
    is_free: bool
    """Whether clicks have no rate limit."""
    posts: bool = False
    """Whether the answer is a public message, which the second click of a double click repeats."""
    asked_by: str = ""
    """The verb that opens the form which this one submits, with the same arguments."""


@dataclass(frozen=True, slots=True)
class _Mark:
    verbs: tuple[str, ...]
    updates: bool
    is_free: bool
    posts: bool = False
    asked_by: str = ""
    steps: StepVerbs | None = None
    """The verbs, if they are those for entering a move."""


def on_control(
    *verbs: str,
    updates: bool = False,
    is_free: bool = False,
    posts: bool = False,
    asked_by: str = "",
) -> Callable[[Method], Method]:
    """Mark a method as the handler of these verbs.

    Its parameters after the answer are the arguments of the controls, converted to their types.
    Controls with another number of arguments are outdated.

    :param updates: whether the answer edits the clicked message. Otherwise it is private.
    :param is_free: whether clicks have no rate limit, because they lead to the user's next move or
        make it.
    :param posts: whether the answer is a public message that isn't stored. A control of a message
        posts it only once.
    :param asked_by: the verb that opens the form which this one submits, with the same arguments.
        If an entry is refused, a button opens the form again.
    """

    def mark(method: Method) -> Method:
        setattr(method, _MARK, _Mark(verbs, updates, is_free, posts, asked_by))
        return method

    return mark


def on_steps(verbs: StepVerbs, *, is_free: bool = False) -> Callable[[Method], Method]:
    """Mark a method as the handler of moves entered with these controls, as in `on_control`."""

    def mark(method: Method) -> Method:
        setattr(method, _MARK, _Mark(verbs.all, updates=True, is_free=is_free, steps=verbs))
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

    def __init__(self, front: Front) -> None:
        self._front = front
        self._verbs: dict[str, Verb] = {}
        self._posted = LRUCache[tuple[int, str], None](_CAPACITY)
        """The controls that have posted, with the ids of their messages."""

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """The registered verbs."""
        return self._verbs

    def collect(self, holder: object) -> None:
        """Register the marked methods of an object."""
        for mark, function in _marked_functions(type(holder)):
            handler: Handler = function.__get__(holder)
            for place, each in enumerate(mark.verbs):
                assert each not in self._verbs
                arguments = arguments_of(function, place)
                if mark.steps is not None and place == ASK:
                    texts = tuple(Argument(argument.name, str) for argument in arguments)
                    self._verbs[each] = Verb(
                        asking_to_type(mark.steps), texts, updates=False, is_free=mark.is_free
                    )
                    continue
                self._verbs[each] = Verb(
                    handler, arguments, mark.updates, mark.is_free, mark.posts, mark.asked_by
                )

    def is_free(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether a click, a choice or a form has no rate limit."""
        verb, *_ = self._parse(interaction)
        return verb is not None and verb.is_free

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a click, a choice or a form, even if its id is unknown."""
        verb, texts, entered = self._parse(interaction)
        updates = verb is not None and verb.updates
        # Where the bot can only answer, the click on a card lets it strip the card later.
        keeps_card = is_on_pulled_card(interaction) and not updates
        async with Answer(interaction, updates=updates, keeps_card=keeps_card) as answer:
            if verb is None:
                raise outdated()
            answer.entered = entered
            if verb.asked_by and interaction.type is discord.InteractionType.modal_submit:
                answer.opened_by = (verb.asked_by, *texts)
            if keeps_card:
                await answer.acknowledge()
            values = [
                await argument.value_of(text, self._front, answer)
                for argument, text in zip(verb.arguments, texts, strict=True)
            ]
            if not verb.posts:
                await verb.handler(answer, *values)
                return
            with self._posting(interaction):
                await verb.handler(answer, *values)

    @contextmanager
    def _posting(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Let the control of a message post once.

        :raises Refusal: `posted`.
        """
        message, data = interaction.message, interaction.data
        click = (message.id if message else interaction.id, str((data or {}).get("custom_id")))
        if click in self._posted:
            raise Refusal("posted", lazy_gettext("I've already posted that."))
        self._posted[click] = None
        try:
            yield
        except BaseException:
            self._posted.pop(click, None)
            raise

    def _parse(self, interaction: discord.Interaction[Any]) -> tuple[Verb | None, list[str], str]:
        """Return the verb and the arguments of a control, and the entries of a form to open again.

        The verb of an outdated one is None.
        """
        data: Any = interaction.data
        prefix, _, rest = data["custom_id"].partition(SEPARATOR)
        name, *texts = rest.split(SEPARATOR)
        entered = ""
        if name == AGAIN and len(texts) > 1:
            entered, name, *texts = texts
        verb = self._verbs.get(name)
        is_valid = prefix == PREFIX and verb is not None and len(verb.arguments) == len(texts)
        return verb if is_valid else None, texts, entered


@cache
def _marked_functions(holder: type) -> tuple[tuple[_Mark, Any], ...]:
    """The marked functions of a class."""
    marked: list[tuple[_Mark, Any]] = []
    for _, member in inspect.getmembers(holder):
        # A command can be a control too.
        method = member.callback if isinstance(member, app_commands.Command) else member
        mark: _Mark | None = getattr(method, _MARK, None)
        if mark is not None:
            marked.append((mark, inspect.unwrap(method)))
    return tuple(marked)
