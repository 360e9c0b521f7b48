"""Forms as plain values, which become Discord's modals, and the entries of submitted forms.

A form is submitted with the id of a control, like a click.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import discord
from discord import ui
from discord.app_commands.namespace import Namespace

from bot.pages.layout import (
    MAX_CONTROL_LENGTH,
    MAX_OPTION_LENGTH,
    MAX_OPTIONS,
    MAX_TEXT_LENGTH,
    SEPARATOR,
    MenuChoice,
    cut,
    id_in,
    select_option,
)
from rules.refusal import MAX_QUOTE_LENGTH

MAX_LABEL_LENGTH = 45
MAX_FIELDS = 5

FIELD = "text"
"""The key of the only field of a form."""

_BETWEEN = "\N{BROKEN BAR}"
"""What separates the entries of a form in a control."""

_CHOICES = "."
"""What separates the choices of a field in a control."""


@dataclass(frozen=True, slots=True)
class Field:
    """A labelled part of a form."""

    key: str
    label: str

    def filled(self, entry: str) -> Self:
        """Return the field with an entry from a control, if it can have it."""
        return self


@dataclass(frozen=True, slots=True)
class TextField(Field):
    """A text on one line, or on several."""

    initial: str = ""
    """The initial text."""
    example: str = ""
    """The placeholder while the field is empty."""
    max_length: int = MAX_TEXT_LENGTH
    is_required: bool = True
    is_long: bool = False
    """Whether it may have several lines."""

    def filled(self, entry: str) -> Self:
        """Return the field with a text."""
        return replace(self, initial=entry[: self.max_length])

    def component(self) -> ui.Item[ui.Modal]:
        """Return the Discord component."""
        return ui.TextInput(
            style=discord.TextStyle.paragraph if self.is_long else discord.TextStyle.short,
            custom_id=self.key,
            placeholder=cut(self.example, MAX_OPTION_LENGTH) or None,
            default=self.initial or None,
            max_length=self.max_length,
            required=self.is_required,
        )


@dataclass(frozen=True, slots=True)
class ChoiceField(Field):
    """One of several choices."""

    choices: tuple[MenuChoice, ...]

    def filled(self, entry: str) -> Self:
        """Return the field with one of the choices."""
        return replace(self, choices=_chosen(self.choices, entry))

    def component(self) -> ui.Item[ui.Modal]:
        """Return the Discord component."""
        return ui.Select(
            custom_id=self.key, options=[select_option(choice) for choice in self.choices]
        )


@dataclass(frozen=True, slots=True)
class TicksField(Field):
    """Any number of choices, including none."""

    choices: tuple[MenuChoice, ...]

    def filled(self, entry: str) -> Self:
        """Return the field with some of the choices."""
        return replace(self, choices=_chosen(self.choices, entry))

    def component(self) -> ui.Item[ui.Modal]:
        """Return the Discord component."""
        options = [
            discord.CheckboxGroupOption(
                label=cut(choice.label, MAX_OPTION_LENGTH),
                value=choice.value,
                default=choice.chosen,
            )
            for choice in self.choices
        ]
        return ui.CheckboxGroup(custom_id=self.key, options=options, min_values=0, required=False)


@dataclass(frozen=True, slots=True)
class PeopleField(Field):
    """Some people, or none."""

    placeholder: str
    chosen: tuple[int, ...] = ()
    max_choices: int = 1

    def filled(self, entry: str) -> Self:
        """Return the field with some people."""
        ids = map(id_in, entry.split(_CHOICES))
        return replace(self, chosen=tuple(each for each in ids if each is not None))

    def component(self) -> ui.Item[ui.Modal]:
        """Return the Discord component."""
        kind = discord.SelectDefaultValueType.user
        chosen = [discord.SelectDefaultValue(id=user_id, type=kind) for user_id in self.chosen]
        return ui.UserSelect(
            custom_id=self.key,
            placeholder=cut(self.placeholder, MAX_OPTION_LENGTH),
            default_values=chosen[: self.max_choices],
            min_values=0,
            max_values=self.max_choices,
            required=False,
        )


def _chosen(choices: tuple[MenuChoice, ...], entry: str) -> tuple[MenuChoice, ...]:
    values = entry.split(_CHOICES)
    return tuple(replace(each, chosen=each.value in values) for each in choices)


AnyField = TextField | ChoiceField | TicksField | PeopleField


@dataclass(frozen=True, slots=True)
class Form:
    """A form of up to five fields. `control` is the id of the control for submitting it."""

    control: str
    title: str
    fields: tuple[AnyField, ...]

    def filled(self, entries: str) -> Form:
        """Return the form with the entries in a control, or as it is if they don't fit."""
        texts = entries.split(_BETWEEN)
        if len(texts) != len(self.fields):
            return self
        pairs = zip(self.fields, texts, strict=True)
        return replace(self, fields=tuple(field.filled(text) for field, text in pairs))

    def modal(self) -> ui.Modal:
        """Return the Discord modal.

        :raises ValueError: if the form exceeds one of Discord's limits.
        """
        texts = [self.control, self.title, *(each.label for each in self.fields)]
        if not all(texts) or len(self.control) > MAX_CONTROL_LENGTH:
            raise ValueError(f"a form with the control {self.control!r} and the texts {texts}")
        if not 0 < len(self.fields) <= MAX_FIELDS:
            raise ValueError(f"a form of {len(self.fields)} fields")
        if any(
            isinstance(each, ChoiceField) and len(each.choices) > MAX_OPTIONS
            for each in self.fields
        ):
            raise ValueError(f"too many choices in the form {self.control!r}")
        modal = ui.Modal(title=cut(self.title, MAX_LABEL_LENGTH), custom_id=self.control)
        for field in self.fields:
            label = cut(field.label, MAX_LABEL_LENGTH)
            modal.add_item(ui.Label(text=label, component=field.component()))
        # As with layouts, dispatching only uses control ids.
        modal.stop()
        return modal


class FormEntries:
    """The entries of a submitted form, by the keys of its fields."""

    def __init__(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        self._fields = {
            each["custom_id"]: each for each in _keyed_components(data.get("components", ()))
        }
        # discord.py resolves people for commands and for forms that it keeps itself.
        self._people: Mapping[str, Any] = {
            key.id: each
            for key, each in Namespace._get_resolved_items(
                interaction, data.get("resolved") or {}
            ).items()
            if isinstance(each, discord.User | discord.Member)
        }

    def text(self, key: str) -> str:
        """Return a text, empty if the form has no such field."""
        return str(self._field(key).get("value") or "")

    def choice(self, key: str) -> str:
        """Return the choice, empty if there is none."""
        return self.text(key) or next(iter(self.choices(key)), "")

    def choices(self, key: str) -> tuple[str, ...]:
        """Return all choices."""
        return tuple(map(str, self._field(key).get("values") or ()))

    def people(self, key: str) -> list[discord.User | discord.Member]:
        """Return the chosen people."""
        return [self._people[choice] for choice in self.choices(key) if choice in self._people]

    def _field(self, key: str) -> Mapping[str, Any]:
        return self._fields.get(key, {})


def typed_in(interaction: discord.Interaction) -> str:
    """Return the text typed into a form of one field, empty for other controls."""
    return FormEntries(interaction).text(FIELD)


def entries_in(interaction: discord.Interaction) -> str:
    """Return the entries of a submitted form for a control, without line breaks."""
    data: Any = interaction.data
    entries = [
        str(each.get("value") or "") or _CHOICES.join(map(str, each.get("values") or ()))
        for each in _keyed_components(data.get("components", ()))
    ]
    # The last field comes first.
    separators = str.maketrans({_BETWEEN: " ", SEPARATOR: " "})
    texts = [" ".join(each.translate(separators).split()) for each in reversed(entries)]
    return _BETWEEN.join(texts)


def typed_texts(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return the texts of a submitted form, and longer ones that were typed with a command."""
    data: Any = interaction.data or {}
    texts = [str(each.get("value") or "") for each in _keyed_components(data.get("components", ()))]
    texts += [
        text for text in _option_texts(data.get("options", ())) if len(text) > MAX_QUOTE_LENGTH
    ]
    return tuple(text for text in texts if text.strip())


def _option_texts(options: Any) -> Iterator[str]:
    """Yield the texts among the options of a command and its subcommands."""
    for option in options:
        if option["type"] == discord.AppCommandOptionType.string.value:
            yield str(option["value"])
        yield from _option_texts(option.get("options", ()))


def _keyed_components(components: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all components that have a key."""
    todo: list[Any] = list(components)
    while todo:
        component = todo.pop()
        if "custom_id" in component:
            yield component
        todo.extend(component.get("components", ()))
        todo.extend(filter(None, [component.get("component")]))
