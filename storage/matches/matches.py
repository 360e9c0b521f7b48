"""Matches, their seats and their moves.

Every change names the version that it is based on, and happens only while that is current: the
second of two simultaneous changes is `Outdated`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
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
    insert,
    select,
    update,
)

from storage.database import schema
from storage.database.errors import Outdated
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.matches.terms import MatchPlace, Participant, Place, Terms

MatchState = Literal["running", "over", "aborted"]
"""An aborted match counts as not played: its result has no winners."""


class Result(TypedDict):
    """How a match ended: winning seats (none in a draw), a code, scores by seat.
    It contains no sentence; readers phrase it.
    """

    winners: list[int]
    reason: str
    scores: list[int] | None
    values: dict[str, Any]
    """Values for the code, as JSON: for example the `seat` that resigned. If a moderator ended the
    match: their `name`, `user_id` (if known), and `why`."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: `seat` counts from 1; `name` is from the start of the match."""

    match_id: int
    seat: int
    user_id: int
    name: str
    is_playing: bool = True
    """False if they left while the others play on."""
    bank: int | None = None
    """Seconds on their clock at the start of their turn, if the pace has a bank."""
    place: int | None = None
    """After the match: 1 is the best. Places are shared only in a draw."""
    turns: int | None = None
    """After the match: the number of their turns."""
    level: int | None = None
    """The level of a computer, None for a person."""
    home: int = 1
    """The number of the place where they play from and are mentioned."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match. Its moves are read separately, by `moves`."""

    id: int
    game: str
    options: dict[str, int]
    setup: dict[str, Any]
    """The set-up as dealt."""
    guild_id: int | None
    """The server whose ratings it counts for, None outside of one."""
    state: MatchState
    version: int
    to_move: int | None
    """The seat to move, None when the match is over."""
    ply: int
    """The number of moves played and not taken back."""
    created_at: datetime
    turn_started_at: datetime
    ended_at: datetime | None
    result: Result | None
    challenge_id: int | None
    pace: str
    """The pace, as a text for the bot."""
    deadline: datetime | None
    """The deadline of the seat to move; None without a limit or while clocks are paused."""
    wakes_at: datetime | None
    """When the match needs attention if nobody moves."""
    paused_until: datetime | None
    """The end of a pause, None while the clocks are running."""
    time_left: int | None
    """Seconds that the seat to move has left, during a pause."""
    rated: bool
    """Whether the players agreed to a rated match."""
    ended_number: int | None
    """Its rank in the order in which matches ended."""
    unrated: str | None
    """Why it doesn't count, once it is over."""
    guided: bool
    """Whether it is a guided match against a computer."""
    event_id: int | None
    """The event that it counts for, if any."""
    from_pool: bool
    """Whether its players found each other in the pool."""
    seats: tuple[Seat, ...]
    places: tuple[MatchPlace, ...]
    """Where it is shown; the first is where it was agreed on."""

    @property
    def terms(self) -> Terms:
        """Its terms."""
        return Terms(self.game, self.options, self.pace, self.rated, self.guided)

    @property
    def place(self) -> MatchPlace:
        """Where it was agreed on."""
        return self.places[0]

    def place_numbered(self, number: int) -> MatchPlace:
        """Return the place of a number."""
        return next(place for place in self.places if place.number == number)

    def with_place(self, changed: MatchPlace) -> StoredMatch:
        """Return the match with one place changed."""
        places = [changed if each.number == changed.number else each for each in self.places]
        return replace(self, places=tuple(places))

    def place_in(self, channel_id: int) -> MatchPlace | None:
        """Return the place of a channel or thread."""
        return next(
            (each for each in self.places if channel_id in (each.id, each.channel_id)), None
        )

    @property
    def is_between_servers(self) -> bool:
        """Whether its players play from different servers, or from direct messages."""
        return len(self.places) > 1

    @property
    def server_places(self) -> tuple[MatchPlace, ...]:
        """Its places in servers, in the order of their numbers."""
        places = [place for place in self.places if place.guild_id is not None]
        return tuple(sorted(places, key=lambda place: place.number))

    @property
    def guild_ids(self) -> tuple[int, ...]:
        """The servers in which it is shown."""
        return tuple({place.guild_id for place in self.places if place.guild_id is not None})

    def home_of(self, user_id: int) -> MatchPlace:
        """Return the place where a user plays from, the first for a spectator."""
        home = next((seat.home for seat in self.seats if seat.user_id == user_id), 1)
        return next((place for place in self.places if place.number == home), self.place)

    @property
    def clock_guild_id(self) -> int | None:
        """The server whose downtime stops the clock: where the player to move plays from."""
        mover = next((seat for seat in self.seats if seat.seat == self.to_move), None)
        return self.guild_id if mover is None else self.place_numbered(mover.home).guild_id

    def player_at(self, place: MatchPlace) -> Seat | None:
        """Return the first person who plays from a place, None if only computers do."""
        people = (seat for seat in self.seats if seat.level is None)
        return next((seat for seat in people if seat.home == place.number), None)

    def seen_from(self, guild_id: int | None, user_id: int | None = None) -> StoredMatch:
        """Return the match with the place to which a reader's links lead first.

        That is its place in a server, else the one that they play from.

        :param user_id: the reader, None if they don't play.
        """
        here = (place for place in self.server_places if place.guild_id == guild_id)
        return self.seen_at(next(here, self.home_of(user_id or 0)))

    def seen_at(self, place: MatchPlace) -> StoredMatch:
        """Return the match with one of its places first."""
        others = (each for each in self.places if each.number != place.number)
        return replace(self, places=(place, *others))

    def is_in(self, guild_id: int | None) -> bool:
        """Whether it is shown in a server, or outside of one for None."""
        return any(place.guild_id == guild_id for place in self.places)

    @property
    def channel_id(self) -> int:
        """The channel of its first place."""
        return self.place.channel_id

    @property
    def parent_id(self) -> int | None:
        """The channel of the first place, or that of its thread, if known."""
        return self.place.parent_id

    @property
    def thread_id(self) -> int | None:
        """The thread in its first place, if it has one."""
        return self.place.thread_id

    @property
    def place_id(self) -> int:
        """The channel or thread of its first place."""
        return self.place.id

    @property
    def card_message_id(self) -> int | None:
        """The message with the current board in its first place."""
        return self.place.card_message_id

    @property
    def card_ply(self) -> int | None:
        """The number of moves shown in that message."""
        return self.place.card_ply


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A new match, after the deal and with its first clock."""

    terms: Terms
    places: Sequence[Place]
    """Where it is shown; the server of the first is that of the match."""
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
    wakes_at: datetime | None
    paused_until: datetime | None
    time_left: int | None


MATCH = columns_of(StoredMatch, schema.match)
"""The columns of a `StoredMatch`."""

_SEAT = columns_of(Seat, schema.seat)
_PLACE = columns_of(MatchPlace, schema.match_place)
IN_ORDER = (schema.seat.c.seat, schema.match_place.c.number)

WHOLE = (
    select(*MATCH, *_SEAT, *_PLACE)
    .join(schema.seat, schema.seat.c.match_id == schema.match.c.id)
    .join(schema.match_place, schema.match_place.c.match_id == schema.match.c.id)
    .order_by(schema.match.c.id, *IN_ORDER)
)
"""Selects matches with their seats and places, for `joined`."""

_ADDED = insert(schema.match).returning(*MATCH)
_SEATED = insert(schema.seat)
_SHOWN_IN = insert(schema.match_place)
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
_SEATS_AND_PLACES = (
    select(*_SEAT, *_PLACE)
    .join(schema.match_place, schema.match_place.c.match_id == schema.seat.c.match_id)
    .where(schema.seat.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .order_by(schema.seat.c.match_id, *IN_ORDER)
)
_ONE = WHOLE.where(schema.match.c.id == bindparam("match_id"))
# Rows that are joined but not locked would be read as of before the lock.
_LOCKED = _ONE.with_for_update()
_ENDED = (
    update(schema.match_place)
    .where(schema.match_place.c.match_id == bindparam("of_match"))
    .values(is_running=False)
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
    """Return a statement that makes the next version of a match with these columns changed."""
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
        "wakes_at": new.wakes_at,
        "awaits_computer": is_computers_turn,
        "guided": terms.guided,
        "event_id": new.event_id,
        "from_pool": new.from_pool,
    }
    row = (await tx.execute(_ADDED, values)).one()
    seats = tuple(
        Seat(
            row.id, number, each.user_id, each.name, bank=new.bank, level=each.level, home=each.home
        )
        for number, each in enumerate(new.players, 1)
    )
    await tx.execute(_SEATED, [asdict(each) for each in seats])
    places = tuple(
        MatchPlace(**asdict(each), match_id=row.id, number=number)
        for number, each in enumerate(new.places, 1)
    )
    await tx.execute(_SHOWN_IN, [asdict(each) | {"is_running": True} for each in places])
    return StoredMatch(*row, seats=seats, places=places)


async def get(tx: Transaction, match_id: int, *, locked: bool = False) -> StoredMatch | None:
    """Return a match with its seats, or None.

    :param locked: whether to lock it until this writing transaction ends.
    """
    # SQLite has no such lock and needs none, with its single writer.
    rows = await tx.execute(_LOCKED if locked else _ONE, {"match_id": match_id})
    return next(iter(joined(rows)), None)


def joined(rows: Iterable[Row[*tuple[Any, ...]]]) -> tuple[StoredMatch, ...]:
    """Return the matches of a query made from `WHOLE`, with the rows of each match together."""
    matches: list[StoredMatch] = []
    for _, of_match in groupby(rows, key=lambda row: row[0]):
        rows_of_match = list(of_match)
        seats, places = _seats_and_places([row[len(MATCH) :] for row in rows_of_match])
        columns = rows_of_match[0][: len(MATCH)]
        matches.append(StoredMatch(*columns, seats=seats, places=places))
    return tuple(matches)


def _seats_and_places(
    rows: Sequence[Sequence[Any]],
) -> tuple[tuple[Seat, ...], tuple[MatchPlace, ...]]:
    """The seats and places of one match, from a row for each combination."""
    first = rows[0][: len(_SEAT)]
    places = [row[len(_SEAT) :] for row in rows if row[: len(_SEAT)] == first]
    return (
        tuple(Seat(*row[: len(_SEAT)]) for row in rows[:: len(places)]),
        tuple(MatchPlace(*place) for place in places),
    )


async def versions(tx: Transaction, match_ids: Collection[int]) -> dict[int, int]:
    """Return the versions of some matches, by number."""
    row = schema.match.c
    query = select(row.id, row.version).where(row.id.in_(list(match_ids)))
    return {each.id: each.version for each in await tx.execute(query)}


async def present(tx: Transaction, match_id: int, *, locked: bool = False) -> StoredMatch:
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
    return (await _whole(tx, [row]))[0]


async def set_ending(
    tx: Transaction,
    match_id: int,
    ended_number: int,
    places: Sequence[int | None],
    turns: Sequence[int],
) -> None:
    """Store how a match ended, in the transaction that `change`s it.

    :param places: by seat, seat 1 first, None if it was aborted; so are the turns.
    """
    await tx.execute(_NUMBERED, {"of_match": match_id, "number": ended_number})
    for seat, (place, turn_count) in enumerate(zip(places, turns, strict=True), start=1):
        ending = {"of_match": match_id, "who": seat, "place": place, "turns": turn_count}
        await tx.execute(_PLACED, ending)


async def set_unrated(tx: Transaction, match_id: int, unrated: str | None) -> None:
    """Store whether a finished match counts, and if not, why."""
    of_match = schema.match.c.id == match_id
    await tx.execute(update(schema.match).where(of_match).values(unrated=unrated))


async def release_from_event(tx: Transaction, match_id: int, *, rated: bool) -> None:
    """Let a match count for no event any more, in the transaction that has locked it.

    Its version stays, since the board doesn't change.

    :param rated: whether it still counts for ratings.
    """
    of_match = schema.match.c.id == match_id
    await tx.execute(update(schema.match).where(of_match).values(event_id=None, rated=rated))


async def set_bank(tx: Transaction, match_id: int, seat: int, seconds: int) -> None:
    """Store a seat's clock, in the transaction that `change`s the match."""
    of_seat = (schema.seat.c.match_id == match_id, schema.seat.c.seat == seat)
    await tx.execute(update(schema.seat).where(*of_seat).values(bank=seconds))


async def set_clock(
    tx: Transaction, match_id: int, deadline: datetime | None, wakes_at: datetime | None
) -> None:
    """Move the deadline of the current turn, in the transaction that has locked the match.

    Its version stays, since everything on people's screens is still valid.
    """
    of_match = schema.match.c.id == match_id
    await tx.execute(
        update(schema.match).where(of_match).values(deadline=deadline, wakes_at=wakes_at)
    )


async def leave(tx: Transaction, match_id: int, seat: int) -> None:
    """Store that a seat has left, in the transaction that `change`s the match."""
    of_seat = (schema.seat.c.match_id == match_id, schema.seat.c.seat == seat)
    await tx.execute(update(schema.seat).where(*of_seat).values(is_playing=False))


async def fetched(tx: Transaction, query: Select[*tuple[Any, ...]]) -> tuple[StoredMatch, ...]:
    """Return the matches of a query for the columns `MATCH`, with their seats and places."""
    return await _whole(tx, (await tx.execute(query)).all())


async def _whole(tx: Transaction, rows: Sequence[Row[*tuple[Any, ...]]]) -> tuple[StoredMatch, ...]:
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
