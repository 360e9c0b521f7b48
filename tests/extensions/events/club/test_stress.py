"""Events among random operations by three processes."""

from __future__ import annotations

from random import Random

import pytest

from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from rules.refusal import Refusal
from tests.club.services import CHANNEL, GUILD, Services
from tests.club.test_stress import Visitor, check_visitors
from tests.extensions.events.club.sample_events import ORGANISER

pytestmark = pytest.mark.slow


class Entrant(Visitor):
    """A visitor who also opens and enters events."""

    def __init__(self, services: Services, random: Random, partner: Services) -> None:
        super().__init__(services, random, partner)
        events = (self.open_event, self.join_event, self.advance, self.cancel_event)
        self.operations = (*self.operations, *events)

    async def open_event(self) -> None:
        opener = self.anyone()
        person = Person(opener.user_id, opener.name)
        wishes = EventOptions("skirt", {"size": 4}, most=4)
        await self.services.part(Events).open(Opening(GUILD, CHANNEL, "cup", person, wishes))

    async def _any_event(self) -> int:
        events = [
            each.event.id
            for each in await self.services.part(Events).reader.of_guild(GUILD)
            if not each.event.is_over
        ]
        if not events:
            raise Refusal("none", "There is no event.")
        return self._random.choice(events)

    async def join_event(self) -> None:
        person = self.anyone()
        event_id = await self._any_event()
        await self.services.part(Events).join(event_id, Person(person.user_id, person.name))

    async def advance(self) -> None:
        await self.services.part(Events).advance()

    async def cancel_event(self) -> None:
        await self.services.part(Events).organising.cancel(await self._any_event(), ORGANISER)


@pytest.mark.parametrize("is_disturbed", [False, True], ids=["alone", "disturbed"])
async def test_events_never_block_other_processes(
    postgresql_url: str, caplog: pytest.LogCaptureFixture, *, is_disturbed: bool
) -> None:
    await check_visitors(Entrant, postgresql_url, caplog, is_disturbed=is_disturbed)
