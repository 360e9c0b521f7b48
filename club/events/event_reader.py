"""Reading events as people see them: lists, standings, rounds, news, titles."""

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

MOST_LISTED = 50
"""Events of a server that are listed."""


@dataclass(frozen=True, slots=True)
class RoundOf:
    """A round and its pairings."""

    round: Round
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """An event with its entrants, as a list shows it."""

    event: Event
    entrants: tuple[Entrant, ...]

    @property
    def there(self) -> int:
        """How many are in it."""
        return sum(each.is_in for each in self.entrants)

    def has(self, user_id: int) -> bool:
        """Whether a user is in it."""
        return any(each.is_in and each.user_id == user_id for each in self.entrants)


class EventReader:
    """Reads events, and changes nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def event(self, event_id: int, guild_id: int | None = None) -> Listed:
        """Return an event with all who are or were in it.

        :param guild_id: the server that it must belong to; None for any.
        :raises Refusal: `unknown_event`.
        """
        async with self._store.read() as tx:
            event = await stored_events.get(tx, event_id)
            if event is None or guild_id not in (None, event.guild_id):
                raise refusals.unknown_event()
            return Listed(event, await stored_entrants.of_event(tx, event_id))

    async def of_guild(self, guild_id: int, limit: int = MOST_LISTED) -> tuple[Listed, ...]:
        """Return the events of a server: those under way, then the others, the latest first."""
        async with self._store.read() as tx:
            events = await stored_events.of_guild(tx, guild_id, limit)
            return tuple(
                [Listed(each, await stored_entrants.of_event(tx, each.id)) for each in events]
            )

    async def standings(self, event_id: int, after: int | None = None) -> Standings:
        """Return how an event stands.

        :param after: the number of a round, to see how it stood when that was over.
        :raises Refusal: `unknown_event`.
        """
        return standing.standings(await self._course(event_id), after)

    async def rounds(self, event_id: int) -> tuple[RoundOf, ...]:
        """Return the rounds of an event with their pairings, the first first.

        :raises Refusal: `unknown_event`.
        """
        course = await self._course(event_id)
        return tuple(
            RoundOf(each, tuple(one for one in course.pairings if one.round == each.number))
            for each in course.rounds
        )

    async def news(self, event_id: int, *, untold: bool = False) -> tuple[News, ...]:
        """Return what has happened in an event, the first first.

        :param untold: only what has not been posted in its thread.
        :raises Refusal: `unknown_event`.
        """
        async with self._store.read() as tx:
            event = await stored_events.get(tx, event_id)
            if event is None:
                raise refusals.unknown_event()
            return await stored_news.of_event(tx, event_id, event.told_news if untold else 0)

    async def titles(self, user_id: int, guild_id: int, limit: int = 25) -> tuple[Title, ...]:
        """Return what a user has won in a server, the latest first."""
        async with self._store.read() as tx:
            return await stored_entrants.titles(tx, user_id, guild_id, limit)

    async def _course(self, event_id: int) -> Course:
        async with self._store.read() as tx:
            course = await courses.find(tx, event_id)
        if course is None:
            raise refusals.unknown_event()
        return course
