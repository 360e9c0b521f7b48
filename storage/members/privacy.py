"""Counting, exporting and deleting people's data in all tables.

A deleted person is replaced by a stand-in with a negative id in everything shared with others, and
deleted everywhere else.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Select,
    Table,
    bindparam,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
    union,
    update,
)

from storage.challenges.challenges import CHALLENGE_GUESTS, CHALLENGES
from storage.database import key_values
from storage.database.tables import Report, owner_of
from storage.database.transaction import Transaction
from storage.matches import vacancies
from storage.matches.cards import FORMER_CARDS
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS, with_seats_of
from storage.matches.moves import MOVES
from storage.matches.offers import OFFERS
from storage.matches.vacancies import VACANCIES
from storage.members.sessions import WEB_LINKS, WEB_SESSIONS
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import RATINGS
from storage.schema import metadata
from storage.servers import audit

Row = dict[str, Any]

_STAND_INS = "stand_ins"
"""The number of stand-ins so far."""


def _matches_of(user_id: int) -> Select[tuple[int]]:
    return select(SEATS.c.match_id).where(SEATS.c.user_id == user_id)


def _matches(user_id: int) -> Select[*tuple[Any, ...]]:
    match, seat = MATCHES.c, SEATS.c
    shown_in = MATCH_PLACES.c
    place = (shown_in.guild_id, shown_in.kind, shown_in.channel_id, shown_in.thread_id)
    course = (match.pace, match.rated, match.unrated, match.created_at, match.ended_at)
    own = (seat.seat, seat.name, seat.is_playing, seat.place, seat.turns)
    return (
        select(match.id, match.game, match.options, *place, match.state, match.result, *course)
        .add_columns(*own)
        .join(SEATS, seat.match_id == match.id)
        .join(MATCH_PLACES, (shown_in.match_id == match.id) & (shown_in.number == seat.home))
        .where(seat.user_id == user_id)
        .order_by(match.id)
    )


def _took_part(match_id: Column[int], user_id: int) -> ColumnElement[bool]:
    """Whether they have a seat in a match, or have left or taken one."""
    queries = (_matches_of(user_id), *vacancies.matches_of(user_id))
    return or_(*(match_id.in_(query) for query in queries))


def _moves(user_id: int) -> Select[*tuple[Any, ...]]:
    move = MOVES.c
    own = select(move.match_id, move.number, move.kind, move.seat, move.text, move.at)
    is_theirs = (_took_part(move.match_id, user_id), move.user_id == user_id)
    return own.where(*is_theirs).order_by(move.match_id, move.number)


def _invitations(user_id: int) -> Select[*tuple[Any, ...]]:
    guest, challenge = CHALLENGE_GUESTS.c, CHALLENGES.c
    return (
        select(challenge.id, challenge.game, challenge.guild_id, challenge.created_at)
        .add_columns(guest.name, guest.accepted)
        .join(CHALLENGE_GUESTS, guest.challenge_id == challenge.id)
        .where(guest.user_id == user_id)
    )


def _web_links(user_id: int) -> Select[*tuple[Any, ...]]:
    link = WEB_LINKS.c
    own = (link.name, link.match_id, link.expires_at)
    return select(*own).where(link.user_id == user_id)


def _web_sessions(user_id: int) -> Select[*tuple[Any, ...]]:
    session = WEB_SESSIONS.c
    own = (session.id, session.name, session.browser, session.system)
    times = (session.created_at, session.used_at, session.expires_at)
    return select(*own, *times).where(session.user_id == user_id).order_by(session.id)


_OF_THE_CORE: dict[str, Report] = {
    "matches": _matches,
    "moves": _moves,
    "offers": lambda user_id: with_seats_of(user_id, OFFERS),
    "invitations": _invitations,
    "web_links": _web_links,
    "web_sessions": _web_sessions,
}


def reports() -> dict[str, Report]:
    """Every kind of stored data about a person, except others' blocks and follows of them."""
    marked = (table.info.get("reports", {}) for table in metadata.tables.values())
    return _OF_THE_CORE | {kind: report for each in marked for kind, report in each.items()}


async def of_person(tx: Transaction, user_id: int) -> dict[str, list[Row]]:
    """Return everything stored about a person, by kind, as rows of named values."""
    data: dict[str, list[Row]] = {}
    for kind, report in reports().items():
        rows = await tx.execute(report(user_id))
        data[kind] = [dict(row) for row in rows.mappings()]
    return data


async def counts(tx: Transaction, user_id: int) -> dict[str, int]:
    """Return the number of rows about a person, by kind."""
    counts_by_kind: dict[str, int] = {}
    for kind, report in reports().items():
        rows = report(user_id).order_by(None).subquery()
        query = select(func.count()).select_from(rows)
        counts_by_kind[kind] = int((await tx.execute(query)).scalar_one())
    return counts_by_kind


async def players_in(tx: Transaction, guild_id: int) -> dict[int, str]:
    """Return the people who have played in a guild, with the names of their latest match."""
    seat, match = SEATS.c, MATCHES.c
    query = select(seat.user_id, seat.name).join(MATCHES, match.id == seat.match_id)
    is_person = seat.level.is_(None) & seat.team_id.is_(None)
    of_people = query.where(match.guild_id == guild_id, is_person)
    rows = await tx.execute(of_people.order_by(match.id))
    return {row.user_id: row.name for row in rows}


async def open_challenges_of(tx: Transaction, user_id: int) -> tuple[int, ...]:
    """Return the numbers of the open challenges that a person made, accepted or is invited to."""
    challenge, guest = CHALLENGES.c, CHALLENGE_GUESTS.c
    invitations = select(guest.challenge_id).where(guest.user_id == user_id)
    is_theirs = or_(challenge.challenger_id == user_id, challenge.id.in_(invitations))
    query = select(challenge.id).where(challenge.state == "open", is_theirs)
    return tuple((await tx.execute(query.order_by(challenge.id))).scalars())


async def rated_in(tx: Transaction, user_id: int) -> tuple[int, ...]:
    """Return the guilds in which a person has ratings."""
    rating = RATINGS.c
    query = select(rating.guild_id).where(rating.user_id == user_id).distinct()
    return tuple((await tx.execute(query.order_by(rating.guild_id))).scalars())


async def direct_channels(tx: Transaction, user_id: int) -> frozenset[int]:
    """Return the channels of a person's direct messages with the bot, as stored."""
    place, seat, left = MATCH_PLACES.c, SEATS.c, VACANCIES.c
    of_seats = select(place.channel_id).join(
        SEATS, (seat.match_id == place.match_id) & (seat.home == place.number)
    )
    challenge = CHALLENGES.c
    marked = (
        select(column).where(owner_of(table) == user_id, column.is_not(None))
        for table in metadata.tables.values()
        for column in table.c
        if column.info.get("direct")
    )
    queries = (
        of_seats.where(seat.user_id == user_id, place.kind == "direct message"),
        select(place.channel_id)
        .join(VACANCIES, (left.match_id == place.match_id) & (left.home == place.number))
        .where(left.user_id == user_id, place.kind == "direct message"),
        select(challenge.channel_id).where(
            challenge.challenger_id == user_id, challenge.place_kind == "direct message"
        ),
        *marked,
    )
    return frozenset((await tx.execute(union(*queries))).scalars())


async def matches_of(tx: Transaction, user_id: int) -> frozenset[int]:
    """Return the numbers of all matches in which a person has a seat, or has left or taken one."""
    query = union(_matches_of(user_id), *vacancies.matches_of(user_id))
    return frozenset((await tx.execute(query)).scalars())


async def replace(tx: Transaction, user_id: int, name: str) -> int:
    """Replace a person by a stand-in, and delete their own data.

    :param name: the name of the stand-in.
    :returns: the id of the stand-in, which is negative and unique.
    """
    stand_in = -await key_values.next_number(tx, _STAND_INS)
    await _forget_direct_messages(tx, user_id)
    await _replace_in_challenges(tx, user_id, stand_in, name)
    seat, move = SEATS, MOVES
    await _set(
        tx,
        move,
        _took_part(move.c.match_id, user_id) & (move.c.user_id == user_id),
        user_id=stand_in,
    )
    await _set(tx, seat, seat.c.user_id == user_id, user_id=stand_in, name=name)
    await _replace_moderator(tx, user_id, stand_in, name)
    await audit.rename(tx, user_id, stand_in, name)
    await stored_ratings.rename(tx, user_id, stand_in, name)
    for table in metadata.tables.values():
        if "forgets" in table.info:
            await table.info["forgets"](tx, user_id, stand_in, name)
        for column in table.c:
            if column.info.get("person") in ("own", "others'"):
                await tx.execute(delete(table).where(column == user_id))
    # Which ratings are still needed depends on the seats that the stand-in has left.
    await stored_ratings.forget_stand_ins(tx)
    return stand_in


async def _forget_direct_messages(tx: Transaction, user_id: int) -> None:
    """Delete the channels of a person's matches in direct messages, which would identify them.

    Other players' places of these matches stay.
    """
    place, seat, challenge = MATCH_PLACES, SEATS, CHALLENGES
    is_direct = place.c.kind == "direct message"
    is_own_place = or_(
        *(
            exists().where(
                table.c.match_id == place.c.match_id,
                table.c.home == place.c.number,
                table.c.user_id == user_id,
            )
            for table in (seat, VACANCIES)
        )
    )
    forgotten = is_direct & is_own_place & _took_part(place.c.match_id, user_id)
    channels = select(place.c.channel_id).where(forgotten)
    former = FORMER_CARDS.c
    is_theirs = _took_part(former.match_id, user_id), former.channel_id.in_(channels)
    await tx.execute(delete(FORMER_CARDS).where(*is_theirs))
    await _set(tx, place, forgotten, channel_id=0, parent_id=None, card_message_id=None)
    is_made_directly = challenge.c.place_kind == "direct message"
    of_person = challenge.c.challenger_id == user_id
    await _set(tx, challenge, is_made_directly & of_person, channel_id=0, parent_id=None)


async def _replace_in_challenges(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    challenge, guest = CHALLENGES, CHALLENGE_GUESTS
    invitations = select(guest.c.challenge_id).where(guest.c.user_id == user_id)
    is_theirs = or_(challenge.c.challenger_id == user_id, challenge.c.id.in_(invitations))
    seated = select(challenge.c.id, challenge.c.seating).where(
        is_theirs, challenge.c.seating.is_not(None)
    )
    for challenge_id, seating in (await tx.execute(seated)).all():
        people = [stand_in if each == user_id else each for each in seating]
        await _set(tx, challenge, challenge.c.id == challenge_id, seating=people)
    is_guest, is_challenger = guest.c.user_id == user_id, challenge.c.challenger_id == user_id
    await _set(tx, guest, is_guest, user_id=stand_in, name=name)
    await _set(tx, challenge, is_challenger, challenger_id=stand_in, challenger_name=name)


async def _replace_moderator(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    """Remove a person's name from the results of matches that they ended as a moderator."""
    match = MATCHES.c
    moderator_id = cast(match.result[("values", "user_id")].as_string(), BigInteger)
    query = select(match.id, match.result).where(match.state == "aborted", moderator_id == user_id)
    changes: list[Row] = []
    for match_id, result in await tx.execute(query):
        values = {**result["values"], "user_id": stand_in, "name": name}
        changes.append({"of_match": match_id, "result": {**result, "values": values}})
    if changes:
        of_match = match.id == bindparam("of_match")
        await tx.execute(update(MATCHES).where(of_match), changes)


async def _set(tx: Transaction, table: Table, where: ColumnElement[bool], **values: Any) -> None:
    await tx.execute(update(table).where(where).values(**values))
