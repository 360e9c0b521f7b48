"""The rounds of an event, and their pairings: seats, matches and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Index, and_, bindparam, insert, select, update

from storage.database.tables import EventId, MatchId, table_of
from storage.database.transaction import Transaction
from storage.matches.match import MATCHES

PairingOutcome = Literal[
    "win",
    "draw",
    "loss",
    "time loss",
    "first",
    "second",
    "third",
    "forfeit win",
    "forfeit loss",
    "walkover",
    "bye",
    "half bye",
    "void",
]
"""An entrant's result of a pairing."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of an event. A cup or league has one."""

    event_id: EventId
    number: int
    game: str
    begun_at: datetime
    ends_at: datetime | None
    """When its unfinished matches are decided, or None if each has its own time."""
    over_at: datetime | None
    """When its last result was recorded."""


ROUNDS = table_of(
    "event_round",
    Round,
    key=("event_id", "number"),
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who play each other, or one with a bye."""

    id: int
    event_id: EventId
    round: int
    board: int
    """The board number in the round, from 1."""
    division: int
    """The division in a league, the group in a tour, else 1."""
    seats: tuple[int, ...]
    """The numbers of the entrants, seat 1 first."""
    outcomes: tuple[PairingOutcome, ...] | None
    """The results as codes, None while open."""
    match_id: MatchId | None
    """The match, or None if it has not started or there is none, as with a bye."""
    made_at: datetime
    ends_at: datetime | None
    """When it is decided, if it has a time of its own."""
    settled_at: datetime | None
    adjudicated: bool
    """Whether an organiser decided it."""

    @property
    def is_open(self) -> bool:
        """Whether its result is pending."""
        return self.outcomes is None


PAIRINGS = table_of(
    "event_pairing",
    Pairing,
    Index(None, "event_id", "round", "board", unique=True),
    Index(None, "match_id", unique=True),
    Index(None, "settled_at"),
)


@dataclass(frozen=True, slots=True)
class NewPairing:
    """A new pairing of a round."""

    round: int
    board: int
    seats: tuple[int, ...]
    division: int = 1
    outcomes: tuple[PairingOutcome, ...] | None = None
    """The results, if nothing is played."""
    ends_at: datetime | None = None
    """When it is decided, if not with its round."""


_ROUND_ROW = ROUNDS.c
_ROW = PAIRINGS.c
_PAIRED = insert(PAIRINGS).returning(*PAIRINGS.c)
_ROUNDS_OF = (
    select(*ROUNDS.c).where(_ROUND_ROW.event_id == bindparam("of")).order_by(_ROUND_ROW.number)
)
_PAIRINGS_OF = (
    select(*PAIRINGS.c).where(_ROW.event_id == bindparam("of")).order_by(_ROW.round, _ROW.board)
)
_SETTLED = (
    update(PAIRINGS)
    .where(_ROW.id == bindparam("of"))
    .values(
        outcomes=bindparam("got"), settled_at=bindparam("at"), adjudicated=bindparam("by_somebody")
    )
    .returning(*PAIRINGS.c)
)


async def begin(
    tx: Transaction,
    event_id: int,
    number: int,
    game: str,
    begun_at: datetime,
    ends_at: datetime | None,
) -> Round:
    """Begin a round of an event locked by this transaction.

    :raises sqlalchemy.exc.IntegrityError: if it has begun already.
    """
    values = {"event_id": event_id, "number": number, "game": game}
    added = insert(ROUNDS).values(**values, begun_at=begun_at, ends_at=ends_at)
    return Round(*(await tx.execute(added.returning(*ROUNDS.c))).one())


async def end(tx: Transaction, event_id: int, number: int, at: datetime) -> Round:
    """Store the end of a round."""
    is_round = and_(_ROUND_ROW.event_id == event_id, _ROUND_ROW.number == number)
    ended = update(ROUNDS).where(is_round).values(over_at=at).returning(*ROUNDS.c)
    return Round(*(await tx.execute(ended)).one())


async def extend(tx: Transaction, event_id: int, number: int, ends_at: datetime) -> Round:
    """Extend a round."""
    is_round = and_(_ROUND_ROW.event_id == event_id, _ROUND_ROW.number == number)
    extended = update(ROUNDS).where(is_round).values(ends_at=ends_at).returning(*ROUNDS.c)
    return Round(*(await tx.execute(extended)).one())


async def postpone(tx: Transaction, pairing: Pairing, ends_at: datetime) -> None:
    """Extend a pairing with a time of its own."""
    is_pairing = _ROW.id == pairing.id
    await tx.execute(update(PAIRINGS).where(is_pairing).values(ends_at=ends_at))


async def of_event(tx: Transaction, event_id: int) -> tuple[Round, ...]:
    """Return the rounds of an event in order."""
    return tuple(Round(*row) for row in await tx.execute(_ROUNDS_OF, {"of": event_id}))


async def pair(tx: Transaction, event_id: int, new: NewPairing, made_at: datetime) -> Pairing:
    """Add a pairing to a round of an event locked by this transaction.

    :raises sqlalchemy.exc.IntegrityError: if that board of the round is taken.
    """
    values = asdict(new) | {
        "event_id": event_id,
        "made_at": made_at,
        "settled_at": None if new.outcomes is None else made_at,
        "adjudicated": False,
    }
    return _pairing((await tx.execute(_PAIRED, values)).one())


async def start(tx: Transaction, pairing: Pairing, match_id: int) -> Pairing:
    """Store the match of a pairing of an event locked by this transaction."""
    started = update(PAIRINGS).where(_ROW.id == pairing.id)
    row = (await tx.execute(started.values(match_id=match_id).returning(*PAIRINGS.c))).one()
    return _pairing(row)


async def settle(
    tx: Transaction,
    pairing: Pairing,
    outcomes: Sequence[PairingOutcome],
    at: datetime,
    *,
    adjudicated: bool = False,
) -> Pairing:
    """Store the results of a pairing of an event locked by this transaction."""
    values = {"of": pairing.id, "got": list(outcomes), "at": at, "by_somebody": adjudicated}
    return _pairing((await tx.execute(_SETTLED, values)).one())


async def pairings_of(tx: Transaction, event_id: int) -> tuple[Pairing, ...]:
    """Return all pairings of an event, by round and board."""
    return tuple(_pairing(row) for row in await tx.execute(_PAIRINGS_OF, {"of": event_id}))


async def open_of(tx: Transaction, event_id: int) -> tuple[Pairing, ...]:
    """Return the pairings of an event with pending results, by number."""
    is_open = and_(_ROW.event_id == event_id, _ROW.settled_at.is_(None))
    query = select(*PAIRINGS.c).where(is_open).order_by(_ROW.id)
    return tuple(_pairing(row) for row in await tx.execute(query))


def _pairing(row: Any) -> Pairing:
    id, event_id, round, board, division, seats, outcomes, *others = row
    outcome_tuple = None if outcomes is None else tuple(outcomes)
    return Pairing(id, event_id, round, board, division, tuple(seats), outcome_tuple, *others)


async def release(tx: Transaction, match_id: int, *, rated: bool) -> None:
    """Detach a match from its event, in the transaction that has locked it.

    Its version stays, since the board doesn't change.

    :param rated: whether it still counts for ratings.
    """
    of_match = MATCHES.c.id == match_id
    await tx.execute(update(MATCHES).where(of_match).values(event_id=None, rated=rated))
