"""What is put into the outbox: each kind of post with the key that makes it unique.

The key of what goes to a channel is also the nonce under which Discord takes a message only once,
so it is at most 25 characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Literal
from uuid import uuid4

from storage.events.events import Event
from storage.matches.challenges import Challenge
from storage.matches.matches import StoredMatch
from storage.matches.outbox import Post

BOARD = "board"
STRIP = "strip"
REMOVE = "remove"
REMOVE_STRAY = "remove stray"
REFRESH = "refresh"
CHALLENGE = "challenge"
DIRECT = "direct"
DIGEST = "digest"
SUMMARY = "summary"
GREETING = "greeting"
EVENT = "event"
EVENT_NEWS = "event news"
PUZZLE = "puzzle"
PUZZLE_OVER = "puzzle over"

Why = Literal["turn", "reminder", "offer", "resumed"]
"""What somebody is told of."""

_MARKS: dict[Why, str] = {"turn": "t", "reminder": "r", "offer": "o", "resumed": "u"}
"""What the key of a board shown once more begins with."""


def board(match: StoredMatch, now: datetime, pings: Sequence[int] = ()) -> Post:
    """The board card for the match as it stands.

    :param pings: the users whom it mentions so that they notice.
    """
    return Post(
        key=f"b{match.id}-{match.version}",
        kind=BOARD,
        match_id=match.id,
        guild_id=match.guild_id,
        channel_id=match.place_id,
        payload={"ply": match.ply, "version": match.version, "pings": list(pings)},
        created_at=now,
    )


def board_again(match: StoredMatch, now: datetime) -> Post:
    """The board card once more, where the one before is lost."""
    again = board(match, now)
    return replace(again, key=f"a{match.id}-{int(now.timestamp())}")


def board_in_place(
    match: StoredMatch, now: datetime, pings: Sequence[int], why: Why, occasion: int | str
) -> Post:
    """The board card of a turn under way once more, at the end of the channel, to be noticed; the
    one before is removed.

    :param occasion: what tells this occasion from others of the same match and reason.
    """
    again = board(match, now, pings)
    payload = {**again.payload, "in_place": True, "why": why}
    return replace(again, key=f"{_MARKS[why]}{match.id}-{occasion}", payload=payload)


def refresh(match: StoredMatch, now: datetime) -> Post:
    """Showing on the present card what has changed beside the board."""
    return Post(
        # Nothing is posted under it, and of two changes at one moment each is to be shown.
        key=f"e{match.id}-{uuid4().hex[:12]}",
        kind=REFRESH,
        match_id=match.id,
        guild_id=match.guild_id,
        channel_id=match.place_id,
        payload={},
        created_at=now,
    )


def direct(match: StoredMatch, user_id: int, why: Why, now: datetime, occasion: int = 0) -> Post:
    """A direct message about a match."""
    return Post(
        key=f"d{match.id}-{match.version}-{why}-{occasion}-{user_id}",
        kind=DIRECT,
        match_id=match.id,
        channel_id=None,
        payload={"user_id": user_id, "why": why, "ply": match.ply},
        created_at=now,
    )


def digest(user_id: int, digest_at: datetime, now: datetime) -> Post:
    """The daily list of the matches that await somebody.

    :param digest_at: when it was due; there is one for that, whoever finds it due.
    """
    return Post(
        key=f"g{user_id}-{int(digest_at.timestamp())}",
        kind=DIGEST,
        channel_id=None,
        payload={"user_id": user_id},
        created_at=now,
    )


def strip(match: StoredMatch, message_id: int, ply: int | None, now: datetime) -> Post:
    """Taking the controls off a former board card, which was made after `ply` moves."""
    return Post(
        key=f"s{message_id}",
        kind=STRIP,
        match_id=match.id,
        guild_id=match.guild_id,
        channel_id=match.place_id,
        payload={"message_id": message_id, "ply": ply},
        created_at=now,
    )


def remove(match: StoredMatch, message_id: int, now: datetime) -> Post:
    """Removing a former card of a turn, of which there is a newer one."""
    return replace(strip(match, message_id, None, now), key=f"x{message_id}", kind=REMOVE)


def remove_stray(match: StoredMatch, message_id: int, due_at: datetime, now: datetime) -> Post:
    """Removing a card that was posted under a claim lost meanwhile, unless whoever has the claim
    has found it by then and made it the card that counts."""
    gone = remove(match, message_id, now)
    return replace(gone, key=f"y{message_id}", kind=REMOVE_STRAY, due_at=due_at)


def remove_message(guild_id: int, channel_id: int, message_id: int, now: datetime) -> Post:
    """Removing a message that belongs to no match."""
    return Post(
        key=f"x{message_id}",
        kind=REMOVE,
        guild_id=guild_id,
        channel_id=channel_id,
        payload={"message_id": message_id},
        created_at=now,
    )


def summary(guild_id: int, channel_id: int, month: str, now: datetime) -> Post:
    """The summary of a month.

    :param month: as in `2026-10`.
    """
    return Post(
        key=f"m{guild_id}{month[2:4]}{month[5:]}",
        kind=SUMMARY,
        guild_id=guild_id,
        channel_id=channel_id,
        payload={"guild_id": guild_id, "month": month},
        created_at=now,
    )


def puzzle(guild_id: int, channel_id: int, day: str, now: datetime) -> Post:
    """The puzzle of a day.

    :param day: as in `2026-10-31`.
    """
    return Post(
        key=f"z{guild_id}{date.fromisoformat(day):%y%j}",
        kind=PUZZLE,
        guild_id=guild_id,
        channel_id=channel_id,
        payload={"guild_id": guild_id, "day": day},
        created_at=now,
    )


def puzzle_over(guild_id: int, channel_id: int, day: str, now: datetime) -> Post:
    """Showing on its card how the puzzle of a day is solved, and by how many it was."""
    asked = puzzle(guild_id, channel_id, day, now)
    return replace(asked, key=f"w{asked.key[1:]}", kind=PUZZLE_OVER)


def greeting(guild_id: int, channel_id: int, now: datetime) -> Post:
    """The words with which the bot comes into a server."""
    return Post(
        key=f"h{guild_id}",
        kind=GREETING,
        guild_id=guild_id,
        channel_id=channel_id,
        payload={"guild_id": guild_id},
        created_at=now,
    )


def event(event: Event, now: datetime) -> Post:
    """Showing on the card of an event how it stands; where it has none yet, posting it.

    Whoever sends it shows the event as it is by then; where it has changed since, a later one does.
    """
    return Post(
        key=f"v{event.id}-{event.version}",
        kind=EVENT,
        guild_id=event.guild_id,
        channel_id=event.place_id,
        payload={"event_id": event.id, "version": event.version},
        created_at=now,
    )


def event_again(shown: Event, now: datetime) -> Post:
    """The card of an event once more, where the one before is lost."""
    again = event(shown, now)
    return replace(again, key=f"w{shown.id}-{int(now.timestamp())}")


def event_news(event: Event, due_at: datetime, now: datetime) -> Post:
    """Telling the thread of an event all that is new: one message a day."""
    return Post(
        # What comes once the former news have been told has a post of its own, also where nothing
        # of those was worth a message.
        key=f"n{event.id}-{due_at.astimezone(UTC):%y%m%d}-{event.told_news}",
        kind=EVENT_NEWS,
        guild_id=event.guild_id,
        channel_id=event.place_id,
        payload={"event_id": event.id},
        created_at=now,
        due_at=due_at,
    )


def result(match: StoredMatch, now: datetime) -> Post:
    """Showing on the card of the challenge that began it how a match ended, once."""
    return Post(
        key=f"c{match.challenge_id}-over",
        kind=CHALLENGE,
        guild_id=match.guild_id,
        match_id=match.id,
        challenge_id=match.challenge_id,
        channel_id=match.channel_id,
        payload={},
        created_at=now,
    )


def challenge(challenge: Challenge, now: datetime) -> Post:
    """Showing on its card how a challenge ended."""
    return Post(
        key=f"c{challenge.id}-{challenge.version}",
        kind=CHALLENGE,
        match_id=challenge.match_id,
        challenge_id=challenge.id,
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        payload={},
        created_at=now,
    )
