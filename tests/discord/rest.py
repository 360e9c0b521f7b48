"""The registry of REST routes, with the routes for guilds, users and the application.

A handler takes the world and the logged request and returns the JSON to send back (None: 204).
Standalone threads leave no system message in their channel. Otherwise each route behaves as
documented by Discord, or is missing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.discord.messages import ApiError, Upload
from tests.discord.places import Guild, Json, user_json

if TYPE_CHECKING:
    from tests.discord.loopback import Loopback


@dataclass(slots=True, eq=False)
class Request:
    """A logged request.

    `path` and `route` omit `/api/v10`. `at` is by `time.monotonic`. `json` is the body, or the
    `payload_json` of a multipart body, whose files are in `files` by number. `status` and `reply`
    are None until there is a response. The status of a cut connection is 0. `host` includes the
    port that the request arrived at.
    """

    method: str
    path: str
    route: str | None
    ids: dict[str, str]
    params: dict[str, str]
    json: Any
    files: dict[int, Upload]
    at: float
    host: str = ""
    status: int | None = None
    reply: Any = field(default=None, repr=False)


API = "/api/v10"
ENTRY_POINT = 4  # the type of the command that opens an Activity
Handler = Callable[["Loopback", Request], Any]
ROUTES: dict[tuple[str, str], Handler] = {}
OPEN = ("/interactions/", "/webhooks/")  # authorised by the token in the path
CREATED = (
    "/applications/{application_id}/emojis",
    "/channels/{channel_id}/threads",
    "/channels/{channel_id}/messages/{message_id}/threads",
)


async def read_request(request: web.Request) -> Request:
    """Read a complete request by the bot."""
    arrived_at = time.monotonic()
    body: Any = None
    files: dict[int, Upload] = {}
    if request.content_type.startswith("multipart/"):
        form = await request.post()
        body = json.loads(str(form["payload_json"]))
        for name, part in form.items():
            if isinstance(part, web.FileField):
                number = int(name.removeprefix("files[").removesuffix("]"))
                files[number] = Upload(part.filename, part.file.read())
    elif text := await request.text():
        body = json.loads(text)
    resource = request.match_info.route.resource
    template = resource.canonical if resource else ""
    is_route = template.startswith(API)
    return Request(
        method=request.method,
        path=request.path.removeprefix(API),
        route=template.removeprefix(API) if is_route else None,
        ids=dict(request.match_info) if is_route else {},
        params=dict(request.query),
        json=body,
        files=files,
        at=arrived_at,
        host=_host_of(request),
    )


def _host_of(request: web.Request) -> str:
    if request.transport is None:
        return ""
    host, port = request.transport.get_extra_info("sockname")[:2]
    return f"{host}:{port}"


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Register a handler. A literal path must precede a template that also fits it."""

    def register(handler: Handler) -> Handler:
        ROUTES[method, template] = handler
        return handler

    return register


def status_of(request: Request) -> int:
    """Return the status of a successful request."""
    if request.reply is None:
        return 204
    return 201 if request.method == "POST" and request.route in CREATED else 200


@route("GET", "/users/@me")
def own_user(world: Loopback, request: Request) -> Json:
    return {**world.guild.bot.user, "mfa_enabled": False, "locale": "en-US", "verified": True}


@route("GET", "/users/@me/guilds")
def own_guilds(world: Loopback, request: Request) -> list[Json]:
    """Return a page of the bot's guilds, by id."""
    after, limit = int(request.params.get("after", 0)), int(request.params.get("limit", 200))
    later = sorted((each for each in world.guilds if each.id > after), key=lambda each: each.id)
    return [
        {
            "id": str(each.id),
            "name": each.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(each.bot.permissions),
            "features": [],
        }
        for each in later[:limit]
    ]


@route("GET", "/guilds/{guild_id}")
def guild(world: Loopback, request: Request) -> Json:
    """Return a guild, without the parts that only the gateway sends."""
    payload = guild_of(world, request).payload
    for each in ("channels", "threads", "members", "presences", "voice_states", "joined_at"):
        payload.pop(each)
    return payload


@route("GET", "/guilds/{guild_id}/channels")
def guild_channels(world: Loopback, request: Request) -> list[Json]:
    """Return the channels of a guild, without threads."""
    return guild_of(world, request).payload["channels"]


@route("GET", "/users/{user_id}")
def user(world: Loopback, request: Request) -> Json:
    for guild in world.guilds:
        if member := guild.members.get(int(request.ids["user_id"])):
            return member.user
    raise ApiError(404, 10013, "Unknown User")


@route("GET", "/oauth2/applications/@me")
def own_application(world: Loopback, request: Request) -> Json:
    return {
        "id": str(world.application_id),
        "name": "Stairwell",
        "description": "",
        "icon": None,
        "type": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "bot": world.guild.bot.user,
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(1, "host"),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "team": None,
        "integration_types_config": {str(each): {} for each in world.installs},
    }


@route("GET", "/gateway")
def gateway(world: Loopback, request: Request) -> Json:
    return {"url": world.gateway_url}


@route("GET", "/gateway/bot")
def gateway_for_bots(world: Loopback, request: Request) -> Json:
    starts = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": world.gateway_url, "shards": world.shards, "session_start_limit": starts}


@route("PUT", "/applications/{application_id}/commands")
@route("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def set_commands(world: Loopback, request: Request) -> list[Json]:
    """Replace all commands. Existing ones keep their ids, and an Entry Point has to stay."""
    scope = request.ids.get("guild_id")
    former = world.commands.get(scope, [])
    entry_points = {command["id"] for command in former if command["type"] == ENTRY_POINT}
    if not entry_points <= {body.get("id") for body in request.json}:
        raise ApiError(400, 50240, "You cannot remove this app's Entry Point command")
    ids = {command["name"]: command["id"] for command in former}
    world.commands[scope] = [
        as_command(world, body, ids.get(body["name"]), scope) for body in request.json
    ]
    return world.commands[scope]


@route("GET", "/applications/{application_id}/commands")
@route("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def commands(world: Loopback, request: Request) -> list[Json]:
    return world.commands.get(request.ids.get("guild_id"), [])


def as_command(world: Loopback, body: Json, identity: str | None, scope: str | None) -> Json:
    """Return a command object for the body that registers it."""
    fields = {key: value for key, value in body.items() if value is not None}
    needed = fields.pop("default_member_permissions", None)
    return {
        "type": 1,
        "description": "",
        "nsfw": False,
        **fields,
        "default_member_permissions": None if needed is None else str(needed),
        "id": body.get("id") or identity or str(world.snowflake()),
        "application_id": str(world.application_id),
        "version": str(world.snowflake()),
        **({"guild_id": scope} if scope else {}),
    }


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(world: Loopback, request: Request) -> Json:
    guild = guild_of(world, request)
    member = guild.members.get(int(request.ids["user_id"]))
    if member is None:
        raise ApiError(404, 10007, "Unknown Member")
    return member.payload


def guild_of(world: Loopback, request: Request) -> Guild:
    for guild in world.guilds:
        if guild.id == int(request.ids["guild_id"]):
            return guild
    raise ApiError(404, 10004, "Unknown Guild")
