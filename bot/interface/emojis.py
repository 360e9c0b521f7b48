"""Pieces and games as emojis of the application: writing them in texts, and uploading them.

The name of an emoji contains a hash of its picture, so each picture is uploaded once. Only one
process uploads, and the others read the result from the database. Texts work without emojis, so a
failure is only logged and retried.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import discord
from PIL import Image

from club.club import FrontNotes
from rendering import Icon, icons
from storage.database.transaction import NotStored

log = logging.getLogger(__name__)

INVALID_FORM = 50035
"""Discord's code for an invalid request."""

NOTE = "emojis"
"""The name under which the uploaded emojis are stored."""

STALE_FOR = timedelta(days=1)
"""How long an unused emoji is kept, for processes that still run an older version."""

CHECKED_EVERY, AT_LEAST_EVERY = timedelta(hours=1), timedelta(days=1)
"""Intervals between checks: after a failure or a refused emoji, and otherwise."""

OURS = re.compile("sw_[A-Za-z0-9_]+_[0-9a-f]{8}")
"""The names of emojis that this module uploads."""


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
    """Keeps the emojis of the application up to date, and provides them to pages."""

    def __init__(
        self,
        client: discord.Client,
        notes: FrontNotes,
        emojis: Emojis,
        clock: Callable[[], datetime],
    ) -> None:
        """
        :param emojis: receives the uploaded emojis.
        """
        self._client = client
        self._notes = notes
        self._emojis = emojis
        self._clock = clock

    async def keep_current(self) -> None:
        """Check the emojis immediately, then at intervals until cancelled."""
        with suppress(NotStored):
            await self.learn()
        while True:
            is_checked = await self.check()
            await asyncio.sleep(CHECKED_EVERY.total_seconds())
            if is_checked:
                with suppress(TimeoutError):
                    async with asyncio.timeout((AT_LEAST_EVERY - CHECKED_EVERY).total_seconds()):
                        await self._emojis.doubted.wait()

    async def learn(self) -> None:
        """Use the emojis uploaded last, by this or another process."""
        uploaded, _ = await self._load()
        if uploaded:
            self._emojis.replace(uploaded)

    async def check(self) -> bool:
        """Upload missing emojis and remove stale ones. Return whether everything succeeded."""
        try:
            return await self._bring_up_to_date(await asyncio.to_thread(drawings))
        except (discord.DiscordException, NotStored, OSError) as error:
            log.warning("could not check the emojis; continuing without: %s", error)
        except Exception:
            log.exception("could not check the emojis; continuing without")
        return False

    async def _bring_up_to_date(self, by_icon: Mapping[Icon, Drawing]) -> bool:
        existing = await self._client.fetch_application_emojis()
        by_name = {each.name: each for each in existing}
        uploaded: dict[Icon, Emoji] = {}
        failure: discord.HTTPException | None = None
        for icon, drawing in by_icon.items():
            emoji = by_name.get(drawing.name)
            if emoji is None and failure is None:
                try:
                    emoji = await self._client.create_application_emoji(
                        name=drawing.name, image=drawing.png
                    )
                except discord.HTTPException as error:
                    # The next upload would fail too. Existing emojis are used.
                    failure = error
                    log.warning("could not upload all emojis; continuing without: %s", error)
            if emoji is not None:
                uploaded[icon] = Emoji(emoji.name, emoji.id)
        self._emojis.replace(uploaded)
        stale = await self._without_stale(existing, {each.name for each in by_icon.values()})
        await self._store(uploaded, stale)
        return failure is None

    async def _without_stale(
        self, existing: Sequence[discord.Emoji], names: set[str]
    ) -> dict[int, datetime]:
        """Remove long-stale emojis, and return when each remaining one became stale, by id."""
        _, stale_since = await self._load()
        now, stale = self._clock(), dict[int, datetime]()
        for emoji in existing:
            if emoji.name in names or not self._is_ours(emoji):
                continue
            since = stale_since.get(emoji.id, now)
            if now - since < STALE_FOR:
                stale[emoji.id] = since
                continue
            with suppress(discord.NotFound):
                await emoji.delete()
            log.info("removed the unused emoji %s", emoji.name)
        return stale

    def _is_ours(self, emoji: discord.Emoji) -> bool:
        """Whether the bot uploaded it, rather than a person in the portal."""
        own_user = self._client.user
        is_by_us = own_user is not None and emoji.user is not None and emoji.user.id == own_user.id
        return is_by_us and OURS.fullmatch(emoji.name) is not None

    async def _store(self, uploaded: Mapping[Icon, Emoji], stale: Mapping[int, datetime]) -> None:
        note = {
            "application": self._client.application_id,
            "uploaded": [
                [icon.game, icon.name, emoji.name, emoji.id] for icon, emoji in uploaded.items()
            ],
            "stale": {str(emoji_id): since.isoformat() for emoji_id, since in stale.items()},
        }
        text = json.dumps(note)
        if await self._notes.get(NOTE) != text:
            await self._notes.put({NOTE: text})

    async def _load(self) -> tuple[dict[Icon, Emoji], dict[int, datetime]]:
        """Return the emojis uploaded last, and when each of the others became stale, by id."""
        note: dict[str, Any] = json.loads(await self._notes.get(NOTE) or "{}")
        if note.get("application") != self._client.application_id:
            return {}, {}
        uploaded = {
            Icon(game, name): Emoji(emoji_name, emoji_id)
            for game, name, emoji_name, emoji_id in note["uploaded"]
        }
        stale = {
            int(emoji_id): datetime.fromisoformat(since)
            for emoji_id, since in note["stale"].items()
        }
        return uploaded, stale


def _drawing(icon: Icon, picture: Image.Image) -> Drawing:
    # The hash is that of the pixels, because compressors differ.
    digest = hashlib.sha256(picture.tobytes()).hexdigest()[:8]
    file = BytesIO()
    picture.save(file, "PNG")
    return Drawing(f"sw_{icon.game}_{icon.name}_{digest}", file.getvalue())
