"""Following matches and players, and the notices of results."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from club.members.membership import Viewer
from club.outbox import posts
from club.outbox import queue as codec
from club.outbox.delivery import LEASE, Claim
from club.outbox.kinds import DigestPost, FollowedPost
from rules.refusal import Refusal
from storage import outbox
from storage.matches import following as stored_follows
from storage.matches.following import FollowedMatch
from storage.matches.match import Participant
from storage.servers.settings import GuildSettings
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services

DEE = Participant(14, "Dee")


async def users_notified(services: Services) -> list[int]:
    """The users with a queued notice of a result, sorted."""
    async with services.store.read() as tx:
        entries = await outbox.due(tx, services.now, 100)
    queued = [codec.decoded(entry) for entry in entries]
    return sorted(post.user_id for post in queued if isinstance(post, FollowedPost))


async def users_with_a_digest(services: Services) -> list[int]:
    """The users with a queued digest."""
    async with services.store.read() as tx:
        entries = await outbox.due(tx, services.now, 100)
    queued = [codec.decoded(entry) for entry in entries]
    return [post.user_id for post in queued if isinstance(post, DigestPost)]


async def follow(services: Services, user: Participant, match_id: int) -> None:
    await services.follows.follow_match(
        user.user_id, (await services.matches.find(match_id)).stored
    )


async def end(services: Services, match_id: int) -> None:
    await services.play_turns(match_id)
    await services.matches.resign(match_id, BEN.user_id)


def viewer(user: Participant, *, sees: bool = True) -> Viewer:
    return Viewer(GUILD, CHANNEL, user.user_id, lambda _place: sees)


async def test_a_follower_of_a_match_and_its_players_is_notified_once(services: Services) -> None:
    match_id = await services.start_match()
    await follow(services, CY, match_id)
    await services.follows.follow_player(CY.user_id, ADA)
    await services.follows.follow_player(CY.user_id, BEN)
    assert await users_notified(services) == []
    await end(services, match_id)
    assert await users_notified(services) == [CY.user_id]


async def test_players_are_not_notified_of_their_own_match(services: Services) -> None:
    await services.follows.follow_player(BEN.user_id, ADA)
    await end(services, await services.start_match())
    assert await users_notified(services) == []


async def test_followers_of_a_player_are_not_notified_of_an_aborted_match(
    services: Services,
) -> None:
    match_id = await services.start_match()
    await services.follows.follow_player(CY.user_id, ADA)
    await follow(services, DEE, match_id)
    await services.matches.abort(match_id, ADA.user_id)
    assert await users_notified(services) == [DEE.user_id]


async def test_hidden_players_cause_no_notifications(services: Services) -> None:
    match_id = await services.start_match()
    await follow(services, CY, match_id)
    await services.follows.follow_player(DEE.user_id, ADA)
    await services.personal_data.show_globally(BEN.user_id, False)
    await end(services, match_id)
    assert await users_notified(services) == []


@pytest.mark.parametrize("blocks_first", [True, False])
async def test_a_block_in_either_direction_ends_a_follow(
    services: Services, blocks_first: bool
) -> None:
    match_id = await services.start_match()
    for user in (CY, DEE):
        await follow(services, user, match_id)
        await services.follows.follow_player(user.user_id, ADA)
    one, other = (ADA, CY) if blocks_first else (CY, ADA)
    await services.blocks.block(one.user_id, other.user_id, other.name)
    assert not await services.follows.has_player(CY.user_id, ADA.user_id)
    await end(services, match_id)
    assert await users_notified(services) == [DEE.user_id]


async def test_hidden_and_blocking_players_cause_the_same_refusal(services: Services) -> None:
    await services.personal_data.show_globally(ADA.user_id, False)
    await services.blocks.block(BEN.user_id, CY.user_id, CY.name)
    for other in (ADA, BEN):
        with pytest.raises(Refusal) as refusal:
            await services.follows.follow_player(CY.user_id, other)
        assert refusal.value.code == "not_available"
        assert str(refusal.value.words) == f"You can't follow {other.name}."


async def test_players_and_late_visitors_cannot_follow_a_match(services: Services) -> None:
    match_id = await services.start_match()
    with pytest.raises(Refusal) as own:
        await follow(services, ADA, match_id)
    assert own.value.code == "own_match"
    await end(services, match_id)
    with pytest.raises(Refusal) as over:
        await follow(services, CY, match_id)
    assert over.value.code == "match_over"


async def test_a_match_that_just_ended_cannot_be_followed(services: Services) -> None:
    match_id = await services.start_match()
    running = await services.matches.find(match_id)
    await end(services, match_id)
    with pytest.raises(Refusal) as over:
        await services.follows.follow_match(CY.user_id, running.stored)
    assert over.value.code == "match_over"
    assert not await services.follows.has_match(CY.user_id, match_id)


async def test_unfollowing_stops_notifications(services: Services) -> None:
    match_id = await services.start_match()
    await follow(services, CY, match_id)
    await services.follows.unfollow_match(CY.user_id, match_id)
    await services.follows.follow_player(CY.user_id, ADA)
    await services.follows.unfollow_player(CY.user_id, ADA.user_id)
    await end(services, match_id)
    assert await users_notified(services) == []


async def test_looking_at_the_list_from_where_a_match_is_hidden_ends_nothing(
    services: Services,
) -> None:
    match_id = await services.start_match()
    await follow(services, CY, match_id)
    assert [each.id for each in (await services.follows.of(viewer(CY))).matches] == [match_id]
    hidden_here, outside = viewer(CY, sees=False), replace(viewer(CY, sees=False), guild_id=None)
    for place in (hidden_here, outside):
        assert (await services.follows.of(place)).is_empty
    assert [each.id for each in (await services.follows.of(viewer(CY))).matches] == [match_id]


async def test_a_user_can_follow_as_many_players_as_a_menu_holds(services: Services) -> None:
    for number in range(25):
        await services.follows.follow_player(CY.user_id, Participant(100 + number, "Someone"))
    await services.follows.follow_player(CY.user_id, Participant(100, "Someone"))
    with pytest.raises(Refusal) as refusal:
        await services.follows.follow_player(CY.user_id, ADA)
    assert refusal.value.code == "too_many_follows"


async def test_turning_the_digest_off_sends_waiting_results(services: Services) -> None:
    match_id = await services.win_match()
    await services.preferences.set_digest(CY.user_id, True)
    async with services.store.write() as tx:
        result = FollowedMatch(CY.user_id, match_id, services.now, is_over=True)
        await stored_follows.add_match(tx, result)
    services.now += timedelta(hours=1)
    await services.preferences.set_digest(CY.user_id, False)
    assert await users_with_a_digest(services) == [CY.user_id]
    assert [each.id for each in await services.follows.results_for(CY.user_id)] == [match_id]


@pytest.mark.parametrize("has_digests", [True, False])
async def test_without_digests_or_results_turning_the_digest_off_sends_nothing(
    services: Services, has_digests: bool
) -> None:
    if has_digests:
        await services.preferences.set_digest(CY.user_id, True)
    else:
        match_id = await services.win_match()
        async with services.store.write() as tx:
            result = FollowedMatch(CY.user_id, match_id, services.now, is_over=True)
            await stored_follows.add_match(tx, result)
    await services.preferences.set_digest(CY.user_id, False)
    assert await users_with_a_digest(services) == []


async def refused_digest(services: Services) -> Claim[DigestPost]:
    """Claim the digest of Cy, for whom a result is saved."""
    match_id = await services.win_match()
    await services.preferences.set_digest(CY.user_id, True)
    await save_result(services, match_id)
    async with services.store.write() as tx:
        await codec.enqueue(tx, posts.digest(CY.user_id, services.now, services.now))
        (entry,) = [
            each for each in await outbox.due(tx, services.now, 100) if each.kind == "digest"
        ]
        until = services.now + LEASE
        assert await outbox.claim_next(tx, services.now, until, lanes=[entry.lane])
    post = codec.decoded(entry)
    assert isinstance(post, DigestPost)
    return Claim(entry, post, GuildSettings(0), until)


async def save_result(services: Services, match_id: int) -> None:
    follow = FollowedMatch(CY.user_id, match_id, services.now, is_over=True)
    await services.store.write(lambda tx: stored_follows.add_match(tx, follow))


async def test_a_refused_digest_ends_digests_and_deletes_the_results_saved_for_it(
    services: Services,
) -> None:
    claim = await refused_digest(services)
    await services.refused_messages.note(claim)
    assert await services.follows.results_for(CY.user_id) == ()
    person = await services.preferences.of(CY.user_id)
    assert (person.digest_at, person.refused_at) == (None, services.now)


async def test_a_digest_refused_after_the_follower_deleted_their_data_stores_nothing(
    services: Services,
) -> None:
    claim = await refused_digest(services)
    await services.personal_data.remove(CY.user_id)
    await services.refused_messages.note(claim)
    assert (await services.personal_data.of(CY.user_id)).is_empty
