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
"""How long a claim lasts; it is renewed three times as often."""

Failure = Literal["later", "gone", "refused", "bug"]
"""Why a delivery failed: for the moment, because the place is gone, because the bot lacks a
permission there, or for a reason that nobody has thought of. All but the second are tried again."""

Outcome = Literal["sent", "postponed", "given_up"]

Conclusion = Callable[[Transaction, datetime], Coroutine[Any, Any, None]]
"""Stores the result of a delivery, in a transaction at a moment."""

P_co = TypeVar("P_co", bound=Post, covariant=True)


@dataclass(frozen=True, slots=True)
class Claim(Generic[P_co]):
    """A post that belongs to one sender for a while."""

    entry: Entry
    """Its row, as it was before the claim."""
    post: P_co
    settings: GuildSettings
    """Those of its server, if it is drawn; else the defaults."""

    @property
    def key(self) -> str:
        """What makes the post unique."""
        return self.entry.key

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier attempt may have sent it without storing that."""
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
    """Store that a post has been sent.

    :param message_id: the message that it became, if any.
    """

    async def concluded(tx: Transaction, now: datetime) -> None:
        await outbox.mark_sent(tx, claim.entry, now, message_id)

    return concluded
