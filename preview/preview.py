"""The bot on a simulated Discord in a local browser, without token or network.

The page shows one channel, so matches stay in it. The simulated clock follows the real one, and can
be advanced by typing a time into the terminal. Users, server and channel get the same ids at every
start, so that the matches in the database continue. The messages are new, so cards are reposted.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import sys
import webbrowser
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

import click
import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import SetupError
from simcord.backend.models import User
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.env import Env
from simcord.preview import Preview

from bot.challenges.cards import ChallengeCards
from bot.pages.emojis import drawings
from bot.process.client import Options, Stairwell
from bot.process.lifecycle import when_stopped
from bot.process.running import engine
from bot.process.settings import Settings
from bot.process.web_front import web_front
from club.audit import Admin
from club.outbox import posts, queue
from club.outbox.kinds import KINDS
from club.paces import DAY, HOUR
from club.servers.settings import WEB_PAGES
from club.uptime import LAST_ONLINE
from preview import community
from preview.community import DemoPlan
from preview.names import HOSTILE_NAMES, NAMES, persons_named
from storage.challenges import challenges as stored_challenges
from storage.database import key_values
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import Participant, Place
from storage.members import membership as stored_members
from storage.members import privacy

GUILD = "Stairwell preview"
CHANNEL = "games"
TICK = 0.5
"""Seconds between updates of the clock."""

TICKS_TO_CHORES = 20
"""Ticks between rounds of chores, which run here because clicks wait for the bot to be idle."""


GREETING = """\
The preview is at {page.url}
The web pages are at {settings.web_url}
Matches are kept in {database}. Ctrl-C ends it.
Choose at the top of the page who you are; {owner} owns the server and can use /settings too.
The page shows one channel, so matches stay in it instead of getting threads.
If the page says “Action was not completed”, it was just being refreshed: click again.
To advance the clock, type a time such as 6h or 3d here and press Enter. Enter alone is a day."""


class PreviewedStairwell(Stairwell):
    """The bot with a count of interactions, whose results the page shows automatically."""

    interactions = 0

    async def on_interaction(self, interaction: discord.Interaction[Stairwell]) -> None:
        """Count and handle an interaction."""
        self.interactions += 1
        await super().on_interaction(interaction)


async def preview(
    names: Sequence[str],
    settings: Settings,
    *,
    owner: str,
    port: int,
    database: Path,
    opens: bool,
) -> None:
    """Serve the preview until it is closed or interrupted.

    :param owner: the name of the server's owner, who has all permissions.
    :raises storage.database.transaction.DatabaseError: if the file can't be used.
    :raises OSError: if the port can't be used.
    """
    async with (
        opened(names, settings, owner=owner, database=database) as (env, bot, stage),
        _web_pages(env, settings, bot),
        env.preview(
            stage.channel,
            viewers=stage.viewers,
            layout="channel",
            port=port,
            assets=emoji_files(env),
        ) as page,
    ):
        text = GREETING.format(page=page, settings=settings, database=database, owner=owner)
        click.echo(text)
        if opens:
            webbrowser.open(page.url)
        with typed_lines() as typed:
            await _until_closed(env, bot, page, typed)
        # Background work still uses this simulation.
        await bot.club.background.close()


@contextlib.asynccontextmanager
async def opened(
    names: Sequence[str], settings: Settings, *, owner: str, database: Path
) -> AsyncGenerator[tuple[Env, PreviewedStairwell, Stage]]:
    """A simulated server with the bot, which has posted the cards of its matches."""
    async with Store.opened(f"sqlite:///{database}") as store, engine(settings, store) as pool:
        options = Options(
            opens_threads=False,
            syncs=True,
            sweep=None,
            pool=pool,
            thinks=False,
            web_url=settings.web_url,
            extensions=settings.switched_on,
        )
        bot = PreviewedStairwell(store, options)
        async with simcord.run(bot, shard_count=1, check_errors=False) as env:
            env.backend.bot_user.name = "Stairwell"
            stage = _set_up(env, names)
            await _set_clock(env, store)
            _hand_over(env, stage, stage.viewers[names.index(owner)])
            await _invite_stored(env, stage, store)
            await env.settle()
            await _post_cards(bot, stage)
            yield env, bot, stage


async def seed(
    names: Sequence[str],
    count: int,
    plan: DemoPlan,
    *,
    database: Path,
    report: Callable[[int, int], None],
) -> None:
    """Fill the preview's database with a community that includes the viewers.

    :param count: the members of the community.
    :raises Refusal: `not_empty`.
    :raises storage.database.transaction.DatabaseError: if the file can't be used.
    """
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    async with simcord.run(client, shard_count=1, check_errors=False) as env:
        stage = _set_up(env, names)
        viewers = [Participant(each.id, each.user.name) for each in stage.viewers]
        place = Place(stage.guild.id, stage.channel.id)
    names = HOSTILE_NAMES if plan.has_hostile_names else NAMES
    members = persons_named(viewers, count, names)
    await community.seed(database, place, members, plan, now=datetime.now(UTC), report=report)


@dataclass(frozen=True, slots=True)
class Stage:
    """The simulated server."""

    guild: GuildHandle
    channel: ChannelHandle
    viewers: Sequence[MemberActor]


def _set_up(env: Env, names: Sequence[str]) -> Stage:
    # Ids depend on the simulated millisecond. Start a new one, so that the number of commands
    # doesn't affect them.
    env.backend.advance_clock(1)
    guild = env.create_guild(GUILD)
    channel = guild.create_text_channel(CHANNEL)
    return Stage(guild, channel, [guild.add_member(env.create_user(name)) for name in names])


def _hand_over(env: Env, stage: Stage, owner: MemberActor) -> None:
    """Make a member the owner of the server, which the bot has just joined."""
    me = env.backend.get_member(stage.guild.id, env.backend.bot_user.id)
    me.joined_at = env.backend.now_iso()
    changes = {"owner_id": owner.id, "system_channel_id": stage.channel.id}
    env.backend.edit_guild(stage.guild.id, changes)


async def _invite_stored(env: Env, stage: Stage, store: Store) -> None:
    """Add the players in the database to the server."""
    viewer_ids = {viewer.id for viewer in stage.viewers}
    async with store.read() as tx:
        players = await privacy.players_in(tx, stage.guild.id)
        memberships = await stored_members.of_users(tx, stage.guild.id, list(players))
    for user_id, name in players.items():
        has_left = user_id in memberships and not memberships[user_id].is_present
        if user_id > 0 and user_id not in viewer_ids and not has_left:
            user = User(id=user_id, name=f"member{user_id}", global_name=name)
            env.backend.users[user_id] = user
            stage.guild.add_member(UserHandle(env, user))


@contextlib.asynccontextmanager
async def _web_pages(env: Env, settings: Settings, bot: PreviewedStairwell) -> AsyncGenerator[None]:
    """Serve the web pages, at the simulated time."""
    async with contextlib.AsyncExitStack() as stack:
        with env.time_context():
            await stack.enter_async_context(web_front(settings, bot.club, bot.courier))
        yield


async def _post_cards(bot: PreviewedStairwell, stage: Stage) -> None:
    """Post the cards of the matches in the database, with emojis and links to the web pages.

    If there are none, the bot introduces itself again.
    """
    await bot.emoji_upload.check()
    await _allow_pages(bot, stage)
    await bot.greetings.queue_due()
    await bot.courier.deliver_due()
    await repost_cards(bot, stage.channel.id)
    if stage.channel.last_message is None:
        await greet_again(bot, stage.guild.id, stage.channel.id)


async def repost_cards(bot: Stairwell, channel_id: int) -> None:
    """Repost the cards of a channel that has lost its messages."""
    now = bot.club.clock()

    async def enqueue_all(tx: Transaction) -> Sequence[stored_challenges.Challenge]:
        for match in reversed(await match_lists.running_in(tx, channel_id)):
            place = match.place_in(channel_id)
            if place is not None:
                await queue.enqueue(tx, posts.card(place, now))
        if "event" in KINDS:
            await import_module("preview.events").show_again(tx, channel_id, now)
        return await stored_challenges.open_in(tx, channel_id)

    for challenge in reversed(await bot.club.store.write(enqueue_all)):
        await ChallengeCards(bot.posting).repost(challenge)
    await bot.courier.deliver_due()


async def greet_again(bot: Stairwell, guild_id: int, channel_id: int) -> None:
    """Introduce the bot in a channel that has lost its messages."""
    await bot.club.store.write(
        lambda tx: queue.enqueue(tx, posts.greeting_again(guild_id, channel_id, bot.club.clock()))
    )
    await bot.courier.deliver_due()


async def _allow_pages(bot: PreviewedStairwell, stage: Stage) -> None:
    """Turn on the server's web pages, so that the links on its cards work."""
    if (await bot.club.settings.of(stage.guild.id)).pages == "off":
        owner = Admin(stage.viewers[0].id, stage.viewers[0].user.name)
        await bot.club.settings.change(stage.guild.id, WEB_PAGES, "listed", owner)
    await bot.public_channels.store_changes()


def emoji_files(env: Env) -> dict[str, tuple[str, bytes]]:
    """The pictures of the uploaded emojis by address. The simulator doesn't keep them."""
    pictures = {each.name: each.png for each in drawings().values()}
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": ("image/png", pictures[emoji.name])
        for emoji in env.backend.application_emojis.values()
    }


async def _until_closed(
    env: Env, bot: PreviewedStairwell, page: Preview, typed: asyncio.Queue[str]
) -> None:
    stop = asyncio.Event()
    when_stopped(stop.set)
    chores = [
        asyncio.create_task(stop.wait()),
        asyncio.create_task(page.wait_closed()),
        asyncio.create_task(_keep_current(env, bot, page, typed)),
    ]
    await asyncio.wait(chores, return_when=asyncio.FIRST_COMPLETED)
    for chore in chores:
        chore.cancel()
    await asyncio.gather(*chores, return_exceptions=True)


async def _keep_current(
    env: Env, bot: PreviewedStairwell, page: Preview, typed: asyncio.Queue[str]
) -> None:
    """Advance simulated time, run background work, and refresh the page after the bot's own posts.

    A refresh reaches the page half a second late. Until then, clicks and commands are refused as
    stale. So the page isn't refreshed while someone uses it. It shows the results of interactions
    itself, and computers' moves a little later.
    """
    requests = interactions = 0
    is_shown, was_busy, was_active = True, False, False
    for tick in itertools.count():
        await asyncio.sleep(TICK)
        _follow_real_time(env)
        while not typed.empty():
            await _advance_time(env, bot, typed.get_nowait())
        if tick % TICKS_TO_CHORES == 0:
            with env.time_context():
                await bot.do_chores()
        is_active = bot.interactions != interactions or bot.handlers.is_busy
        is_theirs = (is_active or was_active) and not was_busy
        if len(env.http_requests) != requests:
            is_shown = is_shown and is_theirs
        if not is_shown and not is_active and not was_active:
            with contextlib.suppress(SetupError):
                await page.refresh()
                is_shown = True
        requests, interactions = len(env.http_requests), bot.interactions
        bot.club.background.begin_waiting()
        was_busy, was_active = bot.club.background.is_busy, is_active


async def _advance_time(env: Env, bot: Stairwell, text: str) -> None:
    """Advance the clock by a typed time, hour by hour, with chores in between."""
    time = time_in(text)
    if time is None:
        click.echo(f"“{text.strip()}” isn't a time. Type 6h or 3d, or press Enter for a day.")
        return
    while time > timedelta():
        hour = min(time, HOUR)
        env.backend.advance_clock(hour.total_seconds())
        with env.time_context():
            await bot.do_chores()
        time -= hour
    click.echo(f"It is {env.now():%d %B %Y, %H:%M} UTC now.")


def time_in(text: str) -> timedelta | None:
    """Parse a time such as `6h` or `3d`, a day if empty, or None if invalid."""
    match = re.fullmatch(r"\s*(?:(\d{1,3})\s*([hd]))?\s*", text.casefold())
    if match is None:
        return None
    count, unit = match.groups()
    return DAY if count is None else int(count) * (HOUR if unit == "h" else DAY)


@contextlib.contextmanager
def typed_lines() -> Iterator[asyncio.Queue[str]]:
    """Collect lines typed into the terminal, if there is one."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop, buffer = asyncio.get_running_loop(), b""

    def read() -> None:
        nonlocal buffer
        chunk = os.read(file, 1024)
        if not chunk:
            loop.remove_reader(file)
        *lines_read, buffer = (buffer + chunk).split(b"\n")
        for line in lines_read:
            lines.put_nowait(line.decode(errors="replace"))

    try:
        file = sys.stdin.fileno()
        loop.add_reader(file, read)
    except (OSError, ValueError, NotImplementedError):
        # No input, a closed one, a file, or Windows.
        yield lines
        return
    try:
        yield lines
    finally:
        loop.remove_reader(file)


async def _set_clock(env: Env, store: Store) -> None:
    """Set the clock to now, or to the latest time in the database if that is later."""
    _follow_real_time(env)
    text = await store.read(lambda tx: key_values.get(tx, f"{LAST_ONLINE}:1:0"))
    if text is not None:
        ahead = (datetime.fromisoformat(text) - env.now()).total_seconds()
        env.backend.advance_clock(max(0.0, ahead))


def _follow_real_time(env: Env) -> None:
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.advance_clock(behind)
