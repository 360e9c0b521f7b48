"""Pages of events."""

from __future__ import annotations

import pytest

from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.web.events import event_path
from tests.club.services import ADA, BEN, CHANNEL, GUILD
from tests.extensions.events.club.sample_events import pairings, start_event
from tests.web.house import PRIVATE_CHANNEL, House, check_html
from tests.web.http.test_embeds import picture_of
from tests.web.http.test_live import check_ends_in_private, next_version
from tests.web.matches.test_archive import listed, path_in


async def test_events_can_be_followed_too(house: House) -> None:
    events = house.services.part(Events)
    wishes = EventOptions(game="skirt", most=4)
    event = await events.open(Opening(GUILD, CHANNEL, "cup", Person(1, "One"), wishes))
    path = event_path(house.site, event.id)
    async with house.session.get(f"{house.url}{path}/live") as stream:
        first = await next_version(stream.content)
        await events.join(event.id, Person(2, "Two"))
        assert await next_version(stream.content) > first
    assert "<bdi>Two</bdi>" in (await house.page(path)).text


async def test_a_tour_of_several_games_has_a_picture(house: House) -> None:
    event = await start_event(house.services, "tour", 4)
    page = await house.page(event_path(house.site, event.id))
    assert (await house.get(picture_of(page))).status == 200


@pytest.mark.parametrize(("channel", "is_linked"), [(CHANNEL, True), (PRIVATE_CHANNEL, False)])
async def test_events_of_the_member_are_listed_and_linked_if_they_have_a_page(
    house: House, channel: int, is_linked: bool
) -> None:
    organiser = Person(ADA.user_id, ADA.name)
    event = await house.services.part(Events).open(
        Opening(GUILD, channel, "cup", organiser, EventOptions(game="skirt", name="Autumn cup"))
    )
    page = await house.get("/me", Cookie=await house.sign_in(ADA))
    check_html(page.text)
    assert "Autumn cup" in page.text
    assert (event_path(house.site, event.id) in page.links) == is_linked
    others = await house.get("/me", Cookie=await house.sign_in(BEN))
    assert "Autumn cup" not in others.text


async def test_a_stream_of_an_event_ends_when_its_channel_turns_private(house: House) -> None:
    opening = Opening(GUILD, CHANNEL, "cup", Person(1, "One"), EventOptions(game="skirt", most=4))
    event = await house.services.part(Events).open(opening)
    await check_ends_in_private(house, event_path(house.site, event.id))


async def test_finished_matches_are_narrowed_to_those_of_an_event(house: House) -> None:
    services = house.services
    await services.win_match(ADA, BEN)
    event = await start_event(services, "cup", 4)
    match = await services.matches.find((await pairings(services, event.id))[0].match_id or 0)
    await services.matches.resign(match, match.players[0].user_id)
    key = event_path(house.site, event.id).rpartition("/")[2]
    assert len(await listed(house)) == 2
    assert len(await listed(house, f"?event={key}")) == 1
    page = (await house.page(f"{path_in(house)}?event={key}")).text
    assert f'<option value="{key}" selected>' in page
    assert "Any event" in page
    for text in ("x", event_path(house.site, event.id + 1).rpartition("/")[2]):
        assert (await house.get(f"{path_in(house)}?event={text}")).status == 404
