"""Encoding and decoding of posts, including those of older versions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from club.outbox import kinds, queue
from club.outbox.kinds import KINDS, NewPost, Post
from club.outbox.queue import UnreadablePostError
from storage.outbox import Entry
from tests.additions import additions

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHANNEL: dict[str, Any] = {"guild_id": 7, "channel_id": 8}
MATCH: dict[str, Any] = {**CHANNEL, "match_id": 9}

PAYLOADS: list[tuple[Post, dict[str, Any]]] = [
    (
        kinds.CardPost(**MATCH, version=4, pings=(1, 2), why="reminder"),
        {
            "place": 1,
            "version": 4,
            "pings": [1, 2],
            "why": "reminder",
            "event_id": None,
            "deleted": None,
        },
    ),
    (kinds.RemovalPost(**CHANNEL, message_id=5), {"message_id": 5}),
    (kinds.RemovalPost(**MATCH, message_id=5), {"message_id": 5}),
    (kinds.TagsPost(**MATCH, place=2), {"place": 2}),
    (kinds.ChallengePost(**CHANNEL, challenge_id=6), {}),
    (kinds.ChallengePost(**MATCH, challenge_id=6), {}),
    (kinds.InvitationPost(**CHANNEL, challenge_id=6), {}),
    (
        kinds.DirectPost(match_id=9, user_id=1, ply=3, why="offer", place=2),
        {"user_id": 1, "ply": 3, "why": "offer", "place": 2},
    ),
    (kinds.DigestPost(user_id=1), {"user_id": 1}),
    (
        kinds.FollowedPost(guild_id=7, user_id=1, match_number=9),
        {"user_id": 1, "match_number": 9, "place": 1},
    ),
    (kinds.SummaryPost(**CHANNEL, month="2026-10"), {"month": "2026-10"}),
    (kinds.LeaderboardPost(**CHANNEL), {}),
    (kinds.GreetingPost(**CHANNEL), {}),
]


def entry_of(post: Post) -> Entry:
    """The outbox entry of a newly queued post."""
    row = queue.encoded(NewPost("k", post, NOON))
    return Entry(
        id=1,
        key=row.key,
        kind=row.kind,
        lane=row.lane,
        after=row.after,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        payload=row.payload,
        match_id=row.match_id,
        challenge_id=row.challenge_id,
        created_at=NOON,
        due_at=NOON,
        attempts=0,
        attempted_at=None,
        sent_at=None,
        message_id=None,
        gave_up_at=None,
        error=None,
    )


@pytest.mark.parametrize(("post", "payload"), PAYLOADS)
def test_a_post_is_stored_as_stable_json_and_read_back(post: Post, payload: dict[str, Any]) -> None:
    entry = entry_of(post)
    assert entry.payload == payload
    assert queue.decoded(entry) == post


def test_every_kind_has_an_example() -> None:
    of_core = {each for each in KINDS.values() if each.__module__ == kinds.__name__}
    assert {type(post) for post, _ in PAYLOADS} == of_core


@pytest.mark.parametrize(
    ("post", "former"),
    [
        (
            kinds.CardPost(**MATCH, version=4, pings=(1,)),
            {"ply": 3, "version": 4, "pings": [1], "in_place": False},
        ),
        (kinds.CardPost(**MATCH), {}),
        (kinds.RemovalPost(**MATCH, message_id=5), {"message_id": 5, "ply": None}),
        (kinds.SummaryPost(**CHANNEL, month="2026-10"), {"guild_id": 7, "month": "2026-10"}),
        (kinds.GreetingPost(**CHANNEL), {"guild_id": 7}),
    ],
)
def test_posts_queued_by_an_older_version_can_still_be_read(
    post: Post, former: dict[str, Any]
) -> None:
    assert queue.decoded(replace(entry_of(post), payload=former)) == post


def test_a_kind_of_a_later_version_and_an_incomplete_payload_are_refused() -> None:
    entry = entry_of(kinds.CardPost(**MATCH))
    with pytest.raises(UnreadablePostError, match="unknown kind 'poster'"):
        queue.decoded(replace(entry, kind="poster"))
    with pytest.raises(UnreadablePostError, match="incomplete"):
        queue.decoded(replace(entry, kind="remove"))


def test_posts_with_a_picture_come_with_the_width_of_their_server() -> None:
    drawn = {kind for kind, post in KINDS.items() if post.is_drawn}
    theirs = {kind for each in additions("posts") for kind in each.DRAWN}
    assert drawn == {"card", *theirs}
