"""The terms of events in words."""

from __future__ import annotations

from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.presentation.events import terms_words
from presentation.challenges.challenges import (
    challenge_title,
)
from presentation.markup import PLAIN
from storage.matches.match import Place
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Services
from tests.presentation.test_challenge_words import terms


async def test_a_challenge_and_an_event_name_the_patterns_of_scalus(services: Services) -> None:
    place, options = Place(GUILD, CHANNEL), {"patterns": 1}
    made = await services.challenges.make(terms("scalus", **options), place, ADA, (BEN,), seat=1)
    cup = EventOptions(game="scalus", options=options)
    event = await services.part(Events).open(Opening(GUILD, CHANNEL, "cup", Person(11, "Ada"), cup))
    assert challenge_title(made, PLAIN) == "Ada challenges Ben to Scalus (all patterns)"
    assert terms_words(event).endswith(" · all patterns")
