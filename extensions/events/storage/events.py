"""Events, one row each, whatever the format.

Every change of an event locks its row first and makes its next version, so changes from any process
are serialized.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal, TypedDict, Unpack

from sqlalchemy import (
    Executable,
    Index,
    Select,
    and_,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from extensions.events.storage.entering import ENTRANTS
from extensions.events.storage.rounds import PAIRINGS
from storage.database import key_values
from storage.database.shards import ALL, Shards
from storage.database.tables import EventId, PersonId, Snowflake, forgets, reports, table_of
from storage.database.transaction import Transaction
from storage.matches.match import MATCHES, SEATS, Place
from storage.matches.moves import MOVES

EventState = Literal["open", "running", "over", "cancelled"]
"""Open events accept entrants. Some formats also accept them later."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """The terms chosen when an event was opened."""

    options: Mapping[str, int]
    """The complete options of the game, empty for a tour."""
    pace: str
    """The pace of its matches, as a text of `club.paces`."""
    days: int
    """The length in days of a round, or of a match in a ladder."""
    rounds: int
    """The number of rounds if chosen in advance, else 0."""
    most: int
    """The maximum number of entrants."""
    vacation_days: int
    """The maximum number of vacation days that stop a player's clocks in it."""
    substitutes: bool = False
    """Whether a match of two waits for a substitute if a player's time runs out."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a guild."""

    id: int
    guild_id: Snowflake
    format: str
    """A key of `extensions.events.club.formats.registry`."""
    game: str | None
    """The key of the game, or None if its format uses all games."""
    name: str
    state: EventState
    version: int
    terms: EventTerms
    opened_by: PersonId
    opened_by_name: str
    channel_id: Snowflake
    """The channel where it was opened and its matches are played."""
    thread_id: Snowflake | None
    """Its thread, if it has one."""
    card_message_id: Snowflake | None
    """The message with its standings."""
    scheduled_event_id: Snowflake | None
    created_at: datetime
    """When it was opened. If it starts when full, downtime before its start moves this."""
    entries_close_at: datetime | None
    """When it starts at the latest, or is cancelled. None if it starts when full."""
    started_at: datetime | None
    ends_at: datetime | None
    """The planned end, None before the start."""
    ended_at: datetime | None
    extended_at: datetime | None
    """When an organiser extended it, which is possible once."""
    wakes_at: datetime | None
    """When it needs attention at the latest, None once it is over."""
    series_id: EventId | None
    """The number of the first season, in a league."""
    season: int
    """The number of the season, from 1."""
    told_news: int
    """The number of the latest news posted in its thread."""
    told_at: datetime | None
    """The time of the latest post in its thread."""

    @property
    def place(self) -> Place:
        """The place of its matches."""
        return Place(self.guild_id, self.channel_id, self.channel_id)

    @property
    def place_id(self) -> int:
        """The channel or thread for its news."""
        return self.thread_id or self.channel_id

    @property
    def is_over(self) -> bool:
        """Whether it is finished or cancelled."""
        return self.state in ("over", "cancelled")


_OPENED = "events_opened"
"""The key of the number of events opened so far."""

EVENTS = table_of(
    "event",
    Event,
    Index(None, "series_id", "season", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "guild_id", "state"),
    Index(None, "opened_by"),
)


@reports(ENTRANTS, "events")
def _entered_by(user_id: int) -> Select[*tuple[Any, ...]]:
    event, entrant = EVENTS.c, ENTRANTS.c
    own = (entrant.number, entrant.name, entrant.state, entrant.seed, entrant.rating)
    course = (entrant.division, entrant.place, entrant.joined_at, entrant.seen_at, entrant.left_at)
    return (
        select(event.id, event.guild_id, event.format, event.game, event.name, event.season)
        .add_columns(*own, *course)
        .join(ENTRANTS, entrant.event_id == event.id)
        .where(entrant.user_id == user_id)
        .order_by(event.id)
    )


@reports(EVENTS, "events_opened")
def _opened_by(user_id: int) -> Select[*tuple[Any, ...]]:
    event = EVENTS.c
    own = (event.id, event.guild_id, event.format, event.name, event.opened_by_name)
    return select(*own, event.created_at).where(event.opened_by == user_id).order_by(event.id)


@forgets(EVENTS)
async def _forget_opener(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    is_theirs = update(EVENTS).where(EVENTS.c.opened_by == user_id)
    await tx.execute(is_theirs.values(opened_by=stand_in, opened_by_name=name))


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A new event."""

    guild_id: int
    channel_id: int
    format: str
    game: str | None
    name: str
    terms: EventTerms
    opened_by: int
    opened_by_name: str
    created_at: datetime
    entries_close_at: datetime | None
    wakes_at: datetime
    series_id: int | None = None
    """The number of the first season, for a later season of a league."""
    season: int = 1


class EventFields(TypedDict, total=False):
    """The columns that `change` can set."""

    name: str
    state: EventState
    terms: EventTerms
    created_at: datetime
    entries_close_at: datetime | None
    started_at: datetime | None
    ends_at: datetime | None
    ended_at: datetime | None
    extended_at: datetime | None
    wakes_at: datetime | None
    series_id: int | None


@dataclass(frozen=True, slots=True)
class Title:
    """An event won by a user, or in a league its first division."""

    event_id: int
    format: str
    game: str | None
    name: str
    season: int
    ended_at: datetime
    channel_id: int
    """Users who see this channel may know of it."""


@dataclass(frozen=True, slots=True)
class Champion:
    """The winner of an event."""

    event_id: int
    user_id: int


_ROW = EVENTS.c
_ONE = select(*EVENTS.c).where(_ROW.id == bindparam("event_id"))
_LOCKED = _ONE.with_for_update(key_share=True)


async def add(tx: Transaction, new: NewEvent) -> Event:
    """Open an event at version 1.

    :raises sqlalchemy.exc.IntegrityError: if the series has that season already.
    """
    values = {field.name: getattr(new, field.name) for field in dataclasses.fields(new)}
    values["terms"] = asdict(new.terms)
    added = insert(EVENTS).values(**values, state="open", version=1, told_news=0)
    return _event((await tx.execute(added.returning(*EVENTS.c))).one())


async def get(tx: Transaction, event_id: int, *, locked: bool = False) -> Event | None:
    """Return an event, or None.

    :param locked: whether to lock it until this transaction ends.
    """
    rows = await tx.execute(_LOCKED if locked else _ONE, {"event_id": event_id})
    row = rows.one_or_none()
    return None if row is None else _event(row)


async def of_match(tx: Transaction, match_id: int) -> Event | None:
    """Return the event of a match, or None."""
    pairing = PAIRINGS.c
    query = (
        select(*EVENTS.c)
        .join(PAIRINGS, pairing.event_id == _ROW.id)
        .where(pairing.match_id == match_id)
    )
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else _event(row)


async def by_numbers(tx: Transaction, event_ids: Collection[int]) -> tuple[Event, ...]:
    """Return some events."""
    query = select(*EVENTS.c).where(_ROW.id.in_(event_ids))
    return tuple(_event(row) for row in await tx.execute(query))


async def current(tx: Transaction, event_id: int) -> Event:
    """Return an existing event as this transaction has left it."""
    event = await get(tx, event_id)
    assert event is not None
    return event


async def change(tx: Transaction, event: Event, **changes: Unpack[EventFields]) -> Event:
    """Make the next version of an event locked by this transaction."""
    values: dict[str, Any] = {f"new_{name}": value for name, value in changes.items()}
    if "terms" in changes:
        values["new_terms"] = asdict(changes["terms"])
    of_event = {"of_event": event.id, "new_version": event.version + 1}
    changed = _changed(("version", *changes))
    return _event((await tx.execute(changed, of_event | values)).one())


async def set_places(
    tx: Transaction,
    event_id: int,
    *,
    thread_id: int | None = None,
    card_message_id: int | None = None,
    scheduled_event_id: int | None = None,
) -> None:
    """Store the places of an event that aren't None. Its version stays."""
    places = {
        "thread_id": thread_id,
        "card_message_id": card_message_id,
        "scheduled_event_id": scheduled_event_id,
    }
    values = {name: place for name, place in places.items() if place is not None}
    if values:
        await tx.execute(update(EVENTS).where(_ROW.id == event_id).values(values))


async def set_waking(tx: Transaction, event_id: int, wakes_at: datetime | None) -> None:
    """Store when an event locked by this transaction needs attention. Its version stays."""
    of_event = update(EVENTS).where(_ROW.id == event_id)
    await tx.execute(of_event.values(wakes_at=wakes_at))


async def note_posted_news(tx: Transaction, event_id: int, news: int, at: datetime | None) -> None:
    """Store the latest news posted in an event's thread, and the time unless it is None."""
    statement = update(EVENTS).where(_ROW.id == event_id, _ROW.told_news < news)
    await tx.execute(statement.values(told_news=news, **({} if at is None else {"told_at": at})))


async def of_guild(tx: Transaction, guild_id: int, limit: int) -> tuple[Event, ...]:
    """Return the events of a guild: open or running ones, then the others, latest first."""
    is_over = _ROW.state.in_(("over", "cancelled"))
    query = select(*EVENTS.c).where(_ROW.guild_id == guild_id).order_by(is_over, _ROW.id.desc())
    return tuple(_event(row) for row in await tx.execute(query.limit(limit)))


async def lock_opening(tx: Transaction) -> None:
    """Wait for other transactions that open events."""
    await key_values.next_number(tx, _OPENED)


async def under_way(tx: Transaction, guild_id: int) -> tuple[Event, ...]:
    """Return the unfinished events of a guild, by number."""
    is_theirs = and_(_ROW.guild_id == guild_id, _ROW.state.in_(("open", "running")))
    query = select(*EVENTS.c).where(is_theirs).order_by(_ROW.id)
    return tuple(_event(row) for row in await tx.execute(query))


async def under_way_there(tx: Transaction, channel_id: int) -> tuple[Event, ...]:
    """Return the unfinished events of a channel, by number."""
    is_there = and_(_ROW.channel_id == channel_id, _ROW.state.in_(("open", "running")))
    query = select(*EVENTS.c).where(is_there).order_by(_ROW.id)
    return tuple(_event(row) for row in await tx.execute(query))


async def under_way_in(tx: Transaction, shards: Shards) -> tuple[int, ...]:
    """Return the numbers of unfinished events of some shards, in order."""
    is_theirs = and_(shards.hold(_ROW.guild_id), _ROW.state.in_(("open", "running")))
    query = select(_ROW.id).where(is_theirs).order_by(_ROW.id)
    return tuple((await tx.execute(query)).scalars())


async def scheduled_in(tx: Transaction, shards: Shards) -> tuple[Event, ...]:
    """Return the unfinished events of some shards that have an entry in the calendar."""
    is_theirs = and_(shards.hold(_ROW.guild_id), _ROW.state.in_(("open", "running")))
    query = select(*EVENTS.c).where(is_theirs, _ROW.scheduled_event_id.is_not(None))
    return tuple(_event(row) for row in await tx.execute(query.order_by(_ROW.id)))


async def forget_entry(tx: Transaction, event_id: int) -> None:
    """Store that an event has no entry in the calendar any more. Its version stays."""
    of_event = update(EVENTS).where(_ROW.id == event_id)
    await tx.execute(of_event.values(scheduled_event_id=None))


async def of_user(
    tx: Transaction, user_id: int, states: Collection[str] = ("in", "asked")
) -> tuple[int, ...]:
    """Return the numbers of unfinished events that a user has entered or is asked to enter.

    :param states: the states of the entry.
    """
    entrant = ENTRANTS.c
    query = (
        select(_ROW.id)
        .join(ENTRANTS, entrant.event_id == _ROW.id)
        .where(entrant.user_id == user_id, entrant.state.in_(states))
        .where(_ROW.state.in_(("open", "running")))
        .order_by(_ROW.id)
    )
    return tuple((await tx.execute(query)).scalars())


async def renew_all_of(tx: Transaction, user_id: int) -> list[Event]:
    """Lock all unfinished events in which a user has a row, and make their next versions.

    A simultaneous change that has read the user's name starts again.
    """
    states = ("asked", "in", "withdrawn", "removed", "forfeited")
    renewed: list[Event] = []
    for event_id in await of_user(tx, user_id, states):
        event = await get(tx, event_id, locked=True)
        assert event is not None
        renewed.append(await change(tx, event))
    return renewed


async def joined_by(tx: Transaction, user_id: int, guild_id: int) -> int:
    """Return the number of unfinished events of a guild that a user has entered."""
    entrant = ENTRANTS.c
    query = (
        select(func.count())
        .select_from(EVENTS)
        .join(ENTRANTS, entrant.event_id == _ROW.id)
        .where(entrant.user_id == user_id, entrant.state == "in", _ROW.guild_id == guild_id)
        .where(_ROW.state.in_(("open", "running")))
    )
    return int((await tx.execute(query)).scalar_one())


async def due(tx: Transaction, now: datetime, limit: int, shards: Shards = ALL) -> tuple[int, ...]:
    """Return the numbers of due events of some shards, longest due first.

    An event is due at its time, when a match has ended without a recorded result, or when someone
    never came to a table at which the others play on. Events from earlier versions have no time
    until first looked at.
    """
    query = (
        select(_ROW.id)
        .where(_ROW.state.in_(("open", "running")), shards.hold(_ROW.guild_id))
        .where(
            or_(
                _ROW.wakes_at <= now,
                _ROW.wakes_at.is_(None),
                _ROW.id.in_(WITH_RESULTS),
                _ROW.id.in_(WITH_ABSENT_PLAYERS),
            )
        )
        .order_by(_ROW.wakes_at, _ROW.id)
    )
    return tuple((await tx.execute(query.limit(limit))).scalars())


WITH_RESULTS = (
    select(PAIRINGS.c.event_id)
    .join(MATCHES, MATCHES.c.id == PAIRINGS.c.match_id)
    .where(PAIRINGS.c.settled_at.is_(None), MATCHES.c.state != "running")
)
"""Events with an ended match without a recorded result.

Only the open pairings are read, by their index.
"""

WITH_ABSENT_PLAYERS = (
    select(PAIRINGS.c.event_id)
    .join(MATCHES, MATCHES.c.id == PAIRINGS.c.match_id)
    .join(SEATS, SEATS.c.match_id == MATCHES.c.id)
    .join(
        ENTRANTS,
        and_(
            ENTRANTS.c.event_id == PAIRINGS.c.event_id,
            ENTRANTS.c.user_id == SEATS.c.user_id,
        ),
    )
    .where(
        PAIRINGS.c.settled_at.is_(None),
        MATCHES.c.state == "running",
        SEATS.c.is_playing.is_(False),
        ENTRANTS.c.state == "in",
    )
    .where(
        ~exists().where(
            MOVES.c.match_id == MATCHES.c.id,
            MOVES.c.seat == SEATS.c.seat,
            MOVES.c.kind != "time out",
        )
    )
)
"""Events with a current entrant whose time for a first move ran out at a table of three.

Only the open pairings are read, by their index.
"""


async def next_season(tx: Transaction, event: Event) -> int | None:
    """Return the number of the next season of an event, or None."""
    is_next = and_(_ROW.series_id == (event.series_id or event.id), _ROW.season == event.season + 1)
    return (await tx.execute(select(_ROW.id).where(is_next))).scalar_one_or_none()


async def titles(tx: Transaction, user_id: int, guild_id: int, limit: int) -> tuple[Title, ...]:
    """Return a user's titles in a guild, latest first."""
    event, entrant = EVENTS.c, ENTRANTS.c
    query = (
        select(
            event.id,
            event.format,
            event.game,
            event.name,
            event.season,
            event.ended_at,
            event.channel_id,
        )
        .join(ENTRANTS, entrant.event_id == event.id)
        .where(entrant.user_id == user_id, entrant.place == 1, entrant.state == "in")
        .where(func.coalesce(entrant.division, 1) == 1)
        .where(event.guild_id == guild_id, event.state == "over")
        .order_by(event.ended_at.desc(), event.id.desc())
        .limit(limit)
    )
    return tuple(Title(*row) for row in await tx.execute(query))


async def champions(tx: Transaction, guild_id: int, limit: int) -> tuple[Champion, ...]:
    """Return the winners of a guild's latest events, latest first.

    :param limit: the maximum number of champions, several of whom may share an event.
    """
    event, entrant = EVENTS.c, ENTRANTS.c
    query = (
        select(event.id, entrant.user_id)
        .join(ENTRANTS, entrant.event_id == event.id)
        .where(event.guild_id == guild_id, event.state == "over", entrant.place == 1)
        .where(entrant.state == "in", entrant.user_id > 0)
        .where(func.coalesce(entrant.division, 1) == 1)
        .order_by(event.ended_at.desc(), event.id.desc(), entrant.number)
        .limit(limit)
    )
    return tuple(Champion(*row) for row in await tx.execute(query))


@lru_cache(maxsize=64)
def _changed(names: tuple[str, ...]) -> Executable:
    """Return a statement that changes these columns of an event."""
    values = {name: bindparam(f"new_{name}", type_=_ROW[name].type) for name in names}
    is_event = _ROW.id == bindparam("of_event")
    return update(EVENTS).where(is_event).values(values).returning(*EVENTS.c)


def _event(row: Any) -> Event:
    event = Event(*row)
    return dataclasses.replace(event, terms=EventTerms(**row.terms))
