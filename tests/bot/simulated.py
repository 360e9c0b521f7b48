"""A simulated server with the bot in it, and access to its messages."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.results import InteractionResult

from bot.interface import answers, languages
from bot.interface import options as autocomplete
from bot.process.client import Options, Stairwell
from bot.process.slash_commands import COMMAND_IDS, SYNCED
from engine.serving.pool import Pool
from presentation.steps import split_steps
from rules.notation import add_forced_steps
from rules.position import Move, Position
from rules.replay import Played
from storage.database.store import Store
from tests.databases import new_file
from tests.discord.waiting import SOON

NEVER = timedelta(days=10_000).total_seconds()

TEXT_INPUT = 4
"""A type of component."""

SWEEP = timedelta(hours=1)
"""The interval between rounds of chores, long so that simulated days need few."""

FIRST_CHORES = ("clock", "commands", "clocks", "pages")
"""The chores of a new database. The others take half of the time, and would find it empty."""


class PatientEnv(Env):
    """A simulated Discord that waits for the bot however busy the machine is.

    Without this, it waits for five seconds whenever a bot starts.
    """

    async def _settle_internal(self, *, timeout: float | None = None, **options: Any) -> None:  # noqa: ASYNC109
        await super()._settle_internal(**options)


@dataclass
class World:
    """A server with one channel, three members and the bot."""

    env: Env
    bot: Stairwell
    path: Path
    guild: GuildHandle
    channel: ChannelHandle
    # Members of the simulator, as `Any` because its types make every response optional.
    ada: Any
    ben: Any
    cy: Any
    opens_threads: bool = True
    sweep: timedelta = SWEEP
    pool: Pool | None = None
    locales: dict[int, str] = field(default_factory=dict[int, str])
    """The Discord languages of users, by user id. The default is American English."""

    async def restart(self) -> None:
        """Restart the bot on the same database, beginning with a round of chores."""
        await self.bot.club.store.close()
        self.bot = await open_bot(
            self.path, opens_threads=self.opens_threads, sweep=self.sweep, pool=self.pool
        )
        await self.env.restart_bot(self.bot)

    async def pass_time(self, time: timedelta) -> None:
        """Advance the clock and do the chores that are due by then."""
        await self.env.advance_time(time.total_seconds())
        with self.env.time_context():
            await self.bot.do_chores()
        await self.env.settle()

    async def think(self) -> None:
        """Finish all searches: computers' moves, hints, reviews."""
        with self.env.time_context():
            await self.bot.think()
        await self.env.settle()

    async def stop_for(self, time: timedelta) -> None:
        """Stop the bot and restart it some time later."""
        await self.bot.close()
        await self.env.advance_time(time.total_seconds())
        await self.restart()

    def place(self, number: int = -1) -> ChannelHandle:
        """The thread of a match, by default the latest."""
        return self.channel.threads[number]

    async def start_match(
        self,
        game: str = "skirt",
        options: str | None = None,
        seat: int = 1,
        pace: str | None = None,
        channel: Any = None,
    ) -> Any:
        """Start a match between Ada (seat 1 by default) and Ben, and return its place."""
        channel = channel or self.channel
        chosen = {"options": options, "pace": pace}
        chosen = {name: value for name, value in chosen.items() if value is not None}
        challenge = await self.ada.slash(
            channel, "challenge", game=game, opponent=self.ben, seat=seat, **chosen
        )
        assert challenge.response is not None, self.env.transcript()
        await self.ben.click(challenge.response, label="Accept")
        return channel.threads[-1] if self.opens_threads and channel.threads else channel

    async def resign(self, member: Any, place: Any, match_id: int | None = None) -> None:
        """Resign a match, by default the only one of a place."""
        named = {} if match_id is None else {"match": str(match_id)}
        question = await member.slash(place, "resign", **named)
        await member.click(question.response, label="Resign")

    async def make_a_move(self, place: Any, match_id: int = 1) -> None:
        """Type the first legal move as the player to move."""
        match = await self.bot.club.matches.find(match_id)
        player = match.player_to_move
        assert player is not None
        actor = next(each for each in (self.ada, self.ben, self.cy) if each.id == player.user_id)
        text = match.position.text(match.position.moves()[0])
        played = await actor.slash(place, "move", move=text, match=str(match_id))
        assert f"You played **{text}**" in reply_text(played)

    async def play_silently(self, member: MemberActor, text: str, match_id: int = 1) -> None:
        """Store a move without updating any message."""
        with self.env.time_context():
            await self.bot.club.matches.play(match_id, member.id, text)

    def pings_in(self, place: ChannelHandle) -> list[int]:
        """Return the user ids that the bot's latest message in a place may ping.

        The simulator's mentions include names that don't ping.
        """
        path = f"/channels/{place.id}/messages"
        sent = [
            each for each in self.env.http_requests if (each.method, each.path) == ("POST", path)
        ]
        body: Any = sent[-1].json
        return [int(user_id) for user_id in body["allowed_mentions"]["users"]]

    def grant(self, channel: ChannelHandle, **rights: bool) -> None:
        """Replace the bot's own permissions in a channel."""
        me = self.guild.me
        assert me is not None
        allow, deny = discord.PermissionOverwrite(**rights).pair()
        overwrite = Overwrite(me.id, OverwriteType.MEMBER, allow.value, deny.value)
        self.env.backend.set_overwrite(channel.id, overwrite)

    def staff(self, name: str, **rights: bool) -> Any:
        """Add a member with these permissions in the whole server."""
        role = self.guild.create_role(f"{name}'s", permissions=discord.Permissions(**rights))
        user = self.env.create_user(name.lower(), global_name=name)
        return self.guild.add_member(user, roles=[role])

    def admin(self) -> Any:
        """Add a member who may change the settings."""
        return self.staff("root", manage_guild=True)

    def organiser(self) -> Any:
        """Add a member who may organise events."""
        return self.staff("Olga", manage_events=True)

    def hidden_channel(self, *members: Any) -> Any:
        """Create a channel that these members can't see."""
        hidden = discord.PermissionOverwrite(view_channel=False)
        return self.guild.create_text_channel("hidden", overwrites=dict.fromkeys(members, hidden))

    def control_of(self, message: Any, label: str) -> str:
        """Return the custom id of a message's button, by its label."""
        return next(
            each["custom_id"] for each in components_of(message) if each.get("label") == label
        )

    async def click_anyway(
        self, actor: MemberActor, message: Any, control: str, values: Sequence[str] = ()
    ) -> InteractionResult:
        """Click a button that the message doesn't have, like an outdated or forged client.

        :param values: the chosen values, if the control is a menu.
        """
        channel_id = (
            message.channel.id if isinstance(message, discord.Message) else message.channel_id
        )
        stored = self.env.backend.get_message(channel_id, message.id)
        components = stored.components
        made_up: dict[str, Any] = {"type": 2, "style": 2, "label": "?", "custom_id": control}
        if values:
            options = [{"label": "?", "value": value} for value in values]
            made_up = {"type": 3, "custom_id": control, "options": options, "max_values": 25}
        stored.components = [{"type": 1, "components": [made_up]}]
        try:
            if values:
                return await actor.select(message, values, custom_id=control)
            return await actor.click(message, custom_id=control)
        finally:
            if stored.components and stored.components[0]["type"] == 1:
                stored.components = components


class Application:
    """The bot's registration on Discord, reused from one world to the next.

    Sending all commands takes longer than most tests, and comparing them half as long.
    """

    def __init__(self) -> None:
        self.is_registered = False
        self._id = 0
        self._commands: dict[tuple[str, int], dict[str, Any]] = {}
        self._notes: dict[str, str] = {}

    async def start(self, env: Env, bot: Stairwell) -> None:
        """Start a world with the registered commands. The first bot sends them."""
        backend, notes = env.backend, bot.club.front_notes
        if self.is_registered:
            backend.application_id = self._id
            backend.commands[None] = self._commands
            await notes.put(self._notes)
            bot.front.command_ids.update(json.loads(self._notes[COMMAND_IDS]))
        await env.start()
        if not self.is_registered:
            self._id, self._commands = backend.application_id, backend.commands[None]
            self._notes = {name: await notes.get(name) or "" for name in (SYNCED, COMMAND_IDS)}
            self.is_registered = True


@cache
def _application(*, has_web: bool, locale: str) -> Application:
    """The registration of bots with the same commands. Made-up languages have their own locale."""
    return Application()


@asynccontextmanager
async def world_in(
    folder: Path,
    *,
    opens_threads: bool = True,
    sweep: timedelta = SWEEP,
    pool: Pool | None = None,
    locale: str = "en-US",
    web_url: str | None = None,
    **options: Any,
) -> AsyncIterator[World]:
    """A world with its database in a folder.

    :param pool: searches for computer opponents; None for no computers.
    :param locale: the language of the server on Discord.
    :param web_url: the address of the web pages, for links to them.
    """
    path = folder / "stairwell.db"
    new_file(path)
    application = _application(has_web=web_url is not None, locale=locale)
    bot = await open_bot(
        path,
        opens_threads=opens_threads,
        sweep=sweep,
        pool=pool,
        web_url=web_url,
        syncs=not application.is_registered,
    )
    chores = bot.chores.all
    bot.chores.all = tuple(each for each in chores if each.name in FIRST_CHORES)
    env = PatientEnv(bot, shard_count=1, settle_timeout=SOON, **options)
    await application.start(env, bot)
    guild = env.create_guild("Club", preferred_locale=locale)
    channel = guild.create_text_channel("games")
    ada, ben, cy = (
        guild.add_member(env.create_user(name.lower(), global_name=name))
        for name in ("Ada", "Ben", "Cy")
    )
    await env.settle()
    bot.chores.all = chores
    world = World(env, bot, path, guild, channel, ada, ben, cy, opens_threads, sweep, pool)
    try:
        # Simulated time stands still while the bot works. Only the acknowledgement of a slow answer
        # would depend on real time, and advance the simulated clock by as much.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(answers, "PATIENCE", NEVER)
            patch.setattr(languages, "PATIENCE", NEVER)
            patch.setattr(autocomplete, "PATIENCE", NEVER)
            patch.setattr(interactions, "base_payload", _payload_with_locales(world.locales))
            yield world
    finally:
        await env.shutdown()
        await world.bot.club.store.close()
    env.raise_errors()


def _payload_with_locales(locales: dict[int, str]) -> Callable[..., Any]:
    """Return the simulator's payload function for interactions, with members' locales.

    The simulator's own gives everyone American English.
    """
    original = interactions.base_payload

    def with_locale(backend: Any, *, user_id: int, **options: Any) -> Any:
        record, payload = original(backend, user_id=user_id, **options)
        return record, {**payload, "locale": locales.get(user_id, payload["locale"])}

    return with_locale


@asynccontextmanager
async def place_for(client: discord.Client) -> AsyncIterator[tuple[ChannelHandle, Any]]:
    """A simulated channel for any client, with Ada as a member."""
    env = PatientEnv(client, settle_timeout=SOON)
    await env.start()
    try:
        guild = env.create_guild("Club")
        channel = guild.create_text_channel("games")
        ada = guild.add_member(env.create_user("ada", global_name="Ada"))
        await env.settle()
        with env.time_context():
            yield channel, ada
    finally:
        await env.shutdown()
    env.raise_errors()


async def open_bot(
    path: Path,
    *,
    opens_threads: bool = True,
    sweep: timedelta = SWEEP,
    pool: Pool | None = None,
    web_url: str | None = None,
    syncs: bool | None = None,
) -> Stairwell:
    """A bot with seeded randomness on a database file. It searches only on `World.think`."""
    store = await Store.open(f"sqlite:///{path}")
    return Stairwell(
        store,
        Options(
            random=Random(7),
            opens_threads=opens_threads,
            sweep=sweep,
            pool=pool,
            thinks=False,
            web_url=web_url,
            syncs=syncs,
        ),
    )


def components_of(message: Any) -> Iterator[dict[str, Any]]:
    """Yield all components of a message or response, including nested ones."""
    if isinstance(message, discord.Message):
        todo = [component.to_dict() for component in message.components]
    else:
        todo = list(message.components)
    while todo:
        component: Any = todo.pop(0)
        yield component
        beside = [component["accessory"]] if component.get("accessory") else []
        todo = [*component.get("components", ()), *beside, *todo]


def initial_entries(form: Any, *people: Any) -> dict[str, Any]:
    """Return the initial entries of a form, which the simulator requires.

    :param people: members who may be preselected in it.
    """
    by_id = {str(each.id): each for each in people}
    ready: dict[str, Any] = {}
    for label in form.modal["components"]:
        field = label["component"]
        chosen = [each["value"] for each in field.get("options", ()) if each.get("default")]
        people_chosen = (str(each["id"]) for each in field.get("default_values") or ())
        chosen += [by_id[each] for each in people_chosen if each in by_id]
        if field["type"] == TEXT_INPUT:
            ready[field["custom_id"]] = field.get("value") or ""
        else:
            ready[field["custom_id"]] = chosen
    return ready


async def post_challenge(member: Any, form: Any) -> Any:
    """Submit the form of a challenge as it opens, and post the challenge it shows."""
    draft = await member.submit_modal(form, initial_entries(form))
    return await member.click(draft.response, label="Post the challenge")


def text_of(message: Any) -> str:
    """Return the whole text of a message."""
    return "\n".join(
        component["content"] for component in components_of(message) if component["type"] == 10
    )


def labels_of(message: Any) -> list[str]:
    """The labels of the buttons of a message."""
    return [component["label"] for component in components_of(message) if component["type"] == 2]


def menus_of(message: Any) -> list[dict[str, Any]]:
    """The select menus of a message."""
    return [component for component in components_of(message) if component["type"] == 3]


def alt_of(message: Any) -> str:
    """The alt text of a message's picture."""
    gallery = next(each for each in components_of(message) if each["type"] == 12)
    return gallery["items"][0]["description"]


def reply_text(result: InteractionResult) -> str:
    """Return the text of the latest reply to an interaction."""
    latest = result.followups[-1] if result.followups else result.response
    assert latest is not None, "the interaction was not answered"
    return text_of(latest)


def turn_sentence(played: Played, name: str) -> str:
    """A card's sentence about a turn of one move."""
    return str(played.before.describe([played.move], name))


async def choose_step(actor: Any, panel: Any, value: str) -> Any:
    """Choose a step in the Play panel, through its row or line if necessary."""
    opened = panel
    if not _label(opened, value):
        opened = (await actor.click(panel, custom_id=_group(panel, value))).response
    return await actor.click(opened, label=_label(opened, value) or value)


def _label(page: Any, value: str) -> str | None:
    """The label of a step's button: "c5", or "stone c5" for a stone on c5."""
    names = (value, f"stone {value.strip('()')}")
    return next((name for name in names if name in labels_of(page)), None)


async def click_through(actor: Any, page: Any, position: Position, move: Move) -> Any:
    """Click through a move in the Play panel or the explorer, and return the last page."""
    steps = add_forced_steps(position, ())
    while steps != move:
        carried = {
            split_steps(each["custom_id"].split("|")[-1]): each["custom_id"]
            for each in components_of(page)
            if each["type"] == 2 and each["custom_id"].split("|")[1] in ("at", "try", "line")
        }
        ways = [each for each in carried if each == move[: len(each)] and len(each) > len(steps)]
        if ways:
            page = (await actor.click(page, custom_id=carried[max(ways, key=len)])).response
            steps = add_forced_steps(position, max(ways, key=len))
        else:
            page = (await actor.click(page, custom_id=_group(page, move[len(steps)]))).response
    return page


def _group(page: Any, value: str) -> str:
    """The control for the row or line that holds a step."""
    names = re.findall(r"[a-zA-Z]|\d+", value)
    controls = [str(each.get("custom_id", "")) for each in components_of(page)]
    for name in names:
        for each in controls:
            if re.search(rf"group\|.*[|/]{name}$", each):
                return each
    raise LookupError(f"no row or line for {value} in {controls}")
