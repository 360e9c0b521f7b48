"""The events of the simulated community, unless their extension was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.club import Club
from club.outbox import queue
from club.paces import DAY
from extensions.events.club import posts
from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import FORMATS
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.storage import events as stored_events
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches.match import Participant


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event to open in the community."""

    format: str
    game: str
    ago: timedelta
    """How long ago it is opened."""
    most: int
    """The number of entrants."""


_FIRST, _SECOND = list(GAMES)[:2]
PLANNED = (
    PlannedEvent("league", _FIRST, 21 * DAY, 11),
    PlannedEvent("cup", _SECOND, 4 * DAY, 4),
)
"""The planned events. The league has an entry period of a week."""


class DemoEvents:
    """Opens the events, and finds the matches they start."""

    def __init__(self, club: Club, guild_id: int, channel_id: int) -> None:
        self._events = club.part(Events)
        self._guild_id = guild_id
        self._channel_id = channel_id
        self._opened: list[int] = []
        self._begun: set[int] = set()

    async def open(self, planned: PlannedEvent, members: Sequence[Participant]) -> None:
        """Open an event for these members, as many as it takes."""
        persons = [Person(member.user_id, member.name) for member in members[: planned.most]]
        starts_full = FORMATS[planned.format].begins_when_full()
        wishes = EventOptions(game=planned.game, most=len(persons) if starts_full else None)
        event = await self._events.open(
            Opening(self._guild_id, self._channel_id, planned.format, persons[0], wishes)
        )
        self._opened.append(event.id)
        for person in persons[1:]:
            await self._events.join(event.id, person)

    async def advance(self) -> list[int]:
        """Advance the events, and return the numbers of newly started matches."""
        await self._events.advance()
        numbers: list[int] = []
        for event_id in self._opened:
            for of_round in await self._events.reader.rounds(event_id):
                numbers += [
                    pairing.match_id
                    for pairing in of_round.pairings
                    if pairing.match_id is not None and pairing.match_id not in self._begun
                ]
        self._begun.update(numbers)
        return numbers


async def show_again(tx: Transaction, channel_id: int, now: datetime) -> None:
    """Queue the cards of the events of a channel that has lost its messages."""
    for event in await stored_events.under_way_there(tx, channel_id):
        await queue.enqueue(tx, posts.card_again(event, now))
