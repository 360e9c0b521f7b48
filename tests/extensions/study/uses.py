"""What the moves of a match are used for, for `tests/bot/matches/test_who_sees_a_match.py`."""

from __future__ import annotations

from random import Random

from extensions.study.club.study import Study
from tests.bot.simulated import World


async def counts(world: World, match_id: int) -> bool:
    """Whether the moves of the match are shown as usual ones, once it is over."""
    club, random = world.bot.club, Random(1)
    match = await club.matches.find(match_id)
    start = match.position
    with world.env.time_context():
        while (player := match.player_to_move) is not None:
            move = random.choice(match.position.moves())
            match = await club.matches.make_move(match, player.user_id, move)
    for chore in ("clocks", "usual_moves"):
        await world.bot.chores.do(chore)
    return bool((await club.part(Study).usual_moves.of(match.game, start)).moves)
