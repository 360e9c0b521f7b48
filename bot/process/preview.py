"""The bot on a simulated Discord, served in a local browser: no token, no network.

The page shows one channel, so matches stay in it. The simulation's clock follows the real one.
The people, the server and the channel get the same ids at every start, so that the matches in the
database file go on; the simulated messages are new, so the cards are shown again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import click
import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.backend.models import User
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.env import Env
from simcord.preview import Preview

from bot.process import demo_community, demo_names
from bot.process.client import Stairwell
from bot.process.demo_community import Place
from bot.process.running import engine
from bot.process.settings import Settings
from bot.process.stopping import when_stopped
from club.challenges.participant import Participant
from storage.database.store import Store
from storage.members import members as stored_members
from storage.members import personal_data

GUILD = "Stairwell preview"
CHANNEL = "games"
TICK = 0.5
"""Seconds between two looks at the real clock."""

TICKS_TO_CHORES = 20
"""The bot's own loop would make each click wait for it: a click is shown when all is at rest."""


class PreviewedStairwell(Stairwell):
    """The bot, counting what people do: the page shows the outcome of that by itself."""

    interactions = 0

    async def on_interaction(self, interaction: discord.Interaction[Stairwell]) -> None:
        """Count, then answer as always."""
        self.interactions += 1
        await super().on_interaction(interaction)


async def preview(
    names: Sequence[str], settings: Settings, *, port: int, database: Path, opens: bool
) -> None:
    """Serve the preview until it is closed or interrupted.

    :raises storage.database.errors.DatabaseError: where the file can't be used.
    :raises OSError: where the port can't be used.
    """
    async with Store.opened(f"sqlite:///{database}") as store, engine(settings) as pool:
        bot = PreviewedStairwell(
            store, opens_threads=False, syncs=True, sweep=None, pool=pool, thinks=False
        )
        async with simcord.run(bot, shard_count=1, check_errors=False) as env:
            env.backend.bot_user.name = "Stairwell"
            stage = _set_up(env, names)
            await _invite_stored(env, stage, store)
            await env.settle()
            _follow_real_time(env)
            await bot.courier.show_again(stage.channel.id)
            async with env.preview(
                stage.channel, viewers=stage.viewers, layout="channel", port=port
            ) as page:
                click.echo(f"The preview is at {page.url}")
                click.echo(f"Matches are kept in {database}. Ctrl-C ends it.")
                if opens:
                    webbrowser.open(page.url)
                await _until_closed(env, bot, page)
                # What is being thought about still speaks to this Discord.
                await bot.club.background.close()


async def seed(
    names: Sequence[str],
    count: int,
    matches: int,
    *,
    database: Path,
    random: Random,
    is_added: bool = False,
    tell: Callable[[int, int], None],
) -> None:
    """Fill the preview's database with a community, its viewers among them.

    :raises Refusal: `not_empty`.
    :raises storage.database.errors.DatabaseError: where the file can't be used.
    """
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    async with simcord.run(client, shard_count=1, check_errors=False) as env:
        stage = _set_up(env, names)
        viewers = [Participant(each.id, each.user.name) for each in stage.viewers]
        place = Place(stage.guild.id, stage.channel.id)
    await demo_community.seed(
        database,
        place,
        demo_names.persons_named(viewers, count),
        matches,
        now=datetime.now(UTC),
        random=random,
        is_added=is_added,
        tell=tell,
    )


@dataclass(frozen=True, slots=True)
class _Stage:
    """The simulated server."""

    guild: GuildHandle
    channel: ChannelHandle
    viewers: Sequence[MemberActor]


def _set_up(env: Env, names: Sequence[str]) -> _Stage:
    # Ids come from the simulation's clock, and count on within its millisecond; the one that
    # begins here has nothing else in it, however many commands there are.
    env.backend.advance_clock(1)
    guild = env.create_guild(GUILD)
    channel = guild.create_text_channel(CHANNEL)
    return _Stage(guild, channel, [guild.add_member(env.create_user(name)) for name in names])


async def _invite_stored(env: Env, stage: _Stage, store: Store) -> None:
    """Let those be members who have played in the server of the database."""
    there = {viewer.id for viewer in stage.viewers}
    async with store.read() as tx:
        players = await personal_data.players_in(tx, stage.guild.id)
        known = await stored_members.of_users(tx, stage.guild.id, list(players))
    for user_id, name in players.items():
        has_left = user_id in known and not known[user_id].is_present
        if user_id > 0 and user_id not in there and not has_left:
            user = User(id=user_id, name=f"member{user_id}", global_name=name)
            env.backend.users[user_id] = user
            stage.guild.add_member(UserHandle(env, user))


async def _until_closed(env: Env, bot: PreviewedStairwell, page: Preview) -> None:
    stop = asyncio.Event()
    when_stopped(stop.set)
    chores = [
        asyncio.create_task(stop.wait()),
        asyncio.create_task(page.wait_closed()),
        asyncio.create_task(_keep_current(env, bot, page)),
    ]
    await asyncio.wait(chores, return_when=asyncio.FIRST_COMPLETED)
    for chore in chores:
        chore.cancel()
    await asyncio.gather(*chores, return_exceptions=True)


async def _keep_current(env: Env, bot: PreviewedStairwell, page: Preview) -> None:
    """Let simulated time pass, let computers think, and show what the bot does by itself.

    A click that meets a refresh fails, so there is none right after a click, which shows by itself
    what it has caused; what a computer has answered meanwhile is shown a little later.
    """
    requests = interactions = 0
    is_shown, was_busy = True, False
    for tick in itertools.count():
        await asyncio.sleep(TICK)
        _follow_real_time(env)
        if tick % TICKS_TO_CHORES == 0:
            await bot.do_chores()
        is_clicked = bot.interactions != interactions
        if len(env.http_requests) != requests:
            is_shown = is_shown and is_clicked and not was_busy
        if not is_shown and not is_clicked:
            with contextlib.suppress(SetupError):
                await page.refresh()
                is_shown = True
        requests, interactions = len(env.http_requests), bot.interactions
        bot.club.background.begin_waiting()
        was_busy = bot.club.background.is_busy


def _follow_real_time(env: Env) -> None:
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.advance_clock(behind)
