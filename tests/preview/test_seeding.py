"""The invented community, which has valid matches and is seeded as a whole."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from bot.interface.markup import DISCORD
from club.club import Club
from club.matches.play import Matches
from club.ratings import rating_book
from club.ratings.leaderboards import Overview, View
from preview.community import SPAN, DemoPlan, Place, seed
from preview.names import HOSTILE_NAMES, NAMES, persons_named
from rules.refusal import Refusal
from rules.replay import replay
from storage.database.store import Store
from storage.matches.match import MATCHES, Participant
from tests.club.services import rating_rows

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY_CHALLENGES = "SELECT count(*) FROM match WHERE challenge_id IS NOT NULL"
"""Counts the matches that are not part of events."""
VIEWERS = (Participant(11, "ada"), Participant(12, "ben"), Participant(13, "cy"))


async def seed_file(
    path: Path,
    matches: int = 14,
    *,
    is_added: bool = False,
    report: Callable[[int, int], None] = lambda started, total: None,
) -> None:
    plan = DemoPlan(matches, Random(3), is_added=is_added)
    await seed(path, Place(7, 8), persons_named(VIEWERS, 9), plan, now=NOW, report=report)


@pytest.fixture(scope="module")
def community(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with a community of 14 matches, besides those of its events."""
    path = tmp_path_factory.mktemp("community") / "stairwell.db"
    progress: list[tuple[int, int]] = []
    asyncio.run(seed_file(path, report=lambda *each: progress.append(each)))
    assert progress == [(number, 14) for number in range(1, 15)]
    return path


@pytest.fixture
def community_copy(community: Path, tmp_path: Path) -> Path:
    """A copy of the database file, which a test may change."""
    return Path(shutil.copy(community, tmp_path))


async def count_matches(store: Store) -> int:
    async with store.read() as tx:
        return (await tx.execute(select(func.count()).select_from(MATCHES))).scalar_one()


@pytest.mark.slow
async def test_every_seeded_match_replays_as_recorded(community_copy: Path) -> None:
    store = await Store.open(f"sqlite:///{community_copy}")
    matches = Matches(store, lambda: NOW)
    # The matches of events are additional.
    all_matches = [
        await matches.find(number) for number in range(1, await count_matches(store) + 1)
    ]
    assert len(all_matches) > 14
    for match in all_matches:
        texts = [entry.text for entry in match.record]
        assert tuple(replay(match.game, match.stored.setup, texts)) == match.played
        assert NOW - SPAN < match.stored.created_at < NOW
        if match.position.outcome is not None:
            assert match.result is not None
            assert match.result["winners"] == list(match.position.outcome.winners)
    ended = [match.stored.ended_at for match in all_matches if match.stored.ended_at is not None]
    by_number = sorted(
        all_matches, key=lambda match: match.stored.ended_number or len(all_matches) + 1
    )
    assert sorted(ended) == [
        match.stored.ended_at for match in by_number if match.stored.ended_at is not None
    ]
    ratings = await rating_rows(store)
    counted, whole = await rating_book.recompute(store)
    assert await rating_rows(store) == ratings
    assert 0 < counted <= whole == len(ended)
    await store.close()


def test_seeding_queues_no_posts_about_the_invented_months(community: Path) -> None:
    with closing(sqlite3.connect(community)) as connection:
        assert connection.execute("SELECT count(*) FROM outbox").fetchone() == (0,)


async def test_a_database_with_matches_is_seeded_only_if_forced(community_copy: Path) -> None:
    with pytest.raises(Refusal, match="already has matches"):
        await seed_file(community_copy, 2)
    await seed_file(community_copy, 2, is_added=True)
    with closing(sqlite3.connect(community_copy)) as connection:
        assert connection.execute(BY_CHALLENGES).fetchone() == (16,)


async def test_interrupted_seeding_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"

    def interrupt(count: int, whole: int) -> None:
        if count == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await seed_file(path, report=interrupt)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM match").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM challenge").fetchone() == (0,)


@pytest.mark.parametrize("called", [NAMES, HOSTILE_NAMES])
def test_every_member_has_a_unique_name_valid_on_discord(called: tuple[str, ...]) -> None:
    names = [person.name for person in persons_named(VIEWERS, 3 * len(called), called)]
    assert len({*names}) == len(names) == 3 * len(called)
    assert all(0 < len(name) <= 32 for name in names)


def test_hostile_names_are_long_and_of_all_scripts_and_everyday_ones_are_harmless() -> None:
    assert any(len(name) == 32 and not name.isascii() for name in HOSTILE_NAMES)
    assert all(DISCORD.name(name).replace("\\", "").strip("\u2068\u2069") == name for name in NAMES)


@pytest.mark.slow
async def test_sixty_matches_fill_the_leaderboard_of_every_game(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    persons = persons_named(VIEWERS, 40)
    await seed(path, Place(7, 8), persons, DemoPlan(60, Random(1)), now=NOW)
    store = await Store.open(f"sqlite:///{path}")
    overview = await Club(store, lambda: NOW).leaderboards.load(7, View(), None)
    assert isinstance(overview, Overview)
    assert all(len(rows) >= 2 for _, rows in overview.best)
    await store.close()


def test_the_commands_import_no_extension_that_may_be_switched_off() -> None:
    """Its posts would be known without anything that delivers them."""
    script = (
        "import sys, preview.commands\n"
        "from club.outbox.kinds import KINDS\n"
        "sys.exit(any(kind.__module__.startswith('extensions.') for kind in KINDS.values()))\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
