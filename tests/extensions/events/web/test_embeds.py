"""Previews of events."""

from __future__ import annotations

from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.web.events import event_path
from storage.matches.match import Participant
from tests.club.services import CHANNEL, GUILD
from tests.web.house import House
from tests.web.http.test_embeds import LONG_NAMES, check_cards


async def started_event(house: House, people: list[Participant]) -> str:
    """Start an event, and return its path."""
    persons = [Person(each.user_id, each.name) for each in people]
    wishes = EventOptions(game="scala", name=LONG_NAMES[1], most=len(persons))
    events = house.services.part(Events)
    event = await events.open(Opening(GUILD, CHANNEL, "cup", persons[0], wishes))
    for person in persons[1:]:
        await events.join(event.id, person)
    await events.advance()
    return event_path(house.site, event.id)


async def test_an_event_has_a_card_valid_in_discord_and_a_wide_picture(house: House) -> None:
    people = [Participant(31 + place, name) for place, name in enumerate(LONG_NAMES)]
    assert await check_cards(house, [await started_event(house, people)]) == {"e"}
