"""The order of posts about an event and its matches."""

from __future__ import annotations

from dataclasses import replace

from club.outbox import posts, queue
from club.outbox.kinds import CardPost, NewPost
from extensions.events.club.posts import EventNewsPost
from storage import outbox as stored_outbox
from tests.club.outbox.test_delivery import DeliveryStage, stage
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Services


async def test_news_of_an_event_come_before_its_boards_and_after_none_of_others(
    services: Services, stage: DeliveryStage
) -> None:
    first, second = [
        (await services.matches.find(await services.start_match(ADA, BEN))).stored for _ in range(2)
    ]
    news = EventNewsPost(guild_id=GUILD, channel_id=CHANNEL, event_id=5)
    async with services.store.write() as tx:
        await stored_outbox.clear(tx)
        for match, event_id in ((first, None), (second, 5)):
            new = posts.board(match, match.place, services.now)
            assert isinstance(new.post, CardPost)
            of_event = replace(new.post, event_id=event_id)
            await queue.enqueue(tx, replace(new, post=of_event))
        await queue.enqueue(tx, NewPost("n5", news, services.now))
    released = stage.front.hold_posts(lambda post: post.kind == "event news")
    await stage.delivery.begin_due()
    await stage.front.receives("n5", f"b{first.id}-1")
    released.set()
    await stage.front.receives("n5", f"b{first.id}-1", f"b{second.id}-1")
    await stage.delivery.deliver_due()


__all__ = ["stage"]
