"""The entries of a submitted form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord.app_commands.namespace import Namespace

from bot.pages.forms import FIELD


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
        return [self._people[each] for each in self.choices(key) if each in self._people]

    def _field(self, key: str) -> Mapping[str, Any]:
        return self._fields.get(key, {})


def typed_in(interaction: discord.Interaction) -> str:
    """Return the text typed into a form of one field, empty for other controls."""
    return FormEntries(interaction).text(FIELD)


def _keyed_components(components: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all components that have a key."""
    todo: list[Any] = list(components)
    while todo:
        component = todo.pop()
        if "custom_id" in component:
            yield component
        todo.extend(component.get("components", ()))
        todo.extend(filter(None, [component.get("component")]))
