"""Answers to interactions: in time, exactly once, and even if something fails.

Discord drops an interaction that isn't acknowledged within 3 seconds. Most answers take
milliseconds and are the acknowledgement themselves, which saves a request. If the work takes
longer, a watchdog acknowledges first, and the answer follows as an edit.

Public answers are in the server's language, all others in the user's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import discord
from cachetools import LRUCache

from bot.interface.context import arrived_at
from bot.interface.languages import private_language, public_language
from bot.interface.markup import code_block, markup_for
from bot.interface.responses import (
    ALREADY_ACKNOWLEDGED,
    CLOSED_THREAD,
    CONNECTION_ERRORS,
    Responses,
    describe,
)
from bot.pages.forms import Form, entries_in, typed_texts
from bot.pages.layout import (
    MAX_CONTROL_LENGTH,
    MAX_IN_ROW,
    MAX_TEXT_LENGTH,
    Button,
    Page,
    control,
    text_page,
)
from club.matches.finding import Candidates
from language.texts import gettext, written_in
from presentation.refusals import refusal_words
from rules.refusal import MAX_QUOTE_LENGTH, Refusal
from rules.registry import GAMES
from storage.database.transaction import NotStoredError, PerhapsStored

log = logging.getLogger(__name__)

CAPACITY = 10_000
"""Number of messages remembered, far more than await an update at the same time."""


AGAIN = "again"
"""The verb of controls that open a form again, with its entries and the control that opens it."""

MAX_OFFERED = 10
"""Maximum number of matches with a button."""

PATIENCE = 1.5
"""Seconds since its arrival after which an interaction is acknowledged ahead of its answer."""

GONE = frozenset({10062, 10015, ALREADY_ACKNOWLEDGED, 50027, 10008})
"""Discord's codes for an interaction or message that can no longer be answered: unknown
interaction, unknown webhook, already acknowledged, invalid token, and unknown message."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a message, or the command that sent it. Ids of later clicks are larger."""

    message_id: int
    id: int


class LateAnswers:
    """The latest click on each message, which alone may update it later.

    It is only kept in memory, because the update also ends with the process and the user can get it
    with a button.
    """

    def __init__(self) -> None:
        self._latest = LRUCache[int, int](CAPACITY)

    def expect(self, click: Click) -> None:
        """Register a click, after which updates for earlier ones are dropped."""
        latest = self._latest.get(click.message_id, 0)
        self._latest[click.message_id] = max(latest, click.id)

    def is_expected(self, click: Click) -> bool:
        """Whether the message has not been clicked since."""
        return self._latest.get(click.message_id) == click.id


def refusal_page(refusal: Refusal, user_id: int, guild_id: int | None) -> Page:
    """Return the page of a refusal, with buttons for the matches it lists.

    :param user_id: its reader.
    :param guild_id: the server where it is read.
    """
    page = text_page(refusal_words(refusal, markup_for(user_id, guild_id)))
    buttons = [
        Button(
            gettext("{game}, match {number}", game=GAMES[match.game].name, number=match.id),
            control("at", match.id, match.version, "")
            if listed.to_move
            else control("more", match.id),
        )
        for listed in refusal.values.values()
        if isinstance(listed, Candidates)
        for match in listed.matches[:MAX_OFFERED]
    ]
    rows = [tuple(buttons[at : at + MAX_IN_ROW]) for at in range(0, len(buttons), MAX_IN_ROW)]
    return Page((*page.blocks, *rows))


class Answer:
    """The answer to one interaction, as a context manager around the work.

    The user's language is active in the block, the server's in a nested `publicly` block. A
    `Refusal` raised in the block is shown privately. Any other exception is logged, answered with
    an apology and swallowed. If the user can't be reached, the block continues without an
    exception, because its work concerns others too.

    :param updates: whether the answer changes the message that has the clicked component.
    :param public: whether everyone in the channel sees the answer.
    :param keeps_card: whether the clicked message stays as it is, acknowledged as an update.
    """

    def __init__(
        self,
        interaction: discord.Interaction,
        *,
        updates: bool = False,
        public: bool = False,
        keeps_card: bool = False,
    ) -> None:
        self.interaction = interaction
        self._keeps_card = keeps_card
        self._responses = Responses(
            interaction, updates=updates, public=public, keeps_card=keeps_card
        )
        self.opened_by: tuple[str, ...] = ()
        """The verb and the arguments of the control that opened the submitted form, if any."""
        self.entered = ""
        """The entries with which a form opens again, as in a control."""
        self._watchdog: asyncio.Task[None]
        self._language: AbstractContextManager[None]

    @property
    def user(self) -> discord.Member | discord.User:
        """The acting user."""
        return self.interaction.user

    @property
    def can_change_for(self) -> float:
        """Seconds for which Discord still accepts edits of the answer."""
        return (self.interaction.expires_at - discord.utils.utcnow()).total_seconds()

    @property
    def is_forced_private(self) -> bool:
        """Whether Discord showed the latest public message to the user alone."""
        return self._responses.latest.is_forced_private

    @property
    def message_id(self) -> int:
        """The id of the message that updates change, 0 without one.

        It is the clicked message if there is one, else the message sent last.
        """
        message = self.interaction.message
        if message is None or self._keeps_card:
            return self._responses.latest.id
        return message.id

    @property
    def click(self) -> Click:
        """The interaction as a click on the message that updates change."""
        return Click(self.message_id, self.interaction.id)

    async def __aenter__(self) -> Self:
        self._watchdog = asyncio.create_task(self._acknowledge_when_late())
        try:
            self._language = written_in(await private_language(self.interaction))
        except asyncio.CancelledError:
            self._watchdog.cancel()
            raise
        self._language.__enter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        try:
            return await self._is_handled(error)
        finally:
            self._language.__exit__(None, None, None)
            # Last, because the watchdog may be in the middle of acknowledging.
            self._watchdog.cancel()

    @asynccontextmanager
    async def publicly(self) -> AsyncGenerator[None]:
        """Use the server's language in a block, for public messages."""
        with written_in(await public_language(self.interaction)):
            yield

    async def update(self, page: Page) -> None:
        """Change the message that has the clicked component."""
        await self._if_reachable(self._responses.update(page))

    async def ask(self, form: Form) -> None:
        """Open a form. It has to be the first answer, so handlers ask before loading anything."""
        form = form.filled(self.entered) if self.entered else form
        await self._if_reachable(self._responses.show_form(form))

    async def private(self, page: Page) -> None:
        """Send a message that only the user can see."""
        await self._if_reachable(self._responses.send(page, ephemeral=True))

    async def public(self, page: Page) -> int:
        """Send a message to the channel and return its id."""
        return await self._responses.send(page, ephemeral=False)

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, unless it has already been answered."""
        await self._responses.acknowledge()

    async def _acknowledge_when_late(self) -> None:
        now, arrival = asyncio.get_running_loop().time(), arrived_at.get()
        # A check of the database may have come before this answer.
        age = 0.0 if arrival is None else now - arrival
        await asyncio.sleep(max(0.0, PATIENCE - age))
        await self._try(self.acknowledge())

    async def refuse(self, refusal: Refusal) -> None:
        """Show a refusal in place of the page whose control was used."""
        page = refusal_page(refusal, self.user.id, self.interaction.guild_id)
        await self.update(self.with_typed_texts(page))

    def with_typed_texts(self, page: Page) -> Page:
        """Return the page of a refusal with the texts that it refuses, so that they aren't lost.

        With a button, the form opens again as it was filled in.
        """
        words = "\n".join(block for block in page.blocks if isinstance(block, str))
        texts = [
            text
            for text in typed_texts(self.interaction)
            if len(text) > MAX_QUOTE_LENGTH or text not in words
        ]
        blocks = list(page.blocks)
        if texts:
            heading = gettext("You typed:")
            # Back-ticks take half as much room again. Only commands take longer texts than forms.
            room = (MAX_TEXT_LENGTH - len(words) - len(heading)) * 2 // 3 // len(texts) - 10
            blocks.append("\n".join([heading, *(code_block(text[:room]) for text in texts)]))
        if self.opened_by:
            again = control(AGAIN, entries_in(self.interaction), *self.opened_by)
            if len(again) > MAX_CONTROL_LENGTH:
                again = control(AGAIN, "", *self.opened_by)
            blocks.append((Button(gettext("Type again"), again),))
        return Page(tuple(blocks))

    async def _is_handled(self, error: BaseException | None) -> bool:
        """Show an error to the user and return whether that settles it."""
        if error is None:
            return False
        if isinstance(error, Refusal):
            page = refusal_page(error, self.user.id, self.interaction.guild_id)
            await self._send_instead(page)
            return True
        if not isinstance(error, Exception):
            return False
        if isinstance(error, discord.HTTPException) and error.code in GONE:
            log.info("interaction %s could no longer be answered", self.interaction.id)
            return True
        if _is_closed(error):
            log.info("interaction %s is in a closed thread: %s", self._description, error)
        elif isinstance(error, NotStoredError):
            log.warning("interaction %s can't reach the database: %s", self._description, error)
        else:
            log.error("interaction %s failed", self._description, exc_info=error)
        await self._send_instead(text_page(_apology(error, self.interaction.id)))
        return True

    async def _send_instead(self, page: Page) -> None:
        """Send a page instead of the answer, with what was typed."""
        await self._try(self._responses.send(self.with_typed_texts(page), ephemeral=True))

    async def _if_reachable(self, sending: Awaitable[object]) -> None:
        """Send a response, unless the user is gone or Discord can't be reached."""
        try:
            await sending
        except CONNECTION_ERRORS as error:
            log.info("interaction %s not answered: %s", self._description, error)
        except discord.HTTPException as error:
            if error.code not in GONE and error.status < 500:
                raise
            log.info("interaction %s not answered: %s", self._description, error)

    async def _try(self, sending: Awaitable[object]) -> None:
        """Send a response if possible, and log a warning if not."""
        try:
            await self._if_reachable(sending)
        except discord.DiscordException as error:
            log.warning("interaction %s not answered: %s", self._description, error)

    @property
    def _description(self) -> str:
        return describe(self.interaction)


def _is_closed(error: Exception) -> bool:
    """Whether a message was refused because a moderator has locked its thread."""
    return isinstance(error, discord.HTTPException) and error.code in CLOSED_THREAD


def _apology(error: Exception, interaction_id: int) -> str:
    """Return the apology for an error that isn't the user's fault."""
    if isinstance(error, PerhapsStored):
        return gettext(
            "I lost my database connection while saving, so I don't know whether it worked. Your "
            "matches are safe. Please check the board in a minute before you try again."
        )
    if isinstance(error, NotStoredError):
        return gettext(
            "I can't save anything right now, so nothing has changed. Your matches are safe. "
            "Please try again later, and tell the server's admin if it keeps happening."
        )
    if _is_closed(error):
        return gettext(
            "This thread is locked, so I can't post in it. Moves and other changes that you've "
            "made are saved."
        )
    return gettext(
        "Sorry, something went wrong on my side. Your matches are safe. Please try again, and "
        "tell the server's admin if it keeps happening (error {number}).",
        number=interaction_id,
    )
