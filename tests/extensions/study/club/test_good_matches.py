"""Good matches to look at: which one of a month is chosen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from extensions.study.club.good_matches import lead_changes
from extensions.study.club.study import Study
from extensions.study.storage import reviews as stored_reviews
from storage.matches.match import Participant, StoredMatch
from tests.club.services import ADA, BEN, CY, GUILD, Services

MONTH = "2026-03"


async def finish(
    services: Services,
    winner: Participant,
    loser: Participant,
    turns: int = 12,
    *,
    rated: bool = True,
) -> int:
    """Play a match of Skirt with this number of turns, won by its first player."""
    match_id = await services.start_match(winner, loser, game="skirt", rated=rated)
    await services.play_turns(match_id, turns // 2)
    await services.matches.resign(match_id, loser.user_id)
    return match_id


async def good(services: Services, hidden: int = 0) -> tuple[int, int] | None:
    """The match chosen, with its changes of lead."""

    def sees(match: StoredMatch) -> bool:
        return match.id != hidden

    chosen = await services.part(Study).good_matches.of(GUILD, MONTH, sees)
    return None if chosen is None else (chosen.match.id, chosen.lead_changes)


async def review(services: Services, match_id: int, *shares: float) -> None:
    data = {"values": [[share, 1 - share] for share in shares], "mistakes": []}
    async with services.store.write() as tx:
        await stored_reviews.keep(tx, match_id, data, services.now)


async def test_the_match_with_most_changes_of_lead_is_chosen(services: Services) -> None:
    close = await finish(services, ADA, BEN)
    other = await finish(services, ADA, CY)
    assert await good(services) == (close, 0)
    await review(services, other, 0.6, 0.4)
    assert await good(services) == (other, 1)
    await review(services, close, 0.6, 0.4, 0.7)
    assert await good(services) == (close, 2)
    assert await good(services, hidden=close) == (other, 1)
    assert await services.part(Study).good_matches.of(GUILD, "2026-02", lambda _: True) is None
    assert await services.part(Study).good_matches.of(GUILD + 1, MONTH, lambda _: True) is None


async def test_short_casual_and_hidden_matches_are_not_chosen(services: Services) -> None:
    await finish(services, ADA, BEN, turns=10)
    await finish(services, ADA, BEN, rated=False)
    assert await good(services) is None
    await finish(services, ADA, BEN)
    await services.personal_data.show_globally(BEN.user_id, False)
    assert await good(services) is None


async def test_matches_ended_by_a_clock_or_a_moderator_are_not_chosen(services: Services) -> None:
    late = await services.start_match(ADA, BEN, game="skirt", pace="1h")
    stuck = await services.start_match(ADA, CY, game="skirt")
    for match_id in (late, stuck):
        await services.play_turns(match_id, 6)
    services.now += timedelta(hours=2)
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()
    assert (await services.matches.find(late)).is_over
    await services.matches.end(stuck, "Root", "stuck")
    assert await good(services) is None


async def test_matches_of_settled_ratings_come_before_closer_provisional_ones(
    services: Services,
) -> None:
    await finish(services, CY, Participant(14, "Dan"))
    for number in range(8):
        guest = Participant(100 + number, f"Guest{number}")
        for player in (ADA, BEN):
            await services.win_match(player, guest)
    settled = await finish(services, ADA, BEN)
    assert await good(services) == (settled, 0)


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ([], 0),
        ([(0.5, 0.5), (0.6, 0.4), (0.7, 0.3)], 0),
        ([(0.6, 0.4), (0.5, 0.5), (0.4, 0.6)], 1),
        ([(0.6, 0.4), (0.49, 0.51), (0.6, 0.4)], 0),
        ([(0.5, 0.3, 0.2), (0.3, 0.5, 0.2), (0.2, 0.3, 0.5)], 2),
    ],
)
def test_a_lead_within_the_error_of_the_search_is_none(
    values: list[tuple[float, ...]], count: int
) -> None:
    assert lead_changes(values) == count
