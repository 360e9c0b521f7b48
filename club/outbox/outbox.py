"""Queueing posts in the transaction of the change that causes them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from club.outbox import codec, posts
from club.outbox.codec import UnreadablePostError
from club.outbox.kinds import BoardPost, DigestPost, DirectPost, FollowedPost, NewPost, PoolPost
from storage.database.transaction import Transaction
from storage.matches import outbox


async def enqueue(tx: Transaction, new: NewPost) -> bool:
    """Queue a post. Return False if a post with its key was already queued."""
    return await outbox.enqueue(tx, codec.encoded(new))


async def forget_person(tx: Transaction, user_id: int, direct_channels: Collection[int]) -> None:
    """Remove a person's direct messages, and their mentions from boards.

    This has to happen before their seats are anonymised, because their posts are found by seat.

    :param direct_channels: the channels of their direct messages, whose posts are removed too.
    """
    await outbox.remove_from(tx, user_id, direct_channels)
    entries = await outbox.concerning(
        tx,
        user_id,
        kinds=(BoardPost.kind, DirectPost.kind),
        messages={
            DigestPost.kind: posts.digest_key(user_id),
            FollowedPost.kind: posts.followed_key(user_id),
            PoolPost.kind: posts.pool_key(user_id),
        },
    )
    for entry in entries:
        try:
            post = codec.decoded(entry)
        except UnreadablePostError:
            # It can't be sent anyway, and may name the person.
            await outbox.remove(tx, entry)
            continue
        match post:
            case DirectPost() | DigestPost() | FollowedPost() | PoolPost() if (
                post.user_id == user_id
            ):
                await outbox.remove(tx, entry)
            case BoardPost() if user_id in post.pings:
                pings = tuple(each for each in post.pings if each != user_id)
                payload = codec.payload_of(replace(post, pings=pings))
                await outbox.rewrite(tx, entry, payload)
            case _:
                pass
