"""Matches, their seats and their moves.

Whoever changes a match says which version they decided on. The change happens only while that
version stands, so of two that were decided at once the second is `Outdated`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, TypedDict, Unpack

from sqlalchemy import (
    Executable,
    Row,
    Select,
    bindparam,
    exists,
    func,
    insert,
    select,
    update,
)

from storage.database import schema
from storage.database.errors import Outdated
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.matches.terms import Participant, Place, Terms

MatchState = Literal["running", "over", "aborted"]
"""An aborted match has ended as if it had not been played: its result has no winners."""


class Result(TypedDict):
    """How a match ended: winning seats (none for a draw), a code, scores by seat. There is no
    sentence in it; whoever shows it says one."""

    winners: list[int]
    reason: str
    scores: list[int] | None
    values: dict[str, Any]
    """What belongs to the code, as plain JSON values: whose `seat` resigned, say. Of a match that
    a moderator ended the `name` and, where it is known, the `user_id` of these, and `why`."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays: `seat` counts from 1; `name` is what they were called when the match began."""

    match_id: int
    seat: int
    user_id: int
    name: str
    is_playing: bool = True
    """Whether they have not left while the others play on."""
    bank: int | None = None
    """Seconds on their clock when their turn begins, where the pace keeps a bank."""
    place: int | None = None
    """Once the match is over: 1 is the best. Only where nobody has won places are shared."""
    turns: int | None = None
    """Once the match is over: how many they have made."""
    level: int | None = None
    """The level of a computer, None where a person plays."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """One played instance of a game. Its moves are read apart, by `moves`."""

    id: int
    game: str
    options: dict[str, int]
    setup: dict[str, Any]
    """What the match started from, as dealt."""
    guild_id: int
    channel_id: int
    """Where it was agreed."""
    parent_id: int | None
    """The channel, where that was in a thread of it, else the same; None where nobody has noted
    it."""
    thread_id: int | None
    """Where it is played, None for the channel itself."""
    state: MatchState
    version: int
    to_move: int | None
    """The seat that decides now, None when the match is over."""
    ply: int
    """The number of moves made and not taken back."""
    created_at: datetime
    turn_started_at: datetime
    ended_at: datetime | None
    result: Result | None
    card_message_id: int | None
    """The message with the present board."""
    card_ply: int | None
    """The number of moves that had been made when it was."""
    challenge_id: int | None
    pace: str
    """How much time there is, in words that only the bot reads."""
    deadline: datetime | None
    """When the time of the seat to move is over; None without a limit or while clocks stand."""
    wakes_at: datetime | None
    """When something is to be done about the match if nobody moves."""
    paused_until: datetime | None
    """Until when the clocks stand, None while they run."""
    time_left: int | None
    """Seconds that the seat to move has left, while the clocks stand."""
    rated: bool
    """Whether it was agreed that it counts for ratings."""
    ended_number: int | None
    """Its place in the order in which matches ended."""
    unrated: str | None
    """Why it doesn't count all the same, once it is over."""
    guided: bool
    """Whether somebody learns the game in it, against a computer."""
    event_id: int | None
    """The event that it counts for, None where there is none, or no longer."""
    seats: tuple[Seat, ...]

    @property
    def terms(self) -> Terms:
        """What it is played by."""
        return Terms(self.game, self.options, self.pace, self.rated, self.guided)

    @property
    def place(self) -> Place:
        """Where it was agreed on and is shown."""
        return Place(self.guild_id, self.channel_id, self.parent_id, self.thread_id)

    @property
    def place_id(self) -> int:
        """The channel or thread where it is played."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One entry of a match's record: `number` counts from 1, `text` is in the game's notation.

    Entries are never changed or removed: what is taken back is an entry of its own.
    """

    match_id: int
    number: int
    kind: str
    seat: int
    text: str
    user_id: int
    at: datetime
    time_left: int | None = None
    """Seconds that were left on the clock of who made it, None without a limit."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry for the end of a record, which gives it its number."""

    seat: int
    text: str
    user_id: int
    at: datetime
    kind: str = "move"
    time_left: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """What a match begins from, once the game is dealt and its first clock set."""

    terms: Terms
    place: Place
    players: Sequence[Participant]
    """Who plays, seat 1 first."""
    setup: Mapping[str, Any]
    to_move: int | None
    created_at: datetime
    challenge_id: int | None = None
    event_id: int | None = None
    bank: int | None = None
    """Seconds on the clock of each player, if the pace keeps a bank."""
    deadline: datetime | None = None
    wakes_at: datetime | None = None


class MatchFields(TypedDict, total=False):
    """What `change` can set."""

    state: MatchState
    to_move: int | None
    ply: int
    turn_started_at: datetime
    ended_at: datetime | None
    result: Result | None
    deadline: datetime | None
    wakes_at: datetime | None
    paused_until: datetime | None
    time_left: int | None


MATCH = columns_of(StoredMatch, schema.match)
"""What a query selects for a `StoredMatch`."""

SEAT = columns_of(Seat, schema.seat)
"""What it selects besides for their seats, where it joins these."""

_MOVE = columns_of(RecordEntry, schema.move)
_ADDED = insert(schema.match).returning(*MATCH)
_SEATED = insert(schema.seat)
_NUMBERED = (
    update(schema.match)
    .where(schema.match.c.id == bindparam("of_match"))
    .values(ended_number=bindparam("number"))
)
_PLACED = (
    update(schema.seat)
    .where(schema.seat.c.match_id == bindparam("of_match"), schema.seat.c.seat == bindparam("who"))
    .values(place=bindparam("place"), turns=bindparam("turns"))
)
_RECORD = (
    select(*_MOVE)
    .where(schema.move.c.match_id == bindparam("of_match"))
    .order_by(schema.move.c.number)
)
_SEATS = (
    select(*SEAT)
    .where(schema.seat.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .order_by(schema.seat.c.seat)
)


_NEXT_NUMBER = (
    select(func.coalesce(func.max(schema.move.c.number), 0) + 1)
    .where(schema.move.c.match_id == bindparam("of_match"))
    .scalar_subquery()
)
_APPENDED = (
    insert(schema.move)
    .values(
        match_id=bindparam("of_match"),
        number=_NEXT_NUMBER,
        **{
            name: bindparam(name) for name in ("kind", "seat", "text", "user_id", "at", "time_left")
        },
    )
    .returning(*_MOVE)
)

_ONE = (
    select(*MATCH, *SEAT)
    .join(schema.seat, schema.seat.c.match_id == schema.match.c.id)
    .where(schema.match.c.id == bindparam("match_id"))
    .order_by(schema.seat.c.seat)
)
_LOCKED = _ONE.with_for_update(of=schema.match)
_CARDED = (
    update(schema.match)
    .where(schema.match.c.id == bindparam("of_match"))
    .values(card_message_id=bindparam("message"), card_ply=bindparam("after"))
)


_AWAITS_COMPUTER = exists(
    select(schema.seat.c.seat).where(
        schema.seat.c.match_id == bindparam("of_match"),
        schema.seat.c.seat == bindparam("new_to_move"),
        schema.seat.c.level.is_not(None),
    )
)


@lru_cache(maxsize=64)
def _changed(names: tuple[str, ...]) -> Executable:
    """Making the next version of a match in which these columns are changed."""
    row = schema.match.c
    values: dict[str, Any] = {
        name: bindparam(f"new_{name}", type_=row[name].type) for name in names
    }
    if "to_move" in names:
        values["awaits_computer"] = _AWAITS_COMPUTER
    return (
        update(schema.match)
        .where(row.id == bindparam("of_match"), row.version == bindparam("decided_on"))
        .values(version=row.version + 1, **values)
        .returning(*MATCH)
    )


async def add(tx: Transaction, new: NewMatch) -> StoredMatch:
    """Begin a match at version 1.

    :raises sqlalchemy.exc.IntegrityError: if the challenge has begun a match already.
    """
    terms, place = new.terms, new.place
    is_computers_turn = any(
        number == new.to_move and each.level is not None
        for number, each in enumerate(new.players, 1)
    )
    values = {
        "game": terms.game,
        "options": dict(terms.options),
        "setup": dict(new.setup),
        "guild_id": place.guild_id,
        "channel_id": place.channel_id,
        "parent_id": place.parent_id,
        "thread_id": place.thread_id,
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
        "wakes_at": new.wakes_at,
        "awaits_computer": is_computers_turn,
        "guided": terms.guided,
        "event_id": new.event_id,
    }
    row = (await tx.execute(_ADDED, values)).one()
    seats = tuple(
        Seat(row.id, number, each.user_id, each.name, bank=new.bank, level=each.level)
        for number, each in enumerate(new.players, 1)
    )
    await tx.execute(_SEATED, [asdict(each) for each in seats])
    return StoredMatch(*row, seats=seats)


async def get(tx: Transaction, match_id: int, *, locked: bool = False) -> StoredMatch | None:
    """A match with its seats, None where there is none of that number.

    :param locked: nobody else changes it until this transaction, one that writes, has ended.
    """
    # SQLite has no such lock and needs none: there one transaction at a time writes.
    rows = await tx.execute(_LOCKED if locked else _ONE, {"match_id": match_id})
    return next(iter(joined(rows)), None)


def joined(rows: Iterable[Row[*tuple[Any, ...]]]) -> tuple[StoredMatch, ...]:
    """The matches of a query for the columns `MATCH` and `SEAT`: a row a seat, those of one match
    one after another, seat 1 first."""
    found: list[StoredMatch] = []
    for _, of_match in groupby(rows, key=lambda row: row[0]):
        seated = list(of_match)
        seats = tuple(Seat(*row[len(MATCH) :]) for row in seated)
        found.append(StoredMatch(*seated[0][: len(MATCH)], seats=seats))
    return tuple(found)


async def present(tx: Transaction, match_id: int, *, locked: bool = False) -> StoredMatch:
    """A match that is known to exist, as this transaction has left it.

    :param locked: as with `get`.
    """
    found = await get(tx, match_id, locked=locked)
    assert found is not None
    return found


async def change(
    tx: Transaction,
    match_id: int,
    version: int,
    seats: tuple[Seat, ...] | None = None,
    /,
    **changes: Unpack[MatchFields],
) -> StoredMatch:
    """Make the next version of a match.

    :param version: the one that the change was decided on.
    :param seats: as they are stored, where this transaction has read them already.
    :raises Outdated: where that is no longer the present one.
    """
    values = {f"new_{name}": value for name, value in changes.items()}
    decided = {"of_match": match_id, "decided_on": version}
    changed = await tx.execute(_changed(tuple(changes)), decided | values)
    row = changed.one_or_none()
    if row is None:
        raise Outdated(f"match {match_id}", version)
    if seats is not None:
        return StoredMatch(*row, seats=seats)
    return (await _with_seats(tx, [row]))[0]


async def append_entry(tx: Transaction, match_id: int, entry: NewEntry) -> RecordEntry:
    """Put an entry at the end of the record, in the transaction that `change`s the match.

    The change before it lets only one writer at a time get here, so the number is its own.
    """
    added = await tx.execute(_APPENDED, {"of_match": match_id, **asdict(entry)})
    return RecordEntry(*added.one())


async def set_ending(
    tx: Transaction,
    match_id: int,
    ended_number: int,
    places: Sequence[int | None],
    turns: Sequence[int],
) -> None:
    """Say how a match ended, in the transaction that `change`s it.

    :param places: by seat, seat 1 first, None where it was aborted; the turns are by seat too.
    """
    await tx.execute(_NUMBERED, {"of_match": match_id, "number": ended_number})
    for seat, (place, made) in enumerate(zip(places, turns, strict=True), start=1):
        ending = {"of_match": match_id, "who": seat, "place": place, "turns": made}
        await tx.execute(_PLACED, ending)


async def set_unrated(tx: Transaction, match_id: int, unrated: str | None) -> None:
    """Say whether a match that is over counts, and if not, why."""
    of_match = schema.match.c.id == match_id
    await tx.execute(update(schema.match).where(of_match).values(unrated=unrated))


async def release_from_event(tx: Transaction, match_id: int, *, rated: bool) -> None:
    """Let a match count for no event any more, in the transaction that has locked it.

    Its version stays: the board is what it was.

    :param rated: whether it still counts for ratings.
    """
    of_match = schema.match.c.id == match_id
    await tx.execute(update(schema.match).where(of_match).values(event_id=None, rated=rated))


async def set_bank(tx: Transaction, match_id: int, seat: int, seconds: int) -> None:
    """Say what a seat has on its clock, in the transaction that `change`s the match."""
    of_seat = (schema.seat.c.match_id == match_id, schema.seat.c.seat == seat)
    await tx.execute(update(schema.seat).where(*of_seat).values(bank=seconds))


async def set_clock(
    tx: Transaction, match_id: int, deadline: datetime | None, wakes_at: datetime | None
) -> None:
    """Move the deadline of the turn under way, in the transaction that has locked the match.

    The match and its version stay as they are: what people have on their screens is still true.
    """
    of_match = schema.match.c.id == match_id
    await tx.execute(
        update(schema.match).where(of_match).values(deadline=deadline, wakes_at=wakes_at)
    )


async def leave(tx: Transaction, match_id: int, seat: int) -> None:
    """Say that a seat has left, in the transaction that `change`s the match."""
    of_seat = (schema.seat.c.match_id == match_id, schema.seat.c.seat == seat)
    await tx.execute(update(schema.seat).where(*of_seat).values(is_playing=False))


async def moves(tx: Transaction, match_id: int) -> tuple[RecordEntry, ...]:
    """The whole record of a match, in order."""
    rows = await tx.execute(_RECORD, {"of_match": match_id})
    return tuple(RecordEntry(*row) for row in rows)


async def set_thread(tx: Transaction, match_id: int, thread_id: int | None) -> None:
    """Say where the match is played. The match itself stays as it is, so does its version."""
    of_match = schema.match.c.id == match_id
    await tx.execute(update(schema.match).where(of_match).values(thread_id=thread_id))


async def set_card(tx: Transaction, match_id: int, message_id: int, ply: int) -> None:
    """Say which message shows the present board, and after how many moves it was made.

    The version stays: the buttons of that message carry it, and would be out of date at once.
    """
    await tx.execute(_CARDED, {"of_match": match_id, "message": message_id, "after": ply})


async def fetched(tx: Transaction, query: Select[*tuple[Any, ...]]) -> tuple[StoredMatch, ...]:
    """The matches of a query for the columns `MATCH`, with their seats."""
    return await _with_seats(tx, (await tx.execute(query)).all())


async def _with_seats(
    tx: Transaction, rows: Sequence[Row[*tuple[Any, ...]]]
) -> tuple[StoredMatch, ...]:
    seats: dict[int, list[Seat]] = {row.id: [] for row in rows}
    if not seats:
        return ()
    found = await tx.execute(_SEATS, {"of_matches": list(seats)})
    for each in found:
        seats[each.match_id].append(Seat(*each))
    return tuple(StoredMatch(*row, seats=tuple(seats[row.id])) for row in rows)
