"""Handling each interaction once, within its member's limit, and none once shutdown has begun."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from cachetools import FIFOCache

from bot.interface.answers import Answer
from bot.interface.context import arrived_at, current_interaction
from bot.interface.controls import Controls
from bot.interface.front import IS_FREE
from bot.interface.languages import Languages, current_languages
from bot.pages.emojis import Emojis, use_emojis
from club.limits import RateLimit
from language.texts import lazy_gettext, lazy_ngettext
from rules.refusal import Refusal

log = logging.getLogger(__name__)

BURST = 20
"""Size of a bucket in tokens."""

PER_SECOND = 2.0
"""Refill rate in tokens per second."""

CAPACITY = 10_000
"""Maximum number of interactions remembered."""


class Cooldowns(RateLimit):
    """The buckets of all members."""

    def __init__(
        self,
        burst: float = BURST,
        per_second: float = PER_SECOND,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(burst, per_second, clock)

    def check(self, user_id: int) -> None:
        """Take a member's token.

        :raises Refusal: `cooldown` if there is none left.
        """
        wait = math.ceil(self.wait_for(user_id))
        if wait:
            raise Refusal(
                "cooldown",
                lazy_ngettext(
                    "You're too fast for me. Please try again in {count} second.",
                    "You're too fast for me. Please try again in {count} seconds.",
                    wait,
                ),
            )


class Handlers:
    """The tasks that handle interactions, at most one per interaction.

    :param languages: the languages of answers.
    :param emojis: the emojis in answers.
    :param controls: the controls, which say themselves whether they have a rate limit.
    :param may_answer: whether this process still serves the servers of its interactions.
    """

    def __init__(
        self,
        languages: Languages,
        emojis: Emojis,
        controls: Controls,
        may_answer: Callable[[], Awaitable[bool]],
    ) -> None:
        self._languages = languages
        self._emojis = emojis
        self._controls = controls
        self._may_answer = may_answer
        self._cooldowns = Cooldowns(BURST, PER_SECOND)
        self._suggestions = Cooldowns(BURST, PER_SECOND)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._received = FIFOCache[int, None](CAPACITY)
        self._is_closing = False
        self._subscribers: list[Callable[[discord.Interaction[Any]], None]] = []

    @property
    def is_closing(self) -> bool:
        """Whether new interactions are rejected because the process is stopping."""
        return self._is_closing

    def subscribe(self, subscriber: Callable[[discord.Interaction[Any]], None]) -> None:
        """Call a subscriber for every accepted interaction."""
        self._subscribers.append(subscriber)

    def begin(self, interaction: discord.Interaction[Any]) -> None:
        """Register the current task as the handler of an interaction."""
        self.track()
        current_interaction.set(interaction.id)
        arrived_at.set(asyncio.get_running_loop().time())
        current_languages.set(self._languages)
        use_emojis(self._emojis)
        for subscriber in self._subscribers:
            subscriber(interaction)

    def begin_suggesting(self, interaction: discord.Interaction[Any]) -> bool:
        """Register the current task as an autocompletion, within its own limit for each member.

        :returns: whether to search for choices.
        """
        self.begin(interaction)
        return not self._suggestions.wait_for(interaction.user.id)

    def track(self) -> None:
        """Register the current task to be finished or cancelled at shutdown."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Accept an interaction for the current task if possible, and return whether it was.

        Repeated interactions are ignored. While the process is stopping, they are refused with a
        message.
        """
        self.track()
        if interaction.id in self._received:
            log.info("ignoring repeated interaction %s", interaction.id)
            return False
        self._received[interaction.id] = None
        self.begin(interaction)
        if not await self._may_answer():
            return False
        try:
            self._check(interaction)
        except Refusal as refusal:
            async with Answer(interaction):
                raise refusal
            return False
        return True

    def _check(self, interaction: discord.Interaction[Any]) -> None:
        if self._is_closing:
            raise Refusal(
                "restarting",
                lazy_gettext("I'm restarting. Please try again in a minute. Nothing is lost."),
            )
        if not self._is_free(interaction):
            self._cooldowns.check(interaction.user.id)

    def _is_free(self, interaction: discord.Interaction[Any]) -> bool:
        if interaction.type is discord.InteractionType.application_command:
            return interaction.command is not None and interaction.command.extras.get(
                IS_FREE, False
            )
        return self._controls.is_free(interaction)

    def abandon(self) -> None:
        """Reject new interactions, and cancel current ones without answering them."""
        self._is_closing = True
        current = asyncio.current_task()
        for task in self._tasks:
            if task is not current:
                task.cancel()

    @property
    def is_busy(self) -> bool:
        """Whether any interaction is being handled."""
        return bool(self._tasks)

    async def finish(self, within: float) -> None:
        """Reject new interactions, and finish current ones.

        :param within: seconds after which unfinished ones are cancelled.
        """
        self._is_closing = True
        current = asyncio.current_task()
        tasks = {task for task in self._tasks if task is not current}
        words = "interaction is" if len(tasks) == 1 else "interactions are"
        log.info("stopping: %d %s being handled", len(tasks), words)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=within)
        for task in late:
            log.warning("cancelling %s after %g s", task.get_name(), within)
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
