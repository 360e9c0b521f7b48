"""The arguments of controls, converted from texts to the parameters of the handlers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import discord

from bot.interface.answers import Answer
from bot.interface.context import viewer_of
from bot.interface.forms import typed_in
from bot.interface.step_picker import SentSteps
from club.events import refusals
from club.matches.match import Match
from club.members.membership import Viewer
from language.texts import N_
from language.typed import normalised
from presentation.steps import outdated
from rules.position import Game
from rules.refusal import Refusal, quoted
from rules.registry import game_named
from storage.database.transaction import Transaction
from storage.events import entering
from storage.events import events as stored_events
from storage.events.events import Event

if TYPE_CHECKING:
    from bot.interface.front import Front

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
    digits = normalised(text).strip().lstrip("#").split(" ")[0]
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


async def match_of(front: Front, answer: Answer, text: str) -> Match:
    """Return the match with the number in a control, and note the click on its card.

    :raises Refusal: `number`, `unknown_match`.
    """
    number = number_in(text, "match")
    match = await front.club.match_finder.find_visible(viewer_of(answer.interaction), number)
    await front.pulled_cards.take_click(answer, match)
    return match


async def event_numbered(front: Front, interaction: discord.Interaction, text: str) -> Event:
    """Return the event with the number in an option or a control.

    :raises Refusal: `number`, `unknown_event`.
    """
    number, viewer = number_in(text, "event"), viewer_of(interaction)
    async with front.club.store.read() as tx:
        event = await stored_events.get(tx, number)
        is_of_server = event is not None and event.guild_id == viewer.guild_id
        if event is None or not is_of_server or not await may_know_of(tx, viewer, event):
            raise refusals.unknown_event()
    return event


async def may_know_of(tx: Transaction, viewer: Viewer, event: Event) -> bool:
    """Whether a viewer can see an event's channel, or has entered the event."""
    if viewer.may_know_of_event(event):
        return True
    entered = await entering.of_event(tx, event.id)
    return any(each.user_id == viewer.user_id for each in entered)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a control.

    A text is passed on as it is, and a `bool` is written as `on`. A `Literal` refuses other texts
    as outdated.
    """

    name: str
    """The name of the parameter, which says what a number identifies."""
    kind: Any
    """The type of the parameter."""
    place: int = 0
    """The place of the control's verb among those of the handler."""

    async def value_of(self, text: str, front: Front, answer: Answer) -> Any:
        """Convert the text in a control.

        :raises Refusal: if it is invalid, or what it identifies is unknown to the user.
        """
        if self.kind is Match:
            return await match_of(front, answer, text)
        if self.kind is Event:
            return await event_numbered(front, answer.interaction, text)
        if self.kind is Game:
            return game_named(text)
        if self.kind is int:
            return number_in(text, self.name.removesuffix("_id"))
        if self.kind is bool:
            return text == "on"
        if self.kind is SentSteps:
            return SentSteps.read(text, self.place, typed_in(answer.interaction))
        if get_origin(self.kind) is Literal and text not in get_args(self.kind):
            raise outdated()
        return text


@functools.cache
def arguments_of(method: Callable[..., Any], place: int = 0) -> tuple[Argument, ...]:
    """Return the arguments that a method takes after its answer.

    A parameter like `*view: *ViewTexts` stands for as many as the tuple has.

    :param place: the place of the control's verb among those of the method.
    """
    types = get_type_hints(method)
    _, _, *parameters = inspect.signature(method).parameters.values()
    arguments: list[Argument] = []
    for parameter in parameters:
        kinds = [types[parameter.name]]
        if parameter.kind is parameter.VAR_POSITIONAL:
            (unpacked,) = get_args(types[parameter.name])
            kinds = get_args(unpacked)
        arguments += [Argument(parameter.name, kind, place) for kind in kinds]
    return tuple(arguments)
