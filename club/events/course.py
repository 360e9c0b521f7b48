"""An event as it stands, read once and passed on through all changes of one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

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

    def having(
        self,
        event: Event | None = None,
        *,
        entrants: Iterable[Entrant] = (),
        rounds: Iterable[Round] = (),
        pairings: Iterable[Pairing] = (),
    ) -> Course:
        """Return the event with these rows changed or added, as a transaction has left them."""
        return replace(
            self,
            event=event or self.event,
            entrants=_merged({each.number: each for each in self.entrants}, entrants),
            rounds=_merged({each.number: each for each in self.rounds}, rounds),
            pairings=tuple(
                sorted(
                    ({each.id: each for each in (*self.pairings, *pairings)}).values(),
                    key=lambda each: (each.round, each.board),
                )
            ),
        )

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Who is in it, the highest seed first; who has none yet comes after, by rating."""
        there = [each for each in self.entrants if each.is_in]
        return tuple(sorted(there, key=_strongest_first))

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings whose results are still to come."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    @property
    def under_way(self) -> tuple[Pairing, ...]:
        """The open pairings whose matches have begun."""
        return tuple(pairing for pairing in self.open if pairing.match_id is not None)

    @property
    def waiting(self) -> list[Pairing]:
        """The open pairings whose matches are still to begin."""
        return [pairing for pairing in self.open if pairing.match_id is None]

    def entrant(self, number: int) -> Entrant:
        """The entrant of a number."""
        return self.entrants[number - 1]

    def ends_at(self, pairing: Pairing) -> datetime:
        """Return when a pairing is decided as it stands: with its round, or at its own time."""
        ends_at = pairing.ends_at or self.rounds[pairing.round - 1].ends_at
        assert ends_at is not None
        return ends_at

    def of_user(self, user_id: int) -> Entrant | None:
        """Somebody's row, None where they have never entered."""
        return next((each for each in self.entrants if each.user_id == user_id), None)


_Numbered = TypeVar("_Numbered", Entrant, Round)


def _merged(rows: dict[int, _Numbered], changed: Iterable[_Numbered]) -> tuple[_Numbered, ...]:
    rows.update((each.number, each) for each in changed)
    return tuple(rows[number] for number in sorted(rows))


def _strongest_first(entrant: Entrant) -> tuple[bool, int, float, int]:
    return entrant.seed is None, entrant.seed or 0, -entrant.rating, entrant.number


@dataclass(frozen=True, slots=True)
class Planned:
    """A pairing that is to be."""

    seats: tuple[int, ...]
    """The numbers of entrants, seat 1 first."""
    division: int = 1
    outcomes: tuple[str, ...] | None = None
    """What each gets, if nothing is to be played."""
    ends_at: datetime | None = None
    """When it is decided as it stands, if not with its round."""


@dataclass(frozen=True, slots=True)
class Board:
    """The place of a pairing in an event, both numbers from 1."""

    round: int
    number: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round that is to begin."""

    game: str
    options: Mapping[str, int]
    ends_at: datetime
    pairings: tuple[Planned, ...]
    divisions: Mapping[int, int] = field(default_factory=dict[int, int])
    """The division of each entrant by number, if there are several divisions."""


async def load(tx: Transaction, event: Event) -> Course:
    """Read all of an event, within one transaction."""
    entrants = await stored_entrants.of_event(tx, event.id)
    return Course(
        event,
        entrants,
        await stored_rounds.of_event(tx, event.id),
        await stored_rounds.pairings_of(tx, event.id),
        await kept_apart(tx, entrants),
    )


async def kept_apart(tx: Transaction, entrants: Iterable[Entrant]) -> frozenset[frozenset[int]]:
    """Return the numbers of each two present entrants of whom one blocks the other."""
    numbers = {each.user_id: each.number for each in entrants if each.is_in}
    blocked = await stored_blocks.among(tx, numbers)
    return frozenset(frozenset(numbers[user_id] for user_id in pair) for pair in blocked)


async def find(tx: Transaction, event_id: int, *, locked: bool = False) -> Course | None:
    """An event with all that belongs to it, None where there is none of that number."""
    event = await stored_events.get(tx, event_id, locked=locked)
    return None if event is None else await load(tx, event)
