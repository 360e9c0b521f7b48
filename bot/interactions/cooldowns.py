"""Rate limits per member for everything but their own moves.

Most requests draw or search, or read a lot from the database. Each member has a bucket of tokens
that refills. A person never empties it, but a script does before it can slow down everyone else.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import discord

from bot.pages.control_ids import SEPARATOR
from language.texts import lazy_ngettext
from rules.refusal import Refusal

FREE_COMMANDS = frozenset({"move", "next"})
FREE_VERBS = frozenset(
    {
        *("play", "next", "onward", "at", "group", "undo", "confirm", "skip"),
        *("type", "typed", "move-in"),
    }
)
"""Commands and verbs of controls that lead to one's next move or make it. They have no limit."""

BURST = 20
"""Size of a bucket in tokens."""

PER_SECOND = 2.0
"""Refill rate in tokens per second."""

CAPACITY = 10_000
"""Maximum number of members whose buckets are kept."""


class Cooldowns:
    """The buckets of all members."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """Tokens by member, with the time of the last update."""

    def check(self, interaction: discord.Interaction[Any]) -> None:
        """Take a token for an interaction that has a limit.

        :raises Refusal: `cooldown` if the member has none left.
        """
        if _is_free(interaction):
            return
        wait = self.wait_for(interaction.user.id)
        if wait:
            raise Refusal(
                "cooldown",
                lazy_ngettext(
                    "You're too fast for me. Please try again in {count} second.",
                    "You're too fast for me. Please try again in {count} seconds.",
                    wait,
                ),
            )

    def wait_for(self, user_id: int) -> int:
        """Take a member's token, or return the number of seconds until there is one."""
        now = self._clock()
        tokens, since = self._buckets.pop(user_id, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - since) * PER_SECOND)
        has_one = tokens >= 1
        self._buckets[user_id] = tokens - has_one, now
        if len(self._buckets) > CAPACITY:
            self._buckets.popitem(last=False)
        return 0 if has_one else math.ceil((1 - tokens) / PER_SECOND)


def _is_free(interaction: discord.Interaction[Any]) -> bool:
    data: Any = interaction.data or {}
    if interaction.type is discord.InteractionType.application_command:
        return data.get("name") in FREE_COMMANDS
    _, _, rest = str(data.get("custom_id", "")).partition(SEPARATOR)
    return rest.partition(SEPARATOR)[0] in FREE_VERBS
