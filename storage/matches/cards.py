"""The cards and threads of matches, by place. They don't change the match or its version."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, case, or_, select, union, update

from storage.database.transaction import Transaction
from storage.matches.match import MATCH_PLACES, MatchPlace


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The board on a message."""

    match_id: int
    ply: int
    """The number of moves shown."""


_OF_PLACE = and_(
    MATCH_PLACES.c.match_id == bindparam("of_match"),
    MATCH_PLACES.c.number == bindparam("of_place"),
)
_CARDED = (
    update(MATCH_PLACES)
    .where(_OF_PLACE)
    .values(
        card_message_id=bindparam("message"),
        card_ply=bindparam("after"),
        shown_before=case(
            (MATCH_PLACES.c.card_ply == bindparam("after"), MATCH_PLACES.c.shown_before),
            else_=MATCH_PLACES.c.card_ply,
        ),
        posting_until=None,
    )
)
_THREADED = (
    update(MATCH_PLACES)
    .where(_OF_PLACE)
    .values(thread_id=bindparam("thread"), forum_id=bindparam("forum"))
)

_RELEASED = update(MATCH_PLACES).where(_OF_PLACE).values(posting_until=None)


async def set_thread(
    tx: Transaction, place: MatchPlace, thread_id: int | None, forum_id: int | None = None
) -> None:
    """Store the thread of a match, and its forum if it is a post of one. Its version stays."""
    of_place = {"of_match": place.match_id, "of_place": place.number}
    await tx.execute(_THREADED, {**of_place, "thread": thread_id, "forum": forum_id})


async def shown_on(tx: Transaction, channel_id: int, message_id: int) -> ShownBoard | None:
    """Return what a message of a channel or thread shows, or None if it isn't a current card."""
    place = MATCH_PLACES.c
    match_ids = union(
        *(
            select(place.match_id).where(column == channel_id)
            for column in (place.channel_id, place.thread_id)
        )
    )
    query = select(place.match_id, place.card_ply).where(
        place.match_id.in_(match_ids), place.card_message_id == message_id
    )
    row = (await tx.execute(query)).first()
    return None if row is None else ShownBoard(row.match_id, row.card_ply or 0)


async def claim(tx: Transaction, place: MatchPlace, now: datetime, until: datetime) -> bool:
    """Claim the posting of a place's next card.

    Return False if another process has done so, or has posted it.

    :param place: the place, as read when its card was missing.
    :param until: when the claim ends, unless a card is stored.
    """
    row = MATCH_PLACES.c
    claimed = await tx.execute(
        update(MATCH_PLACES)
        .where(
            row.match_id == place.match_id,
            row.number == place.number,
            row.card_message_id.is_not_distinct_from(place.card_message_id),
            or_(row.posting_until.is_(None), row.posting_until <= now),
        )
        .values(posting_until=until)
    )
    return claimed.rowcount == 1


async def release(tx: Transaction, place: MatchPlace) -> None:
    """End a claim on posting a place's next card, after posting failed."""
    values = {"of_match": place.match_id, "of_place": place.number}
    await tx.execute(_RELEASED, values)


async def set_card(tx: Transaction, place: MatchPlace, message_id: int, ply: int) -> None:
    """Store which message shows the current board in a place, and at which ply.

    The version stays, since the buttons of that message carry it.
    """
    of_place = {"of_match": place.match_id, "of_place": place.number}
    await tx.execute(_CARDED, {**of_place, "message": message_id, "after": ply})
