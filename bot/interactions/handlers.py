"""What is being done for people just now: each interaction once, and none after the last moment."""

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
from bot.interactions.present import present_interaction
from rules.language import lazy_gettext
from rules.refusal import Refusal

REMEMBERED = 10_000
"""Interactions of which it is known that they have come: far more than a gateway that resumes its
session tells once more."""

log = logging.getLogger(__name__)


class Handlers:
    """The tasks that handle interactions, of which no interaction gets two.

    :param languages: those that they are answered in.
    :param may_answer: whether this process still serves the servers of its interactions.
    """

    def __init__(self, languages: Languages, may_answer: Callable[[], Awaitable[bool]]) -> None:
        self._languages = languages
        self._may_answer = may_answer
        self._cooldowns = Cooldowns()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._come: OrderedDict[int, None] = OrderedDict()
        self._is_closing = False
        self._subscribers: list[Callable[[discord.Interaction[Any]], None]] = []

    @property
    def is_closing(self) -> bool:
        """Whether nothing more is taken, because the process ends."""
        return self._is_closing

    def subscribe(self, subscriber: Callable[[discord.Interaction[Any]], None]) -> None:
        """Tell somebody of every interaction that is taken up, when it is."""
        self._subscribers.append(subscriber)

    def begin(self, interaction: discord.Interaction[Any]) -> None:
        """Have the present task handle an interaction from now on."""
        self.track()
        present_interaction.set(interaction.id)
        present_languages.set(self._languages)
        for subscriber in self._subscribers:
            subscriber(interaction)

    def track(self) -> None:
        """Have the present task finished, or cancelled, before the process ends."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether an interaction is to be handled, by the present task.

        One that the gateway tells a second time is not; nor is one that comes while the process
        ends, which is said.
        """
        self.track()
        if interaction.id in self._come:
            log.info("interaction %s came a second time", interaction.id)
            return False
        self._come[interaction.id] = None
        self.begin(interaction)
        if len(self._come) > REMEMBERED:
            self._come.popitem(last=False)
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
                lazy_gettext("I'm being restarted. Please try again in a minute; nothing is lost."),
            )
        self._cooldowns.check(interaction)

    def abandon(self) -> None:
        """Take nothing more, and cancel what is being done without an answer."""
        self._is_closing = True
        own = asyncio.current_task()
        for task in self._tasks:
            if task is not own:
                task.cancel()

    @property
    def is_busy(self) -> bool:
        """Whether anything is being handled."""
        return bool(self._tasks)

    async def finish(self, within: float) -> None:
        """Take nothing more, and let what is being done come to its end.

        :param within: seconds after which what is not done is cancelled.
        """
        self._is_closing = True
        own = asyncio.current_task()
        tasks = {task for task in self._tasks if task is not own}
        words = "interaction is" if len(tasks) == 1 else "interactions are"
        log.info("stopping: %d %s being handled", len(tasks), words)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=within)
        for task in late:
            log.warning("%s took longer than %g s and is cancelled", task.get_name(), within)
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
