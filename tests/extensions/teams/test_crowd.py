"""Matches of eight voters, against the computer and between two servers.

Processes are killed as votes close. The voters change their minds, some delete their data, and
whatever the processes have confirmed counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from extensions.teams.club.teams import Teams, Voter
from rules.refusal import Refusal
from tests.discord.places import Guild, Member
from tests.extensions.teams.simulation.scenarios import begin_as_channel, begin_as_channels
from tests.simulation.house import House, open_house
from tests.simulation.invariants import assert_sound
from tests.simulation.virtual_loop import VirtualLoop, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

VOTERS, SEEDS = 8, 1


@pytest.mark.parametrize("begin", [begin_as_channel, begin_as_channels])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_turn_of_a_crowd_is_the_winner_of_its_votes(
    seed: int,
    begin: Callable[[House], Awaitable[None]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def story() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        async with open_house(tmp_path / "stairwell.db", Random(seed), ()) as house:
            await begin(house)
            crowds = Crowds(house, Random(seed))
            await crowds.play()
            await house.settle()
            await assert_sound(house)
            return house.ended_processes

    assert run(story, seed, shuffled=False) > 0


class Crowds:
    """The voters of the servers that play, and what they were told about their votes."""

    def __init__(self, house: House, random: Random) -> None:
        self.house, self.random = house, random
        guilds = {guild.id: guild for guild in house.world.guilds}
        teams = house.rows("SELECT seat, team_id FROM seat WHERE team_id NOTNULL")
        self.guilds: dict[int, Guild] = {seat: guilds[team_id] for seat, team_id in teams}
        self.people = {
            seat: [guild.add_member(f"voter{seat}x{n}") for n in range(VOTERS)]
            for seat, guild in self.guilds.items()
        }
        """The voters of each team, by seat."""
        self.confirmed: dict[tuple[int, int], str] = {}
        """The turn of each voter's last confirmed vote, by ply and voter."""

    async def play(self) -> None:
        """Play the match to its end."""
        house, random = self.house, self.random
        while not self.is_over:
            await house.until(lambda: self.to_move in self.guilds or self.is_over, attempts=60)
            if self.is_over:
                break
            ply, people = house.value("SELECT ply FROM match"), self.people[self.to_move]
            for voter in random.choices(people, k=random.randint(1, VOTERS)):
                await self.vote(voter, ply)
            if random.random() < 0.3:
                await self.delete(people.pop(), ply)
            if random.random() < 0.5:
                await self.kill_at_the_close()
            await house.until(
                lambda ply=ply: house.value("SELECT ply FROM match") > ply or self.is_over,
                attempts=60,
            )
            self.assert_confirmed_votes_are_stored(ply)

    @property
    def is_over(self) -> bool:
        return self.house.value("SELECT state FROM match") != "running"

    @property
    def to_move(self) -> int:
        return self.house.value("SELECT to_move FROM match") or 0

    async def vote(self, member: Member, ply: int) -> None:
        """Vote for one of the first moves, and note whether that was confirmed."""
        # The last process may have ended just after the close of a vote.
        await self.house.alive()
        teams, matches = self.house.bot.club.part(Teams), self.house.bot.club.matches

        async def vote() -> str:
            match = await matches.find(1)
            position = match.position
            text = position.text(self.random.choice(position.moves()[:3]))
            guild_id = member.guild.id
            voter = Voter(member.id, member.name, guild_id, match.stored.created_at)
            await teams.vote(match, voter, match.version, [text])
            return text if match.ply == ply else ""

        self.confirmed.pop((ply, member.id), None)
        if text := await self.done(vote()):
            self.confirmed[ply, member.id] = text

    async def delete(self, member: Member, ply: int) -> None:
        """Delete the data of a voter, who doesn't vote any more."""
        self.confirmed.pop((ply, member.id), None)
        await self.house.club.personal_data.remove(member.id)
        self.house.deleted_members.append(member)

    async def kill_at_the_close(self) -> None:
        """End the process some points after the time of the vote is up."""
        deadline = (await self.house.club.matches.find(1)).deadline
        assert deadline is not None
        left = deadline - self.house.club.clock() - timedelta(seconds=1)
        await asyncio.sleep(max(left.total_seconds(), 0))
        life = self.house.life
        life.ends_at = len(life.passed) + self.random.randint(1, 8)

    async def done(self, vote: Coroutine[Any, Any, str]) -> str:
        """Return the result of an action, empty if it is refused or its process ends."""
        task = asyncio.create_task(vote)
        await asyncio.wait({task})
        if task.cancelled() or isinstance(task.exception(), Refusal):
            return ""
        return task.result()

    def assert_confirmed_votes_are_stored(self, ply: int) -> None:
        query = "SELECT voter_id, moves FROM vote WHERE ply = ?"
        stored = dict(self.house.rows(query, ply))
        for (at, voter), text in self.confirmed.items():
            if at == ply:
                assert stored[voter] == f'["{text}"]'
