"""Homes of matches in servers that are gone, or that a player has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from club.matches.changes import Agreement, begin
from club.matches.homes import CHECK_INTERVAL
from rules.registry import GAMES
from storage.database.store import Store
from storage.matches import cards as stored_cards
from storage.matches.cards import Card
from storage.matches.match import (
    Participant,
    Place,
    StoredMatch,
    Terms,
    direct_messages,
)
from storage.outbox import OUTBOX
from tests.club.services import (
    ADA,
    BEN,
    CHANNEL,
    CY,
    GUILD,
    Services,
    Town,
    direct_channel_of,
)

HERE, THERE = Place(GUILD, CHANNEL, CHANNEL), Place(GUILD + 1, CHANNEL + 1, CHANNEL + 1)


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def services(store: Store, town: Town) -> Services:
    """The services in a town, whose members can leave."""
    services = Services(store, town=town)
    await services.uptime.set_online()
    return services


async def start(
    services: Services, *players: Participant, places: Sequence[Place] = (HERE,)
) -> int:
    terms = Terms("passtally", GAMES["passtally"].choose({"players": len(players)}))
    async with services.store.write() as tx:
        agreement = Agreement(terms, list(places), list(players))
        return (await begin(tx, agreement, Random(1), services.clock())).id


async def stored(services: Services, match_id: int) -> StoredMatch:
    return (await services.matches.find(match_id)).stored


def homes(match: StoredMatch) -> dict[int, int]:
    """The channel from which each player plays."""
    return {seat.user_id: match.home_of(seat.user_id).channel_id for seat in match.seats}


async def queued(services: Services, kind: str) -> list[dict[str, Any]]:
    """The payloads and channels of the waiting posts of a kind."""
    row = OUTBOX.c
    query = select(row.payload, row.channel_id, row.guild_id)
    query = query.where(row.kind == kind, row.sent_at.is_(None)).order_by(row.id)
    async with services.store.read() as tx:
        rows = (await tx.execute(query)).all()
    return [{**each.payload, "channel": each.channel_id, "guild": each.guild_id} for each in rows]


async def test_a_match_goes_on_in_direct_messages_when_its_server_is_gone(
    services: Services, town: Town
) -> None:
    match_id = await start(services, ADA, BEN, CY)
    town.gone.add(GUILD)
    await services.homes.check_servers()
    match = await stored(services, match_id)
    expected = {each.user_id: direct_channel_of(each.user_id) for each in (ADA, BEN, CY)}
    assert homes(match) == expected
    assert {place.kind for place in match.places} == {"direct message"}
    assert match.guild_id == GUILD
    boards = await queued(services, "card")
    assert sorted(each["channel"] for each in boards) == sorted(expected.values())
    notices = await queued(services, "direct")
    assert {each["user_id"]: each["why"] for each in notices} == dict.fromkeys(expected, "moved")
    await services.play_turns(match_id, 1)


@pytest.mark.parametrize("deleted", [CHANNEL, CHANNEL + 50, CHANNEL + 60])
async def test_the_board_of_a_deleted_place_is_shown_again_once(
    services: Services, town: Town, deleted: int
) -> None:
    numbers = [await start(services, ADA, BEN) for _ in range(3)]
    channel, thread, post = [(await stored(services, each)).place for each in numbers]
    async with services.store.write() as tx:
        await stored_cards.set_thread(tx, thread, CHANNEL + 50)
        await stored_cards.set_thread(tx, post, CHANNEL + 70, forum_id=CHANNEL + 60)
        for card, place in enumerate((channel, thread, post), 501):
            await stored_cards.set_card(tx, place, Card(card, 0, "0", None), services.now)
    # A post stays if only the channel is deleted in which its match was agreed on.
    lost = {CHANNEL: [1, 2], CHANNEL + 50: [2], CHANNEL + 60: [3]}[deleted]
    await services.homes.leave_deleted([deleted])
    assert await lost_cards(services) == lost
    town.deleted_ids = {deleted}
    await services.homes.check_servers()
    assert await lost_cards(services) == lost


async def test_a_channel_deleted_during_a_restart_is_noticed(
    services: Services, town: Town
) -> None:
    match = await stored(services, await start(services, ADA, BEN))
    async with services.store.write() as tx:
        await stored_cards.set_card(tx, match.place, Card(501, 0, "0", None), services.now)
    await services.homes.check_servers()
    assert await lost_cards(services) == []
    town.deleted_ids = {CHANNEL}
    services.now += CHECK_INTERVAL
    await services.homes.check_servers()
    assert await lost_cards(services) == [match.id]


async def lost_cards(services: Services) -> list[int]:
    """The matches whose card was lost, once for each time that it is needed again."""
    row = OUTBOX.c
    query = select(row.match_id, row.payload).where(row.kind == "card").order_by(row.match_id)
    async with services.store.read() as tx:
        rows = (await tx.execute(query)).all()
    return [each.match_id for each in rows if each.payload["deleted"] is not None]


async def test_only_the_players_of_a_gone_server_move(services: Services, town: Town) -> None:
    match_id = await start(services, ADA, replace(BEN, home=2), places=[HERE, THERE])
    town.gone.add(GUILD)
    await services.homes.check_servers()
    match = await stored(services, match_id)
    assert homes(match) == {
        ADA.user_id: direct_channel_of(ADA.user_id),
        BEN.user_id: THERE.channel_id,
    }
    assert len(match.places) == 2
    notices = {each["user_id"]: each["why"] for each in await queued(services, "direct")}
    assert notices == {ADA.user_id: "moved", BEN.user_id: "elsewhere"}


async def test_a_player_who_left_the_server_plays_on_in_direct_messages(
    services: Services, town: Town
) -> None:
    match_id = await start(services, ADA, BEN)
    match = await stored(services, match_id)
    assert not await services.homes.check_player(match, ADA.user_id)
    services.now += timedelta(hours=1)
    town.departed.add((GUILD, ADA.user_id))
    assert await services.homes.check_player(match, ADA.user_id)
    match = await stored(services, match_id)
    assert homes(match) == {
        ADA.user_id: direct_channel_of(ADA.user_id),
        BEN.user_id: CHANNEL,
    }
    assert [place.kind for place in match.places] == ["server", "direct message"]
    assert not await services.homes.check_player(match, ADA.user_id)
    notices = {each["user_id"]: each["why"] for each in await queued(services, "direct")}
    assert notices == {ADA.user_id: "moved", BEN.user_id: "elsewhere"}


async def test_a_player_without_direct_messages_stays_until_they_can_be_reached(
    services: Services, town: Town
) -> None:
    match_id = await start(services, ADA, BEN)
    town.gone.add(GUILD)
    town.unreachable.add(BEN.user_id)
    await services.homes.check_servers()
    match = await stored(services, match_id)
    ada, ben = direct_channel_of(ADA.user_id), direct_channel_of(BEN.user_id)
    assert homes(match) == {ADA.user_id: ada, BEN.user_id: CHANNEL}
    town.unreachable.clear()
    services.now += CHECK_INTERVAL
    await services.homes.check_servers()
    match = await stored(services, match_id)
    assert homes(match) == {ADA.user_id: ada, BEN.user_id: ben}
    assert {place.kind for place in match.places} == {"direct message"}


async def test_a_match_in_direct_messages_and_one_that_is_over_stay_where_they_are(
    services: Services, town: Town
) -> None:
    private = await start(
        services,
        ADA,
        replace(BEN, home=2),
        places=[direct_messages(1), direct_messages(2)],
    )
    over = await start(services, ADA, BEN)
    await services.matches.resign(over, ADA.user_id)
    town.gone.add(GUILD)
    await services.homes.check_servers()
    assert homes(await stored(services, private)) == {ADA.user_id: 1, BEN.user_id: 2}
    assert (await stored(services, over)).places[0].guild_id == GUILD


async def test_servers_that_answer_keep_their_matches(services: Services, town: Town) -> None:
    match_id = await start(services, ADA, BEN)
    await services.homes.check_servers()
    assert homes(await stored(services, match_id)) == {ADA.user_id: CHANNEL, BEN.user_id: CHANNEL}
    assert town.look_ups == []
