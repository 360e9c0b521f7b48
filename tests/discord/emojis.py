"""The REST routes for the application's emojis."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

from tests.discord.messages import ApiError
from tests.discord.places import Json
from tests.discord.rest import Request, route

if TYPE_CHECKING:
    from tests.discord.loopback import Loopback

MAX_SIZE = 256 * 1024
"""Maximum size of a picture, in bytes."""


@route("GET", "/applications/{application_id}/emojis")
def emojis(world: Loopback, request: Request) -> Json:
    return {"items": list(world.emojis.values())}


@route("POST", "/applications/{application_id}/emojis")
def add_emoji(world: Loopback, request: Request) -> Json:
    name, image = request.json["name"], request.json["image"]
    if not re.fullmatch("[A-Za-z0-9_]{2,32}", name):
        raise ApiError(400, 50035, "String value did not match validation regex.")
    if any(each["name"] == name for each in world.emojis.values()):
        raise ApiError(400, 50035, "An emoji with this name already exists")
    if len(base64.b64decode(image.partition(",")[2])) > MAX_SIZE:
        raise ApiError(400, 50138, "Failed to resize asset below the maximum size: 262144")
    identity = world.snowflake()
    world.emojis[identity] = {
        "id": str(identity),
        "name": name,
        "roles": [],
        "user": world.guild.bot.user,
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    return world.emojis[identity]


@route("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def remove_emoji(world: Loopback, request: Request) -> None:
    if world.emojis.pop(int(request.ids["emoji_id"]), None) is None:
        raise ApiError(404, 10014, "Unknown Emoji")
