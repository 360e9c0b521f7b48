"""Searches in servers that are gone, or that a person has left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from club.audit import Admin
from club.servers.settings import OTHER_SERVERS
from extensions.pool.club.pool import ROUND_INTERVAL, PlayerPool
from extensions.pool.storage import Wish
from storage.database.store import Store
from storage.matches import match_lists
from tests.club.matches.test_homes import HERE, THERE, homes, queued
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services, Town, direct_channel_of


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def services(store: Store, town: Town) -> Services:
    """The services in a town, whose members can leave."""
    services = Services(store, town=town)
    await services.uptime.set_online()
    return services


WISH = Wish(("skirt",), "1d", "7d", 1, "server")


async def run_round(services: Services) -> int:
    services.now += ROUND_INTERVAL
    return await services.part(PlayerPool).pair_due()


async def test_the_pool_looks_up_both_people_of_a_pair(services: Services, town: Town) -> None:
    for person in (ADA, BEN):
        await services.part(PlayerPool).join(person, HERE, WISH)
    assert await run_round(services) == 1
    assert sorted(town.look_ups) == [(GUILD, ADA.user_id), (GUILD, BEN.user_id)]


async def test_the_pool_drops_people_who_have_left_the_server(
    services: Services, town: Town
) -> None:
    for person in (ADA, BEN):
        await services.part(PlayerPool).join(person, HERE, WISH)
    town.departed.add((GUILD, ADA.user_id))
    assert await run_round(services) == 0
    assert await services.part(PlayerPool).of(ADA.user_id) is None
    assert [each["user_id"] for each in await queued(services, "pool")] == [ADA.user_id]
    await services.part(PlayerPool).join(CY, HERE, WISH)
    assert await run_round(services) == 1


async def test_the_pool_starts_no_match_where_one_of_its_players_cannot_see_it(
    services: Services, town: Town
) -> None:
    for person in (ADA, BEN):
        await services.part(PlayerPool).join(person, HERE, WISH)
    town.hidden.add((ADA.user_id, CHANNEL))
    assert await run_round(services) == 0
    assert await services.part(PlayerPool).of(ADA.user_id) is None
    assert await services.part(PlayerPool).of(BEN.user_id) is not None
    assert [each["user_id"] for each in await queued(services, "pool")] == [ADA.user_id]


async def test_a_search_by_direct_message_outlives_its_server(
    services: Services, town: Town
) -> None:
    for place in (HERE, THERE):
        assert place.guild_id is not None
        await services.settings.change(place.guild_id, OTHER_SERVERS, True, Admin(99, "Boss"))
    wish = replace(WISH, reach="direct")
    for person, place in ((ADA, HERE), (BEN, THERE)):
        channel_id = direct_channel_of(person.user_id)
        await services.part(PlayerPool).join(person, place, wish, direct_channel_id=channel_id)
    town.gone.add(GUILD)
    assert await run_round(services) == 0
    assert await run_round(services) == 1
    async with services.store.read() as tx:
        (match,) = await match_lists.running_of(tx, ADA.user_id)
    assert homes(match) == {each.user_id: direct_channel_of(each.user_id) for each in (ADA, BEN)}
