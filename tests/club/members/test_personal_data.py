"""Export and deletion of a person's data, without changes for anyone else."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Table, select, text

from club.audit import Admin
from club.matches.changes import Agreement, begin
from club.members.privacy import RemovalResult
from club.members.sessions import Device
from club.outbox import posts, queue
from club.ratings import rating_book
from club.references import DELETED
from club.servers.settings import OTHER_SERVERS
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import outbox as stored_outbox
from storage import schema
from storage.database.store import Store
from storage.matches import matches as stored_matches
from storage.matches import nudges, vacancies
from storage.matches.match import Participant, Place, Terms, direct_messages
from storage.matches.nudges import Nudge
from storage.matches.vacancies import Vacancy
from storage.members import membership, preferences
from storage.members.blocks import BLOCKS
from storage.members.membership import Member
from storage.members.vacations import VACATIONS
from storage.outbox import OUTBOX
from storage.ratings import leaderboards
from storage.ratings import ratings as stored_ratings
from storage.ratings.leaderboards import LiveLeaderboard
from storage.ratings.ratings import LeaderboardKey, Standing
from storage.schema import metadata
from tests.club.conftest import on_sqlite
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services, rating_rows

pytestmark = pytest.mark.usefixtures("games_with_draws")

SKIRT = GAMES["skirt"]
NAMED = Participant(2**62 + 77, "Wilhelmina Ix")
"""A person with a unique id and name."""

NAMED_STANDING: dict[str, Any] = {
    "user_id": NAMED.user_id,
    "name": NAMED.name,
    "mu": 31.0,
    "sigma": 2.0,
    "mu_before": 25.0,
    "matches": 30,
    "wins": 20,
    "draws": 0,
    "losses": 10,
    "streak": 1,
    "longest_streak": 5,
    "last_at": NOON,
}
"""The rating of a strong player."""


async def traces_in(store: Store, person: Participant) -> list[tuple[str, str]]:
    """Return the tables and columns that contain a person's id or name."""
    traces: list[tuple[str, str]] = []
    async with store.read() as tx:
        for table in metadata.tables.values():
            rows = await tx.execute(text(f'SELECT * FROM "{table.name}"'))
            columns = list(rows.keys())
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    if str(person.user_id) in str(value) or person.name in str(value):
                        traces.append((table.name, column))
    return traces


async def ratings_of_others(services: Services) -> dict[str, list[tuple[Any, ...]]]:
    """The ratings of everyone who was not removed."""
    rows = await rating_rows(services.store)
    keys = {"rating": 3, "rating_change": 2}
    return {
        name: [row for row in rows[name] if row[column] > 0 and row[column] != NAMED.user_id]
        for name, column in keys.items()
    }


async def add_data_everywhere(services: Services) -> None:
    """Give a person a row in every table."""
    await services.win_match(NAMED, BEN)
    await services.win_match(BEN, NAMED)
    await services.win_match(CY, BEN)
    await services.start_match(NAMED, CY)
    await services.start_match(BEN, NAMED, guild_id=9)
    three_id = await services.start_match(NAMED, BEN, CY, game="passtally")
    await services.play_turns(three_id)
    await services.matches.resign(three_id, NAMED.user_id)
    offered = await services.start_match(NAMED, BEN)
    await services.offers.make(offered, NAMED.user_id, "draw")
    moderated = await services.start_match(BEN, CY)
    await services.matches.end(moderated, NAMED.name, "stuck", moderator_id=NAMED.user_id)
    match = await services.matches.find(1)
    await services.rematches.ask(match, NAMED, CHANNEL)
    await challenge(services, CY, NAMED)
    await services.blocks.block(NAMED.user_id, 99, "Someone")
    await services.blocks.block(98, NAMED.user_id, NAMED.name)
    await services.follows.follow_player(NAMED.user_id, CY)
    await services.follows.follow_player(CY.user_id, NAMED)
    watched = await services.matches.find(await services.start_match(BEN, CY))
    await services.follows.follow_match(NAMED.user_id, watched.stored)
    await services.web_sessions.link(NAMED.user_id, NAMED.name)
    link = await services.web_sessions.link(NAMED.user_id, NAMED.name)
    await services.web_sessions.redeem(link.rpartition("/")[2], Device("Firefox", "Linux"))
    async with services.store.write() as tx:
        await preferences.save(
            tx, preferences.Preferences(NAMED.user_id, "direct", digest_at=NOON, confirms=False)
        )
        await membership.save(tx, [Member(GUILD, NAMED.user_id, NAMED.name, True, NOON)])
        vacation = {
            "begins_at": NOON,
            "ends_at": NOON,
            "days": 1,
            "automatic": False,
            "is_shown": True,
        }
        await tx.execute(VACATIONS.insert().values(user_id=NAMED.user_id, **vacation))
        for seat, left, taken_by in ((1, NAMED, CY), (2, BEN, NAMED)):
            row = Vacancy(three_id, seat, left.user_id, left.name, 1, NOON)
            await vacancies.add(tx, replace(row, taken_by=taken_by.user_id))
        await nudges.add(tx, Nudge(1, NOON, NAMED.user_id, CY.user_id, NOON))
        await nudges.add(tx, Nudge(2, NOON, CY.user_id, NAMED.user_id, NOON))
        match = await stored_matches.current(tx, 1)
        for post in (
            posts.digest(NAMED.user_id, NOON, NOON),
            posts.followed(watched.stored.place, NAMED.user_id, NOON),
            posts.direct(match, NAMED.user_id, "turn", NOON),
            posts.direct(match, BEN.user_id, "turn", NOON),
            posts.notice(match, match.place, NOON, [NAMED.user_id, BEN.user_id], "reminder"),
        ):
            await queue.enqueue(tx, post)
    untouched = {"fact", "guild_settings", "live_leaderboard", "conditional_line", "review"}
    untouched |= {"page_server", "page_channel", "reached_position", "move_count"}
    untouched |= {"search_answer"}
    untouched |= {"match_place", "former_card"}
    # Extensions test their own.
    untouched |= {each.name for each in tables_of_extensions()}
    marked = {table for table, _ in await traces_in(services.store, NAMED)} | {"offer"}
    assert marked == {*metadata.tables} - untouched


def tables_of_extensions() -> list[Table]:
    """The tables that no module of the core declares."""
    core = [each for module in schema.MODULES for each in vars(module).values()]
    of_core = {each.name for each in core if isinstance(each, Table)}
    return [each for each in metadata.tables.values() if each.name not in of_core]


async def challenge(services: Services, challenger: Participant, *guests: Participant) -> int:
    new = await services.challenges.make(
        Terms("skirt", {"size": 4}), Place(GUILD, CHANNEL), challenger, guests
    )
    return new.id


async def test_no_data_refers_to_a_removed_user(services: Services) -> None:
    await add_data_everywhere(services)
    removed = await services.personal_data.remove(NAMED.user_id)
    assert removed == RemovalResult(resigned=3, cancelled=2)
    assert await traces_in(services.store, NAMED) == []
    assert (await services.personal_data.of(NAMED.user_id)).is_empty
    async with services.store.read() as tx:
        row = OUTBOX.c
        is_letter = row.kind.in_(("direct", "digest"))
        letters = list((await tx.execute(select(row.payload).where(is_letter))).scalars())
        notices = list((await tx.execute(select(row.payload).where(row.kind == "card"))).scalars())
    assert [BEN.user_id] in [payload["pings"] for payload in notices]
    assert {payload["user_id"] for payload in letters} == {BEN.user_id}


async def test_the_others_keep_their_results_records_and_ratings(services: Services) -> None:
    await add_data_everywhere(services)
    for number in (4, 5, 7):
        await services.matches.resign(number, NAMED.user_id)
    others = await ratings_of_others(services)
    before = [await services.matches.find(number) for number in range(1, 9)]
    await services.personal_data.remove(NAMED.user_id)
    assert await ratings_of_others(services) == others
    after = [await services.matches.find(number) for number in range(1, 9)]
    for one, other in zip(before, after, strict=True):
        assert [each.text for each in one.record] == [each.text for each in other.record]
        assert one.stored.state == other.stored.state
        for seat, same in zip(one.seats, other.seats, strict=True):
            if seat.user_id == NAMED.user_id:
                assert (same.name, same.place, same.turns) == (DELETED, seat.place, seat.turns)
            else:
                assert same == seat
    await rating_book.recompute(services.store)
    assert await ratings_of_others(services) == others


async def test_a_running_match_of_a_removed_user_is_rated_normally(
    services: Services,
) -> None:
    await services.win_match(NAMED, BEN)
    services.now += timedelta(days=1)
    three_id = await services.start_match(NAMED, BEN, CY, game="passtally")
    await services.play_turns(three_id)
    await services.matches.resign(three_id, NAMED.user_id)
    await services.personal_data.remove(NAMED.user_id)
    await services.play_turns(three_id, 4)
    await services.matches.resign(three_id, CY.user_id)
    ratings = await rating_rows(services.store)
    assert all(row[3] > 0 for row in ratings["rating"])
    assert all(row[2] > 0 for row in ratings["rating_change"])
    await rating_book.recompute(services.store)
    assert await rating_rows(services.store) == ratings
    match = await services.matches.find(three_id)
    assert {each.user_id for each in match.rating_changes} == {BEN.user_id, CY.user_id}


async def test_a_stand_in_keeps_only_the_ratings_of_a_running_match_and_is_never_listed(
    services: Services,
) -> None:
    for game in ("passtally", "scala"):
        leaderboard = {"game": game, "shown_until": NOON + timedelta(days=60), "is_hidden": False}
        standings = [
            Standing(guild_id=guild_id, period=period, **leaderboard, **NAMED_STANDING)
            for guild_id in (GUILD, 9, stored_ratings.EVERYWHERE)
            for period in ("all", "2026")
        ]
        await services.store.write(lambda tx, rows=standings: stored_ratings.save(tx, rows))
    for game in ("passtally", "scala"):
        match_id = await services.start_match(BEN, NAMED, game=game)
        await services.play_turns(match_id, 4)
        await services.matches.resign(match_id, NAMED.user_id)
    three_id = await services.start_match(NAMED, BEN, CY, game="passtally")
    await services.play_turns(three_id)
    await services.matches.resign(three_id, NAMED.user_id)
    await services.personal_data.remove(NAMED.user_id)
    rows = await rating_rows(services.store)
    kept = {(row[0], row[1], row[2]) for row in rows["rating"] if row[3] < 0}
    assert kept == {("passtally", GUILD, "all"), ("passtally", stored_ratings.EVERYWHERE, "all")}
    assert {(row[1], row[3]) for row in rows["rating_change"] if row[2] < 0} == {
        (stored_ratings.EVERYWHERE, "passtally")
    }
    for guild_id in (GUILD, stored_ratings.EVERYWHERE):
        leaderboard = LeaderboardKey("passtally", guild_id, "all", "rating")
        async with services.store.read() as tx:
            assert await stored_ratings.page(tx, leaderboard, services.now, 9) == ()
            assert await stored_ratings.count(tx, leaderboard, services.now) == 0


async def test_removal_updates_the_card_of_a_rematch_in_the_other_server(
    services: Services,
) -> None:
    here, there = Place(GUILD, CHANNEL), Place(9, CHANNEL + 1)
    players = [BEN, Participant(NAMED.user_id, NAMED.name, home=2)]
    agreement = Agreement(Terms("skirt", {"size": 4}), [here, there], players)
    for guild_id in (GUILD, 9):
        await services.settings.change(guild_id, OTHER_SERVERS, True, Admin(99, "Boss"))
    async with services.store.write() as tx:
        started = await begin(tx, agreement, Random(1), services.now)
    former = await services.matches.resign(started.id, BEN.user_id)
    rematch = await services.rematches.ask(former, NAMED, there.channel_id)
    await services.personal_data.remove(NAMED.user_id)
    closed = await services.challenges.find(rematch.id)
    assert closed.state == "cancelled"
    async with services.store.read() as tx:
        due = await stored_outbox.due(tx, NOON, 99, challenge_id=rematch.id)
        invitations = await tx.execute(
            select(OUTBOX.c.channel_id, OUTBOX.c.key).where(OUTBOX.c.kind == "invitation")
        )
        keys = [key for channel_id, key in invitations if channel_id == here.channel_id]
    assert [entry.channel_id for entry in due if entry.kind == "challenge"] == [there.channel_id]
    assert len(keys) == 2


async def test_nothing_waits_for_the_direct_messages_of_a_removed_user(services: Services) -> None:
    theirs, other = 900_000_001, direct_messages(900_000_002)
    players = [NAMED, Participant(BEN.user_id, BEN.name, home=2)]
    agreement = Agreement(
        Terms("skirt", {"size": 4}), [direct_messages(theirs), other], players, from_pool=True
    )
    async with services.store.write() as tx:
        match = await begin(tx, agreement, Random(1), services.now)
    await services.challenges.make(
        Terms("skirt", {"size": 4}), direct_messages(theirs), NAMED, [Participant(-1, "", level=1)]
    )
    await services.personal_data.remove(NAMED.user_id)
    traces = await traces_in(services.store, Participant(theirs, NAMED.name))
    assert traces == []
    async with services.store.read() as tx:
        boards = [entry.channel_id for entry in await stored_outbox.due(tx, NOON, 99)]
    assert set(boards) == {other.channel_id}
    assert match.places[0].channel_id == theirs


async def test_a_live_leaderboard_no_longer_shows_a_removed_user(services: Services) -> None:
    await services.win_match(NAMED, BEN)
    async with services.store.write() as tx:
        live = LiveLeaderboard(GUILD, CHANNEL, None, 5, NOON)
        await leaderboards.save(tx, live)
    await services.personal_data.remove(NAMED.user_id)
    async with services.store.read() as tx:
        kinds = [entry.kind for entry in await stored_outbox.due(tx, NOON, 99)]
    assert "leaderboard" in kinds


async def test_a_removed_user_starts_over_and_can_be_removed_again(services: Services) -> None:
    await services.win_match(NAMED, BEN)
    await services.personal_data.remove(NAMED.user_id)
    await services.win_match(NAMED, BEN)
    async with services.store.read() as tx:
        (standing,) = await stored_ratings.of_user(tx, NAMED.user_id, GUILD)
    assert (standing.matches, standing.wins) == (1, 1)
    await services.personal_data.remove(NAMED.user_id)
    stand_ins = [(await services.matches.find(number)).players[0] for number in (1, 2)]
    assert {each.name for each in stand_ins} == {DELETED}
    assert len({each.user_id for each in stand_ins}) == 2
    assert await services.personal_data.remove(NAMED.user_id) == RemovalResult(0, 0)


async def test_removal_during_other_actions_is_complete(services: Services) -> None:
    running = [await services.start_match(NAMED, BEN) for _ in range(3)]
    mine = await challenge(services, NAMED, CY)
    for number in running:
        await services.play_turns(number, 2)
    matches = [await services.matches.find(number) for number in running]
    moves = [
        services.matches.play(match.id, match.player_to_move.user_id, match.position.moves()[0])
        for match in matches
        if match.player_to_move is not None
    ]
    acts = (
        moves[0],
        services.personal_data.remove(NAMED.user_id),
        moves[1],
        services.challenges.accept(mine, CY),
        services.personal_data.remove(NAMED.user_id),
        moves[2],
    )
    came = await asyncio.gather(*acts, return_exceptions=True)
    assert all(isinstance(each, Refusal) or not isinstance(each, BaseException) for each in came)
    assert await traces_in(services.store, NAMED) == []
    for number in running:
        assert (await services.matches.find(number)).is_over


@on_sqlite
async def test_an_interrupted_removal_changes_nothing_and_can_be_repeated(
    services: Services, tmp_path: Path
) -> None:
    await services.win_match(NAMED, BEN)
    async with services.store.write() as tx:
        # Blocks are deleted late, so a failure there must undo all earlier changes.
        await tx.execute(
            BLOCKS.insert().values(user_id=NAMED.user_id, blocked_id=99, name="Someone", at=NOON)
        )
    with closing(sqlite3.connect(tmp_path / "stairwell.db")) as connection:
        connection.execute(
            "CREATE TRIGGER full_disk BEFORE DELETE ON block "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    with pytest.raises(Exception, match="no room"):
        await services.personal_data.remove(NAMED.user_id)
    assert (await services.matches.find(1)).players[0].name == NAMED.name
    with closing(sqlite3.connect(tmp_path / "stairwell.db")) as connection:
        connection.execute("DROP TRIGGER full_disk")
    await services.personal_data.remove(NAMED.user_id)
    assert await traces_in(services.store, NAMED) == []


async def test_a_removed_user_cannot_be_asked_for_a_rematch(services: Services) -> None:
    match_id = await services.win_match(NAMED, BEN)
    await services.personal_data.remove(NAMED.user_id)
    match = await services.matches.find(match_id)
    with pytest.raises(Refusal) as refusal:
        await services.rematches.ask(match, BEN, CHANNEL)
    assert refusal.value.code == "deleted"


async def test_the_export_holds_all_of_a_users_own_data_and_no_one_elses(
    services: Services,
) -> None:
    await add_data_everywhere(services)
    file = json.loads(await services.personal_data.export(NAMED.user_id))
    assert file["user_id"] == str(NAMED.user_id)
    assert len(file["matches"]) == 6
    assert {each["name"] for each in file["matches"]} == {NAMED.name}
    played = [await services.matches.find(number) for number in range(1, 9)]
    own = [each for match in played for each in match.record if each.user_id == NAMED.user_id]
    assert [each["text"] for each in file["moves"]] == [each.text for each in own]
    assert file["wishes"][0]["notice"] == "direct"
    assert file["wishes"][0]["confirms"] is False
    assert [each["name"] for each in file["blocks"]] == ["Someone"]
    infos = [each.info for each in tables_of_extensions()]
    of_extensions = {kind for info in infos for kind in info.get("reports", ())}
    assert all(file[kind] for kind in {*file} - of_extensions - {"conditional_moves"})
    assert "98" not in {each["user_id"] for each in file["blocks"]}
    counts = (await services.personal_data.of(NAMED.user_id)).counts
    assert {kind: len(file[kind]) for kind in counts} == counts


async def test_leaving_the_global_leaderboards_hides_present_and_future_rows(
    services: Services,
) -> None:
    await services.win_match()
    await services.personal_data.show_globally(ADA.user_id, False)
    services.now += timedelta(days=40)
    await services.win_match(game="scala")
    for is_hidden in (True, False):
        async with services.store.read() as tx:
            everywhere = await stored_ratings.of_user(tx, ADA.user_id, stored_ratings.EVERYWHERE)
            here = await stored_ratings.of_user(tx, ADA.user_id, GUILD)
        assert [each.is_hidden for each in everywhere] == [is_hidden, is_hidden]
        assert [each.is_hidden for each in here] == [False, False]
        await services.personal_data.show_globally(ADA.user_id, True)
