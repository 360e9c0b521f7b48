"""An event with everything its pages show, loaded at one moment, and short words about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from extensions.events.club import course as courses
from extensions.events.club import refusals
from extensions.events.club.course import EventCourse
from extensions.events.club.formats.registry import standings
from extensions.events.club.standings.table import Standings
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing, Round
from language.lists import all_or_some_of
from language.texts import gettext
from presentation.markup import Markup, display_name
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import StoredMatch

MAX_NAMED = 6
"""Maximum number of people named on one line."""


@dataclass(frozen=True, slots=True)
class EventView:
    """An event with its rows, standings and matches."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    pairings: tuple[Pairing, ...]
    matches: Mapping[int, StoredMatch]
    """The matches of the pairings, by number."""
    standings: Standings

    @property
    def taking_part(self) -> tuple[Entrant, ...]:
        """The current entrants."""
        return tuple(entrant for entrant in self.entrants if entrant.is_in)

    @property
    def awaited(self) -> tuple[Entrant, ...]:
        """The entrants who still have to confirm, before it starts."""
        if self.event.state != "open":
            return ()
        return tuple(
            entrant
            for entrant in self.entrants
            if entrant.asked_at is not None and entrant.left_at is None
        )

    @property
    def champions(self) -> tuple[Entrant, ...]:
        """The winners of a finished event, in a league those of its first division."""
        if self.event.state != "over":
            return ()
        return tuple(
            entrant
            for entrant in self.taking_part
            if entrant.place == 1 and entrant.division in (None, 1)
        )

    def entrant(self, user_id: int) -> Entrant | None:
        """Return the current or former entry of a user."""
        return next((each for each in self.entrants if each.user_id == user_id), None)

    def name_of(self, number: int, markup: Markup) -> str:
        """Return the name of an entrant."""
        return markup.name(
            next(entrant.name for entrant in self.entrants if entrant.number == number)
        )

    def plain_versus(self, pairing: Pairing) -> str:
        """Return the names of a pairing without markup."""
        by_number = {entrant.number: display_name(entrant.name) for entrant in self.entrants}
        return " – ".join(by_number[number] for number in pairing.seats)

    def versus_words(self, pairing: Pairing, markup: Markup) -> str:
        """ "Ada – Ben"."""
        return " – ".join(self.name_of(number, markup) for number in pairing.seats)

    def match_link(self, pairing: Pairing, markup: Markup) -> str:
        """Return a link to the board of a pairing's match, if any."""
        match = self.matches.get(pairing.match_id or 0)
        return "" if match is None else markup.board(match, match_words(pairing))


async def view_of(store: Store, event_id: int) -> EventView:
    """Load an event.

    :raises Refusal: `unknown_event`.
    """
    return await store.read(lambda tx: view_in(tx, event_id))


async def view_in(tx: Transaction, event_id: int) -> EventView:
    """Load an event within a transaction.

    :raises Refusal: `unknown_event`.
    """
    course = await courses.find(tx, event_id)
    if course is None:
        raise refusals.unknown_event()
    return await view_of_course(tx, course)


async def view_of_course(tx: Transaction, course: EventCourse) -> EventView:
    """Load the matches of an event that is loaded already."""
    numbers = {pairing.match_id for pairing in course.pairings if pairing.match_id is not None}
    matches = await match_lists.by_numbers(tx, numbers)
    return EventView(
        course.event,
        course.entrants,
        course.rounds,
        course.pairings,
        {match.id: match for match in matches},
        standings(course),
    )


def entrants_words(entrants: Sequence[Entrant], markup: Markup, *, mentioned: bool = False) -> str:
    """ "Ada, Ben and 3 more".

    :param mentioned: whether to notify those who are named.
    """
    names = [
        # Stand-ins for deleted players have negative numbers.
        markup.mention(entrant.user_id, entrant.name)
        if mentioned and entrant.user_id > 0
        else markup.name(entrant.name)
        for entrant in entrants
    ]
    return str(all_or_some_of([markup.strong(name) for name in names], MAX_NAMED))


def game_name(event: Event) -> str:
    """Return the game of an event, for a tour all games."""
    return gettext("all games") if event.game is None else GAMES[event.game].name


def match_words(pairing: Pairing) -> str:
    """ "match 12"."""
    return gettext("match {number}", number=pairing.match_id)


def points_words(halves: int) -> str:
    """Format half points: 7 is "3½"."""
    whole, half = divmod(abs(halves), 2)
    words = f"{whole or ''}½" if half else str(whole)
    return f"−{words}" if halves < 0 else words
