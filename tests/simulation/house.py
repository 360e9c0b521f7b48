"""A server whose bot can end at any point and start again, in virtual time.

A story is a sequence of actions, each with the database state that proves it. Like real people,
users without an answer repeat the action once the process is back.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import discord

from bot.process.client import Options, Stairwell
from club.club import Club
from engine.opponent import Choice
from engine.serving.pool import Pool
from engine.serving.tasks import Task
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings
from tests.databases import new_file
from tests.discord.calls import InteractionRecord
from tests.discord.messages import Message
from tests.discord.places import Channel, Member
from tests.simulation.discord_in_process import InProcessDiscord, routes_in_process
from tests.simulation.inline_store import store_on
from tests.simulation.points import Life
from tests.simulation.virtual_loop import cancel_all

SWEEP = timedelta(seconds=30)
PATIENCE = 40.0
"""Virtual seconds after which someone without an answer checks and repeats the action."""

ATTEMPTS = 12
SETTLED_WITHIN = 3 * 3600.0
"""Virtual seconds within which all pending posts are delivered."""

UNSENT = "sent_at IS NULL AND julianday(due_at) - julianday(created_at) < 0.5"
"""The condition of pending posts, except those for another day: the news of an event is daily."""


class InlineSearches:
    """Searches in the event loop's thread, as quick as the easiest level."""

    workers: tuple[int, ...] = ()

    async def start(self, at_once: int) -> None:
        """Do nothing."""

    async def warm(self) -> None:
        """Do nothing."""

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        await asyncio.sleep(0.3)
        return task.choice()

    def count_ahead(self, task: Task | None) -> int:
        return 0

    async def close(self) -> None:
        """Do nothing."""


class House:
    """The server, its people, the database, and successive lives of the bot."""

    def __init__(self, path: Path, random: Random, ends: tuple[int, ...]) -> None:
        """:param ends: the points at which the first, second … process ends. The next one stays
        alive."""
        self.world = InProcessDiscord(random)
        self.channel: Channel = self.world.guild.add_channel("games")
        self.ada, self.ben, self.cy, self.dan = (
            self.world.guild.add_member(name) for name in ("ada", "ben", "cy", "dan")
        )
        other = self.world.add_guild("elsewhere")
        self.other: Channel = other.add_channel("games")
        """The channel of a second server."""
        self.eve = other.add_member("eve")
        self.deleted_members: list[Member] = []
        """The members whose data was deleted."""
        self.lives: list[Life] = []
        self.ended_processes = 0
        """The number of processes that have ended so far."""
        self._path = path
        self._connection = sqlite3.connect(path)
        self._random = random
        self._ends = list(ends)
        self._actors: set[asyncio.Task[Any]] = set()
        self._alive = asyncio.Event()
        self.bot: Stairwell
        self.club: Club
        """Services on a separate store, for inspecting the database."""

    def close(self) -> None:
        self._connection.close()

    @property
    def life(self) -> Life:
        return self.lives[-1]

    async def keep_alive(self) -> None:
        """Start the bot, and restart it whenever its process has ended."""
        while True:
            async with AsyncExitStack() as process:
                await self._begin(process)
                await self.life.ended.wait()
                self._alive.clear()
                self.ended_processes += 1
                current = asyncio.current_task()
                assert current is not None
                await cancel_all(asyncio.get_running_loop(), *self._actors)

    async def _begin(self, process: AsyncExitStack) -> None:
        ends_at = self._ends.pop(0) if self._ends else None
        self.lives.append(Life(ends_at))
        store = await process.enter_async_context(store_on(self._path, self.life, self._random))
        pool = Pool(1, InlineSearches())
        await pool.start()
        options = Options(random=Random(7), sweep=SWEEP, pool=pool)
        self.bot = Stairwell(store, options)
        starting = asyncio.create_task(
            process.enter_async_context(self.world.connected(self.bot, self.life))
        )
        ended = asyncio.create_task(self.life.ended.wait())
        await asyncio.wait((starting, ended), return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if starting.done():
            starting.result()
            self._alive.set()
        else:
            starting.cancel()

    async def alive(self) -> None:
        """Wait until a process is running."""
        await self._alive.wait()

    def actor(self, story: Awaitable[None]) -> asyncio.Task[None]:
        """Run someone's actions concurrently."""

        async def act() -> None:
            await story

        task = asyncio.create_task(act())
        self._actors.add(task)
        return task

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return rows of the database."""
        return self._connection.execute(query, values).fetchall()

    def value(self, query: str, *values: object) -> Any:
        """Return the first column of the first row, or None without a row."""
        rows = self.rows(query, *values)
        return rows[0][0] if rows else None

    async def until(
        self,
        condition: Callable[[], Any],
        act: Callable[[], Awaitable[object]] | None = None,
        *,
        attempts: int = ATTEMPTS,
    ) -> None:
        """Repeat an action until the database shows that it has happened.

        :param act: the action, None to only wait. A `LookupError` means that a button or message
            isn't there (yet).
        """
        for _ in range(attempts):
            if condition():
                return
            await self.alive()
            life = self.life
            if act is not None:
                try:
                    await act()
                except LookupError:
                    await asyncio.sleep(1.0)
                    continue
            end = asyncio.get_running_loop().time() + PATIENCE
            nap = 0.05
            while not condition() and life is self.life and not life.is_over:
                if asyncio.get_running_loop().time() > end:
                    break
                await asyncio.sleep(nap)
                nap = min(1.5 * nap, 5.0)
        raise AssertionError(f"it did not happen: {condition}")

    async def settle(self) -> None:
        """Wait until nothing is pending in the outbox or on its way to Discord."""
        end = asyncio.get_running_loop().time() + SETTLED_WITHIN
        while True:
            await self._alive.wait()
            count = len(self.world.requests)
            await asyncio.sleep(5.0)
            pending = self.value(
                f"SELECT count(*) FROM outbox WHERE {UNSENT} AND gave_up_at IS NULL"
            )
            is_quiet = count == len(self.world.requests) and self._alive.is_set()
            if not pending and is_quiet:
                return
            assert asyncio.get_running_loop().time() < end, f"{pending} posts are never delivered"

    @property
    def place(self) -> Channel:
        """Return the thread or post of the latest match, or the channel."""
        threads = self.world.guild.threads
        return threads[-1] if threads else self.channel

    def find(self, verb: str, *places: Channel) -> Message:
        """Return the latest message with a button or menu of this verb.

        :raises LookupError: there is none.
        """
        for place in places or (self.place, self.channel):
            for message in reversed(place.messages):
                if control_in(message, verb) is not None:
                    return message
        raise LookupError(verb)

    def shows(self, verb: str, *places: Channel) -> bool:
        """Whether a message has a button of this verb."""
        try:
            self.find(verb, *places)
        except LookupError:
            return False
        return True

    async def press(
        self, member: Member, verb: str, message: Message | None = None
    ) -> InteractionRecord:
        """Press the first button of this verb, on the latest message that has one.

        :raises LookupError: there is none.
        """
        message = message or self.find(verb)
        control = control_in(message, verb)
        if control is None:
            raise LookupError(verb)
        return await self.world.click(member, message, control)

    async def first_reply(self, call: InteractionRecord) -> Message:
        """Return the answer to an interaction.

        :raises LookupError: the process ended before it came.
        """
        await self._answer(lambda: call.messages and not call.messages[-1].loading)
        return call.messages[-1]

    async def form(self, call: InteractionRecord) -> InteractionRecord:
        """Return an interaction that is answered with a form, once it is.

        :raises LookupError: the process ended before that.
        """
        await self._answer(lambda: call.modal)
        return call

    async def _answer(self, has_come: Callable[[], Any]) -> None:
        life = self.life
        for _ in range(300):
            if has_come():
                return
            if life.is_over:
                break
            await asyncio.sleep(0.1)
        raise LookupError("no answer")


def control_in(message: Message, verb: str) -> str | None:
    """Return the id of the first enabled button of a verb."""
    return next(iter(controls_in(message, verb)), None)


def controls_in(message: Message, verb: str) -> list[str]:
    """Return the ids of the enabled buttons of a verb."""
    enabled = (each for each in message.buttons if not each.get("disabled"))
    controls = (str(each.get("custom_id", "")) for each in enabled)
    return [control for control in controls if control.split("|")[1:2] == [verb]]


@asynccontextmanager
async def open_house(path: Path, random: Random, ends: tuple[int, ...]) -> AsyncIterator[House]:
    """Open a house on a new database, with the bot running."""
    new_file(path)
    with routes_in_process():
        house = House(path, random, ends)
        watching = Life()
        async with store_on(path, watching, Random(0)) as store:
            house.club = Club(store, discord.utils.utcnow, random=Random(1), thinks=False)
            main = asyncio.current_task()
            assert main is not None
            house._actors.add(main)
            keeping = asyncio.create_task(house.keep_alive())
            house._actors.add(keeping)
            try:
                yield house
            finally:
                await cancel_all(asyncio.get_running_loop(), main)
                house.close()


async def allow_other_servers(house: House) -> None:
    """Let both servers play others."""
    for channel in (house.channel, house.other):
        async with house.club.store.write() as tx:
            settings = GuildSettings(channel.guild.id, plays_out=True)
            await stored_settings.save(tx, settings)
