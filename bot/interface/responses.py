"""The first response to an interaction, its edits and follow-ups, without discord.py's retries."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import aiohttp
import discord
from discord.http import json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.pages.emojis import doubt_if_refused
from bot.pages.forms import Form
from bot.pages.layout import Page

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

State = Literal["new", "thinking", "updating", "answered"]
"""What Discord shows: nothing, the placeholder of a message, a click without effect, an answer."""

STATES: Mapping[discord.InteractionResponseType | None, State] = {
    None: "new",
    discord.InteractionResponseType.deferred_channel_message: "thinking",
    discord.InteractionResponseType.deferred_message_update: "updating",
}


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was sent."""

    id: int
    """Its id, 0 if there is none yet."""
    is_forced_private: bool
    """Whether it was meant for everyone, and Discord shows it to the user alone."""


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
        self._public = public
        self._lock = asyncio.Lock()
        self._state: State = STATES.get(interaction.response.type, "answered")
        self._target: discord.WebhookMessage | None = None
        """The message that updates change, None for that of the first response."""
        self.latest = Sent(0, is_forced_private=False)
        """The message sent last."""

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, unless it has already been answered."""
        response = self._interaction.response
        thinking = partial(response.defer, thinking=True, ephemeral=not self._public)
        async with self._lock:
            if self._state == "new":
                state: State = "updating" if self._updates else "thinking"
                await self._respond(state, response.defer if self._updates else thinking)

    async def show_form(self, form: Form) -> None:
        """Open a modal, which Discord accepts as a first response only."""
        await _with_fewer_emojis(partial(self._show_form, form))

    async def update(self, page: Page) -> None:
        """Change the message that has the clicked component."""
        await _with_fewer_emojis(partial(self._update, page))

    async def send(self, page: Page, *, ephemeral: bool) -> int:
        """Send a message and return its id."""
        message_id, is_private = await _with_fewer_emojis(
            partial(self._send, page, ephemeral=ephemeral)
        )
        self.latest = Sent(message_id, is_forced_private=is_private and not ephemeral)
        return message_id

    async def _show_form(self, form: Form) -> None:
        async with self._lock:
            modal = form.modal()
            await self._respond("answered", lambda: self._interaction.response.send_modal(modal))

    async def _update(self, page: Page) -> None:
        async with self._lock:
            if self._state == "new":
                await self._respond("answered", partial(self._respond_by_edit, page))
                return
        if self._target is None:
            await self._edit_original(page)
        else:
            await self._target.edit(
                view=page.layout(),
                attachments=page.files() or discord.utils.MISSING,
                allowed_mentions=page.allowed_mentions(),
            )
        self._state = "answered"

    async def _send(self, page: Page, *, ephemeral: bool) -> tuple[int, bool]:
        """Send a message, and return its id and whether the user alone sees it."""
        message: discord.Message
        options: dict[str, Any] = {
            "view": page.layout(),
            "files": page.files(),
            "ephemeral": ephemeral,
            "allowed_mentions": NOBODY if ephemeral else page.allowed_mentions(),
        }
        async with self._lock:
            if self._state == "new":
                sent = await self._respond(
                    "answered", partial(self._interaction.response.send_message, **options)
                )
                if sent is not None:
                    return sent.message_id or 0, sent.is_ephemeral()
                message = await self._interaction.original_response()
                return message.id, message.flags.ephemeral
        replaces = self._state == "thinking"
        if replaces and ephemeral != self._public and (ephemeral or not page.mentions):
            message = await self._edit_original(page)
            self._state = "answered"
            return message.id, message.flags.ephemeral
        self._state = "answered"
        if replaces:
            # An edit pings no one, and can't make a private placeholder public, nor the reverse.
            with contextlib.suppress(discord.NotFound):
                await self._interaction.delete_original_response()
        message = await self._interaction.followup.send(**options, wait=True)
        if replaces or (self._keeps_card and (ephemeral or self._target is None)):
            self._target = message
        return message.id, message.flags.ephemeral

    async def _respond(
        self, state: State, respond: Callable[[], Awaitable[Result]]
    ) -> Result | None:
        """Send the first response, after which Discord is in a state.

        :returns: None if Discord had accepted an earlier attempt, without confirming it.
        """
        result: Result | None = None
        try:
            result = await self._with_retries(respond)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        self._state = state
        return result

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
        log.warning("Discord refused an emoji; using none until they change: %s", error)
    return await respond()
