"""Queueing posts, encoded as rows of the outbox.

Posts queued by earlier versions stay readable, because missing fields get their defaults and
unknown fields are ignored.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any, cast

from club.outbox.kinds import KINDS, CardPost, NewPost, Post
from storage import outbox
from storage.database.transaction import Transaction
from storage.outbox import Entry, NewEntry

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
        lane=post.lane,
        after=post.after,
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


async def enqueue(tx: Transaction, new: NewPost) -> bool:
    """Queue a post. Return False if a post with its key was already queued."""
    return await outbox.enqueue(tx, encoded(new))


async def forget_person(tx: Transaction, user_id: int, direct_channels: Collection[int]) -> None:
    """Remove a person's direct messages, and their mentions from boards.

    This has to happen before their seats are anonymised, because their posts are found by seat.

    :param direct_channels: the channels of their direct messages, whose posts are removed too.
    """
    await outbox.remove_from(tx, user_id, direct_channels)
    for entry in await outbox.naming(tx, user_id, CardPost.kind):
        try:
            post = decoded(entry)
        except UnreadablePostError:
            # It can't be sent anyway, and may name the person.
            await outbox.remove(tx, entry)
            continue
        if isinstance(post, CardPost) and user_id in post.pings:
            pings = tuple(each for each in post.pings if each != user_id)
            await outbox.rewrite(tx, entry, payload_of(replace(post, pings=pings)))


def _as_json(value: Any) -> Any:
    return list(cast(tuple[Any, ...], value)) if isinstance(value, tuple) else value


def _from_json(value: Any) -> Any:
    return tuple(cast(list[Any], value)) if isinstance(value, list) else value
