"""The final places of a match: the same on its card, for ratings and in profiles."""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine

from club.matches.match import Match
from club.ratings import rating_book
from presentation.markup import PLAIN
from presentation.matches.results import places_words
from rules.registry import GAMES
from rules.replay import random_play
from storage.database import key_values
from storage.database.store import Store
from storage.matches import matches as stored_matches
from storage.matches.matches import NewMatch, Result
from storage.matches.terms import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services, rows_of


async def ended(services: Services, winners: list[int], scores: list[int] | None) -> Match:
    """A match of three that has just ended with these scores."""
    game = GAMES["passtally"]
    options = game.choose({"players": 3})
    setup = game.deal(options, Random(1))
    played = tuple(random_play(game.start(setup), Random(1)))
    async with services.store.write() as tx:
        stored = await stored_matches.add(
            tx,
            NewMatch(
                terms=Terms(game.key, options, rated=True),
                place=Place(GUILD, CHANNEL),
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


async def test_equal_points_are_no_draw_on_the_card_and_none_for_ratings(
    services: Services,
) -> None:
    match = await ended(services, [1], [52, 30, 30])
    assert [seat.place for seat in match.seats] == [1, 2, 3]
    assert places_words(match, PLAIN) == "Places: 1. Ada 52 · 2. Ben 30 · 3. Cy 30"
    after = {change.user_id: change.after for change in match.rating_changes}
    assert after[ADA.user_id] > after[BEN.user_id] > after[CY.user_id]


async def test_the_card_shows_the_places_that_are_stored(services: Services) -> None:
    match = await ended(services, [3], [30, 31, 52])
    async with services.store.write() as tx:
        await stored_matches.set_ending(tx, match.id, 1, [2, 3, 1], [9, 9, 9])
    match = await services.matches.find(match.id)
    assert places_words(match, PLAIN) == "Places: 1. Cy 52 · 2. Ada 30 · 3. Ben 31"


async def test_a_draw_of_three_is_a_place_that_all_share(services: Services) -> None:
    match = await ended(services, [], None)
    assert places_words(match, PLAIN) == "Places: 1. Ada · 1. Ben · 1. Cy"


async def test_a_match_that_ended_before_places_were_kept_has_them_all_the_same(
    services: Services,
) -> None:
    match = await ended(services, [2], [20, 30, 20])
    async with services.store.write() as tx:
        await stored_matches.set_ending(tx, match.id, 1, [None] * 3, [9, 9, 9])
    match = await services.matches.find(match.id)
    assert places_words(match, PLAIN) == "Places: 1. Ben 30 · 2. Ada 20 · 3. Cy 20"


def correct_places(path: Path) -> None:
    """Apply the migration that does it to a database that is up to date otherwise."""
    migration = import_module("storage.migrations.versions.0005_places")
    engine = create_engine(f"sqlite:///{path}")
    with (
        engine.begin() as connection,
        Operations.context(MigrationContext.configure(connection)),
    ):
        migration.upgrade()
    engine.dispose()


async def test_an_upgrade_corrects_shared_places_and_the_ratings_that_rest_on_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "stairwell.db"
    store = await Store.open(f"sqlite:///{path}")
    services = Services(store)
    match = await ended(services, [1], [52, 30, 30])
    drawn = await ended(services, [], None)
    await services.won()
    right = await rows_of(store)
    async with store.write() as tx:
        await stored_matches.set_ending(tx, match.id, 1, [1, 2, 2], [9, 9, 9])
    await rating_book.recompute(store)
    wrong = await rows_of(store)
    await store.close()
    assert wrong != right
    correct_places(path)

    store = await Store.open(f"sqlite:///{path}")
    services = Services(store)
    places = {
        each.id: [seat.place for seat in (await services.matches.find(each.id)).seats]
        for each in (match, drawn)
    }
    assert places == {match.id: [1, 2, 3], drawn.id: [1, 1, 1]}
    assert await rows_of(store) == wrong
    with caplog.at_level(logging.INFO):
        await services.prepare()
    assert await rows_of(store) == right
    assert "ratings recomputed: 3 of 3 matches" in caplog.text
    caplog.clear()
    with caplog.at_level(logging.INFO):
        await services.prepare()
    assert caplog.text == ""
    await store.close()


async def test_an_upgrade_without_shared_places_leaves_ratings_alone(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    store = await Store.open(f"sqlite:///{path}")
    await ended(Services(store), [], None)
    await store.close()
    correct_places(path)
    store = await Store.open(f"sqlite:///{path}")
    async with store.read() as tx:
        assert await key_values.get(tx, rating_book.OUTDATED) is None
    await store.close()


async def test_recomputing_by_hand_is_enough_after_an_upgrade(services: Services) -> None:
    async with services.store.write() as tx:
        await key_values.put(tx, rating_book.OUTDATED, "yes")
    await rating_book.recompute(services.store)
    assert not await rating_book.recompute_if_outdated(services.store)
