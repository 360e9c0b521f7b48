"""Two servers play each other on two processes with one PostgreSQL database.

Fifteen members of each vote at the same moment, change their minds, leave and delete their data.
Both processes close each vote at once, while late votes arrive, and at some closings a third
process is killed.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import select

from club.matches.changes import Agreement
from club.matches.match import Match
from extensions.teams.club.teams import Teams, Voter
from extensions.teams.storage.teams import VOTES
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import NOON, Services
from tests.club.test_locking import processes

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

GUILDS = 4 << 22, 5 << 22
VOTERS, LATE = 15, 3
KILLED_AT = (0, 3, 6)
"""The numbers of the turns at whose close a process is killed."""

CLOSER = """
import asyncio, sys
from datetime import datetime
from storage.database.store import Store
from extensions.installed import switched_on
from tests.club.services import Services

switched_on()

async def close() -> None:
    store = await Store.open(sys.argv[1])
    services = Services(store)
    services.now = datetime.fromisoformat(sys.argv[2])
    await services.uptime.set_online()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await services.matches.alarms.wake(1)

asyncio.run(close())
"""
"""A process that closes the vote of match 1 when told to."""


async def test_every_turn_of_two_crowds_is_the_winner_of_its_votes(postgresql_url: str) -> None:
    async with processes(postgresql_url) as both:
        crowds = Crowds(list(both), postgresql_url)
        await crowds.play()


class Crowds:
    """The voters of both servers, each with the process of its server."""

    def __init__(self, both: list[Services], database_url: str) -> None:
        self.both, self.database_url = both, database_url
        self.random = Random(1)
        self.people = [
            [1000 * seat + number for number in range(VOTERS)] for seat in range(len(GUILDS))
        ]
        self.confirmed: dict[int, list[str]] = {}
        """The last confirmed vote of each voter on the current turn."""

    async def play(self) -> None:
        for services in self.both:
            await services.uptime.set_online()
        skirt = GAMES["skirt"]
        teams = [
            Participant(guild_id, f"team {home}", home=home, team_id=guild_id)
            for home, guild_id in enumerate(GUILDS, 1)
        ]
        places = [Place(guild_id, guild_id + 1) for guild_id in GUILDS]
        terms = Terms(skirt.key, skirt.choose({"size": 4}), "1d")
        match = await self.both[0].part(Teams).start(Agreement(terms, places, teams))
        turn = 0
        while not match.is_over:
            match = await self.play_turn(match, turn)
            turn += 1
        assert turn > max(KILLED_AT)

    async def play_turn(self, match: Match, number: int) -> Match:
        """Vote on a turn and close it, and check that the winner was played once."""
        self.confirmed = {}
        assert match.to_move is not None
        seat = match.to_move - 1
        people, random = self.people[seat], self.random
        await asyncio.gather(*(self.vote(match, seat, user_id, 2) for user_id in people))
        if random.random() < 0.4:
            leaver = people.pop(random.randrange(len(people)))
            await self.both[seat].personal_data.remove(leaver)
            self.confirmed.pop(leaver, None)
        if random.random() < 0.4:
            people.pop(random.randrange(len(people)))
        match = await self.both[0].matches.find(match.id)
        assert match.deadline is not None
        for services in self.both:
            services.now = match.deadline
        # Otherwise the third process would give the time back as a downtime.
        await self.both[0].uptime.set_online()
        if number in KILLED_AT:
            await self.close_and_be_killed(match)
        late = random.sample(people, LATE)
        closing = [services.matches.alarms.wake(match.id) for services in self.both]
        await asyncio.gather(*closing, *(self.vote(match, seat, user_id) for user_id in late))
        after = await self.both[1 - seat].matches.find(match.id)
        assert after.version == match.version + 1
        assert [played.text for played in after.played[match.ply :]] == await self.winner(match)
        return after

    async def vote(self, match: Match, seat: int, user_id: int, most: int = 1) -> None:
        """Vote for one of the first moves, and note whether that was confirmed.

        :param most: the maximum number of votes, each of which replaces the one before.
        """
        position = match.position
        voter = Voter(user_id, f"member {user_id}", GUILDS[seat], NOON)
        for _ in range(self.random.randint(1, most)):
            turn = [position.text(self.random.choice(position.moves()[:3]))]
            with suppress(Refusal):
                after = await self.both[seat].part(Teams).vote(match, voter, match.version, turn)
                assert after.version == match.version
                self.confirmed[user_id] = turn

    async def close_and_be_killed(self, match: Match) -> None:
        """Let a third process close the vote, and kill it at some moment."""
        assert match.deadline is not None
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            CLOSER,
            self.database_url,
            match.deadline.isoformat(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        process.stdin.write(b"\n")
        await process.stdin.drain()
        await asyncio.sleep(self.random.random() * 0.05)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def winner(self, match: Match) -> list[str]:
        """Count the stored votes on a turn, and return the moves that win."""
        row = VOTES.c
        query = select(row.voter_id, row.moves).order_by(row.number)
        async with self.both[0].store.read() as tx:
            of_turn = query.where(row.match_id == match.id, row.ply == match.ply)
            rows = [tuple(vote) for vote in await tx.execute(of_turn)]
        turns: dict[int, list[str]] = dict(rows)
        assert len(turns) == len(rows)
        assert {voter_id: turns[voter_id] for voter_id in self.confirmed} == self.confirmed
        counts = Counter(tuple(turn) for turn in turns.values())
        completed_at = {tuple(turn): number for number, turn in enumerate(turns.values())}
        return list(max(counts, key=lambda turn: (counts[turn], -completed_at[turn])))
