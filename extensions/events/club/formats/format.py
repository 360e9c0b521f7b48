"""The base class of event formats. Formats are stateless."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import ClassVar

from club.references import Name
from extensions.events.club.course import EventCourse, NextRound, Person
from extensions.events.club.pairing.pairer import Pairer
from extensions.events.club.standings.table import Standings, Tables
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event, Title
from extensions.events.storage.rounds import Pairing, PairingOutcome, Round
from language.lists import Listed
from language.texts import N_, lazy_gettext
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Rules:
    """The limits and defaults of a format."""

    min_entrants: int
    """Minimum number of entrants."""
    default_max_entrants: int
    """Default maximum number of entrants."""
    max_entrants: int
    """Upper limit of that maximum."""
    pace: str
    days: int
    """Length of a round, or of a ladder match."""
    entry_days: int | None
    """Days for entries before the start. None if it starts when full, or immediately."""
    vacation_days: int = 5
    late_until: int = 0
    """The last round in which players can still enter."""


class Format(ABC):
    """A format of events: entries, rounds, results and standings."""

    key: ClassVar[str]
    rules: ClassVar[Rules]
    unnamed: ClassVar[str]
    """The default name of an event, in which `{game}` is its game."""
    sizes: ClassVar[str]
    """The refusal of another number of players, with `{least}` and `{largest}`."""
    has_game: ClassVar[bool] = True
    """Whether an event is for one game instead of all of them."""
    chooses_rounds: ClassVar[bool] = False
    """Whether the number of rounds can be chosen."""
    has_rounds: ClassVar[bool] = False
    """Whether there are several consecutive rounds."""
    has_challenges: ClassVar[bool] = False
    """Whether members choose their opponents with challenges."""
    strikes_results: ClassVar[bool] = False
    """Whether results of players who leave early don't count, as everyone plays everyone."""
    is_dated: ClassVar[bool] = True
    """Whether an event has a start and an end for the calendar."""

    def event_name(self, event: Event | Title) -> Listed:
        """Return the name of an event: the chosen one, or one from its game and format."""
        if event.name:
            return event.name
        game = "" if event.game is None else GAMES[event.game].name
        return lazy_gettext(self.unnamed, game=game)

    # Opening

    def check_game(self, game: Game, options: Mapping[str, int]) -> None:
        """Check that the format supports a game with these options.

        :raises Refusal: `size`, `no_pairing`.
        """

    def options(self, game: Game, choices: Mapping[str, int | None]) -> dict[str, int]:
        """Return the complete options of the game."""
        return game.choose(dict(choices))

    def usual_size(self, seats: int) -> int:
        """Return the default maximum number of entrants.

        :param seats: the seats per board.
        """
        return self.rules.default_max_entrants

    def opening_round(self, event: Event, now: datetime) -> NextRound | None:
        """Return the round that starts as the event opens, or None if there is an entry period."""
        return None

    # Entering and leaving

    def begins_when_full(self) -> bool:
        """Whether an event starts when it is full instead of on a date."""
        return self.rules.entry_days is None and not self.has_challenges

    def first_round(self, course: EventCourse) -> int | None:
        """Return the first round of an entrant who joins now, or None if it is too late."""
        next_number = len(course.rounds) + 1
        if course.event.state == "open":
            return 1
        return next_number if next_number <= self.rules.late_until else None

    def may_return(self, event: Event, entrant: Entrant) -> bool:
        """Whether a former entrant may enter again."""
        return entrant.state == "withdrawn" and event.state == "open"

    async def check_entering(self, tx: Transaction, course: EventCourse, person: Person) -> None:
        """Check the format's own conditions for a new entrant.

        :raises Refusal: `blocks`, `not_available`.
        """

    def entering_place(self, course: EventCourse) -> int | None:
        """Return the place of a new entrant, if the format keeps places."""
        return None

    async def on_leave(self, tx: Transaction, course: EventCourse, entrant: Entrant) -> EventCourse:
        """Update the other entrants when one leaves. The leaver's matches end afterwards."""
        return course

    # Progress

    @abstractmethod
    async def next_round(
        self, course: EventCourse, pairer: Pairer, now: datetime
    ) -> NextRound | None:
        """Return the next round, or None if the event is over.

        :raises CannotPair: if the pairing fails or takes too long.
        """

    def next_due_at(self, course: EventCourse, now: datetime) -> datetime | None:
        """Return the next time the current round has to be advanced, or None if it is over."""
        return min((course.ends_at(pairing) for pairing in course.open_pairings), default=None)

    def idle_entrants(self, course: EventCourse, now: datetime) -> Sequence[Entrant]:
        """Return the entrants to penalise now for not playing."""
        return ()

    async def penalise_idle(
        self, tx: Transaction, course: EventCourse, now: datetime
    ) -> EventCourse:
        """Penalise idle entrants."""
        return course

    async def on_result(
        self,
        tx: Transaction,
        course: EventCourse,
        pairing: Pairing,
        outcomes: Sequence[PairingOutcome],
        now: datetime,
    ) -> EventCourse:
        """Apply the effects of a result beyond its points, in the same transaction."""
        return course

    async def challenge(
        self,
        tx: Transaction,
        course: EventCourse,
        own: Entrant,
        place: int | None,
        random: Random,
        now: datetime,
    ) -> tuple[EventCourse, int]:
        """Start a match between an entrant and an opponent of their choice.

        :param place: the opponent's place, or None for the next above.
        :returns: the event and the number of the match.
        :raises Refusal: `not_a_ladder`, or another code if they can't meet.
        """
        name = Name(self.event_name(course.event))
        raise Refusal("not_a_ladder", N_("{event} isn't a ladder."), event=name)

    # Standings and the end

    @abstractmethod
    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return the tables of some entrants after some rounds."""

    def standings(self, course: EventCourse, after: int | None = None) -> Standings:
        """Return the standings of an event.

        :param after: the number of the last round to include, or None for the current standings.
        """
        event = course.event
        last = len(course.rounds) if after is None else min(after, len(course.rounds))
        rounds = [each for each in course.rounds if each.number <= last]
        counted = [pairing for pairing in course.pairings if pairing.round <= last]
        seated = {number for pairing in counted for number in pairing.seats}
        entrants = [
            entrant
            for entrant in course.entrants
            if entrant.number in seated or (entrant.is_in and entrant.first_round <= max(1, last))
        ]
        is_over = bool(rounds) and rounds[-1].over_at is not None
        is_final = is_over and (after is not None or event.is_over)
        tables = self.tables(entrants, rounds, counted)
        return Standings(
            event, last, is_final, tables.tie_breaks, tables.by_opponent, tables.tables
        )

    async def on_end(
        self, tx: Transaction, course: EventCourse, final: Standings, now: datetime
    ) -> None:
        """Apply the effects of the event's end, in the same transaction."""
