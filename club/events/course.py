"""An event as it stands, read in one go, and what a format says is to come next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import rounds as stored_rounds
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing, Round
from storage.members import blocks as stored_blocks


@dataclass(frozen=True, slots=True)
class Person:
    """Who does something, and what they are called."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Course:
    """An event with all that belongs to it."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    pairings: tuple[Pairing, ...]
    apart: frozenset[frozenset[int]] = frozenset()
    """The numbers of each two who are not to play each other, because one blocks the other."""

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Who is in it, the highest seed first; who has none yet comes after, by rating."""
        there = [each for each in self.entrants if each.is_in]
        return tuple(sorted(there, key=_strongest_first))

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings whose results are still to come."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    def entrant(self, number: int) -> Entrant:
        """The entrant of a number."""
        return self.entrants[number - 1]

    def of_user(self, user_id: int) -> Entrant | None:
        """Somebody's row, None where they have never entered."""
        return next((each for each in self.entrants if each.user_id == user_id), None)


def _strongest_first(entrant: Entrant) -> tuple[bool, int, float, int]:
    return entrant.seed is None, entrant.seed or 0, -entrant.rating, entrant.number


@dataclass(frozen=True, slots=True)
class Planned:
    """A pairing that is to be."""

    seats: tuple[int, ...]
    """The numbers of entrants, seat 1 first."""
    division: int = 1
    outcomes: tuple[str, ...] | None = None
    """Where nothing is to be played, what each gets."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round that is to begin."""

    game: str
    options: Mapping[str, int]
    ends_at: datetime
    pairings: tuple[Planned, ...]
    divisions: Mapping[int, int] = field(default_factory=dict[int, int])
    """The division of each entrant, where there are several, by number."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a format says of itself, for whoever opens an event of it."""

    least: int
    """Entrants without whom it doesn't begin."""
    most: int
    """Entrants that it takes, where nothing else is chosen."""
    largest: int
    """Entrants that can be chosen."""
    pace: str
    days: int
    """How long a round lasts, or a match of a ladder."""
    entry_days: int | None
    """How long people can enter before it begins; None where it begins when it is full, or at
    once."""
    vacation_days: int = 5
    late_until: int = 0
    """The number of the last round in which one can still enter."""


async def load(tx: Transaction, event: Event) -> Course:
    """All of an event, within one transaction."""
    entrants = await stored_entrants.of_event(tx, event.id)
    numbers = {each.user_id: each.number for each in entrants if each.is_in}
    blocked = await stored_blocks.among(tx, numbers)
    return Course(
        event,
        entrants,
        await stored_rounds.of_event(tx, event.id),
        await stored_rounds.pairings_of(tx, event.id),
        frozenset(frozenset(numbers[user_id] for user_id in pair) for pair in blocked),
    )


async def find(tx: Transaction, event_id: int, *, locked: bool = False) -> Course | None:
    """An event with all that belongs to it, None where there is none of that number."""
    event = await stored_events.get(tx, event_id, locked=locked)
    return None if event is None else await load(tx, event)
