"""The REST routes for answering an interaction and for follow-ups with its token."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.discord.calls import MAX_FOLLOW_UPS, TOKEN_LIFE, Answer, InteractionRecord
from tests.discord.messages import EPHEMERAL, ApiError, Message, Upload
from tests.discord.places import Json
from tests.discord.rest import Request, route

if TYPE_CHECKING:
    from tests.discord.loopback import Loopback


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def answer_interaction(world: Loopback, asked: Request) -> Json | None:
    call = world.calls.get(asked.ids["interaction_token"])
    if call is None or call.id != int(asked.ids["interaction_id"]):
        raise ApiError(404, 10062, "Unknown interaction")
    answer, data = Answer(asked.json["type"]), asked.json.get("data") or {}
    call.accept(answer, asked.at)
    try:
        carry_out(world, call, answer, data, asked.files)
    except ApiError:
        call.answer = None
        raise
    if asked.params.get("with_response", "false").lower() not in ("1", "true"):
        return None
    interaction: Json = {"id": str(call.id), "type": int(call.kind)}
    if call.original is not None:
        interaction |= {
            "response_message_id": str(call.original.id),
            "response_message_loading": call.original.loading,
            "response_message_ephemeral": call.original.ephemeral,
            "channel_id": str(call.channel.id),
        }
        if "guild_id" in call.payload:
            interaction["guild_id"] = call.payload["guild_id"]
    if answer not in (Answer.MESSAGE, Answer.UPDATE) or call.original is None:
        return {"interaction": interaction}
    resource = {"type": int(answer), "message": call.original.payload}
    return {"interaction": interaction, "resource": resource}


def carry_out(
    world: Loopback, call: InteractionRecord, answer: Answer, data: Json, files: dict[int, Upload]
) -> None:
    """Carry out an accepted callback."""
    match answer:
        case Answer.MESSAGE:
            call.original = reply(world, call, data, files)
        case Answer.DEFERRED_MESSAGE:
            call.original = blank_reply(world, call, data)
            call.original.loading = True
            keep_in_channel(call.original)
        case Answer.UPDATE if call.message is not None:
            call.message.write(data, files)
            call.show(call.message)
        case Answer.CHOICES:
            call.choices = data["choices"]
        case Answer.MODAL:
            call.modal = data


def blank_reply(world: Loopback, call: InteractionRecord, data: Json) -> Message:
    is_ephemeral = bool((data.get("flags") or 0) & EPHEMERAL) or call.channel.forces_private
    return Message(world, call.channel, world.files_url, call, is_ephemeral)


def reply(
    world: Loopback, call: InteractionRecord, data: Json, files: dict[int, Upload]
) -> Message:
    message = blank_reply(world, call, data)
    message.write(data, files)
    call.show(message)
    keep_in_channel(message)
    return message


def keep_in_channel(message: Message) -> None:
    if not message.ephemeral:
        message.channel.sent.append(message)


def call_of(world: Loopback, asked: Request) -> InteractionRecord:
    """:raises ApiError: also before the first answer, as there is no webhook yet."""
    call = world.calls.get(asked.ids["webhook_token"])
    if call is None or call.answer is None:
        raise ApiError(404, 10015, "Unknown Webhook")
    if time.monotonic() - call.sent + call.age > TOKEN_LIFE:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return call


def reply_of(world: Loopback, asked: Request) -> tuple[InteractionRecord, Message]:
    call = call_of(world, asked)
    wanted = asked.ids.get("message_id")
    known = [call.original] if wanted is None else [call.original, *call.messages]
    for message in known:
        if message and not message.deleted and wanted in (None, str(message.id)):
            return call, message
    raise ApiError(404, 10008, "Unknown Message")


@route("POST", "/webhooks/{webhook_id}/{webhook_token}")
def follow_up(world: Loopback, asked: Request) -> Json | None:
    """The first follow-up to a deferred response fills that response."""
    call = call_of(world, asked)
    message = call.original
    if message is not None and message.loading and not message.deleted:
        message.write(asked.json, asked.files)
        call.show(message)
    else:
        if call.channel.limits_answers and call.follow_ups == MAX_FOLLOW_UPS:
            raise ApiError(400, 40094, "Maximum number of follow-ups reached")
        message = reply(world, call, asked.json, asked.files)
        call.follow_ups += 1
    return message.payload if asked.params.get("wait") in ("1", "true") else None


@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
def reply_message(world: Loopback, asked: Request) -> Json:
    return reply_of(world, asked)[1].payload


@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
def edit_reply(world: Loopback, asked: Request) -> Json:
    call, message = reply_of(world, asked)
    message.write(asked.json, asked.files)
    call.show(message)
    return message.payload


@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
def delete_reply(world: Loopback, asked: Request) -> None:
    reply_of(world, asked)[1].deleted = True
