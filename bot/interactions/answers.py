"""Answering one interaction: in time, once, in the right language, and whatever happens.

Discord drops an interaction that isn't acknowledged within 3 seconds. Most answers take
milliseconds and go out as the acknowledgement itself, which saves a request; where the work takes
longer a watchdog acknowledges first, and the answer follows by editing.

What everybody in the channel sees is said in the server's language, all else in that of the person.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp
import discord

from bot.interactions.languages import private_language, public_language
from bot.pages.page import Form, Page, text_page
from bot.pages.refusals import refusal_page
from rules.language import gettext, written_in
from rules.refusal import Refusal
from storage.database.errors import NotStored, PerhapsStored

PATIENCE = 1.5
"""Seconds of work after which the interaction is acknowledged ahead of its answer."""

RETRIED_AFTER = (0.3, 0.7)
"""Seconds before each further attempt at an answer that Discord failed to take; all of them fit
into its three seconds."""

ALREADY_ACKNOWLEDGED = 40060
GONE = frozenset({10062, 10015, ALREADY_ACKNOWLEDGED, 50027, 10008})
"""Discord's codes for an interaction or message that can no longer be answered: unknown
interaction, unknown webhook, already acknowledged, invalid token, unknown message."""

NOBODY = discord.AllowedMentions.none()
"""Who is pinged by what only one person sees, though it may name whose turn it is."""

CUT = (aiohttp.ClientError, OSError)
"""What a connection raises that breaks before its answer."""

log = logging.getLogger(__name__)

Told = TypeVar("Told")


class Answer:
    """The answer to one interaction, as a context: its body works, and shows what came out.

    The body says everything in the person's language; what everybody in the channel is to see is
    said within `publicly`.

    A `Refusal` that leaves the body is shown privately. Any other exception is logged and
    answered with an apology; it doesn't leave the context. That the person can no longer be told
    is no exception in the body: what has been done is done, and others are to see it.

    :param updates: the answer changes the message that the component is on.
    :param public: the answer is for everybody in the channel.
    """

    def __init__(
        self,
        interaction: discord.Interaction,
        *,
        updates: bool = False,
        public: bool = False,
    ) -> None:
        self.interaction = interaction
        self._updates = updates
        self._public = public
        self._acknowledging = asyncio.Lock()
        self._watchdog: asyncio.Task[None] | None = None
        self._announced_came = False
        self._sent_id = 0
        self._body: AbstractContextManager[None]

    @property
    def user(self) -> discord.Member | discord.User:
        """Who acts."""
        return self.interaction.user

    @property
    def can_change_for(self) -> float:
        """Seconds for which Discord still takes changes of what was answered."""
        return (self.interaction.expires_at - discord.utils.utcnow()).total_seconds()

    @property
    def message_id(self) -> int:
        """The message that was clicked, else the one last sent; 0 if neither is known."""
        message = self.interaction.message
        return self._sent_id if message is None else message.id

    async def __aenter__(self) -> Self:
        self._watchdog = asyncio.create_task(self._acknowledge_when_late())
        self._body = written_in(await private_language(self.interaction))
        self._body.__enter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        try:
            return await self._answered(error)
        finally:
            self._body.__exit__(None, None, None)
            # Last, because the watchdog may be in the middle of acknowledging.
            if self._watchdog is not None:
                self._watchdog.cancel()

    @asynccontextmanager
    async def publicly(self) -> AsyncGenerator[None]:
        """What is said within is for everybody, and in the server's language."""
        with written_in(await public_language(self.interaction)):
            yield

    async def _answered(self, error: BaseException | None) -> bool:
        """Show a person's or our error; whether that is all that it needs."""
        if error is None:
            return False
        if isinstance(error, Refusal):
            await self._guarded(self._send, refusal_page(error), True)
            return True
        if not isinstance(error, Exception):
            return False
        if isinstance(error, discord.HTTPException) and error.code in GONE:
            log.info("interaction %s could no longer be answered", self.interaction.id)
            return True
        if isinstance(error, NotStored):
            log.warning("interaction %s waits for the database: %s", self._described(), error)
        else:
            log.error("interaction %s failed", self._described(), exc_info=error)
        await self._guarded(self._send, text_page(self._apology(error)), True)
        return True

    def _apology(self, error: Exception) -> str:
        """What a person is told of an error that is none of theirs."""
        if isinstance(error, PerhapsStored):
            return gettext(
                "I lost my database connection while saving, so I don't know whether it "
                "worked. Your matches are safe; please check the board in a minute before "
                "you try again."
            )
        if isinstance(error, NotStored):
            return gettext(
                "I can't save anything right now, so nothing has changed. Your matches are safe; "
                "please try again later, and tell the server's admin if it keeps happening."
            )
        return gettext(
            "Sorry, something went wrong on my side. Your matches are safe; please try "
            "again, and tell the server's admin if it keeps happening (interaction {number}).",
            number=self.interaction.id,
        )

    async def update(self, page: Page) -> None:
        """Change the message that the component is on."""
        await self._told(self._update, page)

    async def ask(self, form: Form) -> None:
        """Show a window to type into. Discord takes it only as the first answer, so a handler asks
        before it looks anything up."""
        await self._told(self._ask, form)

    async def _ask(self, form: Form) -> None:
        async with self._acknowledging:
            await self._insisting(lambda: self.interaction.response.send_modal(form.modal()))

    async def private(self, page: Page) -> None:
        """Say something that only the person who acts can see."""
        await self._told(self._send, page, True)

    async def public(self, page: Page) -> int:
        """Say something to the channel.

        :returns: the id of the message.
        """
        try:
            return await self._send(page, False)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        # Discord took an earlier attempt, of which it couldn't tell: the message is there.
        return (await self.interaction.original_response()).id

    async def _update(self, page: Page) -> None:
        async with self._acknowledging:
            if not self.interaction.response.is_done():
                await self._insisting(self._respond_by_edit, page)
                return
        await self._edit_original(page)

    async def _respond_by_edit(self, page: Page) -> None:
        await self.interaction.response.edit_message(
            view=page.layout(),
            attachments=page.files() or discord.utils.MISSING,
            allowed_mentions=page.allowed_mentions(),
        )

    async def _respond(self, page: Page, ephemeral: bool) -> int:
        answered = await self.interaction.response.send_message(
            view=page.layout(),
            files=page.files(),
            ephemeral=ephemeral,
            allowed_mentions=NOBODY if ephemeral else page.allowed_mentions(),
        )
        return answered.message_id or 0

    async def _send(self, page: Page, ephemeral: bool) -> int:
        self._sent_id = await self._send_first_or_next(page, ephemeral)
        return self._sent_id

    async def _send_first_or_next(self, page: Page, ephemeral: bool) -> int:
        async with self._acknowledging:
            if not self.interaction.response.is_done():
                return await self._insisting(self._respond, page, ephemeral)
        if self._is_awaited_message():
            self._announced_came = True
            if ephemeral != self._public:
                return await self._edit_original(page)
            # What follows an announced answer is as public as the announcement was.
            await self.interaction.delete_original_response()
        message = await self.interaction.followup.send(
            view=page.layout(),
            files=page.files(),
            ephemeral=ephemeral,
            allowed_mentions=NOBODY if ephemeral else page.allowed_mentions(),
            wait=True,
        )
        return message.id

    async def _edit_original(self, page: Page) -> int:
        files = page.files()
        message = await self.interaction.edit_original_response(
            view=page.layout(),
            attachments=files or discord.utils.MISSING,
            allowed_mentions=page.allowed_mentions(),
        )
        return message.id

    def _is_awaited_message(self) -> bool:
        """Whether a message was announced ("thinking …") and is still to come."""
        announced = discord.InteractionResponseType.deferred_channel_message
        return self.interaction.response.type is announced and not self._announced_came

    async def _acknowledge_when_late(self) -> None:
        await asyncio.sleep(PATIENCE)
        await self._guarded(self.acknowledge)

    async def acknowledge(self) -> None:
        """Tell Discord that an answer will come, if nothing has been said yet."""
        async with self._acknowledging:
            if self.interaction.response.is_done():
                return
            if self._updates:
                await self._insisting(self.interaction.response.defer)
            else:
                defer = partial(self.interaction.response.defer, thinking=True)
                await self._insisting(lambda: defer(ephemeral=not self._public))

    async def _insisting(self, respond: Callable[..., Awaitable[Told]], *arguments: Any) -> Told:
        """Respond, again if Discord fails or the connection breaks.

        Had Discord heard an earlier attempt, it refuses the next as already acknowledged.
        """
        for pause in RETRIED_AFTER:
            try:
                return await respond(*arguments)
            except CUT as error:
                # The next attempt has a connection of its own, so there is nothing to wait for.
                log.info("interaction %s is answered again: %s", self._described(), error)
            except discord.DiscordServerError as error:
                log.info("interaction %s is answered again: %s", self._described(), error)
                await asyncio.sleep(pause)
        return await respond(*arguments)

    async def _told(self, say: Callable[..., Awaitable[object]], *arguments: Any) -> None:
        """Say it, unless the person is gone or Discord out of reach."""
        try:
            await say(*arguments)
        except CUT as error:
            log.info("interaction %s not answered: %s", self._described(), error)
        except discord.HTTPException as error:
            if error.code not in GONE and error.status < 500:
                raise
            log.info("interaction %s not answered: %s", self._described(), error)

    async def _guarded(self, say: Callable[..., Awaitable[object]], *arguments: Any) -> None:
        """Say it if that is possible; nothing that hinders it is more than a warning."""
        try:
            await self._told(say, *arguments)
        except discord.DiscordException as error:
            log.warning("interaction %s not answered: %s", self._described(), error)

    def _described(self) -> str:
        data: Any = self.interaction.data or {}
        what = data.get("custom_id") or data.get("name") or self.interaction.type.name
        return f"{self.interaction.id} ({what})"
