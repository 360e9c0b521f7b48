"""Pieces and games as emojis of the application: writing them in texts, and uploading them.

The name of an emoji contains a hash of its picture, so each picture is uploaded once, by one
process. Texts work without emojis, so a failure is only logged and retried.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO

import discord
from PIL import Image

from rendering import Icon, icons

log = logging.getLogger(__name__)

INVALID_FORM = 50035
"""Discord's code for an invalid request."""

CHECKED_EVERY = timedelta(hours=1)
"""Interval between checks after a failure or a refused emoji."""


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
        self._refused: Mapping[Icon, Emoji] = {}
        """The emojis in use when Discord refused one of them, without naming it."""
        self.doubted = asyncio.Event()
        """Set once Discord has refused any of them."""

    def of(self, icon: Icon) -> Emoji | None:
        """Return the emoji of an icon, if there is one."""
        return self._by_icon.get(icon)

    def replace(self, by_icon: Mapping[Icon, Emoji]) -> None:
        """Replace all emojis, unless Discord has refused one and none has changed since."""
        if by_icon != self._refused:
            self._by_icon = dict(by_icon)
            self.doubted.clear()

    def doubt(self) -> None:
        """Stop using emojis, because Discord refused a button or menu with one."""
        self._by_icon, self._refused = {}, self._by_icon or self._refused
        self.doubted.set()


_current: ContextVar[Emojis | None] = ContextVar("current_emojis", default=None)


def use_emojis(emojis: Emojis) -> None:
    """Use emojis in the pages of the current task."""
    _current.set(emojis)


@contextmanager
def using(emojis: Emojis) -> Iterator[None]:
    """Use emojis in the pages made within the block."""
    token = _current.set(emojis)
    try:
        yield
    finally:
        _current.reset(token)


def emoji_of(icon: Icon | None) -> Emoji | None:
    """Return the emoji of an icon for the page being made, if there is one."""
    emojis = _current.get()
    return None if icon is None or emojis is None else emojis.of(icon)


def partial_emoji(icon: Icon | None) -> discord.PartialEmoji | None:
    """Return the emoji of an icon for a button or a menu entry, if there is one."""
    emoji = emoji_of(icon)
    return None if emoji is None else discord.PartialEmoji(name=emoji.name, id=emoji.id)


def doubt_if_refused(error: discord.HTTPException) -> bool:
    """Stop using emojis if Discord refused one, for example because it was deleted.

    :returns: whether it did.
    """
    emojis = _current.get()
    is_refused = error.code == INVALID_FORM and "emoji" in error.text.casefold()
    if emojis is None or not is_refused:
        return False
    emojis.doubt()
    return True


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to upload."""

    name: str
    png: bytes


def drawings() -> dict[Icon, Drawing]:
    """Draw all icons. This takes tenths of a second, so call it in a worker thread."""
    return {icon: _drawing(icon, picture) for icon, picture in icons().items()}


class EmojiUpload:
    """Uploads missing emojis of the application, and provides them to pages.

    Emojis of older versions stay. There is room for two thousand.

    :param emojis: receives the emojis.
    :param uploads: whether this process uploads. Others use what they find.
    """

    def __init__(self, client: discord.Client, emojis: Emojis, *, uploads: bool) -> None:
        self._client = client
        self._emojis = emojis
        self._uploads = uploads

    async def keep_current(self) -> None:
        """Check the emojis at once, then hourly until all are there, and after each refusal."""
        while True:
            is_complete = await self.check()
            await asyncio.sleep(CHECKED_EVERY.total_seconds())
            if is_complete:
                await self._emojis.doubted.wait()

    async def check(self) -> bool:
        """Upload missing emojis, and return whether all are there."""
        try:
            return await self._bring_up_to_date(await asyncio.to_thread(drawings))
        except (discord.DiscordException, OSError) as error:
            log.warning("could not check the emojis; continuing without: %s", error)
        except Exception:
            log.exception("could not check the emojis; continuing without")
        return False

    async def _bring_up_to_date(self, by_icon: Mapping[Icon, Drawing]) -> bool:
        by_name = {each.name: each for each in await self._client.fetch_application_emojis()}
        try:
            for drawing in by_icon.values():
                if self._uploads and drawing.name not in by_name:
                    by_name[drawing.name] = await self._client.create_application_emoji(
                        name=drawing.name, image=drawing.png
                    )
        except discord.HTTPException as error:
            # The next upload would fail too. Existing emojis are used.
            log.warning("could not upload all emojis; continuing without: %s", error)
        found = {
            icon: Emoji(drawing.name, by_name[drawing.name].id)
            for icon, drawing in by_icon.items()
            if drawing.name in by_name
        }
        self._emojis.replace(found)
        return len(found) == len(by_icon)


def _drawing(icon: Icon, picture: Image.Image) -> Drawing:
    # The hash is that of the pixels, because compressors differ.
    digest = hashlib.sha256(picture.tobytes()).hexdigest()[:8]
    file = BytesIO()
    picture.save(file, "PNG")
    return Drawing(f"sw_{icon.game}_{icon.name}_{digest}", file.getvalue())
