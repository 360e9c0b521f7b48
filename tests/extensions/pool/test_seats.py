"""Over a month, the pool gives everyone each seat equally often."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import select

from extensions.pool.club.pool import PlayerPool
from extensions.pool.storage import Wish
from rules.refusal import Refusal
from storage.matches.match import MATCHES, SEATS, Participant, Place
from tests.club.services import CHANNEL, GUILD, Services
from tests.simulation.test_seats import HOUR, Seats, count_seats, lead

pytestmark = pytest.mark.slow


async def pool_matches(services: Services) -> Seats:
    match, seat = MATCHES.c, SEATS.c
    query = (
        select(match.id, match.game, seat.user_id)
        .join(SEATS, seat.match_id == match.id)
        .where(match.from_pool.is_(True), match.state != "aborted")
        .order_by(match.id, seat.seat)
    )
    players: dict[tuple[int, str], list[int]] = defaultdict(list)
    async with services.store.read() as tx:
        for match_id, game, user_id in await tx.execute(query):
            players[match_id, game].append(user_id)
    return count_seats((game, tuple(each)) for (_, game), each in players.items())


async def test_people_in_the_pool_are_even_in_each_game(services: Services) -> None:
    random = Random(1)
    place, games = Place(GUILD, CHANNEL), ("skirt", "scala")
    people = [Participant(1000 + number, f"Person {number}") for number in range(9)]
    begun: set[int] = set()
    for hours in range(0, 30 * 24, 6):
        services.now += 6 * HOUR
        if hours % (7 * 24) == 0:
            for each in people:
                # In the first week, everyone wants both games.
                wanted = random.choice((games, games[:1])) if hours else games
                wish = Wish(wanted, "1d", "7d", 2, "server")
                await services.part(PlayerPool).join(each, place, wish)
        await services.part(PlayerPool).pair_due()
        async with services.store.read() as tx:
            match = MATCHES.c
            rows = await tx.execute(select(match.id).where(match.state == "running"))
            running = [match_id for (match_id,) in rows]
        for match_id in running:
            if match_id not in begun:
                begun.add(match_id)
                await services.play_turns(match_id, 1)
            elif random.random() < 0.1:
                playing = (await services.matches.find(match_id)).playing
                with suppress(Refusal):
                    await services.matches.resign(match_id, random.choice(playing).user_id)
    seats = await pool_matches(services)
    assert len(seats) == 2 * len(people)
    assert max(map(lead, seats.values())) <= 1
