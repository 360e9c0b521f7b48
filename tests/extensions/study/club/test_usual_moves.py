"""What is usually played in a position."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from extensions.study.club import usual_moves
from extensions.study.club.study import Study
from extensions.study.club.usual_moves import Shelf, UsualMoves
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES
from rules.symmetry import key_of
from storage.database.shards import ALL
from storage.database.store import Store
from storage.matches import archive
from storage.matches.match import Participant
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services, Town

SKIRT = GAMES["skirt"]
START = SKIRT.start(SKIRT.deal(SKIRT.choose({}), Random(1)))


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def services(store: Store, town: Town) -> Services:
    """The services in a town, whose channels may be closed to some."""
    services = Services(store, town=town)
    await services.uptime.set_online()
    return services


async def finish(
    services: Services,
    text: str,
    winner: Participant = ADA,
    loser: Participant = BEN,
    **wishes: Any,
) -> int:
    """Play a match of Skirt that its first player begins with this move and wins."""
    match_id = await services.start_match(winner, loser, game="skirt", **wishes)
    match = await services.matches.find(match_id)
    await services.matches.make_move(match, winner.user_id, text)
    await services.play_turns(match_id)
    await services.matches.resign(match_id, loser.user_id)
    return match_id


async def usual(services: Services, position: Position = START) -> list[tuple[str, int, float]]:
    """Return what is usually played, once every finished match is counted."""
    await services.part(Study).usual_moves.count_due()
    found = await services.part(Study).usual_moves.of(SKIRT, position)
    return [(each.text, each.matches, each.share) for each in found.moves]


async def test_moves_are_counted_by_how_often_their_player_won(services: Services) -> None:
    assert await usual(services) == []
    await finish(services, "a1")
    assert await usual(services) == [("a1", 1, 1.0)]
    # Corners are alike, and so are the cells next to them.
    await finish(services, "a6", CY, BEN)
    await finish(services, "a2", BEN, CY)
    await services.part(Study).usual_moves.count_due()
    assert await usual(services) == [("a1", 2, 1.0), ("a2", 1, 1.0)]
    second = START.play(("a1",))
    shares = {share for _, _, share in await usual(services, second)}
    assert shares == {0.0}


async def test_positions_are_shown_as_their_reader_turned_them(services: Services) -> None:
    match_id = await finish(services, "a1")
    reply = (await services.matches.find(match_id)).played[1]
    await services.part(Study).usual_moves.count_due()
    (here,) = await usual(services, reply.before)
    (there,) = await usual(services, START.play(("a6",)))
    assert key_of("skirt", reply.before.play(read(reply.before, here[0]))) == key_of(
        "skirt", reply.after
    )
    other = START.play(("a6",))
    assert key_of("skirt", other.play(read(other, there[0]))) == key_of("skirt", reply.after)


async def test_casual_matches_and_weak_computers_do_not_count(services: Services) -> None:
    await finish(services, "a1", rated=False)
    assert await usual(services) == []
    running_id = await services.start_match(game="skirt")
    await services.play_turns(running_id)
    assert await usual(services) == []


async def test_matches_of_other_servers_do_not_crowd_out_those_of_the_reader(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual_moves, "MAX_MATCHES", 2)
    own_id, casual_id = await finish(services, "a1"), await finish(services, "a1", rated=False)
    for _ in range(3):
        await finish(services, "a1", guild_id=GUILD + 1)
    await services.part(Study).usual_moves.count_due()
    for most_rare in (500, 0):
        monkeypatch.setattr(archive, "MAX_RARE", most_rare)
        usual = await services.part(Study).usual_moves.of(
            SKIRT, START, Shelf(GUILD, lambda _: True)
        )
        assert [each.id for each in usual.matches] == [casual_id, own_id]
        direct = Shelf(None, lambda _: True, CY.user_id)
        assert (await services.part(Study).usual_moves.of(SKIRT, START, direct)).matches == ()


async def test_each_match_is_counted_once_by_several_processes(
    services: Services, town: Town
) -> None:
    for _ in range(3):
        await finish(services, "a1")
    await asyncio.gather(*(UsualMoves(services.store, town).count_due() for _ in range(4)))
    assert await usual(services) == [("a1", 3, 1.0)]


async def test_matches_that_not_everyone_in_their_server_may_see_do_not_count(
    services: Services, town: Town
) -> None:
    town.closed.add(CHANNEL)
    secret_id = await finish(services, "a1")
    assert await usual(services) == []
    # Later, the channel is opened, but the match counted for nobody when it ended.
    town.closed.clear()
    await finish(services, "a2")
    assert await usual(services) == [("a2", 1, 1.0)]
    # Those who may see it still find it by its positions.
    await finish(services, "a1", BEN, CY)
    found = await services.part(Study).usual_moves.of(SKIRT, START, Shelf(GUILD, lambda _: True))
    assert secret_id in [match.id for match in found.matches]


async def test_a_server_with_an_outage_is_counted_afterwards(services: Services) -> None:
    await finish(services, "a1")
    await finish(services, "a2", guild_id=GUILD + 1)
    await services.part(Study).usual_moves.count_due(replace(ALL, without=frozenset({GUILD})))
    assert [
        each.text for each in (await services.part(Study).usual_moves.of(SKIRT, START)).moves
    ] == ["a2"]
    assert sorted(await usual(services)) == [("a1", 1, 1.0), ("a2", 1, 1.0)]


async def test_an_upgrade_counts_all_matches_again(services: Services, town: Town) -> None:
    migration = import_module("storage.database.migrations.versions.counted_matches_0003")

    def migrate(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            connection.execute(text("DROP INDEX ix_match_is_counted_ended_number"))
            connection.execute(text("ALTER TABLE match DROP COLUMN is_counted"))
            migration.upgrade()

    await finish(services, "a1")
    assert await usual(services) == [("a1", 1, 1.0)]
    town.closed.add(CHANNEL)
    async with services.store.write() as tx:
        await tx.run(migrate)
    assert await usual(services) == []
