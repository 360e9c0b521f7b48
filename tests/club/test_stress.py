"""Random operations by three processes at the same moment, on one database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from random import Random

import pytest
from sqlalchemy import func, select, text

from club.ratings import rating_book
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.challenges import CHALLENGES
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import MATCHES, Participant, Place, Terms
from storage.members.preferences import PEOPLE as PEOPLE_TABLE
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import RATINGS
from tests.club.services import CHANNEL, GUILD, Services, rating_rows
from tests.club.test_locking import processes
from tests.samples import CHOICE

pytestmark = pytest.mark.slow

PROCESSES = 3
OPERATIONS = 50
"""The number of operations per process."""

ROUNDS_UNTIL_CONFLICT = 20
"""How often the processes act at most until a disturber meets them in a deadlock."""

PEOPLE = [Participant(100 + number, f"Player {number}") for number in range(6)]


class Visitor:
    """Someone who does random things in one process."""

    def __init__(self, services: Services, random: Random, partner: Services) -> None:
        """:param partner: another process, which accepts challenges."""
        self.services = services
        self._random = random
        self._partner = partner
        self.operations: tuple[Callable[[], Awaitable[object]], ...] = (
            self.challenge,
            self.challenge,
            self.move,
            self.move,
            self.move,
            self.resign,
            self.offer_rematch,
            self.take_vacation,
            self.end_vacation,
            self.hide,
            self.leave_server,
            self.delete,
        )

    async def act(self) -> None:
        """Do random things, each of which is done or refused."""
        for _ in range(OPERATIONS):
            try:
                await self._random.choice(self.operations)()
            except Refusal:
                await asyncio.sleep(0)

    async def challenge(self) -> None:
        challenger, guest = self._random.sample(PEOPLE, 2)
        terms = Terms("skirt", GAMES["skirt"].choose({"size": 4}), "1d")
        made = await self.services.challenges.make(
            terms, Place(GUILD, CHANNEL), challenger, [guest], only_one=True
        )
        await self._partner.challenges.accept(made.id, guest)

    async def _any_match(self, *, is_over: bool = False) -> int:
        async with self.services.store.read() as tx:
            matches = await match_lists.recent(tx, GUILD, 20)
        chosen = [each.id for each in matches if (each.state != "running") == is_over]
        if not chosen:
            raise Refusal("none", "There is no match.")
        return self._random.choice(chosen)

    async def move(self) -> None:
        match = await self.services.matches.find(await self._any_match())
        if match.player_to_move is not None:
            text = self._random.choice(match.position.moves())
            await self.services.matches.play(match.id, match.player_to_move.user_id, text)

    async def resign(self) -> None:
        match = await self.services.matches.find(await self._any_match())
        player = self._random.choice(match.players)
        await self.services.matches.resign(match.id, player.user_id)

    async def offer_rematch(self) -> None:
        match = await self.services.matches.find(await self._any_match(is_over=True))
        player = self._random.choice(match.players)
        person = Participant(player.user_id, player.name)
        await self.services.rematches.ask(match, person, CHANNEL)

    async def take_vacation(self) -> None:
        await self.services.vacations.take(self.anyone().user_id, 1)

    async def end_vacation(self) -> None:
        await self.services.vacations.end(self.anyone().user_id)

    async def hide(self) -> None:
        is_shown_globally = self._random.random() < 0.5
        await self.services.personal_data.show_globally(self.anyone().user_id, is_shown_globally)

    async def leave_server(self) -> None:
        user_id, is_hidden = self.anyone().user_id, self._random.random() < 0.5
        await self.services.store.write(
            lambda tx: stored_ratings.hide(tx, user_id, GUILD, is_hidden)
        )

    async def delete(self) -> None:
        if self._random.random() < 0.3:
            await self.services.personal_data.remove(self.anyone().user_id)

    def anyone(self) -> Participant:
        return self._random.choice(PEOPLE)


@asynccontextmanager
async def rows_locked_backwards(one: Services) -> AsyncIterator[None]:
    """Keep locking rows in one process, against the order that all others follow."""

    async def lock_some(tx: Transaction) -> None:
        # So the others are the first to notice a deadlock, and are rolled back.
        await tx.execute(text("SET LOCAL deadlock_timeout = '5s'"))
        people, matches = select(PEOPLE_TABLE.c.user_id), select(MATCHES.c.id)
        running = matches.where(MATCHES.c.state == "running")
        for rows in (people, running, running, select(CHALLENGES.c.id)):
            await tx.execute(rows.order_by(func.random()).limit(1).with_for_update())
            await tx.execute(text("SELECT pg_sleep(0.02)"))

    async def lock() -> None:
        while True:
            await one.store.write(lock_some)

    task = asyncio.create_task(lock())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("is_disturbed", [False, True], ids=["alone", "disturbed"])
async def test_random_operations_of_three_processes_never_block_each_other(
    postgresql_url: str, caplog: pytest.LogCaptureFixture, *, is_disturbed: bool
) -> None:
    await check_visitors(Visitor, postgresql_url, caplog, is_disturbed=is_disturbed)


async def check_visitors(
    kind: type[Visitor],
    postgresql_url: str,
    caplog: pytest.LogCaptureFixture,
    *,
    is_disturbed: bool,
) -> None:
    """Alone they never meet in a deadlock. Disturbed, they do, and it is never an error."""
    seed = int(os.environ.get("STAIRWELL_TEST_SEED", CHOICE))
    random = Random(seed)
    async with processes(postgresql_url, PROCESSES + 1) as (one, *several):
        for services in several:
            await services.uptime.set_online()
        visitors = [
            kind(services, Random(random.random()), partner)
            for services, partner in zip(several, several[1:] + several[:1], strict=True)
        ]
        async with rows_locked_backwards(one) if is_disturbed else nullcontext():
            for _ in range(ROUNDS_UNTIL_CONFLICT if is_disturbed else 1):
                await asyncio.gather(*(visitor.act() for visitor in visitors))
                if "conflict" in caplog.text:
                    break
        assert ("conflict" in caplog.text) == is_disturbed, f"STAIRWELL_TEST_SEED={seed}"
        async with one.store.read() as tx:
            matches = await match_lists.recent(tx, GUILD, 1000)
        assert matches
        for stored in matches:
            match = await one.matches.find(stored.id)
            assert match.is_over or match.player_to_move is not None
        before = await ratings_of_people(one)
        await rating_book.recompute(one.store)
        assert await ratings_of_people(one) == before


async def ratings_of_people(services: Services) -> list[tuple[object, ...]]:
    """The ratings of everyone who wasn't deleted, whether hidden or not."""
    rows = (await rating_rows(services.store))["rating"]
    columns = list(RATINGS.columns.keys())
    user_id, is_hidden = columns.index("user_id"), columns.index("is_hidden")
    return [row[:is_hidden] + row[is_hidden + 1 :] for row in rows if row[user_id] > 0]
