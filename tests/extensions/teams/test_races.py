"""Two who do something in matches of teams at the same moment, in two processes."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from club.matches.changes import Agreement
from extensions.teams.club.teams import Teams, Voter
from extensions.teams.club.votes import open_votes
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import CHANNEL, NOON
from tests.club.test_limits import TRIES, at_once, inserts
from tests.club.test_locking import processes, waiting_for_locks
from tests.extensions.teams.test_teams import member, start, team_terms


async def test_someone_who_signs_up_for_both_teams_at_once_is_in_one(postgresql_url: str) -> None:
    terms = Terms("skirt", GAMES["skirt"].choose({}), "1d")
    teams = [Participant(guild_id, f"Team {guild_id}", team_id=guild_id) for guild_id in (7, 17)]
    places = [Place(7, CHANNEL), Place(17, CHANNEL + 10)]
    async with processes(postgresql_url) as (one, other):
        match = await one.part(Teams).start(
            Agreement(terms, places, teams, team=team_terms("members"))
        )
        here, there = (
            Voter(51, "Member", guild_id, NOON - timedelta(days=1)) for guild_id in (7, 17)
        )

        async def sign_up_too() -> None:
            with pytest.raises(Refusal) as refusal:
                await one.part(Teams).sign_up(match, there)
            assert refusal.value.code == "other_team"

        async with AsyncExitStack() as signing_up, other.store.write() as tx:
            await other.part(Teams).sign_up_in(tx, match, here)
            await signing_up.enter_async_context(waiting_for_locks(other, sign_up_too()))
        assert [each.seat for each in await one.part(Teams).members(match.id)] == [1]


async def test_votes_cast_at_once_have_an_order(postgresql_url: str) -> None:
    async with processes(postgresql_url, 3) as (*both, holder):
        match = await start(both[0])
        tries = [
            both[number % 2].part(Teams).vote(match, member(number), match.version, ["e1"])
            for number in range(TRIES)
        ]
        await at_once(holder, inserts("vote"), tries)
        votes = open_votes(await both[0].matches.find(match.id))
        assert [vote.number for vote in votes] == list(range(1, TRIES + 1))
