"""Rate limits per member for requests that need drawing or searching.

Each member has a bucket of tokens that refills. Normal play never empties it, but a script does
before it can slow down everyone else.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import discord

from bot.pages.control_ids import SEPARATOR
from rules.language import N_, lazy_ngettext
from rules.refusal import Refusal

COSTLY_COMMANDS = frozenset(
    {
        *("board", "event", "hint", "history", "leaderboard", "match", "profile", "review"),
        *(N_("Explore this position"), N_("Profile")),
    }
)
COSTLY_VERBS = frozenset(
    {
        *("animate", "explore", "export", "history", "jump", "step", "try", "trygroup", "trymove"),
        *("board-form", "board-game", "board-here", "board-live", "board-open", "board-own"),
        *("board-page", "board-period", "board-sort", "event-page", "event-standings", "month"),
        *("hint", "profile", "profile-game", "review", "reviewing", "versus"),
    }
)
"""Verbs of controls that need drawing or searching, besides the player's own move."""

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
        """Take a token for a costly interaction.

        :raises Refusal: `cooldown` if the member has none left.
        """
        if not _is_costly(interaction):
            return
        wait = self.wait_for(interaction.user.id)
        if wait:
            raise Refusal(
                "cooldown",
                lazy_ngettext(
                    "You're faster than I can draw. Please try again in {count} second.",
                    "You're faster than I can draw. Please try again in {count} seconds.",
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


def _is_costly(interaction: discord.Interaction[Any]) -> bool:
    data: Any = interaction.data or {}
    if interaction.type is discord.InteractionType.application_command:
        return data.get("name") in COSTLY_COMMANDS
    _, _, rest = str(data.get("custom_id", "")).partition(SEPARATOR)
    return rest.partition(SEPARATOR)[0] in COSTLY_VERBS
