"""The REST routes for channels, their messages and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.discord.forums import Forum, create_post, edit_tags
from tests.discord.messages import ApiError, Message
from tests.discord.places import Channel, Json, Permission, Thread
from tests.discord.rest import Request, route

if TYPE_CHECKING:
    from tests.discord.loopback import Loopback


def channel_of(world: Loopback, request: Request, *needs: Permission) -> Channel:
    """:raises ApiError: if there is no such channel or the bot lacks a permission."""
    channel = world.channels.get(int(request.ids["channel_id"]))
    if channel is None:
        if any(int(request.ids["channel_id"]) in each.channels for each in world.former_guilds):
            raise ApiError(403, 50001, "Missing Access")
        raise ApiError(404, 10003, "Unknown Channel")
    if not channel.bot_permissions & Permission.VIEW_CHANNEL:
        raise ApiError(403, 50001, "Missing Access")
    if any(not channel.bot_permissions & need for need in needs):
        raise ApiError(403, 50013, "Missing Permissions")
    return channel


def message_of(world: Loopback, request: Request, *needs: Permission) -> Message:
    """:raises ApiError: also for an ephemeral message, which needs its call's token."""
    channel = channel_of(world, request, *needs)
    for message in channel.messages:
        if message.id == int(request.ids["message_id"]):
            return message
    raise ApiError(404, 10008, "Unknown Message")


@route("POST", "/users/@me/channels")
def create_direct_message(world: Loopback, request: Request) -> Json:
    return world.direct_messages(int(request.json["recipient_id"])).payload


@route("GET", "/channels/{channel_id}")
def channel(world: Loopback, request: Request) -> Json:
    return channel_of(world, request).payload


@route("PATCH", "/channels/{channel_id}")
def edit_channel(world: Loopback, request: Request) -> Json:
    """Edit a channel. A thread's owner may do anything but lock it."""
    channel = channel_of(world, request)
    if not isinstance(channel, Thread):
        channel_of(world, request, Permission.MANAGE_CHANNELS)
        channel.name = request.json.get("name", channel.name)
        channel.topic = request.json.get("topic", channel.topic)
        if isinstance(channel, Forum):
            channel.set_tags(request.json.get("available_tags", channel.tags))
        world.dispatch(channel.guild, "CHANNEL_UPDATE", channel.payload)
        return channel.payload
    if channel.owner != channel.guild.bot.id or channel.locked or "locked" in request.json:
        channel_of(world, request, Permission.MANAGE_THREADS)
    if channel.archived and request.json.get("archived", True):
        raise ApiError(400, 50083, "Thread is archived")
    if "applied_tags" in request.json:
        edit_tags(channel, request.json["applied_tags"])
    channel.name = request.json.get("name", channel.name)
    channel.archived = request.json.get("archived", channel.archived)
    channel.locked = request.json.get("locked", channel.locked)
    minutes = request.json.get("auto_archive_duration", channel.minutes_to_archive)
    channel.minutes_to_archive = minutes
    world.dispatch(channel.guild, "THREAD_UPDATE", channel.payload)
    return channel.payload


@route("DELETE", "/channels/{channel_id}")
def delete_channel(world: Loopback, request: Request) -> Json:
    channel = channel_of(world, request)
    is_thread = isinstance(channel, Thread)
    needed = Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS
    channel_of(world, request, needed)
    channel.delete()
    return channel.payload


@route("POST", "/channels/{channel_id}/typing")
def type_in_channel(world: Loopback, request: Request) -> None:
    channel_of(world, request)


@route("GET", "/channels/{channel_id}/messages")
def history(world: Loopback, request: Request) -> list[Json]:
    """Return messages, newest first."""
    channel = channel_of(world, request, Permission.READ_MESSAGE_HISTORY)
    before = int(request.params.get("before", 1 << 63))
    after = int(request.params.get("after", 0))
    between = [message for message in channel.messages if after < message.id < before]
    limit = int(request.params.get("limit", 50))
    page = between[:limit] if "after" in request.params else between[-limit:]
    return [message.payload for message in reversed(page)]


@route("POST", "/channels/{channel_id}/messages")
def create_message(world: Loopback, request: Request) -> Json:
    """Post a message. Reusing an enforced nonce returns the earlier message."""
    channel = channel_of(world, request)
    if channel.refusal is not None:
        raise ApiError(403, channel.refusal, "Cannot send messages to this user")
    if isinstance(channel, Forum):
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    is_thread = isinstance(channel, Thread)
    speak = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
    channel_of(world, request, speak, *([Permission.ATTACH_FILES] if request.files else []))
    nonce = request.json.get("nonce")
    if nonce is not None and request.json.get("enforce_nonce"):
        for earlier in channel.sent:
            if earlier.nonce == str(nonce):
                return earlier.payload
    if isinstance(channel, Thread):
        if channel.locked and not channel.bot_permissions & Permission.MANAGE_THREADS:
            raise ApiError(400, 50083 if channel.archived else 160005, "Thread is locked")
        if channel.archived:
            channel.archived = False
            world.dispatch(channel.guild, "THREAD_UPDATE", channel.payload)
    message = Message(world, channel, world.files_url, nonce=None if nonce is None else str(nonce))
    message.write(request.json, request.files)
    channel.sent.append(message)
    return message.payload


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def message(world: Loopback, request: Request) -> Json:
    return message_of(world, request, Permission.READ_MESSAGE_HISTORY).payload


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(world: Loopback, request: Request) -> Json:
    edited = message_of(world, request)
    if isinstance(edited.channel, Thread) and edited.channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    edited.write(request.json, request.files)
    return edited.payload


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(world: Loopback, request: Request) -> None:
    message_of(world, request).deleted = True


@route("POST", "/channels/{channel_id}/threads")
def create_thread(world: Loopback, request: Request) -> Json:
    parent = channel_of(world, request)
    if isinstance(parent, Forum):
        files = [Permission.ATTACH_FILES] if request.files else []
        channel_of(world, request, Permission.SEND_MESSAGES, *files)
        return create_post(world, parent, request)
    kind = request.json.get("type") or 12
    is_public = kind in (10, 11)
    needed = Permission.CREATE_PUBLIC_THREADS if is_public else Permission.CREATE_PRIVATE_THREADS
    channel_of(world, request, needed)
    return open_thread(world, parent, world.snowflake(), kind, request.json).payload


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_from_message(world: Loopback, request: Request) -> Json:
    """Create a thread, which gets its message's id."""
    starter = message_of(world, request, Permission.CREATE_PUBLIC_THREADS)
    if starter.thread is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    starter.thread = open_thread(world, starter.channel, starter.id, 11, request.json)
    return starter.thread.payload


def open_thread(world: Loopback, parent: Channel, identity: int, kind: int, body: Json) -> Thread:
    """Open a thread, and notify the bot."""
    if isinstance(parent, Thread):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    minutes = body.get("auto_archive_duration") or 4320
    bot = parent.guild.bot.id
    thread = Thread(parent, identity, body["name"], kind, bot, minutes)
    parent.guild.channels[thread.id] = thread
    data = {**thread.payload, "newly_created": True}
    world.dispatch(parent.guild, "THREAD_CREATE", data)
    return thread


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(world: Loopback, request: Request) -> None:
    thread = channel_of(world, request)
    identity = request.ids["user_id"]
    if not isinstance(thread, Thread):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    thread.members.add(thread.guild.bot.id if identity == "@me" else int(identity))


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_thread_member(world: Loopback, request: Request) -> None:
    thread = channel_of(world, request)
    identity = request.ids["user_id"]
    if not isinstance(thread, Thread):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    thread.members.discard(thread.guild.bot.id if identity == "@me" else int(identity))


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(world: Loopback, request: Request) -> Json:
    """Return the threads that aren't archived, newest first."""
    for guild in world.guilds:
        if guild.id == int(request.ids["guild_id"]):
            threads = [each for each in guild.threads if not each.archived]
            payloads = [each.payload for each in sorted(threads, key=lambda each: -each.id)]
            return {"threads": payloads, "members": [], "has_more": False}
    raise ApiError(404, 10004, "Unknown Guild")
