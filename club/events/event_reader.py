"""Reading events: lists, standings, rounds, news and titles."""

from __future__ import annotations

from dataclasses import dataclass

from club.events import course as courses
from club.events import refusals
from club.events.course import Course
from club.events.standings import standings as standing
from club.events.standings.table import Standings
from storage.database.store import Store
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import news as stored_news
from storage.events.entrants import Entrant, Title
from storage.events.events import Event
from storage.events.news import News
from storage.events.rounds import Pairing, Round

MAX_LISTED = 50
"""Maximum number of events listed per server."""


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
        return sum(each.is_in for each in self.entrants)

    def has(self, user_id: int) -> bool:
        """Whether a user is in it."""
        return any(each.is_in and each.user_id == user_id for each in self.entrants)


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
                [ListedEvent(each, await stored_entrants.of_event(tx, each.id)) for each in events]
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
        async with self._store.read() as tx:
            return await stored_entrants.titles(tx, user_id, guild_id, limit)

    async def _course(self, event_id: int) -> Course:
        async with self._store.read() as tx:
            course = await courses.find(tx, event_id)
        if course is None:
            raise refusals.unknown_event()
        return course
