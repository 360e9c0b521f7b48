"""Queueing posts in the transaction of the change that calls for them."""

from __future__ import annotations

from dataclasses import replace

from club.outbox import codec, posts
from club.outbox.codec import NewPost, UnreadablePostError
from club.outbox.kinds import BoardPost, DigestPost, DirectPost
from storage.database.transaction import Transaction
from storage.matches import outbox


async def enqueue(tx: Transaction, new: NewPost) -> bool:
    """Queue a post; False if its key is known already, sent or not."""
    return await outbox.enqueue(tx, codec.encoded(new))


async def forget_person(tx: Transaction, user_id: int) -> None:
    """Remove a person's direct messages, and their mentions from boards.

    It comes before their seats go to a stand-in: by these their posts are looked up.
    """
    entries = await outbox.about(
        tx,
        user_id,
        kinds=(BoardPost.kind, DirectPost.kind),
        digest=DigestPost.kind,
        digest_key=posts.digest_key(user_id),
    )
    for entry in entries:
        try:
            post = codec.decoded(entry)
        except UnreadablePostError:
            # It can't be sent either, and may name the person.
            await outbox.remove(tx, entry)
            continue
        match post:
            case DirectPost() | DigestPost() if post.user_id == user_id:
                await outbox.remove(tx, entry)
            case BoardPost() if user_id in post.pings:
                pings = tuple(each for each in post.pings if each != user_id)
                payload = codec.payload_of(replace(post, pings=pings))
                await outbox.rewrite(tx, entry, payload)
            case _:
                pass
