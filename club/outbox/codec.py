"""Posts as the rows of the outbox hold them: the one place that reads and writes their payloads.

What an earlier version has queued stays readable: a field that is missing in its payload has the
default of the post, and a field that the post does not have is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, cast

from club.outbox import kinds
from club.outbox.kinds import Post
from storage.matches.outbox import Entry, NewEntry

KINDS: Mapping[str, type[Post]] = {
    each.kind: each
    for each in (
        kinds.BoardPost,
        kinds.StripPost,
        kinds.RemovalPost,
        kinds.StrayPost,
        kinds.RefreshPost,
        kinds.ChallengePost,
        kinds.DirectPost,
        kinds.DigestPost,
        kinds.SummaryPost,
        kinds.GreetingPost,
        kinds.EventPost,
        kinds.EventNewsPost,
        kinds.PuzzlePost,
        kinds.PuzzleOverPost,
    )
}
"""Every kind of post, by its name."""

_COLUMNS = frozenset(field.name for field in fields(Post))
"""The fields that have a column of their own."""


class UnreadablePostError(Exception):
    """A row of the outbox that is no post, as one that a later version has queued."""


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post to be queued, once for its key."""

    key: str
    post: Post
    created_at: datetime
    due_at: datetime | None = None
    """The earliest moment to send it; None for at once."""


def encoded(new: NewPost) -> NewEntry:
    """The row of a post to be queued."""
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
    """The fields of a post that have no column of their own, as JSON."""
    names = [field.name for field in fields(post) if field.name not in _COLUMNS]
    return {name: _as_json(getattr(post, name)) for name in names}


def decoded(entry: Entry) -> Post:
    """The post of a row.

    :raises UnreadablePostError: if its kind is unknown, or a field is missing.
    """
    kind = KINDS.get(entry.kind)
    if kind is None:
        raise UnreadablePostError(f"post {entry.id} has the unknown kind {entry.kind!r}")
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
