"""What is put into the outbox: each kind of post with the key that makes it unique.

The key is also the nonce under which Discord takes a message only once, so it is at most 25
characters.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from storage.challenges import Challenge
from storage.matches import Match
from storage.outbox import Post

BOARD = "board"
STRIP = "strip"
CHALLENGE = "challenge"


def board(match: Match, now: datetime) -> Post:
    """The board card for the match as it stands."""
    return Post(
        key=f"b{match.id}-{match.version}",
        kind=BOARD,
        match_id=match.id,
        channel_id=match.thread_id or match.channel_id,
        payload={"ply": match.ply, "version": match.version},
        created_at=now,
    )


def board_again(match: Match, now: datetime) -> Post:
    """The board card once more, where the one before is lost."""
    again = board(match, now)
    return replace(again, key=f"a{match.id}-{int(now.timestamp())}")


def strip(match: Match, message_id: int, ply: int | None, now: datetime) -> Post:
    """Taking the controls off a former board card, which was made after `ply` moves."""
    return Post(
        key=f"s{message_id}",
        kind=STRIP,
        match_id=match.id,
        channel_id=match.thread_id or match.channel_id,
        payload={"message_id": message_id, "ply": ply},
        created_at=now,
    )


def challenge(challenge: Challenge, now: datetime) -> Post:
    """Showing on its card how a challenge ended."""
    return Post(
        key=f"c{challenge.id}-{challenge.version}",
        kind=CHALLENGE,
        challenge_id=challenge.id,
        channel_id=challenge.channel_id,
        payload={},
        created_at=now,
    )
