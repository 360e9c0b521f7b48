"""Finished matches, stored in a simulated server's past without being played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

from club.ratings.rating_book import MATCHES_ENDED, recompute
from rules.registry import GAMES
from storage.database import key_values
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, Result, Terms
from storage.matches.matches import NewMatch
from tests.bot.simulated import World

TURNS = 12


async def add_finished_match(
    world: World,
    *players: Any,
    places: Sequence[int] = (1, 2),
    game: str = "skirt",
    ago: timedelta = timedelta(),
    rated: bool = True,
    reason: str = "goal",
    ply: int = 2 * TURNS,
    channel_id: int | None = None,
    guild_id: int | None = None,
    state: Any = "over",
) -> int:
    """Store a finished match without rating it. By default the first member wins.

    :returns: its number.
    """
    at = world.env.now() - ago
    chosen = GAMES[game].choose({"players": 3} if len(players) == 3 else {})
    names = [each.user.global_name or each.name for each in players]
    winners = [seat for seat, place in enumerate(places, 1) if place == 1]
    is_drawn = len(winners) == len(players)
    async with world.bot.club.store.write() as tx:
        match = await stored_matches.add(
            tx,
            NewMatch(
                terms=Terms(game, chosen, rated=rated),
                places=[Place(guild_id or world.guild.id, channel_id or world.channel.id)],
                players=[
                    Participant(each.id, name) for each, name in zip(players, names, strict=True)
                ],
                setup={},
                to_move=1,
                created_at=at - timedelta(hours=1),
            ),
        )
        await stored_matches.change(
            tx,
            match.id,
            match.version,
            state=state,
            to_move=None,
            ply=ply,
            ended_at=at,
            result=Result(
                winners=[] if is_drawn else winners,
                reason=reason,
                scores=None,
                values={"words": "Done."},
            ),
        )
        number = await key_values.next_number(tx, MATCHES_ENDED)
        await stored_matches.set_ending(tx, match.id, number, places, [TURNS] * len(players))
    return match.id


async def recompute_ratings(world: World) -> None:
    """Compute the ratings from all finished matches."""
    await recompute(world.bot.club.store)


async def add_ranked_results(
    world: World, *members: Any, game: str = "skirt", matches: int = 6
) -> None:
    """Store daily wins of each member over the next, which ranks them in this order."""
    for number in range(matches):
        for winner, loser in pairwise(members):
            ago = timedelta(days=matches - number, minutes=5)
            await add_finished_match(world, winner, loser, game=game, ago=ago)
    await recompute_ratings(world)


def add_members(world: World, *names: str) -> list[Any]:
    """Add members with these names."""
    return [
        world.guild.add_member(world.env.create_user(f"user{number}", global_name=name))
        for number, name in enumerate(names)
    ]
