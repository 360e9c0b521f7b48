"""Matches from the pool in direct messages: places, posts and ratings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from club.audit import Admin
from club.matches.homes import note_card_posted
from club.members.membership import Viewer
from club.servers.settings import OTHER_SERVERS
from extensions.pool.club.pool import ROUND_INTERVAL, PlayerPool
from extensions.pool.storage import Reach, Wish
from rules.refusal import Refusal
from storage.matches import match_lists
from storage.matches.match import Participant, Place, StoredMatch, direct_messages
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.outbox import OUTBOX
from storage.ratings.ratings import RATING_CHANGES
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services

HERE = Place(GUILD, CHANNEL, CHANNEL)
WISH = Wish(("skirt",), "1d", "7d", 1, "direct")
BOSS = Admin(99, "Boss")


def direct(person: Participant) -> Place:
    """The person's direct messages with the bot."""
    return direct_messages(900 + person.user_id)


async def join(
    services: Services, person: Participant, place: Place | None = None, reach: Reach = "direct"
) -> None:
    """Look for an opponent, by default in direct messages."""
    channel_id = direct(person).channel_id if reach == "direct" else None
    wish = replace(WISH, reach=reach)
    await services.part(PlayerPool).join(
        person, place or direct(person), wish, direct_channel_id=channel_id
    )


async def pair(services: Services) -> StoredMatch | None:
    """Run the next round, and return Ada's match, if any."""
    services.now += ROUND_INTERVAL
    await services.part(PlayerPool).pair_due()
    running = await services.store.read(lambda tx: match_lists.running_of(tx, ADA.user_id))
    return running[0] if running else None


async def start_direct_match(services: Services) -> StoredMatch:
    """Start a match between Ada and Ben in their direct messages."""
    await join(services, ADA)
    await join(services, BEN)
    match = await pair(services)
    assert match is not None
    return match


async def start_match_with_server(services: Services) -> StoredMatch:
    """Start a match between Ada in direct messages and Ben in a server."""
    await services.settings.change(GUILD, OTHER_SERVERS, True, BOSS)
    await join(services, ADA)
    await join(services, BEN, HERE, "everywhere")
    match = await pair(services)
    assert match is not None
    return match


async def pending_posts(services: Services, kind: str) -> list[tuple[int, dict[str, Any]]]:
    """The channels and payloads of all posts of a kind."""
    row = OUTBOX.c
    query = select(row.channel_id, row.payload).where(row.kind == kind).order_by(row.id)
    async with services.store.read() as tx:
        return [(each.channel_id, each.payload) for each in await tx.execute(query)]


async def choose(services: Services, person: Participant, **wishes: Any) -> None:
    async with services.store.write() as tx:
        await preferences.save(tx, Preferences(person.user_id, **wishes))


async def rating_scopes(services: Services) -> set[tuple[int, int]]:
    row = RATING_CHANGES.c
    async with services.store.read() as tx:
        return {tuple(each) for each in await tx.execute(select(row.guild_id, row.user_id))}


async def test_each_player_has_a_place_in_their_own_messages(services: Services) -> None:
    match = await start_direct_match(services)
    assert (match.guild_id, match.rated, match.from_pool) == (None, True, True)
    for person in (ADA, BEN):
        assert match.home_of(person.user_id).plain == direct(person)
    boards = {
        channel: payload["pings"] for channel, payload in await pending_posts(services, "card")
    }
    assert boards == {direct(each).channel_id: [each.user_id] for each in (ADA, BEN)}
    assert await pending_posts(services, "direct") == []


async def test_a_server_and_direct_messages_can_share_a_match(services: Services) -> None:
    match = await start_match_with_server(services)
    assert (match.guild_id, match.place.plain) == (GUILD, HERE)
    assert match.home_of(ADA.user_id).plain == direct(ADA)
    assert match.home_of(BEN.user_id).plain == HERE


async def test_members_of_one_server_play_in_its_channel(services: Services) -> None:
    await services.settings.change(GUILD, OTHER_SERVERS, True, BOSS)
    for person in (ADA, BEN):
        await join(services, person, HERE)
    match = await pair(services)
    assert match is not None
    assert [place.plain for place in match.places] == [HERE]


async def test_server_only_players_are_not_paired_with_direct_messages(
    services: Services,
) -> None:
    await join(services, ADA)
    await join(services, BEN, HERE, "server")
    assert await pair(services) is None


async def test_a_globally_hidden_user_cannot_search_in_direct_messages(
    services: Services,
) -> None:
    await services.personal_data.show_globally(ADA.user_id, False)
    with pytest.raises(Refusal) as refusal:
        await join(services, ADA)
    assert refusal.value.code == "hidden"


async def test_an_unreachable_user_is_paired_again_after_choosing_direct_messages(
    services: Services,
) -> None:
    await join(services, ADA)
    await join(services, BEN)
    await choose(services, BEN, refused_at=services.now)
    assert await pair(services) is None
    assert (await services.part(PlayerPool).view(BEN.user_id, None)).is_refusing
    await join(services, BEN)
    assert not (await services.part(PlayerPool).view(BEN.user_id, None)).is_refusing
    assert await pair(services) is not None


async def test_others_are_counted_without_a_server(services: Services) -> None:
    await join(services, ADA)
    await join(services, BEN)
    view = await services.part(PlayerPool).view(CY.user_id, None)
    assert (view.waiting.here, view.waiting.elsewhere) == ({}, {"skirt": 2})


@pytest.mark.parametrize("notice", ["mention", "direct"])
async def test_a_reminder_is_a_new_card_in_direct_messages(
    services: Services, notice: preferences.Notice
) -> None:
    match = await start_direct_match(services)
    mover = next(each for each in match.seats if each.seat == match.to_move)
    await choose(services, Participant(mover.user_id, ""), notice=notice)
    await services.pass_time(timedelta(days=2, hours=23))
    await services.matches.alarms.wake_due()
    *_, (channel_id, payload) = [
        each for each in await pending_posts(services, "card") if each[1]["why"] is not None
    ]
    assert (payload["why"], payload["pings"]) == ("reminder", [mover.user_id])
    assert channel_id == match.home_of(mover.user_id).channel_id
    assert await pending_posts(services, "direct") == []


async def test_the_other_card_shows_that_someone_cannot_be_reached_and_can_be_again(
    services: Services,
) -> None:
    match = await start_direct_match(services)
    before = len(await pending_posts(services, "card"))
    for _ in range(2):
        await services.refused_messages.note_card(match.home_of(ADA.user_id))
    other = direct(BEN).channel_id
    assert [each[0] for each in await pending_posts(services, "card")][before:] == [other]
    async with services.store.write() as tx:
        await note_card_posted(tx, match, match.home_of(ADA.user_id), services.now)
    assert [each[0] for each in await pending_posts(services, "card")][before:] == [other] * 2
    assert (await services.preferences.of(ADA.user_id)).refused_at is None


async def test_a_match_of_unreachable_people_ends_by_timeout(services: Services) -> None:
    match = await start_direct_match(services)
    for person in (ADA, BEN):
        await choose(services, person, refused_at=services.now)
    await services.pass_time(timedelta(days=4))
    await services.matches.alarms.wake_due()
    over = await services.matches.find(match.id)
    assert over.is_over
    boards = [
        channel
        for channel, payload in await pending_posts(services, "card")
        if payload["version"] == 1
    ]
    assert set(boards[-2:]) == {direct(each).channel_id for each in (ADA, BEN)}


@pytest.mark.parametrize("start", [start_direct_match, start_match_with_server])
async def test_matches_in_direct_messages_count_everywhere_and_in_the_server_of_a_member(
    services: Services, start: Any
) -> None:
    match = await start(services)
    await services.play_turns(match.id)
    await services.matches.resign(match.id, ADA.user_id)
    expected = {(0, ADA.user_id), (0, BEN.user_id)}
    if match.guild_id is not None:
        expected.add((GUILD, BEN.user_id))
    assert await rating_scopes(services) == expected


async def test_a_players_links_lead_to_their_own_card(services: Services) -> None:
    match = await start_match_with_server(services)
    finder = services.match_finder
    for guild_id, person, channel_id in (
        (None, ADA, direct(ADA).channel_id),
        (GUILD + 1, ADA, direct(ADA).channel_id),
        (GUILD, ADA, CHANNEL),
        (GUILD, BEN, CHANNEL),
        (None, BEN, CHANNEL),
    ):
        assert match.seen_from(guild_id, person.user_id).place.channel_id == channel_id
    (own,) = await finder.of_person(None, ADA.user_id)
    assert own.place.channel_id == direct(ADA).channel_id


async def test_only_players_in_direct_messages_reach_the_match_from_any_server(
    services: Services,
) -> None:
    match = await start_match_with_server(services)

    async def reach(person: Participant, guild_id: int | None) -> bool:
        viewer = Viewer(guild_id, 1, person.user_id, lambda place: False)
        try:
            await services.match_finder.find_visible(viewer, match.id)
        except Refusal:
            return False
        return True

    assert [await reach(ADA, each) for each in (None, GUILD, GUILD + 1)] == [True, True, True]
    assert [await reach(BEN, each) for each in (None, GUILD, GUILD + 1)] == [True, True, False]
    assert [await reach(CY, each) for each in (None, GUILD, GUILD + 1)] == [False, False, False]


async def test_deleting_a_users_data_keeps_the_other_players_messages(
    services: Services,
) -> None:
    match = await start_direct_match(services)
    await services.personal_data.remove(ADA.user_id)
    over = (await services.matches.find(match.id)).stored
    channels = {place.channel_id for place in over.places}
    assert channels == {0, direct(BEN).channel_id}
