"""Count the mentions that notify, in a match, a cup and a week: `python -m benchmarks.pings`."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bot.simulated import World, labels_of, world_in


async def match(world: World) -> None:
    """Play a small match to its end."""
    place = await world.start_match(options="size 4")
    while not (await world.bot.club.matches.find(1)).is_over:
        await world.make_a_move(place)


async def cup(world: World) -> None:
    """Play a cup of three, whose matches end after two moves."""
    await world.ada.slash(world.channel, "cup", game="skirt", players=3)
    (card,) = [each for each in world.channel.history() if "Join" in labels_of(each)]
    for member in (world.ben, world.cy):
        await member.click(card, label="Join")
    await world.pass_time(timedelta(minutes=1))
    for number in (1, 2, 3):
        await world.make_a_move(world.channel, number)
        await world.make_a_move(world.channel, number)
        loser = (await world.bot.club.matches.find(number)).players[0].user_id
        await world.bot.club.matches.resign(number, loser)
    await world.pass_time(timedelta(hours=1))


async def week(world: World) -> None:
    """Play three matches for a week, a move a day in each."""
    places = [await world.start_match(pace="3d") for _ in range(3)]
    for _ in range(7):
        for number, place in enumerate(places, 1):
            await world.make_a_move(place, number)
        await world.pass_time(timedelta(days=1))


def pings(request: Any) -> int:
    """Return the number of users whom a posted message notifies publicly."""
    body = request.json if request.method == "POST" and isinstance(request.json, dict) else {}
    message = body.get("data") or body
    allowed = {} if message.get("flags", 0) & 64 else message.get("allowed_mentions", {})
    return len(allowed.get("users", ()))


async def main() -> None:
    """Print the table."""
    for scenario in (match, cup, week):
        with TemporaryDirectory() as folder:
            async with world_in(Path(folder)) as world:
                await scenario(world)
                print(f"{scenario.__name__:<8}{sum(map(pings, world.env.http_requests)):>4}")


if __name__ == "__main__":
    asyncio.run(main())
