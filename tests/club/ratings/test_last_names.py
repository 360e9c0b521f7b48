"""Members' latest names on lists."""

from __future__ import annotations

from datetime import timedelta

from storage.matches.match import Participant
from storage.ratings import summaries
from storage.ratings.summaries import Active
from tests.club.services import ADA, BEN, GUILD, NOON, Services

DAY = timedelta(days=1)
ZOE, ABE = Participant(ADA.user_id, "Zoe"), Participant(ADA.user_id, "Abe")


async def test_the_most_active_members_have_their_last_names(services: Services) -> None:
    for name in (ADA, ZOE, ABE):
        await services.win_match(name, BEN)
        services.now += timedelta(minutes=1)
    async with services.store.read() as tx:
        active = await summaries.most_active(tx, GUILD, NOON - DAY, services.now + DAY, limit=1)
    assert active == (Active(ADA.user_id, "Abe", 3),)
