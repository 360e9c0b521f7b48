"""The emojis of the application: pieces and games, for use in lines of text.

They only accompany words of the same meaning, because Discord doesn't show them to everyone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import discord

from rendering import Icon

INVALID_FORM = 50035
"""Discord's code for an invalid request."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """An uploaded emoji."""

    name: str
    id: int

    def __str__(self) -> str:
        """Return the emoji as Discord's Markdown."""
        return f"<:{self.name}:{self.id}>"


class Emojis:
    """The uploaded emojis by icon. Empty until they are uploaded."""

    def __init__(self) -> None:
        self._by_icon: Mapping[Icon, Emoji] = {}
        self.doubted = asyncio.Event()
        """Set once Discord has refused any of them."""

    def of(self, icon: Icon) -> Emoji | None:
        """Return the emoji of an icon, if there is one."""
        return self._by_icon.get(icon)

    def replace(self, by_icon: Mapping[Icon, Emoji]) -> None:
        """Replace all emojis."""
        self._by_icon = dict(by_icon)
        self.doubted.clear()

    def doubt(self) -> None:
        """Stop using emojis, because Discord refused a button or menu with one."""
        self._by_icon = {}
        self.doubted.set()


_present: ContextVar[Emojis | None] = ContextVar("present_emojis", default=None)


def use_emojis(emojis: Emojis) -> None:
    """Use emojis in the pages of the current task."""
    _present.set(emojis)


@contextmanager
def using(emojis: Emojis) -> Iterator[None]:
    """Use emojis in the pages made within the block."""
    token = _present.set(emojis)
    try:
        yield
    finally:
        _present.reset(token)


def emoji_of(icon: Icon | None) -> Emoji | None:
    """Return the emoji of an icon for the page being made, if there is one."""
    emojis = _present.get()
    return None if icon is None or emojis is None else emojis.of(icon)


def partial_emoji(icon: Icon | None) -> discord.PartialEmoji | None:
    """Return the emoji of an icon for a button or a menu entry, if there is one."""
    emoji = emoji_of(icon)
    return None if emoji is None else discord.PartialEmoji(name=emoji.name, id=emoji.id)


def doubt_if_refused(error: discord.HTTPException) -> bool:
    """Stop using emojis if Discord refused one, for example because it was deleted.

    :returns: whether it did.
    """
    emojis = _present.get()
    is_refused = error.code == INVALID_FORM and "emoji" in error.text.casefold()
    if emojis is None or not is_refused:
        return False
    emojis.doubt()
    return True
