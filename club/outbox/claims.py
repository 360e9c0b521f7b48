"""A claimed post, and the result of its delivery."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Literal, TypeVar

from club.outbox.kinds import Post
from storage.database.transaction import Transaction
from storage.matches import outbox
from storage.matches.outbox import Entry
from storage.members.guild_settings import GuildSettings

LEASE = timedelta(seconds=60)
"""How long a claim lasts."""

TIME_LIMIT = timedelta(seconds=45)
"""The time that sending a post may take, so that its result can be stored within the lease."""

Failure = Literal["later", "gone", "refused", "bug"]
"""Why a delivery failed: temporarily, place gone, permission missing, or an unexpected error.

All but "gone" are retried.
"""

Outcome = Literal["sent", "postponed", "given_up"]

Conclusion = Callable[[Transaction, datetime], Coroutine[Any, Any, None]]
"""A function that stores the result of a delivery."""

P_co = TypeVar("P_co", bound=Post, covariant=True)


@dataclass(frozen=True, slots=True)
class Claim(Generic[P_co]):
    """A post claimed by one sender for a limited time."""

    entry: Entry
    """The row of the post, as it was before the claim."""
    post: P_co
    settings: GuildSettings
    """The settings of its server if the post has a picture, else the defaults."""

    @property
    def key(self) -> str:
        """The unique key of the post."""
        return self.entry.key

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier attempt may have sent it without storing the result."""
        return self.entry.attempts > 0

    def __str__(self) -> str:
        return f"post {self.entry.id} ({self.post.kind}, match {self.post.match_id})"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one attempt at a delivery."""

    post: Post
    outcome: Outcome
    failure: Failure | None = None


def sent(claim: Claim[Post], message_id: int | None = None) -> Conclusion:
    """Return a conclusion that marks a post as sent.

    :param message_id: the resulting message, if any.
    """

    async def conclude(tx: Transaction, now: datetime) -> None:
        await outbox.mark_sent(tx, claim.entry, now, message_id)

    return conclude
