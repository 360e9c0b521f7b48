"""The posts of a match go to each of its places, with separate keys."""

from __future__ import annotations

from random import Random

from sqlalchemy import select

from club.matches.changes import Agreement, begin
from club.outbox import posts
from rules.registry import GAMES
from storage.matches.match import Place, StoredMatch, Terms
from storage.outbox import OUTBOX
from tests.club.services import ADA, BEN, CHANNEL, GUILD, NOON, Services

SKIRT = GAMES["skirt"]
HERE = Place(GUILD, CHANNEL)
ELSEWHERE = Place(GUILD + 100, CHANNEL + 100)


async def start_match(services: Services, *places: Place) -> StoredMatch:
    """Start a match of Ada and Ben in these places."""
    terms = Terms(SKIRT.key, SKIRT.choose({}), rated=False)
    async with services.store.write() as tx:
        return await begin(tx, Agreement(terms, places, [ADA, BEN]), Random(1), NOON)


async def pending_posts(services: Services) -> list[tuple[str, str, int | None, int | None]]:
    """The key, kind, server and channel of each post, in order."""
    row = OUTBOX.c
    query = select(row.key, row.kind, row.guild_id, row.channel_id).order_by(row.id)
    async with services.store.read() as tx:
        return [tuple(each) for each in await tx.execute(query)]


async def test_each_place_gets_its_own_board(services: Services) -> None:
    match = await start_match(services, HERE, ELSEWHERE)
    assert await pending_posts(services) == [
        (f"b{match.id}-1", "card", HERE.guild_id, HERE.channel_id),
        (f"b{match.id}.2-1", "card", ELSEWHERE.guild_id, ELSEWHERE.channel_id),
    ]


async def test_a_turn_is_announced_in_each_place(services: Services) -> None:
    match = await start_match(services, HERE, ELSEWHERE)
    await services.play_turns(match.id, count=1)
    boards = {key: channel for key, _, _, channel in await pending_posts(services)}
    for version in (1, 2, 3):
        assert boards[f"b{match.id}-{version}"] == HERE.channel_id
        assert boards[f"b{match.id}.2-{version}"] == ELSEWHERE.channel_id


async def test_changes_within_a_short_time_update_a_card_once_after_it(services: Services) -> None:
    match = await start_match(services, HERE)
    first, second, third = (
        posts.card_soon(match.place, NOON + posts.TOGETHER * part) for part in (0, 0.9, 1)
    )
    assert first.key == second.key != third.key
    assert first.due_at == second.due_at == NOON + posts.TOGETHER


async def test_an_offer_is_shown_in_each_place(services: Services) -> None:
    match = await start_match(services, HERE, ELSEWHERE)
    await services.play_turns(match.id, count=1)
    before = len(await pending_posts(services))
    await services.offers.make(match.id, ADA.user_id, "take back")
    places = [(guild, channel) for _, _, guild, channel in (await pending_posts(services))[before:]]
    assert places == [(each.guild_id, each.channel_id) for each in (HERE, ELSEWHERE)]


async def test_direct_messages_get_posts_and_group_chats_do_not(
    services: Services,
) -> None:
    direct_messages = Place(None, 901, kind="direct message")
    group = Place(None, 902, kind="group chat")
    await start_match(services, direct_messages, group)
    assert [each[1:] for each in await pending_posts(services)] == [("card", None, 901)]
    before = len(await pending_posts(services))
    await start_match(services, group)
    assert len(await pending_posts(services)) == before


async def test_the_keys_of_all_places_differ_and_are_short_enough_for_discord(
    services: Services,
) -> None:
    match = await start_match(services, HERE, ELSEWHERE)
    keys = [
        new.key
        for place in match.places
        for new in (
            posts.board(match, place, NOON),
            posts.notice(match, place, NOON, [], "reminder"),
            posts.card(place, NOON),
            posts.card_elsewhere(place, 2**63 - 1, NOON),
        )
    ]
    assert len(set(keys)) == len(keys)
    assert max(map(len, keys)) <= 25


def test_the_keys_of_a_servers_posts_differ_and_are_short_enough_for_discord() -> None:
    longest = 2**63 - 1
    keys = [
        each.key
        for each in (
            posts.summary(longest, CHANNEL, "2026-10", NOON),
            posts.summary(longest, CHANNEL, "2026-11", NOON),
            posts.summary(longest, CHANNEL, "2027-10", NOON),
            posts.greeting(longest, CHANNEL, NOON),
        )
    ]
    assert len(set(keys)) == len(keys)
    assert max(map(len, keys)) <= 25
