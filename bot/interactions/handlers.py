"""Tracks interactions so that each is handled once, and none after shutdown has begun."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.interactions.answers import Answer
from bot.interactions.cooldowns import Cooldowns
from bot.interactions.languages import Languages, present_languages
from bot.interactions.present import arrived_at, present_interaction
from bot.pages.emojis import Emojis, use_emojis
from language.texts import lazy_gettext
from rules.refusal import Refusal

CAPACITY = 10_000
"""Number of interactions remembered, far more than a resumed gateway session repeats."""

log = logging.getLogger(__name__)


class Handlers:
    """The tasks that handle interactions, at most one per interaction.

    :param languages: the languages of answers.
    :param emojis: the emojis in answers.
    :param may_answer: whether this process still serves the servers of its interactions.
    """

    def __init__(
        self, languages: Languages, emojis: Emojis, may_answer: Callable[[], Awaitable[bool]]
    ) -> None:
        self._languages = languages
        self._emojis = emojis
        self._may_answer = may_answer
        self._cooldowns = Cooldowns()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._received: OrderedDict[int, None] = OrderedDict()
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
        present_interaction.set(interaction.id)
        arrived_at.set(asyncio.get_running_loop().time())
        present_languages.set(self._languages)
        use_emojis(self._emojis)
        for subscriber in self._subscribers:
            subscriber(interaction)

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
        if len(self._received) > CAPACITY:
            self._received.popitem(last=False)
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
        self._cooldowns.check(interaction)

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
