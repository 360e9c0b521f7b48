"""Matches outside of servers: available options, visibility and personal data."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.outbox import queue
from club.outbox.kinds import DirectPost, Post
from club.ratings.leaderboards import View
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import outbox
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.ratings import profiles
from tests.club.services import ADA, BEN, GUILD, Services

CHAT = Place(None, 21, kind="group chat")
DIRECT = Place(None, 22, kind="direct message")
COMPUTER = Participant(1, "Stairwell", 1)


def terms(**wishes: Any) -> Terms:
    return Terms("skirt", GAMES["skirt"].choose({}), **wishes)


async def pending_posts(services: Services) -> list[Post]:
    async with services.store.read() as tx:
        entries = await outbox.due(tx, services.now + timedelta(days=1), 100)
    return [queue.decoded(each) for each in entries]


async def start_match(services: Services, place: Place = CHAT, **wishes: Any) -> StoredMatch:
    challenge = await services.challenges.make(terms(**wishes), place, ADA, (), seat=1)
    accepted = await services.challenges.accept(challenge.id, BEN)
    assert accepted.match_id is not None
    return (await services.matches.find(accepted.match_id)).stored


@pytest.mark.parametrize("pace", ["none", "7d"])
async def test_matches_outside_of_servers_are_unrated(services: Services, pace: str) -> None:
    match = await start_match(services, pace=pace)
    assert (match.rated, match.pace, match.guild_id) == (False, pace, None)


async def test_faster_paces_are_only_available_in_servers(services: Services) -> None:
    with pytest.raises(Refusal) as refusal:
        await start_match(services, pace="3d")
    assert refusal.value.code == "pace"


async def test_only_computers_can_be_challenged_in_direct_messages(services: Services) -> None:
    with pytest.raises(Refusal) as refusal:
        await services.challenges.make(terms(), DIRECT, ADA, [BEN])
    assert refusal.value.code == "alone"
    challenge = await services.challenges.make(terms(), DIRECT, ADA, [COMPUTER])
    assert challenge.match_id is not None


async def test_a_private_match_does_not_affect_public_statistics(services: Services) -> None:
    match = await start_match(services)
    await services.play_turns(match.id)
    await services.matches.resign(match.id, BEN.user_id)
    over = (await services.matches.find(match.id)).stored
    assert over.unrated is not None
    assert await services.pages.match_address(over) == ""
    board = await services.leaderboards.board(GUILD, View(game="skirt"))
    assert board.rows == ()
    async with services.store.read() as tx:
        assert await profiles.by_seat(tx, ADA.user_id) == ()


async def test_posts_are_not_queued_for_a_place_that_accepts_none(services: Services) -> None:
    match = await start_match(services, pace="7d")
    await services.play_turns(match.id)
    assert await pending_posts(services) == []


async def test_both_players_are_notified_of_a_timeout(services: Services) -> None:
    match = await start_match(services, pace="7d")
    await services.play_turns(match.id, 1)
    assert match.deadline is not None
    await services.wait_until(match.deadline + 40 * (match.deadline - services.now))
    await services.matches.alarms.wake_due()
    posts = await pending_posts(services)
    notified = {
        each.user_id for each in posts if isinstance(each, DirectPost) and each.why == "over"
    }
    assert notified == {ADA.user_id, BEN.user_id}


async def test_the_export_includes_the_kind_of_place(services: Services) -> None:
    await start_match(services)
    assert b'"kind": "group chat"' in await services.personal_data.export(ADA.user_id)


async def test_deleting_personal_data_deletes_the_direct_message_channel(
    services: Services,
) -> None:
    challenge = await services.challenges.make(terms(), DIRECT, ADA, [COMPUTER])
    await services.personal_data.remove(ADA.user_id)
    assert challenge.match_id is not None
    match = await services.matches.find(challenge.match_id)
    assert match.stored.place.channel_id == 0
    assert (await services.challenges.find(challenge.id)).channel_id == 0
