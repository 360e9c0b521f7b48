"""What a format of events decides, as one object per format; what most of them share stands here.

A format is asked about an event that it is given, and keeps nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import ClassVar

from club.events.course import Course, NextRound, Person
from club.events.pairing.pairer import Pairer
from club.events.standings.table import Standings, Tables
from club.references import Name
from rules.language import N_, lazy_gettext
from rules.listing import Listed
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.events.entrants import Entrant, Title
from storage.events.events import Event
from storage.events.rounds import Pairing, Round


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of a format."""

    least: int
    """Entrants without whom an event doesn't begin."""
    most: int
    """Entrants that an event takes if nothing else is chosen."""
    largest: int
    """Entrants that can be chosen."""
    pace: str
    days: int
    """How long a round lasts, or a match of a ladder."""
    entry_days: int | None
    """How long people can enter before it begins; None if it begins when it is full, or at once."""
    vacation_days: int = 5
    late_until: int = 0
    """The number of the last round in which people can still enter."""


class Format:
    """One way to play an event, from its opening to what follows its end."""

    key: ClassVar[str]
    rules: ClassVar[Rules]
    unnamed: ClassVar[str]
    """What an event is called that nobody has named; `{game}` is its game."""
    sizes: ClassVar[str]
    """Why another number of players is refused, with `{least}` and `{largest}`."""
    has_game: ClassVar[bool] = True
    """Whether one game is chosen; else it goes through all of them."""
    chooses_rounds: ClassVar[bool] = False
    """Whether the number of rounds can be chosen."""
    has_rounds: ClassVar[bool] = False
    """Whether there are several rounds, one after another."""
    has_seasons: ClassVar[bool] = False
    """Whether an event is a season of a series."""
    has_challenges: ClassVar[bool] = False
    """Whether its members choose whom they play, by a challenge."""
    is_dated: ClassVar[bool] = True
    """Whether an event has a beginning and an end to be put into a calendar."""

    def named(self, event: Event | Title) -> Listed:
        """What an event is called: as its opener chose, else by its game and format."""
        if event.name:
            return event.name
        game = "" if event.game is None else GAMES[event.game].name
        return lazy_gettext(self.unnamed, game=game)

    # Opening

    def check_game(self, game: Game, options: Mapping[str, int]) -> None:
        """Check that an event can be for a game with these options.

        :raises Refusal: `size`, `no_pairing`.
        """

    def options(self, game: Game, chosen: Mapping[str, int | None]) -> dict[str, int]:
        """Return the complete options of the game."""
        return game.choose(dict(chosen))

    def usual_size(self, seats: int) -> int:
        """Return how many can enter if nothing is chosen.

        :param seats: at each board.
        """
        return self.rules.most

    def opening_round(self, event: Event, now: datetime) -> NextRound | None:
        """Return the round that begins as the event is opened; None if people enter first."""
        return None

    # Entering and leaving

    def begins_when_full(self) -> bool:
        """Whether an event waits for its last entrant, not for a date."""
        return self.rules.entry_days is None and not self.has_challenges

    def first_round(self, course: Course) -> int | None:
        """Return the first round of someone who enters now; None if it is too late."""
        coming = len(course.rounds) + 1
        if course.event.state == "open":
            return 1
        return coming if coming <= self.rules.late_until else None

    def may_return(self, event: Event, entrant: Entrant) -> bool:
        """Whether someone who is out may enter again."""
        return entrant.state == "withdrawn" and event.state == "open"

    async def check_entering(self, tx: Transaction, course: Course, person: Person) -> None:
        """Check what the format demands of someone who enters.

        :raises Refusal: `blocks`, `not_available`.
        """

    def entering_place(self, course: Course) -> int | None:
        """Return the place that someone who enters has at once, if the format keeps places."""
        return None

    async def left(self, tx: Transaction, course: Course, entrant: Entrant) -> Course:
        """Do what someone's leaving means for the others. Their matches are ended afterwards."""
        return course

    # Going on

    async def next_round(self, course: Course, pairer: Pairer, now: datetime) -> NextRound | None:
        """Return what comes after all rounds so far; None if the event is over.

        :raises CannotPair: if the pairing fails or takes too long.
        """
        raise NotImplementedError

    def waits_until(self, course: Course, now: datetime) -> datetime | None:
        """Return when the running round has something due at the latest; None if it is over."""
        return min((course.ends_at(each) for each in course.open), default=None)

    def idle(self, course: Course, now: datetime) -> Sequence[Entrant]:
        """Return those who have not played for so long that it costs them something now."""
        return ()

    async def charge_idle(self, tx: Transaction, course: Course, now: datetime) -> Course:
        """Let those who are idle lose what that costs."""
        return course

    async def settled(
        self,
        tx: Transaction,
        course: Course,
        pairing: Pairing,
        outcomes: Sequence[str],
        now: datetime,
    ) -> Course:
        """Do what a result means beyond its points, in the transaction that stores it."""
        return course

    def check_has_challenges(self, event: Event) -> None:
        """Check that its members choose whom they play.

        :raises Refusal: `not_a_ladder`.
        """
        if not self.has_challenges:
            name = Name(self.named(event))
            raise Refusal("not_a_ladder", N_("{event} isn't a ladder."), event=name)

    async def challenge(
        self,
        tx: Transaction,
        course: Course,
        own: Entrant,
        place: int | None,
        random: Random,
        now: datetime,
    ) -> tuple[Course, int]:
        """Begin a match of someone with an opponent of their choice.

        :param place: the opponent's, None for the next above.
        :returns: the event and the number of the match.
        :raises Refusal: why they can't meet.
        """
        raise NotImplementedError

    # Standings, and the end

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return the tables after some rounds, of those who are in them."""
        raise NotImplementedError

    def standings(self, course: Course, after: int | None = None) -> Standings:
        """Return how an event stands.

        :param after: the number of a round, to see how it stood when that was over; None for now.
        """
        event = course.event
        last = len(course.rounds) if after is None else min(after, len(course.rounds))
        rounds = [each for each in course.rounds if each.number <= last]
        counted = [each for each in course.pairings if each.round <= last]
        seated = {number for pairing in counted for number in pairing.seats}
        entrants = [
            each
            for each in course.entrants
            if each.number in seated or (each.is_in and each.first_round <= max(1, last))
        ]
        is_over = bool(rounds) and rounds[-1].over_at is not None
        is_final = is_over and (after is not None or event.is_over)
        tables = self.tables(entrants, rounds, counted)
        return Standings(
            event, last, is_final, tables.tie_breaks, tables.by_opponent, tables.tables
        )

    async def followed(
        self, tx: Transaction, course: Course, final: Standings, now: datetime
    ) -> None:
        """Do what follows the end of an event, in the transaction that ends it."""
