"""The posts about events: their cards, and their news."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from club.outbox.kinds import ChannelPost, NewPost, Stage
from extensions.events.storage.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyEventPost(ChannelPost):
    """A post about an event."""

    event_id: int

    @property
    def lane(self) -> str:
        """Posts of an event that come at the same stage are delivered one at a time."""
        return f"event {self.event_id} {self.stage}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPost(AnyEventPost):
    """An update of an event's card, or the first card."""

    kind = "event"
    is_drawn = True

    version: int
    is_first: bool = False
    """Whether the event had no card when it was queued."""

    @property
    def stage(self) -> Stage:
        """The first card creates the thread for the news. Later ones link to boards."""
        return "early" if self.is_first else "late"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventNewsPost(AnyEventPost):
    """All unposted news of an event, in its thread."""

    kind = "event news"

    @property
    def stage(self) -> Stage:
        """The order of posting: news goes out before the boards it announces."""
        return "early"


def card(event: Event, now: datetime) -> NewPost:
    """Return an update of an event's card, or the first card.

    The card shows the event as of sending. A later change queues another post.
    """
    return NewPost(f"v{event.id}-{event.version}", _event(event), now)


def card_again(event: Event, now: datetime) -> NewPost:
    """Return the card of an event again, for one that was lost."""
    return NewPost(f"w{event.id}-{int(now.timestamp())}", _event(event), now)


def news(event: Event, due_at: datetime, now: datetime) -> NewPost:
    """Return a post of all unposted news of an event, at most one per day."""
    post = EventNewsPost(guild_id=event.guild_id, channel_id=event.place_id, event_id=event.id)
    # The end doesn't wait for a post that is due later on its day.
    when = event.state if event.is_over else f"{due_at.astimezone(UTC):%y%m%d}"
    # The key includes the last posted news, so later news of the same day gets another post.
    return NewPost(f"n{event.id}-{when}-{event.told_news}", post, now, due_at)


def _event(event: Event) -> EventPost:
    return EventPost(
        guild_id=event.guild_id,
        channel_id=event.place_id,
        event_id=event.id,
        version=event.version,
        is_first=event.card_message_id is None,
    )
