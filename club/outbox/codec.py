"""Encoding and decoding of posts as rows of the outbox.

Posts queued by earlier versions stay readable, because missing fields get their defaults and
unknown fields are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

from club.outbox import kinds
from club.outbox.kinds import NewPost, Post
from storage.matches.outbox import Entry, NewEntry

KINDS: Mapping[str, type[Post]] = {
    each.kind: each
    for each in (
        kinds.BoardPost,
        kinds.StripPost,
        kinds.RemovalPost,
        kinds.StrayPost,
        kinds.RefreshPost,
        kinds.TagsPost,
        kinds.ChallengePost,
        kinds.InvitationPost,
        kinds.DirectPost,
        kinds.DigestPost,
        kinds.FollowedPost,
        kinds.SummaryPost,
        kinds.GreetingPost,
        kinds.EventPost,
        kinds.EventNewsPost,
        kinds.PuzzlePost,
        kinds.PuzzleOverPost,
        kinds.PoolPost,
    )
}
"""All kinds of posts, by name."""

_COLUMNS = frozenset(field.name for field in fields(Post))
"""The fields stored in their own columns."""


class UnreadablePostError(Exception):
    """A row of the outbox that can't be decoded, such as one from a later version."""


def encoded(new: NewPost) -> NewEntry:
    """Return the row of a post to be queued."""
    post = new.post
    return NewEntry(
        key=new.key,
        kind=post.kind,
        guild_id=post.guild_id,
        channel_id=post.channel_id,
        match_id=post.match_id,
        challenge_id=post.challenge_id,
        payload=payload_of(post),
        created_at=new.created_at,
        due_at=new.due_at,
    )


def payload_of(post: Post) -> dict[str, Any]:
    """Return the fields of a post that are stored as JSON."""
    names = [field.name for field in fields(post) if field.name not in _COLUMNS]
    return {name: _as_json(getattr(post, name)) for name in names}


def decoded(entry: Entry) -> Post:
    """Decode the post of a row.

    :raises UnreadablePostError: if its kind is unknown, or a field is missing.
    """
    kind = KINDS.get(entry.kind)
    if kind is None:
        raise UnreadablePostError(f"post {entry.id} has unknown kind {entry.kind!r}")
    names = {field.name for field in fields(kind)}
    payload = {name: _from_json(each) for name, each in entry.payload.items() if name in names}
    columns = {name: getattr(entry, name) for name in _COLUMNS}
    try:
        return kind(**(payload | columns))
    except TypeError as error:
        raise UnreadablePostError(f"post {entry.id} is incomplete: {error}") from error


def _as_json(value: Any) -> Any:
    return list(cast(tuple[Any, ...], value)) if isinstance(value, tuple) else value


def _from_json(value: Any) -> Any:
    return tuple(cast(list[Any], value)) if isinstance(value, list) else value
