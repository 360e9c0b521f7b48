"""Measure a leaderboard and the end of a match, with few and with many rated players.

    python -m benchmarks.ratings [--players 1000 10000 100000] [--rounds 30]

A database is filled with players of one game, with ratings in one server and globally, of all time,
this year and this month. Figures are medians of the process's own time, in milliseconds. The last
columns are ratios to the smallest size. A page is read together with the viewer's place. The end of
a match is a whole resignation, rated and unrated.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert

from club.challenges.challenges import Challenges
from club.club import Club
from club.matches.play import Matches
from club.ratings.leaderboards import Ranking, View
from club.ratings.rating_book import periods_of, shown_until
from club.ratings.ratings import Rating
from presentation.ratings.leaderboards import figure_of
from rendering.figures.leaderboard import ROWS, draw_leaderboard
from rules.registry import GAMES
from storage.database.store import Store, direct_store
from storage.matches.match import Participant, Place, Terms
from storage.ratings.ratings import EVERYWHERE, RATING_CHANGES, RATINGS
from tests.storage.samples import add_match

GAME = GAMES["skirt"]
GUILD, CHANNEL, FIRST = 7, 8, 1000
AT_ONCE = 10_000

Figures = dict[str, float]


async def fill(path: Path, players: int, now: datetime) -> None:
    """Store ratings of `players` players, all shown on leaderboards."""
    opened = await Store.open(f"sqlite:///{path}")
    await opened.close()
    random = Random(1)
    with direct_store(path) as store:
        async with store.write() as tx:
            earlier = await add_match(tx)
            for first in range(0, players, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, players))
                ratings: list[dict[str, Any]] = []
                changes: list[dict[str, Any]] = []
                for number in numbers:
                    rating = Rating(
                        mu=round(random.gauss(1500, 200), 3),
                        sigma=80.0,
                        played=random.randint(5, 200),
                        last_at=now - timedelta(days=random.randint(0, 20)),
                    )
                    user_id = FIRST + number
                    wins = random.randint(0, rating.played)
                    row = {
                        "game": GAME.key,
                        "user_id": user_id,
                        "name": f"player {number}",
                        "mu": rating.mu,
                        "sigma": rating.sigma,
                        "mu_before": 1500.0,
                        "matches": rating.played,
                        "wins": wins,
                        "draws": 0,
                        "losses": rating.played - wins,
                        "streak": 1,
                        "longest_streak": 3,
                        "last_at": rating.last_at,
                        "shown_until": shown_until(rating),
                        "is_hidden": False,
                    }
                    ratings += [
                        {**row, "guild_id": guild_id, "period": period}
                        for guild_id in (GUILD, EVERYWHERE)
                        for period in periods_of(now)
                    ]
                    changes += [
                        {
                            "match_id": earlier.id,
                            "guild_id": guild_id,
                            "user_id": user_id,
                            "game": GAME.key,
                            "at": now - timedelta(days=2),
                            "before": 1500.0,
                            "after": rating.mu,
                            "sigma": 80.0,
                            "was_provisional": False,
                            "is_provisional": False,
                        }
                        for guild_id in (GUILD, EVERYWHERE)
                    ]
                await tx.execute(insert(RATINGS), ratings)
                await tx.execute(insert(RATING_CHANGES), changes)


async def timed(rounds: int, work: Callable[[int], Awaitable[object]]) -> float:
    """The median processor time of an action in milliseconds, after one warm-up.

    Counts all threads, but no waiting for other programs or the disk.
    """
    await work(rounds)
    times: list[float] = []
    for number in range(rounds):
        began = time.process_time()
        await work(number)
        times.append(1000 * (time.process_time() - began))
    return median(times)


async def measure(players: int, rounds: int) -> Figures:
    """Measure with `players` players."""
    figures: Figures = {}
    now = datetime.now(UTC)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stairwell.db"
        await fill(path, players, now)
        store = await Store.open(f"sqlite:///{path}")
        boards = Club(store, lambda: now).leaderboards
        random = Random(2)
        askers = [FIRST + random.randrange(players) for _ in range(rounds + 1)]
        views = {
            "first page": View(GAME.key),
            "first page by wins": View(GAME.key, sort="wins"),
            "first page of the month, everywhere": View(GAME.key, "everywhere", "month"),
            "page in the middle": View(GAME.key, page=players // ROWS // 2),
            "last page": View(GAME.key, page=players // ROWS),
        }
        for name, view in views.items():
            figures[name] = await timed(
                rounds, lambda number, view=view: boards.board(GUILD, view, askers[number])
            )
        board = await boards.load(GUILD, views["first page"], askers[0])
        assert isinstance(board, Ranking)
        drawn = figure_of(board)

        async def draw(number: int) -> None:
            draw_leaderboard(drawn)

        figures["its picture"] = await timed(rounds, draw)
        for name, is_rated in (("end of a rated match", True), ("end of another", False)):
            ends = await begun(store, players, rounds + 1, now, is_rated)
            figures[name] = await timed(rounds, lambda number, ends=ends: ends[number]())
        await store.close()
    return figures


async def begun(
    store: Store, players: int, count: int, now: datetime, is_rated: bool
) -> list[Callable[[], Awaitable[object]]]:
    """Start `count` matches, and play three turns of each player."""
    matches = Matches(store, lambda: now)
    challenges = Challenges(store, lambda: now, Random(3))
    random = Random(4)
    ends: list[Callable[[], Awaitable[object]]] = []
    for _ in range(count):
        one, other = (
            Participant(FIRST + number, f"player {number}")
            for number in random.sample(range(players), 2)
        )
        challenge = await challenges.make(
            Terms(GAME.key, GAME.choose({}), rated=is_rated), Place(GUILD, CHANNEL), one, [other]
        )
        accepted = await challenges.accept(challenge.id, other)
        assert accepted.match_id is not None
        match = await matches.find(accepted.match_id)
        while match.turn_number <= 6 and match.player_to_move is not None:
            move = random.choice(match.position.moves())
            match = await matches.play(match.id, match.player_to_move.user_id, move)
        ends.append(
            lambda match_id=match.id, user_id=one.user_id: matches.resign(match_id, user_id)
        )
    return ends


def table_of(columns: dict[int, Figures]) -> str:
    """A line per figure, with the ratios to the smallest size."""
    sizes = list(columns)
    heads = [f"{size:,}" for size in sizes] + [f"{size:,} / {sizes[0]:,}" for size in sizes[1:]]
    lines = [f"{'ms':38}" + "".join(f"{head:>18}" for head in heads)]
    for name, least in columns[sizes[0]].items():
        values = [columns[size][name] for size in sizes]
        cells = [f"{each:.1f}" for each in values] + [f"{each / least:.2f}" for each in values[1:]]
        lines.append(f"{name:38}" + "".join(f"{cell:>18}" for cell in cells))
    return "\n".join(lines)


async def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--players", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    arguments.add_argument("--rounds", type=int, default=30)
    chosen = arguments.parse_args()
    columns = {size: await measure(size, chosen.rounds) for size in chosen.players}
    print(table_of(columns))


if __name__ == "__main__":
    asyncio.run(main())
