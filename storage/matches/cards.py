"""The cards and threads of matches, by place. They don't change the match or its version."""

from __future__ import annotations

from sqlalchemy import and_, bindparam, update

from storage.database import schema
from storage.database.transaction import Transaction
from storage.matches.terms import MatchPlace

_OF_PLACE = and_(
    schema.match_place.c.match_id == bindparam("of_match"),
    schema.match_place.c.number == bindparam("of_place"),
)
_CARDED = (
    update(schema.match_place)
    .where(_OF_PLACE)
    .values(card_message_id=bindparam("message"), card_ply=bindparam("after"))
)


async def set_thread(tx: Transaction, place: MatchPlace, thread_id: int | None) -> None:
    """Store the thread of a match. Its version stays."""
    values = {"of_match": place.match_id, "of_place": place.number, "thread": thread_id}
    await tx.execute(
        update(schema.match_place).where(_OF_PLACE).values(thread_id=bindparam("thread")), values
    )


async def set_card(tx: Transaction, place: MatchPlace, message_id: int, ply: int) -> None:
    """Store which message shows the current board in a place, and at which ply.

    The version stays, since the buttons of that message carry it.
    """
    of_place = {"of_match": place.match_id, "of_place": place.number}
    await tx.execute(_CARDED, {**of_place, "message": message_id, "after": ply})
