"""Reading, opening, entering and leaving events.

Scheduled changes are in `rounds`, those of organisers in `organising`. Each change is one
transaction that locks the event before it reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from club.audit import Admin
from club.challenges.rematches import IS_RATED_AGAIN
from club.club import Club, leaves
from club.matches.vacancies import SEAT_EVENTS, SUBSTITUTE_CHECKS
from club.members.membership import Viewer
from club.members.privacy import removes
from club.members.vacations import LIMITS, Limit
from club.outbox import queue
from club.paces import DAY
from extensions.events.club import changes, entering, opening, organising, posts, refusals
from extensions.events.club import course as courses
from extensions.events.club.course import EventCourse, Person
from extensions.events.club.formats import registry as standing
from extensions.events.club.formats.registry import format_of
from extensions.events.club.news import EventMessages
from extensions.events.club.opening import Opening
from extensions.events.club.organising import EventChanges, Organising, changing
from extensions.events.club.pairing.pairer import Pairer, WorkerPairer
from extensions.events.club.rounds import Progress
from extensions.events.club.standings.table import Standings
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage import news as stored_news
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event, Title
from extensions.events.storage.news import News
from extensions.events.storage.rounds import Pairing, Round
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store, transactional
from storage.database.transaction import Outdated, Transaction
from storage.matches.match import StoredMatch

log = logging.getLogger(__name__)

MAX_LISTED = 50
"""Maximum number of events listed per server."""

MAX_NARROWED_TO = 100
"""Maximum number of events to which a server's list of finished matches can be narrowed."""


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """A round and its pairings."""

    round: Round
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event with its entrants."""

    event: Event
    entrants: tuple[Entrant, ...]

    @property
    def entrant_count(self) -> int:
        """The number of current entrants."""
        return sum(entrant.is_in for entrant in self.entrants)

    def has(self, user_id: int) -> bool:
        """Whether a user is in it."""
        return any(entrant.is_in and entrant.user_id == user_id for entrant in self.entrants)


class EventReader:
    """Reads events."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def event(self, event_id: int, guild_id: int | None = None) -> ListedEvent:
        """Return an event with its current and former entrants.

        :param guild_id: the server it must belong to, or None for any.
        :raises Refusal: `unknown_event`.
        """
        async with self._store.read() as tx:
            event = await stored_events.get(tx, event_id)
            if event is None or guild_id not in (None, event.guild_id):
                raise refusals.unknown_event()
            return ListedEvent(event, await stored_entrants.of_event(tx, event_id))

    async def of_guild(self, guild_id: int, limit: int = MAX_LISTED) -> tuple[ListedEvent, ...]:
        """Return the events of a server: current ones first, then past ones, latest first."""
        async with self._store.read() as tx:
            events = await stored_events.of_guild(tx, guild_id, limit)
            return tuple(
                [
                    ListedEvent(event, await stored_entrants.of_event(tx, event.id))
                    for event in events
                ]
            )

    async def latest(self, guild_id: int) -> tuple[Event, ...]:
        """Return the events of a server without their entrants, in the same order."""
        return await self._store.read(
            lambda tx: stored_events.of_guild(tx, guild_id, MAX_NARROWED_TO)
        )

    async def standings(self, event_id: int, after: int | None = None) -> Standings:
        """Return the standings of an event.

        :param after: a round number, for the standings after that round.
        :raises Refusal: `unknown_event`.
        """
        return standing.standings(await self._course(event_id), after)

    async def rounds(self, event_id: int) -> tuple[RoundPairings, ...]:
        """Return the rounds of an event with their pairings, in order.

        :raises Refusal: `unknown_event`.
        """
        course = await self._course(event_id)
        return tuple(
            RoundPairings(each, tuple(p for p in course.pairings if p.round == each.number))
            for each in course.rounds
        )

    async def news(self, event_id: int, *, unposted: bool = False) -> tuple[News, ...]:
        """Return the news of an event, oldest first.

        :param unposted: only news not yet posted in its thread.
        :raises Refusal: `unknown_event`.
        """
        async with self._store.read() as tx:
            event = await stored_events.get(tx, event_id)
            if event is None:
                raise refusals.unknown_event()
            return await stored_news.of_event(tx, event_id, event.told_news if unposted else 0)

    async def titles(self, user_id: int, guild_id: int, limit: int = 25) -> tuple[Title, ...]:
        """Return the titles a user has won in a server, latest first."""
        return await self._store.read(lambda tx: stored_events.titles(tx, user_id, guild_id, limit))

    async def _course(self, event_id: int) -> EventCourse:
        course = await self._store.read(lambda tx: courses.find(tx, event_id))
        if course is None:
            raise refusals.unknown_event()
        return course


async def may_know_of(tx: Transaction, viewer: Viewer, event: Event) -> bool:
    """Whether a viewer can see an event's channel, or has entered the event."""
    if viewer.sees(event.place):
        return True
    entered = await stored_entrants.of_event(tx, event.id)
    return any(each.user_id == viewer.user_id for each in entered)


class Events(EventChanges):
    """Opens events, enters and removes players, and advances events that are due."""

    def __init__(self, club: Club, pairer: Pairer | None = None) -> None:
        """:param pairer: pairs Swiss tournaments, in a separate process by default."""
        self._membership = club.membership
        self._random = club.random
        progress = Progress(club, pairer or WorkerPairer())
        super().__init__(club.store, club.clock, progress)
        self.organising = Organising(club.store, club.clock, progress)
        self.reader = EventReader(club.store)
        self.messages = EventMessages(club.store, club.clock)

    @transactional
    async def open(
        self,
        tx: Transaction,
        opening_request: Opening,
        *,
        joins: bool = True,
        admin: Admin | None = None,
    ) -> Event:
        """Open an event.

        :param joins: whether its opener enters it.
        :param admin: the opener, if they open it as an organiser.
        :raises Refusal: like `open_event` and, if the opener enters it, `join`.
        """
        now = self._clock()
        event = await opening.open_event(tx, opening_request, now)
        if admin is not None:
            await organising.opened(tx, event, admin, now)
        course, format = EventCourse(event, (), (), ()), format_of(event)
        first = format.opening_round(event, now)
        if first is not None:
            course = await changes.begin_round(tx, course, first, self._random, now)
            wakes_at = format.next_due_at(course, now)
            course = await changes.save_and_show(tx, course, now, wakes_at=wakes_at)
        if joins:
            course = await entering.join(tx, course, opening_request.opener, now)
        return course.event

    join = changing(entering.join)
    confirm_entry = changing(entering.confirm_entry)
    leave = changing(entering.leave)

    async def leave_all(self, user_id: int) -> None:
        """Leave all events of all servers."""
        event_ids = await self._store.read(lambda tx: stored_events.of_user(tx, user_id))
        for event_id in event_ids:
            try:
                await self.leave(event_id, user_id)
            except Refusal as refusal:
                log.info("could not leave event %s: %s", event_id, refusal.code)

    async def challenge_above(self, event_id: int, person: Person, place: int | None = None) -> int:
        """Challenge someone up to three places above on a ladder and start the match.

        :param place: the opponent's place, or None for the next above.
        :returns: the number of the match.
        :raises Refusal: `unknown_event`, `event_over`, `not_entered`, `they_left`, or like the
            format's `challenge`.
        """
        await self._check_is_there(event_id, person, place)

        async def challenge(tx: Transaction) -> int:
            course = await courses.find(tx, event_id, locked=True)
            if course is None:
                raise refusals.unknown_event()
            if course.event.is_over:
                raise refusals.event_over(course.event)
            own = course.of_user(person.user_id)
            if own is None or not own.is_in:
                raise refusals.not_entered(course.event)
            format, now = format_of(course.event), self._clock()
            _, match_id = await format.challenge(tx, course, own, place, self._random, now)
            return match_id

        return await self._store.write(challenge)

    async def _check_is_there(self, event_id: int, person: Person, place: int | None) -> None:
        """Check that the opponent on a ladder hasn't left the server, else drop them from it."""
        course = await self._store.read(lambda tx: courses.find(tx, event_id))
        own = None if course is None else course.of_user(person.user_id)
        if course is None or course.event.is_over or own is None or own.place is None:
            return
        target = own.place - 1 if place is None else place
        names = {
            entrant.user_id: entrant.name for entrant in course.entrants if entrant.place == target
        }
        departed = await self._membership.departed(course.event.guild_id, names)
        if departed:
            await self._progress.advance(event_id)
            raise refusals.they_left(course.event, names[min(departed)])

    async def advance(self) -> None:
        """Advance the due events of guilds in which time runs out."""
        await self._progress.advance_due()


@leaves
async def leave_events(club: Club, user_id: int) -> None:
    """Leave all events before a user's data is deleted."""
    await club.part(Events).leave_all(user_id)


async def check_takes_no_part(tx: Transaction, match: StoredMatch, user_id: int) -> None:
    """Check that a substitute doesn't take part in the event of a match.

    :raises Refusal: `in_event`.
    """
    if match.event_id is None:
        return
    entrants = await stored_entrants.of_event(tx, match.event_id)
    if any(each.user_id == user_id for each in entrants):
        words = N_("You take part in this event, so you can't play for someone else in it.")
        raise Refusal("in_event", words)


SUBSTITUTE_CHECKS.append(check_takes_no_part)


@SEAT_EVENTS.add
async def has_substitutes(asked: tuple[Transaction, int]) -> Sequence[bool]:
    """Return whether a silent seat of a match of two waits in an event."""
    return [(await stored_events.current(*asked)).terms.substitutes]


@removes
async def renew_events(tx: Transaction, user_id: int, now: datetime) -> None:
    """Show the events of a deleted user without their name.

    :raises Outdated: if they are in one again.
    """
    for event in await stored_events.renew_all_of(tx, user_id):
        await queue.enqueue(tx, posts.card(event, now))
    if await stored_events.of_user(tx, user_id):
        raise Outdated(f"the events of user {user_id}", 0)


@LIMITS.add
async def limit_vacations(asked: tuple[Transaction, int]) -> Sequence[Limit]:
    """Return how many vacation days stop a player's clocks in an event."""
    event = await stored_events.current(*asked)
    begin = event.started_at or event.created_at
    return [Limit(begin, event.terms.vacation_days * DAY)]


@IS_RATED_AGAIN.add
async def is_rated_again(asked: tuple[Transaction, int]) -> Sequence[bool]:
    """A match decided early by its event became unrated, but its rematch is rated."""
    return [await stored_events.of_match(*asked) is not None]
