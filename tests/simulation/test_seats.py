"""Seats counted over a season: rematches give every player each equally often.

A player is even if no seat of a game is more than one ahead of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from random import Random

import pytest

from storage.matches.match import Participant
from tests.club.services import CHANNEL, Services

pytestmark = pytest.mark.slow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

Seats = dict[tuple[int, str], list[int]]
"""How often a player has had each seat of a game, by player and game."""


def count_seats(matches: Iterable[tuple[str, tuple[int, ...]]]) -> Seats:
    """Count the seats of matches, each a game and its players, seat 1 first."""
    counts: Seats = {}
    for game, players in matches:
        for seat, player in enumerate(players):
            counts.setdefault((player, game), [0] * len(players))[seat] += 1
    return counts


def lead(counts: list[int]) -> int:
    """How much more often a player has had one seat than another."""
    return max(counts) - min(counts)


@pytest.mark.parametrize("players", [2, 3])
async def test_rematches_of_any_earlier_result_stay_even(services: Services, players: int) -> None:
    random = Random(players)
    people = [Participant(1000 + number, f"Person {number}") for number in range(players)]
    played = [await services.start_match(*people, game="passtally")]
    for _ in range(8):
        match = await services.matches.find(played[-1])
        while not match.is_over:
            match = await services.matches.resign(match.id, random.choice(match.playing).user_id)
        asked = await services.matches.find(random.choice(played))
        asking, *others = random.sample(people, players)
        challenge = await services.rematches.ask(asked, asking, CHANNEL)
        for each in others:
            challenge = await services.challenges.accept(challenge.id, each)
        assert challenge.match_id is not None
        played.append(challenge.match_id)
        seats = count_seats(
            (each.game.key, tuple(seat.user_id for seat in each.seats))
            for each in [await services.matches.find(number) for number in played]
        )
        assert max(map(lead, seats.values())) <= 1
