"""The arguments of controls, converted from texts to the parameters of the handlers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from bot.interface.answers import Answer
from bot.interface.context import viewer_of
from bot.pages.forms import typed_in
from bot.pages.layout import are_digits
from bot.pages.step_picker import SentSteps
from club.matches.match import Match
from language.texts import N_
from language.typed import normalised
from presentation.steps import outdated
from rules.position import Game
from rules.refusal import Refusal, quoted
from rules.registry import game_named

if TYPE_CHECKING:
    from bot.interface.front import Front

MAX_DIGITS = 15
"""Maximum number of digits, which leaves room to multiply by page sizes."""

NUMBER_WORDS = {
    "match": N_("“{text}” isn't a match. Enter its number, like `17`."),
    "challenge": N_("“{text}” isn't a challenge. Enter its number, like `17`."),
}
"""Refusals of invalid numbers, by what they should identify."""


def number_in(text: str, meaning: str) -> int:
    """Parse a typed number such as `17` or `#17`, or one in a control.

    :param meaning: what it identifies, for the refusal.
    :raises Refusal: `number`.
    """
    # Autocompleted texts continue after the number.
    digits = normalised(text).strip().lstrip("#").split(" ")[0]
    if not (are_digits(digits) and len(digits) <= MAX_DIGITS):
        words = NUMBER_WORDS.get(meaning, N_("“{text}” isn't a number. Enter one, like `17`."))
        raise Refusal("number", words, text=quoted(text))
    return int(digits)


Converter = Callable[["Front", Answer, str], Awaitable[object]]
"""Returns what the text in a control identifies, or refuses it."""

CONVERTERS: dict[Any, Converter] = {}


Converting = TypeVar("Converting", bound=Converter)


def converts(kind: type) -> Callable[[Converting], Converting]:
    """Mark the function that converts the arguments of a type."""

    def mark(converter: Converting) -> Converting:
        CONVERTERS[kind] = converter
        return converter

    return mark


@converts(Match)
async def match_of(front: Front, answer: Answer, text: str) -> Match:
    """Return the match with the number in a control, and note the click on its card.

    :raises Refusal: `number`, `unknown_match`.
    """
    number = number_in(text, "match")
    match = await front.club.match_finder.find_visible(viewer_of(answer.interaction), number)
    await front.pulled_cards.take_click(answer, match)
    return match


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
        if (converter := CONVERTERS.get(self.kind)) is not None:
            return await converter(front, answer, text)
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
