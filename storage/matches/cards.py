"""The cards and threads of matches, by place. They don't change the match or its version."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from uuid import uuid4

from sqlalchemy import (
    Executable,
    Index,
    and_,
    bindparam,
    case,
    delete,
    or_,
    select,
    union,
    update,
)

from storage.database.tables import MatchId, Snowflake, table_of, values_of
from storage.database.transaction import Transaction, insert_into
from storage.matches.match import MATCH_PLACES, MatchPlace


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The board on a message."""

    match_id: int
    ply: int
    """The number of moves shown."""


@dataclass(frozen=True, slots=True)
class Card:
    """A current card of a match."""

    message_id: int
    ply: int
    """The number of moves shown."""
    turn: str
    """What identifies the turn shown."""
    digest: str | None
    """A hash of its page, None if unknown."""


@dataclass(frozen=True, slots=True)
class FormerCard:
    """A message with a card of a match that isn't the current one."""

    message_id: Snowflake
    match_id: MatchId
    place: int
    channel_id: Snowflake
    ply: int
    """The number of moves shown."""
    is_extra: bool
    """Whether its turn has another card, so it is deleted rather than stripped of its controls."""
    replaced_at: datetime
    is_tidy: bool = False
    """Whether it has been stripped of its controls."""


FORMER_CARDS = table_of(
    "former_card",
    FormerCard,
    Index(None, "match_id", "is_tidy"),
    Index(None, "replaced_at"),
    key=("message_id",),
)

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
        card_turn=bindparam("turn"),
        card_digest=bindparam("digest"),
        posting_until=None,
    )
)
_THREADED = (
    update(MATCH_PLACES)
    .where(_OF_PLACE)
    .values(thread_id=bindparam("thread"), forum_id=bindparam("forum"))
)

_DIGESTED = update(MATCH_PLACES).where(_OF_PLACE).values(card_digest=bindparam("digest"))
_RELEASED = update(MATCH_PLACES).where(_OF_PLACE).values(posting_until=None)

_UNTIDY = (
    select(*FORMER_CARDS.c)
    .where(
        FORMER_CARDS.c.match_id == bindparam("of_match"),
        FORMER_CARDS.c.place == bindparam("of_place"),
        FORMER_CARDS.c.is_tidy.is_(False),
    )
    .order_by(FORMER_CARDS.c.message_id)
)


@cache
def _added(database: str) -> Executable:
    added = insert_into(database, FORMER_CARDS)
    names = "is_tidy", "is_extra", "replaced_at"
    again = {name: added.excluded[name] for name in names}
    return added.on_conflict_do_update(index_elements=["message_id"], set_=again)


async def set_thread(
    tx: Transaction, place: MatchPlace, thread_id: int | None, forum_id: int | None = None
) -> None:
    """Store the thread of a match, and its forum if it is a post of one. Its version stays."""
    of_place = {"of_match": place.match_id, "of_place": place.number}
    await tx.execute(_THREADED, {**of_place, "thread": thread_id, "forum": forum_id})


async def shown_on(tx: Transaction, channel_id: int, message_id: int) -> ShownBoard | None:
    """Return what a message of a channel or thread shows, if it is a current or former card."""
    place, former = MATCH_PLACES.c, FORMER_CARDS.c
    match_ids = union(
        *(
            select(place.match_id).where(column == channel_id)
            for column in (place.channel_id, place.thread_id)
        )
    )
    queries = (
        select(place.match_id, place.card_ply).where(
            place.match_id.in_(match_ids), place.card_message_id == message_id
        ),
        select(former.match_id, former.ply).where(
            former.message_id == message_id, former.channel_id == channel_id
        ),
    )
    for query in queries:
        if row := (await tx.execute(query)).first():
            return ShownBoard(row[0], row[1] or 0)
    return None


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


async def set_card(
    tx: Transaction, place: MatchPlace, card: Card, now: datetime, *, is_tidy: bool = False
) -> bool:
    """Store the current card of a place, and the one it replaces, if any.

    The version of the match stays, since the buttons of the card carry it.

    :param is_tidy: whether the one it replaces has been stripped of its controls.
    :returns: whether there is one that hasn't.
    """
    of_place = {"of_match": place.match_id, "of_place": place.number}
    values = {"after": card.ply, "turn": card.turn, "digest": card.digest}
    await tx.execute(_CARDED, {**of_place, **values, "message": card.message_id})
    former = replaced_by(card, place, now)
    if former is not None:
        await _add(tx, replace(former, is_tidy=is_tidy))
    return former is not None and not is_tidy


async def forget_digest(tx: Transaction, place: MatchPlace) -> None:
    """Store that what the card of a place shows is unknown, since another process edited it."""
    of_place = {"of_match": place.match_id, "of_place": place.number}
    # A value that is never equal to another one shows this to a process that edits it now.
    await tx.execute(_DIGESTED, {**of_place, "digest": uuid4().hex})


def replaced_by(card: Card, place: MatchPlace, now: datetime) -> FormerCard | None:
    """Return the card of a place that another one replaces, if it has one."""
    message_id, ply = place.card_message_id, place.card_ply
    if message_id is None or ply is None or message_id == card.message_id:
        return None
    return _former(place, message_id, ply, now, is_extra=place.card_turn == card.turn)


async def add_former(
    tx: Transaction, place: MatchPlace, message_id: int, ply: int, now: datetime, *, is_extra: bool
) -> None:
    """Store a message that shows a card of a place and isn't the current one, to be tidied."""
    await _add(tx, _former(place, message_id, ply, now, is_extra=is_extra))


def _former(
    place: MatchPlace, message_id: int, ply: int, now: datetime, *, is_extra: bool
) -> FormerCard:
    # Without its first message, a post of a forum would look deleted.
    is_extra = is_extra and message_id != place.thread_id
    match_id, number, channel_id = place.match_id, place.number, place.id
    return FormerCard(message_id, match_id, number, channel_id, ply, is_extra, now)


async def _add(tx: Transaction, former: FormerCard) -> None:
    await tx.execute(_added(tx.database), values_of(former))


async def untidy(tx: Transaction, match_id: int, place: int) -> tuple[FormerCard, ...]:
    """Return the former cards of a place, by its number, that still have their controls."""
    rows = await tx.execute(_UNTIDY, {"of_match": match_id, "of_place": place})
    return tuple(FormerCard(*each) for each in rows)


async def former_plies(tx: Transaction, place: MatchPlace) -> list[int]:
    """Return the number of moves shown on each former card of a place, as far as still known."""
    row = FORMER_CARDS.c
    query = select(row.ply).where(row.match_id == place.match_id, row.place == place.number)
    return [*(await tx.execute(query)).scalars()]


async def set_tidy(tx: Transaction, former: Collection[FormerCard]) -> None:
    """Store that some former cards have been stripped, and forget those that were deleted.

    One that was added again in the meantime is left, because it may have been edited again.
    """
    row = FORMER_CARDS.c
    for each in former:
        is_same = row.message_id == each.message_id, row.replaced_at == each.replaced_at
        if each.is_extra:
            await tx.execute(delete(FORMER_CARDS).where(*is_same))
        else:
            await tx.execute(update(FORMER_CARDS).where(*is_same).values(is_tidy=True))


async def forget_former(tx: Transaction, before: datetime) -> None:
    """Delete what is stored of cards replaced before this time."""
    await tx.execute(delete(FORMER_CARDS).where(FORMER_CARDS.c.replaced_at < before))
