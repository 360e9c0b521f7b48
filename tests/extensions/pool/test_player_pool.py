"""The player pool: joining, rounds of pairing, and the end of a search."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from club.audit import Admin
from club.members.membership import Viewer
from club.servers.settings import CHANNELS, FORUM, OTHER_SERVERS
from extensions.pool import storage as stored_pool
from extensions.pool.club import pool
from extensions.pool.club.pairing import PACES
from extensions.pool.club.pool import LIFETIME, ROUND_INTERVAL, PlayerPool
from extensions.pool.storage import POOL_ENTRIES, Wish
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.key_values import FACTS
from storage.database.store import Store
from storage.matches import match_lists
from storage.matches.match import MATCHES, Participant, Place, StoredMatch
from storage.members import membership
from storage.members.membership import Member
from storage.outbox import OUTBOX
from storage.ratings.ratings import RATING_CHANGES
from tests.club.crashing_store import CrashingStore, SimulatedCrash
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services, Town

HERE, THERE = Place(GUILD, CHANNEL), Place(GUILD + 1, CHANNEL + 1)
WISH = Wish(("skirt",), "1d", "7d", 1, "server")
OUT = replace(WISH, reach="everywhere")
BOSS = Admin(99, "Boss")


async def matches_of(services: Services, person: Participant) -> tuple[StoredMatch, ...]:
    return await services.store.read(lambda tx: match_lists.running_of(tx, person.user_id))


async def run_round(services: Services) -> int:
    """Run the next round, and return the number of matches started."""
    services.now += ROUND_INTERVAL
    return await services.part(PlayerPool).pair_due()


async def search_notices(services: Services) -> list[tuple[int, str]]:
    """The recipient and kind of each notice about a search."""
    row = OUTBOX.c
    query = select(row.payload).where(row.kind == "pool").order_by(row.id)
    async with services.store.read() as tx:
        payloads: list[dict[str, Any]] = list((await tx.execute(query)).scalars())
    return [(each["user_id"], each["notice"]) for each in payloads]


async def allow_outside_play(services: Services) -> None:
    for place in (HERE, THERE):
        assert place.guild_id is not None
        await services.settings.change(place.guild_id, OTHER_SERVERS, True, BOSS)


async def join_pool(services: Services, wish: Wish = WISH, *others: Participant) -> None:
    for person in (ADA, BEN, *others):
        await services.part(PlayerPool).join(person, HERE, wish)


async def test_two_waiting_players_get_a_rated_match_where_they_joined(services: Services) -> None:
    await join_pool(services)
    assert await run_round(services) == 1
    (match,) = await matches_of(services, ADA)
    assert (match.game, match.pace, match.rated, match.from_pool) == ("skirt", "3d", True, True)
    assert [each.plain.channel_id for each in match.places] == [CHANNEL]


async def test_the_pace_is_as_close_to_three_days_as_both_allow(services: Services) -> None:
    await services.part(PlayerPool).join(ADA, HERE, replace(WISH, fastest="1d", slowest="1d"))
    await services.part(PlayerPool).join(BEN, HERE, WISH)
    await run_round(services)
    assert (await matches_of(services, ADA))[0].pace == "1d"


async def test_both_players_of_a_new_match_are_mentioned(services: Services) -> None:
    await join_pool(services)
    await run_round(services)
    row = OUTBOX.c
    async with services.store.read() as tx:
        payload = (await tx.execute(select(row.payload).where(row.kind == "card"))).scalar_one()
    assert sorted(payload["pings"]) == [ADA.user_id, BEN.user_id]


async def test_there_is_one_round_every_few_minutes(services: Services) -> None:
    await join_pool(services)
    assert await services.part(PlayerPool).pair_due() == 1
    await join_pool(services, replace(WISH, most=2))
    services.now += ROUND_INTERVAL - timedelta(seconds=1)
    assert await services.part(PlayerPool).pair_due() == 0


async def test_a_player_at_their_match_limit_waits_for_one_to_end(
    services: Services,
) -> None:
    await join_pool(services)
    await run_round(services)
    services.now += timedelta(days=2)
    assert await run_round(services) == 0
    (match,) = await matches_of(services, ADA)
    await services.matches.resign(match.id, ADA.user_id)
    assert await run_round(services) == 0
    services.now += timedelta(days=2)
    assert await run_round(services) == 1


async def test_blocks_and_vacations_are_honoured(services: Services) -> None:
    await join_pool(services)
    await services.blocks.block(ADA.user_id, BEN.user_id, BEN.name)
    services.now += timedelta(days=3)
    assert await run_round(services) == 0
    await services.blocks.unblock(ADA.user_id, BEN.user_id)
    await services.vacations.take(BEN.user_id, 1)
    assert await run_round(services) == 0
    services.now += timedelta(days=1)
    assert await run_round(services) == 1


async def test_a_player_who_left_the_server_is_not_paired(services: Services) -> None:
    await join_pool(services)
    async with services.store.write() as tx:
        await membership.save(tx, [Member(GUILD, BEN.user_id, "Ben", False, services.now)])
    assert await run_round(services) == 0


def _is_at(channel_id: int, place: Place) -> bool:
    return place.channel_id == channel_id


NEXT_DOOR = Place(GUILD, CHANNEL + 5)


async def pair_in_two_channels(services: Services) -> StoredMatch:
    """Pair Ada, who has waited longer, and Ben, who look in two channels of a server."""
    await services.part(PlayerPool).join(ADA, HERE, WISH)
    await services.part(PlayerPool).join(BEN, NEXT_DOOR, WISH)
    assert await run_round(services) == 1
    (match,) = await matches_of(services, ADA)
    return match


@pytest.mark.parametrize("hidden_from", [None, ADA, BEN])
async def test_a_pair_plays_in_a_channel_that_both_can_see(
    store: Store, hidden_from: Participant | None
) -> None:
    town = Town()
    if hidden_from is not None:
        others = NEXT_DOOR if hidden_from is ADA else HERE
        town.hidden.add((hidden_from.user_id, others.channel_id))
    match = await pair_in_two_channels(Services(store, town=town))
    (place,) = match.places
    if hidden_from is not None:
        assert place.channel_id == (HERE if hidden_from is ADA else NEXT_DOOR).channel_id


async def test_a_pair_without_a_common_channel_plays_from_two(store: Store) -> None:
    town = Town()
    town.hidden = {(ADA.user_id, NEXT_DOOR.channel_id), (BEN.user_id, HERE.channel_id)}
    services = Services(store, town=town)
    match = await pair_in_two_channels(services)
    for person, home in ((ADA, HERE), (BEN, NEXT_DOOR)):
        assert match.home_of(person.user_id).channel_id == home.channel_id
        listed = await services.match_finder.of_person(GUILD, person.user_id)
        assert [each.place.channel_id for each in listed] == [home.channel_id]
        viewer = Viewer(GUILD, 1, CY.user_id, partial(_is_at, home.channel_id))
        spectated = await services.match_finder.find_visible(viewer, match.id)
        assert spectated.stored.place.channel_id == home.channel_id


async def test_a_forum_both_can_see_is_where_a_pair_plays(store: Store) -> None:
    town = Town()
    town.hidden = {(ADA.user_id, NEXT_DOOR.channel_id), (BEN.user_id, HERE.channel_id)}
    services = Services(store, town=town)
    await services.settings.change(GUILD, FORUM, 55, BOSS)
    assert len((await pair_in_two_channels(services)).places) == 1


async def test_a_channel_that_stopped_accepting_matches_gets_none(services: Services) -> None:
    await join_pool(services)
    await services.settings.change(GUILD, CHANNELS, (CHANNEL + 9,), BOSS)
    assert await run_round(services) == 0


async def test_an_allowed_channel_that_was_deleted_keeps_none_from_being_paired(
    store: Store,
) -> None:
    town = Town()
    town.deleted_ids = {CHANNEL + 9}
    services = Services(store, town=town)
    await join_pool(services)
    await services.settings.change(GUILD, CHANNELS, (CHANNEL + 9,), BOSS)
    assert await run_round(services) == 1


async def test_a_match_between_servers_has_a_place_in_each(services: Services) -> None:
    await allow_outside_play(services)
    await services.part(PlayerPool).join(ADA, HERE, OUT)
    await services.part(PlayerPool).join(BEN, THERE, OUT)
    assert await run_round(services) == 1
    (match,) = await matches_of(services, ADA)
    assert match.is_between_servers
    assert match.home_of(ADA.user_id).channel_id == HERE.channel_id
    assert match.home_of(BEN.user_id).channel_id == THERE.channel_id
    for guild_id in (HERE.guild_id, THERE.guild_id):
        assert guild_id is not None
        mine = await services.match_finder.of_person(guild_id, BEN.user_id)
        assert [(each.id, each.place.guild_id) for each in mine] == [(match.id, guild_id)]


async def test_a_server_plays_among_its_members_until_an_admin_allows_more(
    services: Services,
) -> None:
    with pytest.raises(Refusal) as refusal:
        await services.part(PlayerPool).join(ADA, HERE, OUT)
    assert refusal.value.code == "plays_in"
    await allow_outside_play(services)
    await services.part(PlayerPool).join(ADA, HERE, OUT)
    await services.part(PlayerPool).join(BEN, THERE, OUT)
    await services.settings.change(GUILD, OTHER_SERVERS, False, BOSS)
    assert await run_round(services) == 0


async def test_a_globally_hidden_player_is_paired_only_within_the_server(
    services: Services,
) -> None:
    await allow_outside_play(services)
    await services.part(PlayerPool).join(ADA, HERE, OUT)
    await services.part(PlayerPool).join(BEN, THERE, OUT)
    await services.personal_data.show_globally(ADA.user_id, False)
    assert await run_round(services) == 0
    with pytest.raises(Refusal) as refusal:
        await services.part(PlayerPool).join(ADA, HERE, OUT)
    assert refusal.value.code == "hidden"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (replace(WISH, games=()), "no_games"),
        (replace(WISH, games=("chess",)), "no_games"),
        (replace(WISH, fastest="7d", slowest="1d"), "paces"),
        (replace(WISH, fastest="1m"), "paces"),
        (replace(WISH, most=9), "most"),
    ],
)
async def test_invalid_preferences_are_refused(services: Services, wish: Wish, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        await services.part(PlayerPool).join(ADA, HERE, wish)
    assert refusal.value.code == code


async def test_the_games_one_plays_are_suggested_at_any_pace_within_the_server(
    services: Services,
) -> None:
    any_pace = Wish(tuple(GAMES), PACES[0], PACES[-1], 1, "server")
    assert (await services.part(PlayerPool).view(ADA.user_id, GUILD)).wish == any_pace
    await services.win_match(ADA, BEN, game="scala")
    wish = (await services.part(PlayerPool).view(ADA.user_id, GUILD)).wish
    assert wish == replace(any_pace, games=("scala",))


async def test_others_are_counted_by_game_and_never_named(services: Services) -> None:
    await allow_outside_play(services)
    await services.part(PlayerPool).join(ADA, HERE, WISH)
    await services.part(PlayerPool).join(BEN, THERE, replace(OUT, games=("scala", "skirt")))
    await services.part(PlayerPool).join(CY, HERE, WISH)
    view = await services.part(PlayerPool).view(ADA.user_id, GUILD)
    assert view.waiting.here == {"skirt": 1}
    assert view.waiting.elsewhere == {"scala": 1, "skirt": 1}
    await services.settings.change(GUILD, OTHER_SERVERS, False, BOSS)
    assert (await services.part(PlayerPool).view(ADA.user_id, GUILD)).waiting.elsewhere is None


async def skirt_elsewhere_and_here(services: Services) -> tuple[int, int]:
    waiting = (await services.part(PlayerPool).view(ADA.user_id, GUILD)).waiting
    return (waiting.elsewhere or {}).get("skirt", 0), waiting.here.get("skirt", 0)


async def test_only_people_who_can_get_a_match_are_counted(services: Services) -> None:
    dan, eve = Participant(14, "Dan"), Participant(15, "Eve")
    await allow_outside_play(services)
    # Two who play as many matches as they want.
    for person in (dan, eve):
        await services.part(PlayerPool).join(person, HERE, WISH)
    assert await run_round(services) == 1
    await services.part(PlayerPool).join(BEN, HERE, WISH)
    await services.part(PlayerPool).join(CY, THERE, OUT)
    assert await skirt_elsewhere_and_here(services) == (1, 1)
    await services.part(PlayerPool).join(dan, HERE, replace(WISH, most=2))
    assert await skirt_elsewhere_and_here(services) == (1, 2)
    await services.vacations.take(BEN.user_id, 1)
    assert await skirt_elsewhere_and_here(services) == (1, 1)
    async with services.store.write() as tx:
        await membership.save(tx, [Member(GUILD, dan.user_id, "Dan", False, services.now)])
    assert await skirt_elsewhere_and_here(services) == (1, 0)
    await services.blocks.block(CY.user_id, ADA.user_id, ADA.name)
    assert await skirt_elsewhere_and_here(services) == (0, 0)
    await services.blocks.unblock(CY.user_id, ADA.user_id)
    await services.personal_data.show_globally(ADA.user_id, False)
    assert (await services.part(PlayerPool).view(ADA.user_id, GUILD)).waiting.elsewhere is None


async def test_a_search_that_ends_during_its_round_gets_no_match(database_url: str) -> None:
    store, other = await Store.open(database_url), await Store.open(database_url)
    services = Services(store)
    await join_pool(services)
    services.now += ROUND_INTERVAL
    async with other.write() as tx:
        await stored_pool.remove(tx, BEN.user_id)
        # On PostgreSQL the round finds the search, and waits to claim it.
        round_of_pairing = asyncio.create_task(services.part(PlayerPool).pair_due())
        await asyncio.sleep(0.5)
    assert await round_of_pairing == 0
    assert await matches_of(services, ADA) == ()
    entry = await services.part(PlayerPool).of(ADA.user_id)
    assert entry is not None
    assert (entry.version, entry.paired_at) == (1, None)
    for each in (store, other):
        await each.close()


async def test_seats_are_balanced_in_each_game_over_all_times(services: Services) -> None:
    firsts: dict[str, list[int]] = {}
    for number in range(6):
        game = ("skirt", "scala")[number // 3]
        services.now += timedelta(days=40)
        await join_pool(services, replace(WISH, games=(game,)))
        services.now += timedelta(days=2)
        assert await run_round(services) == 1
        (match,) = await matches_of(services, ADA)
        firsts.setdefault(game, []).append(match.seats[0].user_id)
        await services.play_turns(match.id)
        await services.matches.resign(match.id, BEN.user_id)
    first, second, third = firsts["skirt"]
    assert first == third != second
    first, second, third = firsts["scala"]
    assert first == third != second


async def test_a_search_ends_after_two_weeks_with_a_warning(services: Services) -> None:
    await services.part(PlayerPool).join(ADA, HERE, WISH)
    await services.pass_time(LIFETIME - timedelta(days=2))
    await services.part(PlayerPool).end_due()
    assert await search_notices(services) == []
    await services.pass_time(timedelta(days=1))
    await services.part(PlayerPool).end_due()
    await services.part(PlayerPool).end_due()
    assert await search_notices(services) == [(ADA.user_id, "ending")]
    await services.pass_time(timedelta(days=1))
    await services.part(PlayerPool).end_due()
    assert await search_notices(services) == [(ADA.user_id, "ending"), (ADA.user_id, "ended")]
    assert await services.part(PlayerPool).of(ADA.user_id) is None


async def test_an_extended_search_lasts_two_more_weeks(services: Services) -> None:
    await services.part(PlayerPool).join(ADA, HERE, WISH)
    await services.pass_time(LIFETIME - timedelta(hours=1))
    await services.part(PlayerPool).end_due()
    entry = await services.part(PlayerPool).renew(ADA.user_id)
    assert entry is not None
    assert entry.expires_at == services.now + LIFETIME
    await services.pass_time(timedelta(days=2))
    await services.part(PlayerPool).end_due()
    assert await services.part(PlayerPool).of(ADA.user_id) is not None


async def test_a_player_who_leaves_the_pool_is_not_paired(services: Services) -> None:
    await join_pool(services)
    assert await services.part(PlayerPool).leave(BEN.user_id)
    assert await run_round(services) == 0
    assert not await services.part(PlayerPool).leave(BEN.user_id)


async def test_the_setting_for_play_across_servers_is_audited(services: Services) -> None:
    await services.settings.change(GUILD, OTHER_SERVERS, True, BOSS)
    (change,) = await services.audit.of_guild(GUILD, 9)
    assert (change.what, change.before, change.after) == ("plays_out", False, True)


async def test_a_match_between_servers_counts_globally_and_in_each_home_server(
    services: Services,
) -> None:
    await allow_outside_play(services)
    await services.part(PlayerPool).join(ADA, HERE, OUT)
    await services.part(PlayerPool).join(BEN, THERE, OUT)
    await run_round(services)
    (match,) = await matches_of(services, ADA)
    await services.play_turns(match.id)
    await services.matches.resign(match.id, BEN.user_id)

    async def changed() -> dict[tuple[int, int], bool]:
        row = RATING_CHANGES.c
        async with services.store.read() as tx:
            rows = await tx.execute(select(row.guild_id, row.user_id, row.after > row.before))
            return {(guild_id, user_id): bool(up) for guild_id, user_id, up in rows}

    expected = {
        (0, ADA.user_id): True,
        (0, BEN.user_id): False,
        (GUILD, ADA.user_id): True,
        (GUILD + 1, BEN.user_id): False,
    }
    assert await changed() == expected
    over = await services.matches.find(match.id)
    assert {each.user_id for each in over.rating_changes} == {ADA.user_id, BEN.user_id}


async def test_two_processes_do_not_pair_a_player_twice(services: Services) -> None:
    people = [Participant(100 + number, f"P{number}") for number in range(20)]
    await join_pool(services, replace(WISH, most=5), *people)
    other = Services(services.store)
    services.now += ROUND_INTERVAL
    other.now = services.now
    started = await asyncio.gather(
        services.part(PlayerPool).pair_due(), other.part(PlayerPool).pair_due()
    )
    assert sorted(started) == [0, 11]
    for person in people:
        assert len(await matches_of(services, person)) == 1


async def test_simultaneous_rounds_do_not_pair_a_player_twice(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Simulate a process that stalls in its round until the next one begins.
    monkeypatch.setattr(pool, "ROUND_INTERVAL", timedelta(seconds=-1))
    people = [Participant(100 + number, f"P{number}") for number in range(20)]
    await join_pool(services, WISH, *people)
    other = Services(services.store)
    started = await asyncio.gather(
        services.part(PlayerPool).pair_due(), other.part(PlayerPool).pair_due()
    )
    assert sum(started) == 11
    for person in people:
        assert len(await matches_of(services, person)) == 1


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_process_dying_between_two_matches_leaves_no_player_out(
    database_url: str,
) -> None:
    people = [Participant(100 + number, f"P{number}") for number in range(6)]
    for crash_after in range(1, 14):
        store = await CrashingStore.open(database_url)
        services = Services(store)
        await join_pool(services, WISH, *people)
        services.now += ROUND_INTERVAL
        store.crash_after = crash_after
        try:
            await services.part(PlayerPool).pair_due()
        except SimulatedCrash:
            store.crash_after = -1
        await run_round(services)
        for person in (ADA, BEN, *people):
            (match,) = await matches_of(services, person)
        for person in (ADA, BEN, *people):
            for match in await matches_of(services, person):
                await services.matches.end(match.id, "Mo", "next")
        await _clear_pool(store)
        await store.close()


async def _clear_pool(store: Store) -> None:
    async with store.write() as tx:
        for table in (POOL_ENTRIES, FACTS):
            condition = table.c.key == "pool_round" if table is FACTS else None
            query = table.delete() if condition is None else table.delete().where(condition)
            await tx.execute(query)
        await tx.execute(MATCHES.update().values(from_pool=False))


async def test_downtime_shortens_no_search(services: Services) -> None:
    entry = await services.part(PlayerPool).join(ADA, HERE, WISH)
    services.now += 2 * LIFETIME
    await services.part(PlayerPool).end_due()
    await services.uptime.set_online()
    await services.part(PlayerPool).end_due()
    postponed = await services.part(PlayerPool).of(ADA.user_id)
    assert postponed is not None
    assert postponed.expires_at == entry.expires_at + 2 * LIFETIME
