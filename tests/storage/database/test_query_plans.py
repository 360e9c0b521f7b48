"""No query that people wait for scans a whole table.

SQLite plans queries without looking at the rows, so an empty database has the same plans as a full
one.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, select

from storage import outbox
from storage.challenges import challenges
from storage.database import key_values
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import archive, cards, following, match_lists, matches, moves, nudges, offers
from storage.matches.archive import ArchiveFilter
from storage.matches.match import MATCHES
from storage.members import blocks, membership, preferences, privacy, vacations
from storage.members.membership import Member
from storage.outbox import NewEntry
from storage.ratings import leaderboards, profiles, ratings, summaries
from storage.ratings.leaderboards import LiveLeaderboard
from storage.ratings.ratings import EVERYWHERE, LeaderboardKey, RatingChange, Standing
from storage.schema import metadata
from storage.servers import audit, pages, settings
from tests.databases import new_file
from tests.storage.samples import ADA, BEN, CHANNEL, GUILD, NOON, add_challenge, add_match

Question = Callable[[Transaction], Awaitable[Any]]


async def mark_sent(tx: Transaction) -> bool:
    entry = await outbox.get(tx, "board")
    assert entry is not None
    return await outbox.mark_sent(tx, entry, NOON, 1)


STANDING = Standing(
    "scala", GUILD, "all", ADA, "Ada", 1500.0, 90.0, 1500.0, 9, 4, 1, 4, 1, 2, NOON, NOON, False
)
CHANGE = RatingChange(1, GUILD, ADA, "scala", NOON, 1500.0, 1512.0, 90.0, False, False)
LADDER = LeaderboardKey("scala", GUILD, "all", "rating")
BY_WINS = LeaderboardKey("scala", GUILD, "all", "wins")
LIVE = LiveLeaderboard(GUILD, CHANNEL, None, None, NOON)
TIME = (GUILD, NOON, NOON)
MONTH = ("2026-02-01", "2026-02-31")
LATER = NOON + timedelta(minutes=1)
ALL_FILTERS = ArchiveFilter(CHANNEL, ADA, BEN, "scala", 1, "won", (20, 60), (NOON, LATER))

# Further uses of a table in one query are called "seat_1" and "seat_2".
WHOLE_TABLE = re.compile(rf"SCAN ({'|'.join(metadata.tables)})(?:_\d+)?\b")

QUESTIONS: dict[str, Question] = {
    "a match": lambda tx: matches.get(tx, 1),
    "its moves": lambda tx: moves.of_match(tx, 1),
    "a change of it": lambda tx: matches.change(tx, 1, 1, ply=1),
    "the matches of a user": lambda tx: match_lists.running_of(tx, ADA),
    "the matches of a user in a guild": lambda tx: match_lists.running_of(tx, ADA, GUILD),
    "the matches of a place": lambda tx: match_lists.running_in(tx, CHANNEL),
    "the matches that await a user": lambda tx: match_lists.awaiting(tx, ADA, None),
    "the matches of a place that await a user": lambda tx: match_lists.awaiting(tx, ADA, CHANNEL),
    "the latest matches of a guild": lambda tx: match_lists.recent(tx, GUILD, 9, before=7),
    "the latest matches of a user": lambda tx: match_lists.recent_of(tx, ADA, GUILD, 9),
    "the latest matches of a place": lambda tx: match_lists.recent_in(tx, CHANNEL, 9, before=7),
    "the archive of a guild": lambda tx: archive.portion(tx, GUILD, ArchiveFilter(), 9, before=7),
    "the archive of a user": lambda tx: archive.portion(tx, None, ArchiveFilter(player_id=ADA), 9),
    "the archive narrowed by everything": lambda tx: archive.portion(tx, GUILD, ALL_FILTERS, 9),
    "the match that awaits a user most": lambda tx: match_lists.next_turn_of(tx, ADA, GUILD, 1),
    "the matches that await a computer": lambda tx: match_lists.awaiting_computers(tx, 9),
    "the matches to be woken": lambda tx: match_lists.due(tx, NOON, 9),
    "the running clocks of a user": lambda tx: match_lists.timed_turns_of(tx, ADA),
    "the clocks that run on after a moment": lambda tx: match_lists.timed(
        tx, NOON, begun_by=NOON, beyond=7, limit=9
    ),
    "a clock set": lambda tx: matches.set_clock(tx, 1, NOON, NOON),
    "a bank set": lambda tx: matches.set_bank(tx, 1, 1, 60),
    "the open offers of a match": lambda tx: offers.open_of(tx, 1),
    "the latest offer of a seat": lambda tx: offers.latest(tx, 1, "draw", 1),
    "an offer closed": lambda tx: offers.close(tx, 1, "declined", NOON),
    "the nudge of a turn": lambda tx: nudges.of_turn(tx, 1, NOON),
    "a nudge between two": lambda tx: nudges.are_between(tx, ADA, BEN, NOON),
    "the vacations of a user": lambda tx: vacations.unfinished(tx, ADA, NOON),
    "who of some users is away": lambda tx: vacations.away_until(tx, {ADA, BEN}, NOON),
    "who of some users is shown as away": lambda tx: vacations.shown_until(tx, {ADA, BEN}, NOON),
    "the vacations that have ended": lambda tx: vacations.shown_to_end(tx, NOON, 9),
    "a vacation shown no longer": lambda tx: vacations.hide(tx, [1]),
    "the days that they have taken": lambda tx: vacations.days_between(tx, ADA, NOON, NOON),
    "a vacation made shorter": lambda tx: vacations.shorten(tx, 1, NOON, 1),
    "the wishes of a user": lambda tx: preferences.get(tx, ADA),
    "whom a user blocks": lambda tx: blocks.of_user(tx, ADA, 9),
    "the number of those": lambda tx: blocks.count_of(tx, ADA),
    "the guilds without a summary": lambda tx: settings.without_summary(tx, "2026-02", [GUILD], 9),
    "the settings of some guilds": lambda tx: settings.of_guilds(tx, [GUILD]),
    "who blocks whom": lambda tx: blocks.between(tx, ADA, [BEN, 7]),
    "who follows a match or its players": lambda tx: following.followers(tx, 1, [ADA, BEN]),
    "which matches a user follows": lambda tx: following.matches_of(tx, ADA),
    "whom a user follows": lambda tx: following.players_of(tx, ADA),
    "the end of a followed match": lambda tx: following.forget_match(tx, 1),
    "two who part": lambda tx: following.remove_between(tx, ADA, BEN),
    "what a message shows": lambda tx: cards.shown_on(tx, 8, 5),
    "a block taken back": lambda tx: blocks.remove(tx, ADA, BEN),
    "all that is stored of a user": lambda tx: privacy.of_person(tx, ADA),
    "how much that is": lambda tx: privacy.counts(tx, ADA),
    "the players of a guild": lambda tx: privacy.players_in(tx, GUILD),
    "the open challenges of a user": lambda tx: privacy.open_challenges_of(tx, ADA),
    "all matches of a user": lambda tx: privacy.matches_of(tx, ADA),
    "ratings that a stand-in gets": lambda tx: ratings.rename(tx, ADA, -1, "someone"),
    "ratings of stand-ins": lambda tx: ratings.forget_stand_ins(tx),
    "the direct messages of a user": lambda tx: privacy.direct_channels(tx, ADA),
    "posts to direct messages": lambda tx: outbox.remove_from(tx, ADA, [CHANNEL]),
    "the digests that are due": lambda tx: preferences.digests_due(tx, NOON, 9),
    "the levels that a user has beaten": lambda tx: profiles.levels_beaten(tx, ADA, GUILD),
    "a challenge": lambda tx: challenges.get(tx, 1),
    "a place taken in it": lambda tx: challenges.accept(tx, 1, 1, 1, ADA, "Ada"),
    "the challenges that expire": lambda tx: challenges.due(tx, NOON, 9),
    "the challenges of a channel": lambda tx: challenges.open_in(tx, CHANNEL),
    "the rematches of a match": lambda tx: challenges.rematches_of(tx, 1),
    "the latest of a series of rematches": lambda tx: challenges.latest_in_series(tx, 1),
    "the number of challenges of a user": lambda tx: challenges.count_open_of(tx, GUILD, ADA),
    "what is to be sent": lambda tx: outbox.due(tx, NOON, 9),
    "what is sent next of a match": lambda tx: outbox.claim_next(tx, NOON, LATER, match_id=1),
    "what is to be sent of a challenge": lambda tx: outbox.due(tx, NOON, 9, challenge_id=1),
    "what a key became": lambda tx: outbox.get(tx, "key"),
    "a post sent": mark_sent,
    "the changes of admins": lambda tx: audit.of_guild(tx, GUILD, 9, before=7),
    "old changes of admins": lambda tx: audit.forget(tx, NOON),
    "the matches that run, by game": lambda tx: match_lists.running_by_game(tx),
    "what names a person": lambda tx: outbox.naming(tx, ADA, "card"),
    "what was attempted": lambda tx: outbox.was_attempted(tx, 1, "card", place=1),
    "what waits": lambda tx: outbox.waiting(tx),
    "what waits in a lane": lambda tx: outbox.waiting_in(tx, "match 1 place 1", "card", NOON),
    "former cards to tidy": lambda tx: cards.untidy(tx, 1, 1),
    "what is forgotten": lambda tx: outbox.forget(tx, NOON),
    "the guilds with web pages": settings.with_pages,
    "the listed servers": pages.listed,
    "a server with web pages": lambda tx: pages.server(tx, GUILD),
    "the channels that everyone can read": lambda tx: pages.readable(tx, GUILD),
    "the hidden among some people": lambda tx: preferences.hidden(tx, [ADA, BEN]),
    "the versions of some matches": lambda tx: matches.versions(tx, [1, 2]),
    "the settings of a guild": lambda tx: settings.get(tx, GUILD),
    "a summary claimed": lambda tx: settings.claim_summary(tx, GUILD, "2026-02"),
    "a fact": lambda tx: key_values.get(tx, "commands"),
    "a page of a leaderboard": lambda tx: ratings.page(tx, BY_WINS, NOON, 9),
    "how many it shows": lambda tx: ratings.count(tx, BY_WINS, NOON),
    "the place of a player": lambda tx: ratings.place(tx, STANDING, NOON, "wins"),
    "how many stand before them": lambda tx: ratings.before(tx, STANDING, NOON, "wins"),
    "the standings of a match": lambda tx: ratings.of_players(
        tx, "scala", [GUILD, EVERYWHERE], ["all", "2026"], [ADA]
    ),
    "the standings of a player": lambda tx: ratings.of_user(tx, ADA, GUILD),
    "how a rating came about": lambda tx: ratings.changes_of(tx, ADA, GUILD, "scala", NOON),
    "what some matches changed": lambda tx: ratings.changes_in(tx, ADA, GUILD, [1, 2]),
    "what a match changed": lambda tx: ratings.changes_by(tx, 1, GUILD),
    "who has met whom": lambda tx: ratings.meetings(tx, "scala", [ADA], NOON, NOON),
    "a player hidden": lambda tx: ratings.hide(tx, ADA, GUILD, True),
    "whom leaderboards leave out": lambda tx: ratings.left_out(tx, [GUILD], [ADA]),
    "some members": lambda tx: membership.of_users(tx, GUILD, [ADA]),
    "the guilds of a member": lambda tx: membership.of_user(tx, ADA),
    "the record of a player": lambda tx: profiles.by_seat(tx, ADA, GUILD),
    "their record everywhere": lambda tx: profiles.by_seat(tx, ADA),
    "their latest results": lambda tx: profiles.latest(tx, ADA, GUILD, 9),
    "those against another": lambda tx: profiles.latest(tx, ADA, GUILD, 9, BEN),
    "the record against another": lambda tx: profiles.against(tx, ADA, BEN, GUILD),
    "how often they ran out of time": lambda tx: profiles.times_out(tx, ADA, GUILD),
    "the matches of a month": lambda tx: summaries.counts(tx, *TIME),
    "who played most in it": lambda tx: summaries.most_active(tx, *TIME, 9),
    "who climbed in it": lambda tx: summaries.climbers(tx, GUILD, "2026-02", ["scala", "skirt"], 9),
    "its longest matches": lambda tx: summaries.longest(tx, *TIME, 9),
    "its upsets": lambda tx: summaries.upsets(tx, *TIME, 9),
    "the live leaderboard of a guild": lambda tx: leaderboards.get(tx, GUILD),
    "one shown": lambda tx: leaderboards.set_message(tx, LIVE, 1),
}


class Rollback(Exception):
    """Raised to roll back the rows of a query."""


@pytest.fixture
async def plan_of(tmp_path: Path) -> AsyncIterator[Callable[[Question], Awaitable[str]]]:
    path = tmp_path / "stairwell.db"
    store = await Store.open(new_file(path))

    async def plan(question: Question) -> str:
        statements: list[tuple[str, Any]] = []

        def keep(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if not statement.startswith("BEGIN"):
                statements.append((statement, parameters))

        with suppress(Rollback):
            async with store.write() as tx:
                await add_a_row_of_each(tx)
                event.listen(Engine, "before_cursor_execute", keep)
                try:
                    await question(tx)
                finally:
                    event.remove(Engine, "before_cursor_execute", keep)
                raise Rollback
        with closing(sqlite3.connect(path)) as connection:
            return "\n".join(
                detail
                for statement, parameters in statements
                for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            )

    yield plan
    await store.close()


async def add_a_row_of_each(tx: Transaction) -> None:
    """Add the rows that some queries need to reach their next statement."""
    await add_match(tx)
    await add_challenge(tx)
    await ratings.save(tx, [STANDING])
    await ratings.add_changes(tx, [CHANGE])
    await membership.save(tx, [Member(GUILD, ADA, "Ada", True, NOON)])
    await leaderboards.save(tx, LIVE)
    await outbox.enqueue(
        tx, NewEntry("board", "card", "match 1 place 1", CHANNEL, {}, NOON, match_id=1)
    )


async def test_every_query_uses_an_index(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    await check_plans(plan_of, QUESTIONS)


async def check_plans(
    plan_of: Callable[[Question], Awaitable[str]], questions: dict[str, Question]
) -> None:
    plans = {name: await plan_of(question) for name, question in questions.items()}
    assert [name for name, plan in plans.items() if "SEARCH" not in plan] == []
    assert {name: plan for name, plan in plans.items() if WHOLE_TABLE.search(plan)} == {}


async def test_a_person_is_replaced_without_searching_a_whole_table(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    plan = await plan_of(lambda tx: privacy.replace(tx, ADA, "someone"))
    assert not WHOLE_TABLE.findall(plan)


@pytest.mark.parametrize(
    "question",
    [
        lambda tx: match_lists.recent(tx, GUILD, 9),
        lambda tx: archive.portion(tx, GUILD, ArchiveFilter(), 9, before=7),
        lambda tx: archive.portion(tx, GUILD, ArchiveFilter(game="scala", turns=(20, None)), 9),
        lambda tx: match_lists.awaiting_computers(tx, 9),
        lambda tx: challenges.due(tx, NOON, 9),
        lambda tx: outbox.due(tx, NOON, 9),
        lambda tx: match_lists.due(tx, NOON, 9),
        lambda tx: preferences.digests_due(tx, NOON, 9),
        lambda tx: vacations.unfinished(tx, ADA, NOON),
        lambda tx: ratings.page(tx, LADDER, NOON, 9, 90),
        lambda tx: ratings.page(tx, BY_WINS, NOON, 9, 90),
    ],
)
async def test_an_ordered_query_needs_no_sorting(
    plan_of: Callable[[Question], Awaitable[str]], question: Question
) -> None:
    assert "TEMP B-TREE" not in await plan_of(question)


async def test_the_next_turn_is_searched_among_the_users_matches(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    plan = await plan_of(lambda tx: match_lists.next_turn_of(tx, ADA, GUILD, 1))
    assert "ix_seat_user_id_match_id (user_id=?)" in plan
    assert "guild_id=?" not in plan, plan


@pytest.mark.parametrize(
    ("narrowed", "index"),
    [
        (ArchiveFilter(), "ix_match_guild_id_ended_number (guild_id=? AND"),
        (
            ArchiveFilter(game="scala", result="decisive", turns=(1, 9)),
            "ix_match_guild_id_game_ended_number (guild_id=? AND game=? AND",
        ),
        (ArchiveFilter(ended=(NOON, LATER)), "ix_match_guild_id_ended_number (guild_id=? AND"),
        (ArchiveFilter(player_id=ADA, opponent_id=BEN), "ix_seat_user_id_match_id (user_id=?)"),
        (ArchiveFilter(event_id=1), "ix_match_event_id_state (event_id=?)"),
        (ArchiveFilter(channel_id=CHANNEL), "ix_match_guild_id_ended_number (guild_id=? AND"),
    ],
)
async def test_the_archive_is_searched_in_its_smallest_part(
    plan_of: Callable[[Question], Awaitable[str]], narrowed: ArchiveFilter, index: str
) -> None:
    plan = await plan_of(lambda tx: archive.portion(tx, GUILD, narrowed, 9, before=7))
    assert index in plan, plan
    if narrowed.player_id or narrowed.event_id:
        assert "guild_id=?" not in plan


@pytest.mark.parametrize("query", [ratings.place, ratings.before])
async def test_a_place_is_counted_from_the_top_of_the_index(
    plan_of: Callable[[Question], Awaitable[str]],
    query: Callable[[Any, Standing, Any, Any], Awaitable[int]],
) -> None:
    plan = await plan_of(lambda tx: query(tx, STANDING, NOON, "rating"))
    assert "COVERING INDEX ix_rating_by_mu" in plan
    assert re.search(r"mu\S*>", plan), plan


async def test_a_query_without_an_index_is_detected(
    plan_of: Callable[[Question], Awaitable[str]],
) -> None:
    by_game = select(MATCHES.c.id).where(MATCHES.c.game == "scala")
    assert WHOLE_TABLE.search(await plan_of(lambda tx: tx.execute(by_game)))
