"""The final places of a match on its card, for ratings and in profiles."""

from __future__ import annotations

from random import Random

from club.matches.match import Match
from club.ratings import rating_book
from presentation.markup import PLAIN
from presentation.matches.match import places_words
from rules.registry import GAMES
from rules.replay import random_play
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, Result, Terms
from storage.matches.matches import NewMatch
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services


async def end_match(services: Services, winners: list[int], scores: list[int] | None) -> Match:
    """Store a match of three that has just ended with these scores."""
    game = GAMES["passtally"]
    options = game.choose({"players": 3})
    setup = game.deal(options, Random(1))
    played = tuple(random_play(game.start(setup), Random(1)))
    async with services.store.write() as tx:
        stored = await stored_matches.add(
            tx,
            NewMatch(
                terms=Terms(game.key, options, rated=True),
                places=[Place(GUILD, CHANNEL)],
                players=[Participant(each.user_id, each.name) for each in (ADA, BEN, CY)],
                setup=setup,
                to_move=1,
                created_at=NOON,
            ),
        )
        result = Result(winners=winners, reason="pile_used_up", scores=scores, values={})
        stored = await stored_matches.change(
            tx, stored.id, 1, state="over", to_move=None, ended_at=NOON, result=result
        )
        await rating_book.enter(tx, stored, played)
    return await services.matches.find(stored.id)


async def test_equal_points_are_not_a_draw_on_the_card_or_for_ratings(
    services: Services,
) -> None:
    match = await end_match(services, [1], [52, 30, 30])
    assert [seat.place for seat in match.seats] == [1, 2, 3]
    assert places_words(match, PLAIN) == "Places: 1. Ada 52 · 2. Ben 30 · 3. Cy 30"
    after = {change.user_id: change.after for change in match.rating_changes}
    assert after[ADA.user_id] > after[BEN.user_id] > after[CY.user_id]


async def test_the_card_shows_the_stored_places(services: Services) -> None:
    match = await end_match(services, [3], [30, 31, 52])
    async with services.store.write() as tx:
        await stored_matches.set_ending(tx, match.id, 1, [2, 3, 1], [9, 9, 9])
    match = await services.matches.find(match.id)
    assert places_words(match, PLAIN) == "Places: 1. Cy 52 · 2. Ada 30 · 3. Ben 31"


async def test_all_three_share_a_place_in_a_draw(services: Services) -> None:
    match = await end_match(services, [], None)
    assert places_words(match, PLAIN) == "Places: 1. Ada · 1. Ben · 1. Cy"


async def test_an_older_match_without_stored_places_gets_them_anyway(
    services: Services,
) -> None:
    match = await end_match(services, [2], [20, 30, 20])
    async with services.store.write() as tx:
        await stored_matches.set_ending(tx, match.id, 1, [None] * 3, [9, 9, 9])
    match = await services.matches.find(match.id)
    assert places_words(match, PLAIN) == "Places: 1. Ben 30 · 2. Ada 20 · 3. Cy 20"
