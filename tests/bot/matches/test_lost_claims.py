"""A process that was suspended posts a card after another one has taken over its claim."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from simcord.builders import ChannelHandle

from club.outbox import queue
from club.outbox.delivery import LEASE, Claim, Conclusion
from club.outbox.kinds import Post
from storage import outbox
from storage.matches import cards
from storage.servers.settings import GuildSettings
from tests.bot.simulated import World, labels_of


async def claim(club: World, kind: str) -> Claim[Post]:
    """Claim the pending post of a kind, whether or not someone else has."""
    now = club.bot.club.clock()
    later = now + timedelta(hours=1)
    async with club.bot.club.store.write() as tx:
        for entry in await outbox.due(tx, later, 99):
            if entry.kind == kind:
                await outbox.claim_next(tx, later, now + LEASE, lanes=[entry.lane])
                return Claim(entry, queue.decoded(entry), GuildSettings(0), now + LEASE)
    raise AssertionError(f"no {kind} is pending")


async def conclude(club: World, conclusion: Conclusion) -> None:
    async with club.bot.club.store.write() as tx:
        await conclusion(tx, club.bot.club.clock())


async def play(club: World) -> None:
    """Make a move without delivering the card of the next turn."""
    match = await club.bot.club.matches.find(1)
    assert match.player_to_move is not None
    text = match.position.moves()[0]
    await club.bot.club.matches.play(1, match.player_to_move.user_id, text)


async def test_a_card_posted_under_a_lost_claim_is_kept_if_its_new_owner_finds_it(
    club: World,
) -> None:
    place = await club.start_match("skirt", options="size 4")
    with club.env.time_context():
        await play(club)
        suspended = await claim(club, "card")
        await claim(club, "card")
        # The new owner ends before it posts, and the suspended process wakes up.
        courier = club.bot.courier
        late = await courier.send(suspended, None)
        third = await courier.send(await claim(club, "card"), None)
        await conclude(club, late)
        await conclude(club, third)
    await club.pass_time(timedelta(hours=1))
    await assert_one_card_is_playable(club, place)


async def test_a_card_posted_under_a_lost_claim_does_not_outlast_its_turn(
    club: World,
) -> None:
    place = await club.start_match("skirt", options="size 4", pace="1d")
    services = club.bot.club
    with club.env.time_context():
        await services.offers.make(1, club.ben.id, "pause")
        suspended = await claim(club, "card")
        late = await club.bot.courier.send(suspended, None)
        await play(club)
        for _ in range(2):
            new = await claim(club, "card")
            await conclude(club, await club.bot.courier.send(new, None))
        await conclude(club, late)
    await club.pass_time(timedelta(hours=1))
    await assert_one_card_is_playable(club, place)


async def test_a_process_that_slept_past_its_claim_posts_nothing(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    with club.env.time_context():
        await play(club)
        lost = replace(await claim(club, "card"), until=club.bot.club.clock())
        posted = len(place.history())
        with pytest.raises(TimeoutError):
            await club.bot.courier.send(lost, None)
        assert len(place.history()) == posted
    await club.pass_time(timedelta(hours=1))
    await assert_one_card_is_playable(club, place)


async def assert_one_card_is_playable(club: World, place: ChannelHandle) -> None:
    """Check that the current card is the only one with controls, and that nothing waits."""
    playable = [message.id for message in place.history() if "Play" in labels_of(message)]
    services = club.bot.club
    assert playable == [(await services.matches.find(1)).stored.place_numbered(1).card_message_id]
    async with services.store.read() as tx:
        assert await outbox.waiting(tx) == (0, None)
        assert await cards.untidy(tx, 1, 1) == ()
