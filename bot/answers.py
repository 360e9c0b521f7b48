"""Answering one interaction: in time, once, and whatever happens.

Discord drops an interaction that isn't acknowledged within 3 seconds. Most answers take
milliseconds and go out as the acknowledgement itself, which saves a request; where the work takes
longer a watchdog acknowledges first, and the answer follows by editing.
"""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import Any, Self

import discord

from bot.pages import Page, text_page
from rules.refusal import Refusal

PATIENCE = 1.5
"""Seconds of work after which the interaction is acknowledged ahead of its answer."""

GONE = frozenset({10062, 10015, 40060, 50027, 10008})
"""Discord's codes for an interaction or message that can no longer be answered: unknown
interaction, unknown webhook, already acknowledged, invalid token, unknown message."""

log = logging.getLogger(__name__)


class Answer:
    """The answer to one interaction, as a context: its body works, and shows what came out.

    A `Refusal` that leaves the body is shown privately. Any other exception is logged and
    answered with an apology; it doesn't leave the context.

    :param updates: the answer changes the message that the component is on.
    :param public: the answer is for everybody in the channel.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
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

    @property
    def user(self) -> discord.Member | discord.User:
        """Who acts."""
        return self.interaction.user

    async def __aenter__(self) -> Self:
        self._watchdog = asyncio.create_task(self._acknowledge_when_late())
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
            # Last, because the watchdog may be in the middle of acknowledging.
            if self._watchdog is not None:
                self._watchdog.cancel()

    async def _answered(self, error: BaseException | None) -> bool:
        """Show a person's or our error; whether that is all that it needs."""
        if error is None:
            return False
        if isinstance(error, Refusal):
            await self._guarded(self.private, text_page(error.words))
            return True
        if not isinstance(error, Exception):
            return False
        if isinstance(error, discord.HTTPException) and error.code in GONE:
            log.info("interaction %s could no longer be answered", self.interaction.id)
            return True
        log.error("interaction %s failed", self._described(), exc_info=error)
        words = (
            "Sorry, something went wrong on my side. Your matches are safe; please try again, "
            f"and tell the server's admin if it stays (interaction {self.interaction.id})."
        )
        await self._guarded(self.private, text_page(words))
        return True

    async def update(self, page: Page) -> None:
        """Change the message that the component is on."""
        async with self._acknowledging:
            if not self.interaction.response.is_done():
                files = page.files()
                if files:
                    await self.interaction.response.edit_message(
                        view=page.layout(),
                        attachments=files,
                        allowed_mentions=page.allowed_mentions(),
                    )
                else:
                    await self.interaction.response.edit_message(
                        view=page.layout(), allowed_mentions=page.allowed_mentions()
                    )
                return
        await self._edit_original(page)

    async def private(self, page: Page) -> None:
        """Say something that only the person who acts can see."""
        await self._send(page, ephemeral=True)

    async def public(self, page: Page) -> int:
        """Say something to the channel.

        :returns: the id of the message.
        """
        return await self._send(page, ephemeral=False)

    async def _send(self, page: Page, *, ephemeral: bool) -> int:
        async with self._acknowledging:
            if not self.interaction.response.is_done():
                answered = await self.interaction.response.send_message(
                    view=page.layout(),
                    files=page.files(),
                    ephemeral=ephemeral,
                    allowed_mentions=page.allowed_mentions(),
                )
                return answered.message_id or 0
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
            allowed_mentions=page.allowed_mentions(),
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
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(thinking=True, ephemeral=not self._public)

    async def _guarded(self, say: Any, *arguments: Any) -> None:
        """Say it if that is still possible; a user who has gone is no error."""
        try:
            await say(*arguments)
        except discord.HTTPException as error:
            if error.code not in GONE:
                log.warning("interaction %s not answered: %s", self._described(), error)
        except discord.DiscordException as error:
            log.warning("interaction %s not answered: %s", self._described(), error)

    def _described(self) -> str:
        data: Any = self.interaction.data or {}
        what = data.get("custom_id") or data.get("name") or self.interaction.type.name
        return f"{self.interaction.id} ({what})"
