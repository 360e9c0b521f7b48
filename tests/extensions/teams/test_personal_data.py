"""What is stored about voters is reported, and deleted with their data."""

from __future__ import annotations

from extensions.teams.storage import teams
from extensions.teams.storage.teams import TeamMember, Vote
from presentation.members.privacy import holdings_lines
from tests.club.members.test_personal_data import NAMED, traces_in
from tests.club.services import NOON, Services
from tests.extensions.teams.test_teams import close, start


async def test_votes_and_teams_are_reported_and_deleted(services: Services) -> None:
    match = await start(services)
    async with services.store.write() as tx:
        await teams.sign_up(tx, TeamMember(match.id, 1, NAMED.user_id, NAMED.name, NOON))
        vote = Vote(match.id, 0, NAMED.user_id, NAMED.name, ["a1"], None, "blocks f5", 1, NOON)
        await teams.put(tx, vote)
    await close(services, match)
    lines = holdings_lines(await services.personal_data.of(NAMED.user_id))
    assert lines[-2:] == ["1 vote in channel matches", "1 team you signed up for"]
    await services.personal_data.remove(NAMED.user_id)
    assert await traces_in(services.store, NAMED) == []
