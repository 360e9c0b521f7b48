"""A fake Discord on 127.0.0.1, to whose REST API and gateway a real discord.py connects.

It covers what an in-process simulation can't: simultaneous actions, lost and failed responses,
dropped sockets, and a bot that is killed. A test acts as the members with `slash`, `click`,
`select`, `submit` and `autocomplete`, and reads the bot's posts from channels and calls.

    async with Loopback() as world:
        channel = world.guild.add_channel("games")
        ada, ben = world.guild.add_member("ada"), world.guild.add_member("ben")
        async with log_in(client, world):
            call = await world.slash(ada, channel, "challenge", game="skirt", opponent=ben)
            card = await call.first_reply()
            await world.click(ben, card, label="Accept")
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.discord import answers, channels, emojis
from tests.discord.calls import DEADLINE, InteractionRecord, Kind
from tests.discord.faults import Fault, Hold, rate_limit, without_names
from tests.discord.gateway import Gateway
from tests.discord.inputs import button_data, command_data, menu_data, modal_data, select_data
from tests.discord.messages import ApiError, Message
from tests.discord.outside import Chat, Outside
from tests.discord.places import Channel, Guild, Json, Member
from tests.discord.rest import API, OPEN, ROUTES, Request, read_request, status_of
from tests.discord.waiting import SOON, wait_until

DISCORD_EPOCH = 1_420_070_400_000
ROUTE_MODULES = (answers, channels, emojis)  # importing them registers their routes


class Loopback:
    """A world with guilds and people, a log of requests, and planned faults.

    Leaving it fails the test if the bot requested an unknown route.

    :param deadline: seconds within which an interaction must be answered. The default is
        Discord's. Tests that must pass on a busy machine need more.
    :param shards: the recommended number of shards.
    """

    token = "loopback.token"

    def __init__(self, deadline: float = DEADLINE, shards: int = 1) -> None:
        self.deadline = deadline
        self.shards = shards
        self._last_snowflake = 0
        self._logins_awaited = 0
        self._faults: list[Fault | Hold] = []
        self._errors: list[Exception] = []
        self._runner: web.AppRunner | None = None
        self._root = ""
        self.gateway = Gateway(self)
        self.installs = {0, 1}
        """Who can install the bot: servers (0), people (1)."""
        self.requests: list[Request] = []
        self.calls: dict[str, InteractionRecord] = {}
        self.commands: dict[str | None, list[Json]] = {}
        self.emojis: dict[int, Json] = {}
        """The application's emojis, by id."""
        self.application_id = self.snowflake()
        self.guilds: list[Guild] = []
        self.former_guilds: list[Guild] = []
        """The servers that have removed the bot."""
        self._foreign_servers: list[Outside] = []
        self.outside = Outside(self, 0, "outside", (self.application_id, "stairwell"))
        self.guild = self.add_guild("loopback")

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=64 * 1024 * 1024)
        application.router.add_get("/gw", self.gateway.serve)
        application.router.add_get("/gw/", self.gateway.serve)
        application.router.add_get("/attachments/{channel}/{id}/{name}", self._download)
        for method, template in sorted(ROUTES, key=lambda route: "@" not in route[1]):
            application.router.add_route(method, API + template, self._serve)
        application.router.add_route("*", "/{rest:.*}", self._serve)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        self._root = await self.open_host()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if error is None and self._errors:
            raise ExceptionGroup("the loopback Discord failed", self._errors)

    # Addresses

    async def open_host(self) -> str:
        """Listen on another address, to distinguish the requests of several bots.

        `Request.host` is the one that a request arrived at.
        """
        assert self._runner is not None
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return f"127.0.0.1:{self._runner.addresses[-1][1]}"

    def environment_for(self, host: str) -> dict[str, str]:
        """Return the settings with which `stairwell run` connects to a host."""
        return {
            "DISCORD_API_URL": f"http://{host}{API}",
            "DISCORD_GATEWAY_URL": self.gateway_url,
            "DISCORD_TOKEN": self.token,
        }

    @property
    def rest_url(self) -> str:
        return f"http://{self._root}{API}"

    @property
    def gateway_url(self) -> str:
        return f"ws://{self._root}/gw"

    @property
    def files_url(self) -> str:
        return f"http://{self._root}"

    @property
    def environment(self) -> dict[str, str]:
        """The settings with which `stairwell run` connects."""
        return self.environment_for(self._root)

    # Places

    def add_guild(self, name: str, shard: int | None = None) -> Guild:
        """:param shard: the shard it belongs to, by default any."""
        identity = self.snowflake()
        while shard is not None and (identity >> 22) % self.shards != shard:
            identity += 1 << 22
        self._last_snowflake = identity
        guild = Guild(self, identity, name, (self.application_id, "stairwell"))
        self.guilds.append(guild)
        self.dispatch(guild, "GUILD_CREATE", guild.payload)
        return guild

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a server."""
        self.guilds.remove(guild)
        self.former_guilds.append(guild)
        self.dispatch(guild, "GUILD_DELETE", {"id": str(guild.id)})

    def add_outside(self, name: str) -> Outside:
        """Add a server that the bot isn't a member of."""
        server = Outside(self, self.snowflake(), name, (self.application_id, "stairwell"))
        self._foreign_servers.append(server)
        return server

    def direct_messages(self, user_id: int) -> Chat:
        """Return the direct messages of a person and the bot.

        :raises ApiError: 50278 if they share no server and the person hasn't installed the bot.
        """
        for chat in self.outside.channels.values():
            if not isinstance(chat, Chat) or chat.kind != "direct message":
                continue
            if chat.people[0].id == user_id:
                return chat
        members = [each.members.get(user_id) for each in (*self.guilds, self.outside)]
        person = next((each for each in members if each is not None), None)
        if person is None:
            raise ApiError(403, 50278, "Cannot send messages to this user")
        return self.outside.add_chat("direct message", person)

    def pass_time(self, seconds: float) -> None:
        """Age the tokens of all interactions so far."""
        for call in self.calls.values():
            call.age += seconds

    @property
    def channels(self) -> dict[int, Channel]:
        """Every channel and thread by its id."""
        places = (*self.guilds, self.outside, *self._foreign_servers)
        items = (guild.channels.items() for guild in places)
        return dict(itertools.chain.from_iterable(items))

    def snowflake(self) -> int:
        """Return a new id, greater than all earlier ones. Like Discord's, it holds the time."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH) << 22
        self._last_snowflake = max(self._last_snowflake + 1, now)
        return self._last_snowflake

    # Actions of members

    async def slash(
        self, member: Member, channel: Channel, words: str, /, **values: Any
    ) -> InteractionRecord:
        """Send a slash command, like `"challenge"` or `"settings pace"`.

        Members and channels are passed as objects. Returns without waiting for a reply.

        :raises LookupError: if Discord would not offer this command, option or choice.
        """
        data = command_data(self._offered_commands(member, channel), member, words, values)
        return await self._send(Kind.COMMAND, member, channel, data)

    async def menu(
        self, member: Member, channel: Channel, name: str, target: Member | Message
    ) -> InteractionRecord:
        """Choose an entry under Apps in the menu of a member or a message.

        :raises LookupError: if Discord would not offer it.
        """
        data = menu_data(self._offered_commands(member, channel), name, target)
        return await self._send(Kind.COMMAND, member, channel, data)

    async def autocomplete(
        self,
        member: Member,
        channel: Channel,
        words: str,
        /,
        *,
        focused: str,
        value: str,
        **others: Any,
    ) -> list[Json]:
        """Return the bot's choices for the option being typed, as `{"name", "value"}`."""
        values = {**others, focused: value}
        data = command_data(self._offered_commands(member, channel), member, words, values, focused)
        call = await self._send(Kind.AUTOCOMPLETE, member, channel, data)
        await call.wait_for_callback()
        return call.choices or []

    async def click(
        self,
        member: Member,
        message: Message,
        custom_id: str | None = None,
        *,
        label: str | None = None,
        checked: bool = True,
    ) -> InteractionRecord:
        """Press a button, given its custom id or label, without waiting for a reply.

        :param checked: False sends the click even if the message has no such button (any more).
        :raises LookupError: if there is no such button, or the member can't see the message.
        """
        if custom_id is None:
            custom_id = message.find_button(label or "")["custom_id"]
        data = button_data(message, str(custom_id), checked)
        return await self._send(Kind.COMPONENT, member, message.channel, data, message)

    async def select(
        self, member: Member, message: Message, custom_id: str, values: list[str]
    ) -> InteractionRecord:
        """Choose from a select menu.

        :raises LookupError: if the message has no such menu, or the menu doesn't offer the values.
        """
        data = select_data(message, custom_id, values)
        return await self._send(Kind.COMPONENT, member, message.channel, data, message)

    async def submit(self, call: InteractionRecord, values: Mapping[str, Any]) -> InteractionRecord:
        """Send the modal that answered this call, filled in by custom id.

        :raises LookupError: if the modal has no such field, or the answer was not a modal.
        """
        if call.modal is None:
            raise LookupError(f"{call} was not answered with a modal")
        data = modal_data(call.modal, values)
        kind = Kind.MODAL_SUBMIT
        return await self._send(kind, call.member, call.channel, data, call.message, call)

    def _offered_commands(self, member: Member, channel: Channel) -> list[Json]:
        """The commands that Discord offers a member in a place."""
        context = channel.context_for(member)
        installs = {int(each) for each in context["authorizing_integration_owners"]}
        commands = [*self.commands.get(str(member.guild.id), []), *self.commands.get(None, [])]
        return [
            each
            for each in commands
            if context["context"] in (each.get("contexts") or [0])
            and installs & set(each.get("integration_types") or [0])
        ]

    async def _send(
        self,
        kind: Kind,
        member: Member,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        origin: InteractionRecord | None = None,
    ) -> InteractionRecord:
        if message is not None and message.is_hidden_from(member):
            raise LookupError(f"{member.name} can't see {message}")
        identity = self.snowflake()
        call = InteractionRecord(
            identity, kind, member, channel, data, message, origin, self.deadline
        )
        self.calls[call.token] = call
        self.dispatch(channel.guild, "INTERACTION_CREATE", call.payload)
        await asyncio.sleep(0)  # lets the socket's writer run
        return call

    # Faults

    def fail_next(
        self,
        method: str,
        route: str,
        *,
        status: int | None = 500,
        code: int = 0,
        words: str = "",
        retry_after: float = 0.1,
        carried_out: bool = False,
        times: int = 1,
    ) -> None:
        """Make the next requests to a route fail. The names of its placeholders don't matter.

        :param status: None closes the connection without an answer.
        :param code: Discord's error code, such as 50013.
        :param retry_after: seconds, sent with a 429.
        :param carried_out: whether Discord carries the request out anyway.
        """
        fault = Fault(
            method, without_names(route), status, code, words, retry_after, carried_out, times
        )
        self._faults.append(fault)

    def hold_next(
        self, method: str, route: str, *, carried_out: bool = False, containing: str = ""
    ) -> Hold:
        """Hold the next request to a route, before it is carried out or before its response.

        :param containing: text that its body must contain. Other requests pass.
        """
        hold = Hold(method, without_names(route), carried_out, containing)
        self._faults.append(hold)
        return hold

    async def drop_gateway(self, *, resumable: bool = True) -> None:
        """Close the bot's sockets. It will RESUME, or IDENTIFY if not `resumable`."""
        await self.gateway.drop(resumable)

    def dispatch(self, guild: Guild, event: str, data: Json) -> None:
        """Send the bot a gateway event."""
        self.gateway.dispatch(guild, event, data)

    # Waiting

    async def bot_ready(self, within: float = SOON) -> None:
        """Wait until a bot has logged in. A second call waits for another log-in, and so on.

        :raises AssertionError:
        """
        self._logins_awaited += 1
        logins = self._logins_awaited
        await wait_until(lambda: self.gateway.identify_count >= logins, within, "no bot logged in")

    async def settle(self, seconds: float = 0.2, within: float = SOON) -> None:
        """Wait until the bot has made no request for this long and none is in progress.

        :raises AssertionError:
        """
        end = time.monotonic() + within
        while True:
            count = len(self.requests)
            await asyncio.sleep(seconds)
            if count == len(self.requests) and all(
                request.status is not None for request in self.requests
            ):
                return
            assert time.monotonic() < end, f"the bot is not quiet within {within:g} s"

    # Server

    async def _download(self, request: web.Request) -> web.Response:
        for channel in self.channels.values():
            for attachment in itertools.chain(
                *(message.attachments for message in channel.messages)
            ):
                if str(attachment.id) == request.match_info["id"]:
                    kind = attachment.content_type
                    return web.Response(body=attachment.data, content_type=kind)
        return web.Response(status=404)

    async def _serve(self, request: web.Request) -> web.Response:
        """Log a request, carry it out unless a fault prevents that, and answer."""
        entry = await read_request(request)
        self.requests.append(entry)
        headers: dict[str, str] = {}
        if entry.route is not None:
            headers = rate_limit(f"{entry.method} {entry.route}")
        fault = self._fault_for(entry)
        try:
            if isinstance(fault, Hold):
                await self._hold(entry, request, fault)
            elif fault is not None:
                if fault.carried_out:
                    self.carry_out(entry, request.headers.get("Authorization"))
                entry.status, entry.reply, headers = fault.status, fault.body, fault.headers
            else:
                self.carry_out(entry, request.headers.get("Authorization"))
        except Exception as error:
            self._errors.append(error)
            entry.status, entry.reply = 500, {"code": 0, "message": repr(error)}
        if entry.status is None:
            entry.status = 0
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if entry.reply is None:
            return web.Response(status=entry.status, headers=headers)
        body = json.dumps(entry.reply).encode()
        kind = "application/json"
        return web.Response(status=entry.status, body=body, headers=headers, content_type=kind)

    async def _hold(self, entry: Request, request: web.Request, hold: Hold) -> None:
        if hold.carried_out:
            self.carry_out(entry, request.headers.get("Authorization"))
        status, entry.status = entry.status, None
        await hold.pause(entry)
        entry.status = status
        if hold.is_cut:
            entry.status = None
        elif not hold.carried_out:
            self.carry_out(entry, request.headers.get("Authorization"))

    def _fault_for(self, request: Request) -> Fault | Hold | None:
        for fault in self._faults:
            if (fault.method, fault.route) == (request.method, without_names(request.route or "")):
                if isinstance(fault, Hold) and fault.containing not in json.dumps(request.json):
                    continue
                if isinstance(fault, Fault):
                    fault.times -= 1
                if isinstance(fault, Hold) or fault.times == 0:
                    self._faults.remove(fault)
                return fault
        return None

    def carry_out(self, request: Request, authorization: str | None) -> None:
        """Handle a request, setting its status and reply.

        :param authorization: the Authorization header.
        """
        try:
            if request.route is None:
                words = f"{request.method} {request.path} is not in the loopback Discord"
                self._errors.append(LookupError(words))
                raise ApiError(404, 0, "404: Not Found")
            if authorization != f"Bot {self.token}" and not request.path.startswith(OPEN):
                raise ApiError(401, 0, "401: Unauthorized")
            request.reply = ROUTES[request.method, request.route](self, request)
            request.status = status_of(request)
        except ApiError as error:
            request.status = error.status
            request.reply = {"code": error.code, "message": error.words}
