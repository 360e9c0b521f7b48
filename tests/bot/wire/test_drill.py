"""A drill: back up a database during play, lose it, restore it, and play on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from club.matches.match import Match
from club.matches.play import Matches
from storage.database.store import Store
from storage.matches import match_lists
from tests.bot.wire.stage import SOON, challenge, latest_reply
from tests.discord.bots import BotProcess, running
from tests.discord.loopback import Loopback
from tests.discord.places import Member
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow

STAIRWELL = str(Path(sys.executable).with_name("stairwell"))
MATCHES = 4
MOVES = 6


class House:
    """A server, a database, and commands to maintain it."""

    def __init__(self, world: Loopback, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.env = {
            "DATABASE_URL": f"sqlite:///{folder / 'stairwell.db'}",
            "BACKUP_DIR": str(folder / "backups"),
            "BACKUP_EVERY": "0.0001",
            "BACKUP_KEEP": "2",
            "ENGINE_WORKERS": "0",
        }
        self.channel = world.guild.add_channel("games")
        self.ada, self.ben = (world.guild.add_member(name) for name in ("ada", "ben"))

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[BotProcess]:
        async with running(self.world, STAIRWELL, "run", env=self.env) as process:
            await self.world.bot_ready(SOON)
            yield process

    async def command(self, *words: str) -> tuple[int, str]:
        """Run a command, and return its exit code and output."""
        async with running(self.world, STAIRWELL, *words, env=self.env) as process:
            code = await process.wait(SOON)
        return code, process.stdout + process.stderr

    async def begin_matches(self) -> None:
        for number in range(1, MATCHES + 1):
            offer = await challenge(self.world, self.channel, self.ada, self.ben)
            await self.world.click(self.ben, offer, label="Accept")
            await wait_until(lambda number=number: len(self.channel.threads) == number, SOON)

    async def play(self, moves: int) -> None:
        """Play on in all matches at once."""
        await asyncio.gather(*(self._play_one(each, moves) for each in range(1, MATCHES + 1)))

    async def _play_one(self, match_id: int, moves: int) -> None:
        for _ in range(moves):
            match = (await self.stored())[match_id]
            if match.is_over:
                return
            player = match.player_to_move
            assert player is not None
            mover: Member = self.world.guild.members[player.user_id]
            move = match.position.text(match.position.moves()[0])
            place = self.world.channels[match.stored.place.id]
            call = await self.world.slash(mover, place, "move", move=move, match=str(match_id))
            await call.first_reply(SOON)
            assert f"You played **{move}**" in latest_reply(call)

    async def stored(self) -> dict[int, Match]:
        """Return every match by number, replayed from its first move."""
        store = await Store.open(self.env["DATABASE_URL"])
        try:
            matches = Matches(store, discord.utils.utcnow)
            async with store.read() as tx:
                recent = await match_lists.recent(tx, self.world.guild.id, 100)
            return {each.id: await matches.find(each.id) for each in recent}
        finally:
            await store.close()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Loopback(deadline=SOON) as world:
        yield House(world, tmp_path)


async def test_matches_continue_from_a_backup_taken_during_play(house: House) -> None:
    copy = str(house.folder / "copy.db")
    async with house.bot() as bot:
        await house.begin_matches()
        await house.play(MOVES)
        before = await house.stored()
        (code, words), _ = await asyncio.gather(house.command("backup", copy), house.play(MOVES))
        assert code == 0, words
        code, words = await house.command("restore", copy)
        assert code == 1
        assert "Stop it" in words
        after = await house.stored()
        bot.kill()
        await bot.wait()
    (house.folder / "stairwell.db").write_bytes(b"lost")
    code, words = await house.command("restore", copy)
    assert code == 0, words
    assert "is kept as" in words
    restored = await house.stored()
    assert sorted(restored) == sorted(before)
    for match_id, match in restored.items():
        moves = [played.text for played in match.played]
        assert moves[: len(before[match_id].played)] == [
            played.text for played in before[match_id].played
        ]
        assert moves == [played.text for played in after[match_id].played][: len(moves)]
    async with house.bot() as bot:
        await house.play(2)
        await bot.wait_for_output("backup taken", SOON)
        bot.terminate()
        assert await bot.wait(SOON) == 0
    played_on = await house.stored()
    assert all(len(played_on[each].played) > len(restored[each].played) for each in restored)
    taken = sorted(each.name for each in list_of(house.folder / "backups"))
    assert 1 <= len(taken) <= 2


def list_of(folder: Path) -> list[Path]:
    return list(folder.iterdir())
