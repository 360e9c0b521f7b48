"""Scenarios of puzzles, for `tests/simulation/scenarios.py`."""

from __future__ import annotations

from dataclasses import replace

from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings
from tests.simulation.house import House


async def daily_puzzle(house: House) -> None:
    """A daily puzzle is posted, and closed a day later."""
    async with house.club.store.write() as tx:
        settings = await stored_settings.get(tx, house.world.guild.id)
        channel_id, now = house.channel.id, house.club.clock()
        with_puzzles: GuildSettings = replace(
            settings, puzzle_channel_id=channel_id, puzzle_hour=0, puzzle_at=now
        )
        await stored_settings.save(tx, with_puzzles)
    await house.until(lambda: house.value("SELECT message_id FROM daily_puzzle"))


SCENARIOS = {"daily_puzzle": daily_puzzle}
