"""Adding, reading and changing single matches.

Every change names the version that it is based on, and happens only while that is current. The
second of two simultaneous changes raises `Outdated`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any, TypedDict, Unpack

from sqlalchemy import (
    BindParameter,
    Executable,
    Row,
    Select,
    bindparam,
    exists,
    insert,
    select,
    update,
)

from storage.database.tables import columns_of, values_of
from storage.database.transaction import Outdated, Transaction
from storage.matches.match import (
    MATCH_PLACES,
    MATCHES,
    SEATS,
    MatchPlace,
    MatchState,
    Participant,
    Place,
    Result,
    Seat,
    StoredMatch,
    Terms,
)
from storage.servers.pages import PAGE_CHANNELS, WITH_PAGES, PageServer

MATCH = columns_of(StoredMatch, MATCHES)
"""The columns of a `StoredMatch`."""

_PLACE = columns_of(MatchPlace, MATCH_PLACES)
IN_ORDER = (SEATS.c.seat, MATCH_PLACES.c.number)

WHOLE = (
    select(*MATCH, *SEATS.c, *_PLACE)
    .join(SEATS, SEATS.c.match_id == MATCHES.c.id)
    .join(MATCH_PLACES, MATCH_PLACES.c.match_id == MATCHES.c.id)
    .order_by(MATCHES.c.id, *IN_ORDER)
)
"""Selects matches with their seats and places, for `joined`."""

_OF_MATCHES: BindParameter[int] = bindparam("of_matches", expanding=True)
_SEATS_AND_PLACES = (
    select(*SEATS.c, *_PLACE)
    .join(MATCH_PLACES, MATCH_PLACES.c.match_id == SEATS.c.match_id)
    .where(SEATS.c.match_id.in_(_OF_MATCHES))
    .order_by(SEATS.c.match_id, *IN_ORDER)
)


_SERVERS = WITH_PAGES.subquery()
_PLACES_WITH_PAGES = (
    select(*_PLACE, *_SERVERS.c, PAGE_CHANNELS.c.channel_id)
    .outerjoin(_SERVERS, _SERVERS.c.guild_id == MATCH_PLACES.c.guild_id)
    .outerjoin(
        PAGE_CHANNELS,
        (PAGE_CHANNELS.c.guild_id == MATCH_PLACES.c.guild_id)
        & PAGE_CHANNELS.c.channel_id.in_(
            [MATCH_PLACES.c.channel_id, MATCH_PLACES.c.parent_id, MATCH_PLACES.c.forum_id]
        ),
    )
    .where(MATCH_PLACES.c.match_id.in_(_OF_MATCHES))
    .order_by(MATCH_PLACES.c.match_id, MATCH_PLACES.c.number)
)
_VERSIONS = select(MATCHES.c.id, MATCHES.c.version).where(MATCHES.c.id.in_(_OF_MATCHES))


def joined(rows: Iterable[Row[*tuple[Any, ...]]]) -> tuple[StoredMatch, ...]:
    """Return the matches of a query made from `WHOLE`, with the rows of each match together."""
    matches: list[StoredMatch] = []
    for _, of_match in groupby(rows, key=lambda row: row[0]):
        rows_of_match = list(of_match)
        seats, places = _seats_and_places([row[len(MATCH) :] for row in rows_of_match])
        columns = rows_of_match[0][: len(MATCH)]
        matches.append(StoredMatch(*columns, seats=seats, places=places))
    return tuple(matches)


async def fetched(tx: Transaction, query: Select[*tuple[Any, ...]]) -> tuple[StoredMatch, ...]:
    """Return the matches of a query for the columns `MATCH`, with their seats and places."""
    return await with_seats_and_places(tx, (await tx.execute(query)).all())


async def with_seats_and_places(
    tx: Transaction, rows: Sequence[Row[*tuple[Any, ...]]]
) -> tuple[StoredMatch, ...]:
    """Return the matches of rows of the columns `MATCH`."""
    if not rows:
        return ()
    others = await tx.execute(_SEATS_AND_PLACES, {"of_matches": [row.id for row in rows]})
    by_match = {
        match_id: _seats_and_places(list(of_match))
        for match_id, of_match in groupby(others, key=lambda row: row[0])
    }
    return tuple(
        StoredMatch(*row, seats=seats, places=places)
        for row in rows
        for seats, places in (by_match[row.id],)
    )


@dataclass(frozen=True, slots=True)
class PlaceWithPages:
    """A place of a match, with what web pages show of its server."""

    place: MatchPlace
    server: PageServer | None
    """Its server, or None without pages."""
    readable: frozenset[int]
    """Those of its channels and threads that everyone can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A new match, after the deal and with its first clock."""

    terms: Terms
    places: Sequence[Place]
    """The places where it is shown. The match belongs to the server of the first one."""
    players: Sequence[Participant]
    """The players, seat 1 first."""
    setup: Mapping[str, Any]
    to_move: int | None
    created_at: datetime
    challenge_id: int | None = None
    event_id: int | None = None
    from_pool: bool = False
    bank: int | None = None
    """Seconds on each player's clock, if the pace has a bank."""
    deadline: datetime | None = None
    runs_out_at: datetime | None = None
    wakes_at: datetime | None = None


class MatchFields(TypedDict, total=False):
    """The columns that `change` can set."""

    state: MatchState
    to_move: int | None
    ply: int
    turn_started_at: datetime
    ended_at: datetime | None
    result: Result | None
    deadline: datetime | None
    runs_out_at: datetime | None
    wakes_at: datetime | None
    paused_until: datetime | None
    time_left: int | None


_ADDED = insert(MATCHES).returning(*MATCH)
_SEATED = insert(SEATS)
_SHOWN_IN = insert(MATCH_PLACES)
_NUMBERED = (
    update(MATCHES)
    .where(MATCHES.c.id == bindparam("of_match"))
    .values(ended_number=bindparam("number"))
)
_PLACED = (
    update(SEATS)
    .where(SEATS.c.match_id == bindparam("of_match"), SEATS.c.seat == bindparam("who"))
    .values(place=bindparam("place"), turns=bindparam("turns"))
)
_ONE = WHOLE.where(MATCHES.c.id == bindparam("match_id"))
# Rows that are joined but not locked would be read as of before the lock. New rows may still refer
# to a match, so that a post for the card of any match can be queued without waiting.
_LOCKED = _ONE.with_for_update(key_share=True)
_ENDED = (
    update(MATCH_PLACES)
    .where(MATCH_PLACES.c.match_id == bindparam("of_match"))
    .values(is_running=False)
)
_AWAITS_COMPUTER = exists(
    select(SEATS.c.seat).where(
        SEATS.c.match_id == bindparam("of_match"),
        SEATS.c.seat == bindparam("new_to_move"),
        SEATS.c.level.is_not(None),
    )
)


async def add(tx: Transaction, new: NewMatch) -> StoredMatch:
    """Add a match at version 1.

    :raises sqlalchemy.exc.IntegrityError: if the challenge has started a match already.
    """
    terms = new.terms
    is_computers_turn = any(
        number == new.to_move and each.level is not None
        for number, each in enumerate(new.players, 1)
    )
    values = {
        "game": terms.game,
        "options": dict(terms.options),
        "setup": dict(new.setup),
        "guild_id": new.places[0].guild_id,
        "state": "running",
        "version": 1,
        "to_move": new.to_move,
        "ply": 0,
        "created_at": new.created_at,
        "turn_started_at": new.created_at,
        "challenge_id": new.challenge_id,
        "pace": terms.pace,
        "rated": terms.rated,
        "deadline": new.deadline,
        "runs_out_at": new.runs_out_at,
        "wakes_at": new.wakes_at,
        "awaits_computer": is_computers_turn,
        "is_counted": False,
        "guided": terms.guided,
        "event_id": new.event_id,
        "from_pool": new.from_pool,
    }
    row = (await tx.execute(_ADDED, values)).one()
    seats = tuple(
        Seat(
            row.id,
            number,
            each.user_id,
            each.name,
            bank=new.bank,
            level=each.level,
            home=each.home,
            team_id=each.team_id,
            hour=each.hour,
        )
        for number, each in enumerate(new.players, 1)
    )
    await tx.execute(_SEATED, [values_of(seat) for seat in seats])
    places = tuple(
        MatchPlace(**values_of(each), match_id=row.id, number=number)
        for number, each in enumerate(new.places, 1)
    )
    await tx.execute(_SHOWN_IN, [values_of(place) | {"is_running": True} for place in places])
    return StoredMatch(*row, seats=seats, places=places)


async def get(tx: Transaction, match_id: int, *, locked: bool = False) -> StoredMatch | None:
    """Return a match with its seats, or None.

    :param locked: whether to lock it until this writing transaction ends.
    """
    # SQLite has no such lock and needs none, with its single writer.
    rows = await tx.execute(_LOCKED if locked else _ONE, {"match_id": match_id})
    return next(iter(joined(rows)), None)


async def lock(tx: Transaction, match_ids: Collection[int]) -> None:
    """Lock some matches, in the order of their numbers, until this transaction ends."""
    row = MATCHES.c
    query = select(row.id).where(row.id.in_(match_ids)).order_by(row.id)
    await tx.execute(query.with_for_update(key_share=True))


async def versions(tx: Transaction, match_ids: Collection[int]) -> dict[int, int]:
    """Return the versions of some matches, by number."""
    rows = await tx.execute(_VERSIONS, {"of_matches": list(match_ids)})
    return {row.id: row.version for row in rows}


async def places_with_pages(
    tx: Transaction, match_ids: Collection[int]
) -> dict[int, list[PlaceWithPages]]:
    """Return the places of some matches, by number, in one statement."""
    places: dict[int, list[PlaceWithPages]] = {}
    rows = await tx.execute(_PLACES_WITH_PAGES, {"of_matches": list(match_ids)})
    for place, of_place in groupby(rows, key=lambda row: MatchPlace(*row[: len(_PLACE)])):
        channels = [row[len(_PLACE) :] for row in of_place]
        guild_id, kind, name, _ = channels[0]
        server = None if guild_id is None else PageServer(guild_id, kind, name)
        readable = frozenset(channel_id for *_, channel_id in channels if channel_id is not None)
        places.setdefault(place.match_id, []).append(PlaceWithPages(place, server, readable))
    return places


async def current(tx: Transaction, match_id: int, *, locked: bool = False) -> StoredMatch:
    """Return an existing match as this transaction has left it.

    :param locked: as in `get`.
    """
    match = await get(tx, match_id, locked=locked)
    assert match is not None
    return match


async def change(
    tx: Transaction,
    match_id: int,
    version: int,
    former: StoredMatch | None = None,
    /,
    **changes: Unpack[MatchFields],
) -> StoredMatch:
    """Make the next version of a match.

    :param version: the one that the change is based on.
    :param former: the match with its seats and places as stored, if this transaction has read them.
    :raises Outdated: if the version is no longer the current one.
    """
    values = {f"new_{name}": value for name, value in changes.items()}
    decided = {"of_match": match_id, "decided_on": version}
    changed = await tx.execute(_changed(tuple(changes)), decided | values)
    row = changed.one_or_none()
    if row is None:
        raise Outdated(f"match {match_id}", version)
    if changes.get("state", "running") != "running":
        await tx.execute(_ENDED, {"of_match": match_id})
    if former is not None:
        return StoredMatch(*row, seats=former.seats, places=former.places)
    return (await with_seats_and_places(tx, [row]))[0]


async def set_ending(
    tx: Transaction,
    match_id: int,
    ended_number: int,
    places: Sequence[int | None],
    turns: Sequence[int],
) -> None:
    """Store how a match ended, in the transaction that `change`s it.

    :param places: the place of each seat, seat 1 first, or None if it was aborted.
    :param turns: the number of turns of each seat, likewise.
    """
    await tx.execute(_NUMBERED, {"of_match": match_id, "number": ended_number})
    for seat, (place, turn_count) in enumerate(zip(places, turns, strict=True), start=1):
        ending = {"of_match": match_id, "who": seat, "place": place, "turns": turn_count}
        await tx.execute(_PLACED, ending)


async def set_unrated(tx: Transaction, match_id: int, unrated: str | None) -> None:
    """Store whether a finished match counts, and if not, why."""
    of_match = MATCHES.c.id == match_id
    await tx.execute(update(MATCHES).where(of_match).values(unrated=unrated))


async def move_home(
    tx: Transaction, match: StoredMatch, user_id: int, place: Place, *, stays: bool
) -> StoredMatch:
    """Move the home of a player, in the transaction that has locked the match.

    Its version stays, since the board doesn't change.

    :param stays: whether their former home stays, because others play from it. Otherwise the new
        one takes its number.
    """
    home = match.home_of(user_id)
    if not stays:
        moved = MatchPlace(**values_of(place), match_id=match.id, number=home.number)
        row = MATCH_PLACES.c
        await tx.execute(
            update(MATCH_PLACES)
            .where(row.match_id == match.id, row.number == home.number)
            .values(values_of(moved) | {"posting_until": None})
        )
        return match.with_place(moved)
    number = 1 + max(each.number for each in match.places)
    added = MatchPlace(**values_of(place), match_id=match.id, number=number)
    await tx.execute(_SHOWN_IN, [values_of(added) | {"is_running": True}])
    of_user = SEATS.c.match_id == match.id, SEATS.c.user_id == user_id
    await tx.execute(update(SEATS).where(*of_user).values(home=number))
    seats = [
        replace(seat, home=number) if seat.user_id == user_id else seat for seat in match.seats
    ]
    return replace(match, seats=tuple(seats), places=(*match.places, added))


async def set_bank(tx: Transaction, match_id: int, seat: int, seconds: int) -> None:
    """Store a seat's clock, in the transaction that `change`s the match."""
    of_seat = (SEATS.c.match_id == match_id, SEATS.c.seat == seat)
    await tx.execute(update(SEATS).where(*of_seat).values(bank=seconds))


async def set_clock(
    tx: Transaction,
    match_id: int,
    deadline: datetime | None,
    wakes_at: datetime | None,
    runs_out_at: datetime | None = None,
) -> None:
    """Move the deadline of the current turn, in the transaction that has locked the match.

    Its version stays, since everything on people's screens is still valid.

    :param runs_out_at: when the time of the turn is used up, if the deadline is later.
    """
    of_match = MATCHES.c.id == match_id
    values = {"deadline": deadline, "runs_out_at": runs_out_at, "wakes_at": wakes_at}
    await tx.execute(update(MATCHES).where(of_match).values(values))


async def set_alarm(tx: Transaction, match_id: int, wakes_at: datetime | None) -> None:
    """Set when a match needs attention next, in the transaction that has locked it."""
    of_match = MATCHES.c.id == match_id
    await tx.execute(update(MATCHES).where(of_match).values(wakes_at=wakes_at))


async def leave(tx: Transaction, match_id: int, seat: int) -> None:
    """Store that a seat has left, in the transaction that changes the match."""
    of_seat = (SEATS.c.match_id == match_id, SEATS.c.seat == seat)
    await tx.execute(update(SEATS).where(*of_seat).values(is_playing=False))


async def set_player(tx: Transaction, seat: Seat) -> None:
    """Store who plays a seat, in the transaction that changes the match."""
    of_seat = (SEATS.c.match_id == seat.match_id, SEATS.c.seat == seat.seat)
    who = {name: getattr(seat, name) for name in ("user_id", "name", "home", "level", "bank")}
    await tx.execute(update(SEATS).where(*of_seat).values(vacancy=seat.vacancy, **who))


def _seats_and_places(
    rows: Sequence[Sequence[Any]],
) -> tuple[tuple[Seat, ...], tuple[MatchPlace, ...]]:
    """The seats and places of one match, from a row for each combination."""
    first = rows[0][: len(SEATS.c)]
    places = [row[len(SEATS.c) :] for row in rows if row[: len(SEATS.c)] == first]
    return (
        tuple(Seat(*row[: len(SEATS.c)]) for row in rows[:: len(places)]),
        tuple(MatchPlace(*place) for place in places),
    )


@lru_cache(maxsize=64)
def _changed(names: tuple[str, ...]) -> Executable:
    """Return a statement that makes the next version of a match with these columns changed."""
    row = MATCHES.c
    values: dict[str, Any] = {
        name: bindparam(f"new_{name}", type_=row[name].type) for name in names
    }
    if "to_move" in names:
        values["awaits_computer"] = _AWAITS_COMPUTER
    return (
        update(MATCHES)
        .where(row.id == bindparam("of_match"), row.version == bindparam("decided_on"))
        .values(version=row.version + 1, **values)
        .returning(*MATCH)
    )
