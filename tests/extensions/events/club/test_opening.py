"""Opening events."""

from __future__ import annotations

from extensions.events.club.opening import EventOptions
from tests.club.services import Services
from tests.club.test_invisible_names import INVISIBLE
from tests.extensions.events.club.sample_events import open_event


@INVISIBLE
async def test_an_event_keeps_its_usual_name(services: Services, text: str) -> None:
    event = await open_event(services, "ladder", 3, EventOptions(game="skirt", days=3, name=text))
    assert not event.name
