"""The events of the demo community: a league and a cup that are still running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from club.clocks.pace import DAY
from club.events.course import Person
from club.events.events import Events
from club.events.formats.registry import FORMATS
from club.events.opening import Opening, Wishes
from rules.registry import GAMES
from storage.matches.terms import Participant


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

    def __init__(self, events: Events, guild_id: int, channel_id: int) -> None:
        self._events = events
        self._guild_id = guild_id
        self._channel_id = channel_id
        self._opened: list[int] = []
        self._begun: set[int] = set()

    async def open(self, planned: PlannedEvent, members: Sequence[Participant]) -> None:
        """Open an event for these members, as many as it takes."""
        persons = [Person(each.user_id, each.name) for each in members[: planned.most]]
        starts_full = FORMATS[planned.format].begins_when_full()
        wishes = Wishes(game=planned.game, most=len(persons) if starts_full else None)
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
                    each.match_id
                    for each in of_round.pairings
                    if each.match_id is not None and each.match_id not in self._begun
                ]
        self._begun.update(numbers)
        return numbers
