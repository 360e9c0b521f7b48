"""The state of an event, loaded once and passed through all changes of a pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage import rounds as stored_rounds
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing, PairingOutcome, Round
from storage.database.transaction import Transaction
from storage.members import blocks as stored_blocks


@dataclass(frozen=True, slots=True)
class Person:
    """A user and their name."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class EventCourse:
    """An event with its entrants, rounds and pairings."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    pairings: tuple[Pairing, ...]
    kept_apart: frozenset[frozenset[int]] = frozenset()
    """Pairs of entrants, by number, who must not meet because one blocks the other."""

    def with_rows(
        self,
        event: Event | None = None,
        *,
        entrants: Iterable[Entrant] = (),
        rounds: Iterable[Round] = (),
        pairings: Iterable[Pairing] = (),
    ) -> EventCourse:
        """Return a copy with these rows changed or added."""
        return replace(
            self,
            event=event or self.event,
            entrants=_merged({entrant.number: entrant for entrant in self.entrants}, entrants),
            rounds=_merged({each.number: each for each in self.rounds}, rounds),
            pairings=tuple(
                sorted(
                    ({each.id: each for each in (*self.pairings, *pairings)}).values(),
                    key=lambda each: (each.round, each.board),
                )
            ),
        )

    @property
    def current_entrants(self) -> tuple[Entrant, ...]:
        """The current entrants, by seed, then those without a seed by rating."""
        entrants = [entrant for entrant in self.entrants if entrant.is_in]
        return tuple(sorted(entrants, key=_strongest_first))

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        """The pairings without a result."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    @property
    def running_pairings(self) -> tuple[Pairing, ...]:
        """The open pairings whose matches have started."""
        return tuple(pairing for pairing in self.open_pairings if pairing.match_id is not None)

    @property
    def waiting_pairings(self) -> list[Pairing]:
        """The open pairings whose matches have not started."""
        return [pairing for pairing in self.open_pairings if pairing.match_id is None]

    def entrant(self, number: int) -> Entrant:
        """Return the entrant with a number."""
        return self.entrants[number - 1]

    def ends_at(self, pairing: Pairing) -> datetime:
        """Return the deadline of a pairing: its own, or the end of its round."""
        ends_at = pairing.ends_at or self.rounds[pairing.round - 1].ends_at
        assert ends_at is not None
        return ends_at

    def wakes_by(self, due_at: datetime | None, now: datetime) -> datetime:
        """Return when the event needs attention next.

        That is no later than planned: what is already due, like leaving a match, must not wait.

        :param due_at: when something that has just changed is due, None for now.
        """
        due_at = due_at or now
        return due_at if self.event.wakes_at is None else min(self.event.wakes_at, due_at)

    def leaving_times(self, pairing: Pairing) -> dict[int, datetime]:
        """Return when players of a pairing left the event, by seat."""
        seated = enumerate(map(self.entrant, pairing.seats), 1)
        return {seat: each.left_at for seat, each in seated if each.left_at is not None}

    def of_user(self, user_id: int) -> Entrant | None:
        """Return a user's entry, or None if they have never entered."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)


_Numbered = TypeVar("_Numbered", Entrant, Round)


def _merged(rows: dict[int, _Numbered], changed: Iterable[_Numbered]) -> tuple[_Numbered, ...]:
    rows.update((each.number, each) for each in changed)
    return tuple(rows[number] for number in sorted(rows))


def _strongest_first(entrant: Entrant) -> tuple[bool, int, float, int]:
    return entrant.seed is None, entrant.seed or 0, -entrant.rating, entrant.number


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """A pairing to be stored."""

    seats: tuple[int, ...]
    """Entrant numbers, seat 1 first."""
    division: int = 1
    outcomes: tuple[PairingOutcome, ...] | None = None
    """The results by seat, if no match is played."""
    ends_at: datetime | None = None
    """Its deadline, if not the end of the round."""


@dataclass(frozen=True, slots=True)
class Board:
    """The round and board number of a pairing, both from 1."""

    round: int
    number: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round to be started."""

    game: str
    options: Mapping[str, int]
    ends_at: datetime
    pairings: tuple[PlannedPairing, ...]
    divisions: Mapping[int, int] = field(default_factory=dict[int, int])
    """The division of each entrant by number, if there are several divisions."""


async def load(tx: Transaction, event: Event) -> EventCourse:
    """Load an event within one transaction."""
    entrants = await stored_entrants.of_event(tx, event.id)
    return EventCourse(
        event,
        entrants,
        await stored_rounds.of_event(tx, event.id),
        await stored_rounds.pairings_of(tx, event.id),
        await blocked_pairs(tx, entrants),
    )


async def blocked_pairs(tx: Transaction, entrants: Iterable[Entrant]) -> frozenset[frozenset[int]]:
    """Return pairs of current entrants, by number, in which one blocks the other."""
    numbers = {entrant.user_id: entrant.number for entrant in entrants if entrant.is_in}
    blocked = await stored_blocks.among(tx, numbers)
    return frozenset(frozenset(numbers[user_id] for user_id in pair) for pair in blocked)


async def find(tx: Transaction, event_id: int, *, locked: bool = False) -> EventCourse | None:
    """Load an event by its number, or None if it doesn't exist."""
    event = await stored_events.get(tx, event_id, locked=locked)
    return None if event is None else await load(tx, event)
