"""The first response to an interaction, its edits and follow-ups, without discord.py's retries."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, TypeVar

import aiohttp
import discord
from discord.http import json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.interface.emojis import doubt_if_refused
from bot.interface.forms import Form
from bot.interface.layout import Page

log = logging.getLogger(__name__)

RETRY_DELAYS = (0.3, 0.7)
"""Seconds before each retry of a first response. All attempts fit into Discord's three seconds."""

ALREADY_ACKNOWLEDGED = 40060

CLOSED_THREAD = frozenset({50083, 160005})
"""Discord's codes for a thread that is archived or that a moderator has locked.

A new message opens an archived thread again, an edit doesn't.
"""

NOBODY = discord.AllowedMentions.none()
"""Private answers ping no one, even if they name the player to move."""

CONNECTION_ERRORS = (aiohttp.ClientError, OSError)
"""Raised if a connection breaks before the response."""

Result = TypeVar("Result")


@contextmanager
def without_retries() -> Generator[None]:
    """Within the block, raise `DiscordServerError` at once if Discord fails to accept a
    response."""
    token = async_context.set(_SingleAttempts(async_context.get()))
    try:
        yield
    finally:
        async_context.reset(token)


class Responses:
    """Sends responses to an interaction, the first one as Discord's initial response.

    :param updates: whether the answer changes the message that has the clicked component.
    :param public: whether everyone in the channel sees the answer.
    :param keeps_card: whether the clicked message stays as it is, acknowledged as an update. Later
        updates then change the private follow-up.
    """

    def __init__(
        self,
        interaction: discord.Interaction,
        *,
        updates: bool,
        public: bool,
        keeps_card: bool = False,
    ) -> None:
        self._interaction = interaction
        self._updates = updates or keeps_card
        self._keeps_card = keeps_card
        self._follow_up: discord.WebhookMessage | None = None
        self._public = public
        self._lock = asyncio.Lock()
        self._has_replaced_placeholder = False
        self._stand_in: discord.WebhookMessage | None = None
        """The follow-up sent instead of the placeholder, which was deleted."""
        self.is_forced_private = False
        """Whether Discord showed the latest public message to the user alone."""
        self.latest_id = 0
        """The id of the message sent last, 0 before the first."""

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, unless it has already been answered."""
        response = self._interaction.response
        async with self._lock:
            if response.is_done():
                return
            kind = discord.InteractionResponseType.deferred_channel_message
            defer = partial(response.defer, thinking=True, ephemeral=not self._public)
            if self._updates:
                kind, defer = (
                    discord.InteractionResponseType.deferred_message_update,
                    response.defer,
                )
            try:
                await self._with_retries(defer)
            except discord.HTTPException as error:
                if error.code != ALREADY_ACKNOWLEDGED:
                    raise
                # Discord accepted an earlier attempt, which discord.py doesn't know.
                response._response_type = kind

    async def show_form(self, form: Form) -> None:
        """Open a modal, which Discord accepts as a first response only."""
        await _with_fewer_emojis(partial(self._show_form, form))

    async def update(self, page: Page) -> None:
        """Change the message that has the clicked component."""
        await _with_fewer_emojis(partial(self._update, page))

    async def send(self, page: Page, *, ephemeral: bool) -> int:
        """Send a message and return its id."""
        self.latest_id = await _with_fewer_emojis(partial(self._send, page, ephemeral=ephemeral))
        return self.latest_id

    async def _show_form(self, form: Form) -> None:
        async with self._lock:
            await self._with_retries(lambda: self._interaction.response.send_modal(form.modal()))

    async def _update(self, page: Page) -> None:
        async with self._lock:
            if not self._interaction.response.is_done():
                await self._with_retries(partial(self._respond_by_edit, page))
                return
        sent = self._follow_up if self._keeps_card else self._stand_in
        if sent is not None:
            await sent.edit(
                view=page.layout(),
                attachments=page.files() or discord.utils.MISSING,
                allowed_mentions=page.allowed_mentions(),
            )
            return
        await self._edit_original(page)

    async def original_id(self) -> int:
        """Return the id of the message that was the first response, or its stand-in."""
        if self._stand_in is not None:
            return self._stand_in.id
        return (await self._interaction.original_response()).id

    async def _send(self, page: Page, *, ephemeral: bool) -> int:
        async with self._lock:
            if not self._interaction.response.is_done():
                return await self._with_retries(partial(self._respond, page, ephemeral=ephemeral))
        stands_in = self._awaits_message()
        if stands_in:
            pings = not ephemeral and bool(page.mentions)
            if ephemeral != self._public and not pings:
                message = await self._edit_original(page)
                self._has_replaced_placeholder = True
                self.is_forced_private = message.flags.ephemeral and not ephemeral
                return message.id
            self._has_replaced_placeholder = True
            # An edit pings no one, and can't make a private placeholder public, nor the reverse.
            with contextlib.suppress(discord.NotFound):
                await self._interaction.delete_original_response()
        message = await self._interaction.followup.send(
            view=page.layout(),
            files=page.files(),
            ephemeral=ephemeral,
            allowed_mentions=NOBODY if ephemeral else page.allowed_mentions(),
            wait=True,
        )
        self.is_forced_private = message.flags.ephemeral and not ephemeral
        if stands_in:
            self._stand_in = message
        if ephemeral or self._follow_up is None:
            self._follow_up = message
        return message.id

    async def _respond(self, page: Page, *, ephemeral: bool) -> int:
        callback = await self._interaction.response.send_message(
            view=page.layout(),
            files=page.files(),
            ephemeral=ephemeral,
            allowed_mentions=NOBODY if ephemeral else page.allowed_mentions(),
        )
        self.is_forced_private = callback.is_ephemeral() and not ephemeral
        return callback.message_id or 0

    async def _respond_by_edit(self, page: Page) -> None:
        await self._interaction.response.edit_message(
            view=page.layout(),
            attachments=page.files() or discord.utils.MISSING,
            allowed_mentions=page.allowed_mentions(),
        )

    async def _edit_original(self, page: Page) -> discord.InteractionMessage:
        return await self._interaction.edit_original_response(
            view=page.layout(),
            attachments=page.files() or discord.utils.MISSING,
            allowed_mentions=page.allowed_mentions(),
        )

    def _awaits_message(self) -> bool:
        """Whether Discord still shows the placeholder ("thinking …") of a message."""
        deferred = discord.InteractionResponseType.deferred_channel_message
        return self._interaction.response.type is deferred and not self._has_replaced_placeholder

    async def _with_retries(self, respond: Callable[[], Awaitable[Result]]) -> Result:
        """Send a first response, with retries if Discord fails or the connection breaks.

        If Discord accepted an earlier attempt, it refuses the next as already acknowledged.
        """
        with without_retries():
            for delay in RETRY_DELAYS:
                try:
                    return await respond()
                except CONNECTION_ERRORS as error:
                    # The next attempt uses a new connection, so it needn't wait.
                    log.info("retrying the answer to %s: %s", self._description, error)
                except discord.DiscordServerError as error:
                    log.info("retrying the answer to %s: %s", self._description, error)
                    await asyncio.sleep(delay)
            return await respond()

    @property
    def _description(self) -> str:
        return f"interaction {describe(self._interaction)}"


def describe(interaction: discord.Interaction) -> str:
    """Return an interaction's id and its command or control, for the log."""
    data: Any = interaction.data or {}
    name = data.get("custom_id") or data.get("name") or interaction.type.name
    return f"{interaction.id} ({name})"


class _SingleAttempts(AsyncWebhookAdapter):
    """discord.py's requests about interactions, with a single attempt at each first response."""

    def __init__(self, adapter: AsyncWebhookAdapter) -> None:
        super().__init__()
        self._adapter = adapter

    def create_interaction_response(
        self, *ids: Any, session: aiohttp.ClientSession, **options: Any
    ) -> Any:
        single_attempt: Any = _Session(session)
        return self._adapter.create_interaction_response(*ids, session=single_attempt, **options)


class _Session:
    """A session that raises an exception for a response with 5xx."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, *args: Any, **options: Any) -> AsyncGenerator[aiohttp.ClientResponse]:
        async with self._session.request(*args, **options) as response:
            if response.status >= 500:
                raise discord.DiscordServerError(response, await json_or_text(response))
            yield response


async def _with_fewer_emojis(respond: Callable[[], Awaitable[Result]]) -> Result:
    """Send a response, again without emojis if Discord refuses one of them."""
    try:
        return await respond()
    except discord.HTTPException as error:
        if not doubt_if_refused(error):
            raise
        log.warning("Discord refused an emoji; using none until the next check: %s", error)
    return await respond()
