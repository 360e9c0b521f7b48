"""A process that was suspended posts a card after another one has taken over its claim."""

from __future__ import annotations

from datetime import timedelta

from club.outbox import queue
from club.outbox.delivery import LEASE, Claim, Conclusion
from club.outbox.kinds import Post
from storage import outbox
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
                return Claim(entry, queue.decoded(entry), GuildSettings(0))
    raise AssertionError(f"no {kind} is pending")


async def conclude(club: World, conclusion: Conclusion) -> None:
    async with club.bot.club.store.write() as tx:
        await conclusion(tx, club.bot.club.clock())


async def test_a_card_that_its_new_owner_may_still_find_is_kept(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    services = club.bot.club
    with club.env.time_context():
        match = await services.matches.find(1)
        assert match.player_to_move is not None
        await services.matches.play(1, match.player_to_move.user_id, match.position.moves()[0])
        suspended = await claim(club, "board")
        await claim(club, "board")
        # The new owner ends before it posts, and the suspended process wakes up.
        courier = club.bot.courier
        await conclude(club, await courier.send(suspended, None))
        third = await courier.send(await claim(club, "board"), None)
        await conclude(club, await courier.send(await claim(club, "remove stray"), None))
        await conclude(club, third)
    await club.pass_time(timedelta(hours=1))
    playable = [message.id for message in place.history() if "Play" in labels_of(message)]
    assert playable == [(await services.matches.find(1)).stored.place_numbered(1).card_message_id]
    async with services.store.read() as tx:
        assert await outbox.waiting(tx) == (0, None)
