"""Processes that share a database are killed while people play, and the losses are counted.

Three `stairwell run` processes serve a shard each, on one PostgreSQL database (see
`tests/databases.py`) and the loopback Discord of the tests. At each table two people play match
after match of Skirt in their own server and retry if they get no answer. Meanwhile processes are
killed (-9) and restarted, and the database drops all connections now and then. At the end everyone
stops, pending work finishes, and the results are counted. All but the first block should be 0.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
from discord.utils import utcnow
from sqlalchemy import func, or_, select

from club.matches.match import Match
from club.matches.play import Matches
from rules.registry import GAMES
from storage.database.shards import Shards
from storage.database.store import Store
from storage.outbox import OUTBOX
from tests.bot.wire.stage import MATCH_HEADING, cards, find_buttons, is_answered, latest_reply
from tests.databases import PostgresqlDatabase
from tests.discord.bots import running
from tests.discord.calls import InteractionRecord
from tests.discord.loopback import Loopback
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

STAIRWELL = (str(Path(sys.executable).with_name("stairwell")), "run")
PROCESSES = 3
GAME = GAMES["skirt"]
SIZE = 4

PATIENCE = 6.0
"""Seconds before a user without an answer retries."""

SETTLE_TIMEOUT = 180.0
"""Seconds within which pending work must finish, retries included."""

KILL_INTERVAL = (5.0, 12.0)
CUT_INTERVAL = (8.0, 16.0)
THINKING = (0.1, 1.0)


@dataclass(slots=True)
class Outcome:
    """The counts of a run."""

    matches: int = 0
    moves: int = 0
    kills: int = 0
    cuts: int = 0
    unanswered: int = 0
    """Interactions that were retried because a process died."""
    lost: int = 0
    """Moves confirmed to users but missing from the record."""
    duplicated: int = 0
    """Turns with more than one card, and moves that nobody made."""
    stuck: int = 0
    """Posts neither sent nor given up, and running matches without a playable card."""
    given_up: int = 0
    """Posts that will never be sent."""
    foreign: int = 0
    """Requests about a server from a process that does not serve it."""
    still_playable: int = 0
    """Old cards that are still playable."""
    faults: list[str] = field(default_factory=list)
    """Unexpected answers and tracebacks."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        problem_counts = (
            self.lost,
            self.duplicated,
            self.stuck,
            self.given_up,
            self.foreign,
            self.still_playable,
        )
        return not any(problem_counts) and not self.faults


class Table:
    """Two people who play in their own server until the run is over."""

    def __init__(self, chaos: Chaos, number: int) -> None:
        self._chaos = chaos
        self._random = Random(f"{chaos.seed} {number}")
        guild = chaos.world.add_guild(f"guild {number}", number % PROCESSES)
        self.channel = guild.add_channel("games")
        self.members = guild.add_member(f"ada{number}"), guild.add_member(f"ben{number}")
        self.confirmed: dict[int, list[str]] = {}
        """Each match's confirmed moves, by match id."""

    @property
    def places(self) -> list[Channel]:
        return [self.channel, *self.channel.threads]

    async def play(self) -> None:
        """Play match after match."""
        while not self._chaos.is_over:
            match_id = await self._start_match()
            if match_id is not None:
                await self._play_match(match_id)

    async def _start_match(self) -> int | None:
        ada, ben = self.members
        challenge = await self._send(
            lambda: self._chaos.world.slash(
                ada, self.channel, "challenge", game=GAME.key, options=f"size {SIZE}", seat=1,
                opponent=ben,
            )
        )  # fmt: skip
        if challenge is None or not find_buttons(challenge.messages[-1], "Accept"):
            return None
        offer, numbers = challenge.messages[-1], self._match_ids()
        while not self._chaos.is_over and find_buttons(offer, "Accept"):
            await self._send(lambda: self._chaos.world.click(ben, offer, label="Accept"))
        with suppress(AssertionError):
            await wait_until(lambda: self._match_ids() - numbers, 3 * PATIENCE)
        return max(self._match_ids() - numbers, default=None)

    def _match_ids(self) -> set[int]:
        headings = (
            MATCH_HEADING.search(card.text) for place in self.places for card in cards(place)
        )
        return {int(heading[1]) for heading in headings if heading is not None}

    async def _play_match(self, match_id: int) -> None:
        moves = self.confirmed.setdefault(match_id, [])
        position = GAME.start(GAME.deal(GAME.choose({"size": SIZE}), Random(0)))
        while not self._chaos.is_over and position.to_move is not None:
            await asyncio.sleep(self._random.uniform(*THINKING))
            move = self._random.choice(position.moves())
            text = position.text(move)
            mover = self.members[position.to_move - 1]
            if not await self._make_move(mover, match_id, text):
                return
            moves.append(text)
            position = position.play(move)

    async def _make_move(self, mover: Member, match_id: int, text: str) -> bool:
        """Make a move, retrying until an answer confirms it."""
        while not self._chaos.is_over:
            call = await self._send(
                lambda: self._chaos.world.slash(
                    mover, self.channel, "move", move=text, match=str(match_id)
                )
            )
            if call is None:
                continue
            words = latest_reply(call)
            if "You played" in words or f"Match {match_id} is saved" in words:
                return True
            if "not your turn" in words or f"Match {match_id} is over" in words:
                return True
            if "try again" not in words and "moved on" not in words:
                self._chaos.outcome.faults.append(words)
                return False
        return False

    async def _send(
        self, act: Callable[[], Coroutine[Any, Any, InteractionRecord]]
    ) -> InteractionRecord | None:
        """Send an interaction and return it once answered, or None if there is no answer."""
        try:
            call = await act()
            await wait_until(lambda: is_answered(call) and call.messages, PATIENCE)
        except (AssertionError, LookupError):
            # Commands and messages only exist after a process has started.
            self._chaos.outcome.unanswered += 1
            await asyncio.sleep(0.5)
            return None
        return call


class Chaos:
    """The simulated Discord, the bot's processes, and the players."""

    def __init__(self, world: Loopback, database: PostgresqlDatabase, seed: int) -> None:
        self.world = world
        self.seed = seed
        self.is_over = False
        self.outcome = Outcome()
        self._database = database
        self._random = Random(seed)
        self._kill = [asyncio.Event() for _ in range(PROCESSES)]
        self._ends = asyncio.Event()
        self._hosts: dict[str, int] = {}

    async def run(self, seconds: float, tables: int) -> Outcome:
        """Let people play for some seconds, then count."""
        for number in range(PROCESSES):
            self._hosts[await self.world.open_host()] = number
        serve_tasks = [
            asyncio.create_task(self._serve(number, host)) for host, number in self._hosts.items()
        ]
        await wait_until(lambda: self.world.gateway.identify_count >= PROCESSES, 60.0, "no bots")
        seated_tables = [Table(self, number) for number in range(tables)]
        play_tasks = [asyncio.create_task(table.play()) for table in seated_tables]
        trouble_tasks = [
            asyncio.create_task(each) for each in (self._kill_some(), self._cut_some())
        ]
        try:
            await asyncio.sleep(seconds)
            self.is_over = True
            await asyncio.gather(*play_tasks)
            for each in trouble_tasks:
                each.cancel()
            await self._settle()
            await self._count(seated_tables)
        finally:
            for each in (*play_tasks, *trouble_tasks):
                each.cancel()
            self._ends.set()
            await asyncio.gather(*serve_tasks)
        return self.outcome

    async def _serve(self, number: int, host: str) -> None:
        """Run a process, restarting it whenever it is killed."""
        env = {
            **self.world.environment_for(host),
            "DATABASE_URL": self._database.url,
            "SHARD_COUNT": str(PROCESSES),
            "SHARD_IDS": str(number),
            "ENGINE_WORKERS": "0",
        }
        while not self._ends.is_set():
            async with running(self.world, *STAIRWELL, env=env) as process:
                waits = [
                    asyncio.create_task(each)
                    for each in (
                        self._kill[number].wait(),
                        self._ends.wait(),
                        process.wait(within=24 * 3600),
                    )
                ]
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                has_ended = process.returncode is not None
                if not has_ended:
                    process.kill()
                for each in waits:
                    each.cancel()
                self._kill[number].clear()
            # A process that loses the database while starting reports it and is restarted.
            if has_ended and "The database" not in process.stderr:
                self.outcome.faults.append(f"process {number} ended: {process.stderr[-500:]}")
            self._note_faults(process.stderr)

    def _note_faults(self, log_text: str) -> None:
        lines = log_text.splitlines()
        for number, line in enumerate(lines):
            if line.startswith("Traceback"):
                end = next(
                    (at for at in range(number + 1, len(lines)) if not lines[at].startswith(" ")),
                    number,
                )
                self.outcome.faults.append(
                    "\n".join([lines[number - 1], *lines[end - 8 : end + 2]])
                )

    async def _kill_some(self) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(*KILL_INTERVAL))
            self._random.choice(self._kill).set()
            self.outcome.kills += 1

    async def _cut_some(self) -> None:
        """Drop all database connections now and then, as a database restart does."""
        while True:
            await asyncio.sleep(self._random.uniform(*CUT_INTERVAL))
            connection = await asyncpg.connect(self._database.url)
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await connection.close()
            self.outcome.cuts += 1

    async def _settle(self) -> None:
        """Wait until no posts are pending, up to `SETTLE_TIMEOUT`."""
        store = await Store.open(self._database.url)
        ends = time.monotonic() + SETTLE_TIMEOUT
        while await _waiting(store):
            await asyncio.sleep(1)
            if time.monotonic() > ends:
                break
        await store.close()
        with suppress(AssertionError):
            await self.world.settle(2.0, within=30.0)

    async def _count(self, tables: list[Table]) -> None:
        store = await Store.open(self._database.url)
        matches = Matches(store, utcnow)
        outcome = self.outcome
        outcome.stuck += await _waiting(store)
        outcome.given_up += await _given_up(store)
        for table in tables:
            sent = Counter(
                heading[0]
                for place in table.places
                for card in cards(place)
                if (heading := MATCH_HEADING.search(card.text)) is not None
            )
            outcome.duplicated += sum(count - 1 for count in sent.values())
            for match_id, moves in table.confirmed.items():
                match = await matches.find(match_id)
                stored = [played.text for played in match.played]
                outcome.matches += 1
                outcome.moves += len(stored)
                outcome.lost += stored[: len(moves)] != moves
                # The last move may be stored although its answer was lost.
                outcome.duplicated += max(0, len(stored) - len(moves) - 1)
                outcome.stuck += not match.is_over and not _playable(table, match)
                outcome.still_playable += len(_playable(table, match)) - (0 if match.is_over else 1)
        outcome.still_playable = max(0, outcome.still_playable)
        outcome.foreign += self._count_foreign()
        await store.close()

    def _count_foreign(self) -> int:
        places = {
            str(place.id): guild.id
            for guild in self.world.guilds
            for place in guild.channels.values()
        }
        count = 0
        for request in self.world.requests:
            guild_id = places.get(request.ids.get("channel_id", ""))
            number = self._hosts.get(request.host)
            if guild_id is not None and number is not None:
                count += not Shards(PROCESSES, frozenset({number})).have(guild_id)
        return count


def _playable(table: Table, match: Match) -> list[str]:
    """The playable cards of a match."""
    return [
        heading[0]
        for place in table.places
        for card in cards(place)
        if (heading := MATCH_HEADING.search(card.text)) is not None
        and int(heading[1]) == match.id
        and find_buttons(card, "Play")
    ]


async def _waiting(store: Store) -> int:
    row = OUTBOX.c
    return await _number(store, row.sent_at.is_(None), row.gave_up_at.is_(None))


async def _given_up(store: Store) -> int:
    return await _number(store, or_(OUTBOX.c.gave_up_at.is_not(None)))


async def _number(store: Store, *conditions: Any) -> int:
    async with store.read() as tx:
        query = select(func.count()).select_from(OUTBOX).where(*conditions)
        return int((await tx.execute(query)).scalar_one())


async def chaos(seconds: float, tables: int, seed: int) -> Outcome:
    """Run the chaos on a new database."""
    database = await asyncio.to_thread(PostgresqlDatabase, "chaos")
    try:
        await (await Store.open(database.url)).close()
        async with Loopback(deadline=60.0, shards=PROCESSES) as world:
            return await Chaos(world, database, seed).run(seconds, tables)
    finally:
        await asyncio.to_thread(database.drop)
