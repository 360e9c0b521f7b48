"""Events as people use them: opened, entered, left, shown, and what organisers may do.

What happens by itself is in `progress`. Each change is one transaction, which takes the event first
and decides on it as it is then.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random

from club.events import course as courses
from club.events import entering, event_transactions, opening, organising, refusals
from club.events.course import Course, Person
from club.events.formats import ladder
from club.events.opening import Wishes
from club.events.pairing.pairer import Pairer, WorkerPairer
from club.events.progress import Progress
from club.events.standings import standings as standing
from club.events.standings.standings import Standings
from club.matches.matches import Matches
from club.members.audit import Admin
from rules.refusal import Refusal
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import news as stored_news
from storage.events.entrants import Entrant, Title
from storage.events.events import Event, Format
from storage.events.news import News
from storage.events.rounds import Pairing, Round

EventChange = Callable[[Transaction, Course, datetime], Awaitable[Event]]
"""What becomes of an event at a moment, within the transaction that has taken it; it may refuse."""

log = logging.getLogger(__name__)

MOST_LISTED = 50
"""Events of a server that are listed."""


@dataclass(frozen=True, slots=True)
class RoundOf:
    """A round and its pairings."""

    round: Round
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """An event with who is in it, as a list shows it."""

    event: Event
    entrants: tuple[Entrant, ...]

    @property
    def there(self) -> int:
        """How many are in it."""
        return sum(each.is_in for each in self.entrants)

    def has(self, user_id: int) -> bool:
        """Whether somebody is in it."""
        return any(each.is_in and each.user_id == user_id for each in self.entrants)


class Events:
    """Opens events, takes people in and out, shows them, and does what is due."""

    def __init__(
        self,
        store: Store,
        matches: Matches,
        clock: Callable[[], datetime],
        random: Random,
        pairer: Pairer | None = None,
        clocks_run: Callable[[int], bool] = lambda _guild_id: True,
    ) -> None:
        """
        :param pairer: pairs Swiss tournaments; in a process of its own by default.
        :param clocks_run: whether somebody in a guild may run out of time now.
        """
        self._store = store
        self._clock = clock
        self._random = random
        self._progress = Progress(
            store, matches, clock, random, pairer or WorkerPairer(), clocks_run
        )

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        format: Format,
        opener: Person,
        wishes: Wishes,
        *,
        joins: bool = True,
        admin: Admin | None = None,
    ) -> Event:
        """Open an event, which whoever opens it enters.

        :param joins: False where they don't.
        :param admin: who opens it as an organiser.
        :raises Refusal: `game`, `option`, `pace`, `days`, `rounds`, `size`, `name`,
            `too_many_events`, `too_many_joined`.
        """
        now = self._clock()
        async with self._store.write() as tx:
            event = await opening.open_event(tx, guild_id, channel_id, format, opener, wishes, now)
            if admin is not None:
                await organising.opened(tx, event, admin, now)
            if format == "ladder":
                course, begun = await courses.load(tx, event), ladder.season(event, now)
                await event_transactions.begin_round(tx, course, begun, self._random, now)
                event = await stored_events.present(tx, event.id)
            if joins:
                event = await entering.join(tx, await courses.load(tx, event), opener, now)
        return event

    async def join(self, event_id: int, person: Person) -> Event:
        """Enter an event; one that is full begins.

        :raises Refusal: `unknown_event`, `event_over`, `already_in`, `out`, `closed`, `full`,
            `too_many_joined`, `blocks`, `not_available`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: entering.join(tx, course, person, now)
        )

    async def still_in(self, event_id: int, person: Person) -> Event:
        """Say that one is there, who was asked before a cup begins or for a league's next season.

        :raises Refusal: `unknown_event`, `event_over`, `not_entered`, `begun`, `full`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: entering.still_in(tx, course, person, now)
        )

    async def leave(self, event_id: int, user_id: int) -> Event:
        """Be out of an event, for good once it has begun; the matches that run are lost.

        :raises Refusal: `unknown_event`, `event_over`, `not_entered`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: entering.leave(tx, course, user_id, now)
        )

    async def challenge_above(self, event_id: int, person: Person, place: int | None = None) -> int:
        """Challenge somebody up to three places above on a ladder; the match begins at once.

        :param place: theirs, None for the next above.
        :returns: the number of the match.
        :raises Refusal: `unknown_event`, `event_over`, `not_a_ladder`, `not_entered`, `top`,
            `place`, `busy`, `they_are_busy`, `again`, `season_ends`, `blocks`, `not_available`.
        """
        now = self._clock()
        async with self._store.write() as tx:
            course = await courses.find(tx, event_id, locked=True)
            if course is None:
                raise refusals.unknown_event()
            return await ladder.challenge(tx, course, person, place, self._random, now)

    async def close_entries(self, event_id: int, admin: Admin) -> Event:
        """Let an organiser begin an event with those who have entered.

        :raises Refusal: `unknown_event`, `event_over`, `begun`, `too_few`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: organising.close_entries(tx, course, admin, now)
        )

    async def remove(self, event_id: int, user_id: int, admin: Admin) -> Event:
        """Let an organiser take somebody out, for good.

        :raises Refusal: `unknown_event`, `event_over`, `not_entered`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: organising.remove(tx, course, user_id, admin, now)
        )

    async def extend(self, event_id: int, admin: Admin) -> Event:
        """Let an organiser give an event a week more, once.

        :raises Refusal: `unknown_event`, `event_over`, `extended`, `no_date`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: organising.extend(tx, course, admin, now)
        )

    async def adjudicate(
        self, event_id: int, match_id: int, winner_id: int | None, admin: Admin
    ) -> Event:
        """Let an organiser decide a match of the round that runs.

        :param winner_id: the user who has won, None for a draw.
        :raises Refusal: `unknown_event`, `event_over`, `not_running`, `not_of_event`, `settled`,
            `not_playing`.
        """
        return await self._changed(
            event_id,
            lambda tx, course, now: organising.adjudicate(
                tx, course, match_id, winner_id, admin, now
            ),
        )

    async def cancel(self, event_id: int, admin: Admin) -> Event:
        """Let an organiser call an event off; its matches go on as matches of their own.

        :raises Refusal: `unknown_event`, `event_over`.
        """
        return await self._changed(
            event_id, lambda tx, course, now: organising.cancel(tx, course, admin, now)
        )

    async def event(self, event_id: int, guild_id: int | None = None) -> Listed:
        """An event with who is or was in it.

        :param guild_id: where who asks is; None for the bot itself.
        :raises Refusal: `unknown_event`.
        """
        async with self._store.read() as tx:
            event = await stored_events.get(tx, event_id)
            if event is None or guild_id not in (None, event.guild_id):
                raise refusals.unknown_event()
            return Listed(event, await stored_entrants.of_event(tx, event_id))

    async def of_guild(self, guild_id: int, limit: int = MOST_LISTED) -> tuple[Listed, ...]:
        """The events of a server: those that are open or run, then the others, the latest first."""
        async with self._store.read() as tx:
            found = await stored_events.of_guild(tx, guild_id, limit)
            return tuple(
                [Listed(each, await stored_entrants.of_event(tx, each.id)) for each in found]
            )

    async def standings(self, event_id: int, after: int | None = None) -> Standings:
        """How an event stands.

        :param after: the number of a round, to see how it stood when that was over.
        :raises Refusal: `unknown_event`.
        """
        course = await self._course(event_id)
        return standing.standings(
            course.event, course.entrants, course.rounds, course.pairings, after
        )

    async def rounds(self, event_id: int) -> tuple[RoundOf, ...]:
        """The rounds of an event with their pairings, the first first.

        :raises Refusal: `unknown_event`.
        """
        course = await self._course(event_id)
        return tuple(
            RoundOf(each, tuple(one for one in course.pairings if one.round == each.number))
            for each in course.rounds
        )

    async def news(self, event_id: int, *, untold: bool = False) -> tuple[News, ...]:
        """What has happened in an event, the first first.

        :param untold: only what its thread has not been told.
        :raises Refusal: `unknown_event`.
        """
        async with self._store.read() as tx:
            event = await stored_events.get(tx, event_id)
            if event is None:
                raise refusals.unknown_event()
            return await stored_news.of_event(tx, event_id, event.told_news if untold else 0)

    async def told(self, event_id: int, news: int, *, silently: bool = False) -> None:
        """Remember up to which news the thread of an event was told; what came since follows.

        :param news: the number of the last that was told.
        :param silently: none of them was worth a message, so that the next needs not wait for a
            day.
        """
        now = self._clock()
        async with self._store.write() as tx:
            if await stored_events.get(tx, event_id, locked=True) is None:
                return
            await stored_events.set_told(tx, event_id, news, None if silently else now)
            event = await stored_events.get(tx, event_id)
            assert event is not None
            if await stored_news.of_event(tx, event_id, event.told_news):
                await event_transactions.tell_what_is_new(tx, event, now)

    async def placed(
        self,
        event_id: int,
        *,
        thread_id: int | None = None,
        card_message_id: int | None = None,
        scheduled_event_id: int | None = None,
    ) -> None:
        """Remember where an event is shown; what is None stays as it is."""
        async with self._store.write() as tx:
            await stored_events.set_places(
                tx,
                event_id,
                thread_id=thread_id,
                card_message_id=card_message_id,
                scheduled_event_id=scheduled_event_id,
            )

    async def titles(self, user_id: int, guild_id: int, limit: int = 25) -> tuple[Title, ...]:
        """What somebody has won in a server, the latest first."""
        async with self._store.read() as tx:
            return await stored_entrants.titles(tx, user_id, guild_id, limit)

    async def leave_all(self, user_id: int) -> None:
        """Be out of all events, of all servers."""
        async with self._store.read() as tx:
            joined = await stored_events.of_user(tx, user_id)
        for event_id in joined:
            try:
                await self.leave(event_id, user_id)
            except Refusal as refusal:
                log.info("event %s was not left: %s", event_id, refusal.code)

    async def advance(self, shards: Shards = ALL) -> None:
        """Do what is due in the events of some shards: begin, take results, end rounds and begin
        the next, ask, end."""
        await self._progress.advance_due(shards)

    async def _course(self, event_id: int) -> Course:
        async with self._store.read() as tx:
            course = await courses.find(tx, event_id)
        if course is None:
            raise refusals.unknown_event()
        return course

    async def _changed(self, event_id: int, change: EventChange) -> Event:
        """Change an event in one transaction, and do what that makes due."""
        now = self._clock()
        async with self._store.write() as tx:
            course = await courses.find(tx, event_id, locked=True)
            if course is None:
                raise refusals.unknown_event()
            event = await change(tx, course, now)
        if event.wakes_at is not None and event.wakes_at <= now:
            await self._progress.advance(event_id)
            event = (await self.event(event_id)).event
        return event
