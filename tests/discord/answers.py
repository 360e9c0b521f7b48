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
def answer_interaction(world: Loopback, request: Request) -> Json | None:
    call = world.calls.get(request.ids["interaction_token"])
    if call is None or call.id != int(request.ids["interaction_id"]):
        raise ApiError(404, 10062, "Unknown interaction")
    answer, data = Answer(request.json["type"]), request.json.get("data") or {}
    call.accept(answer, request.at)
    try:
        carry_out(world, call, answer, data, request.files)
    except ApiError:
        call.answer = None
        raise
    if request.params.get("with_response", "false").lower() not in ("1", "true"):
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


def call_of(world: Loopback, request: Request) -> InteractionRecord:
    """Return the interaction that the token in the path belongs to.

    :raises ApiError: also before the first answer, as there is no webhook yet.
    """
    call = world.calls.get(request.ids["webhook_token"])
    if call is None or call.answer is None:
        raise ApiError(404, 10015, "Unknown Webhook")
    if time.monotonic() - call.sent_at + call.age > TOKEN_LIFE:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return call


def reply_of(world: Loopback, request: Request) -> tuple[InteractionRecord, Message]:
    call = call_of(world, request)
    message_id = request.ids.get("message_id")
    candidates = [call.original] if message_id is None else [call.original, *call.messages]
    for message in candidates:
        if message and not message.deleted and message_id in (None, str(message.id)):
            return call, message
    raise ApiError(404, 10008, "Unknown Message")


@route("POST", "/webhooks/{webhook_id}/{webhook_token}")
def follow_up(world: Loopback, request: Request) -> Json | None:
    """Create a follow-up. The first one to a deferred response fills that response."""
    call = call_of(world, request)
    message = call.original
    if message is not None and message.loading and not message.deleted:
        message.write(request.json, request.files)
        call.show(message)
    else:
        if call.channel.limits_answers and call.follow_ups == MAX_FOLLOW_UPS:
            raise ApiError(400, 40094, "Maximum number of follow-ups reached")
        message = reply(world, call, request.json, request.files)
        call.follow_ups += 1
    return message.payload if request.params.get("wait") in ("1", "true") else None


@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
def reply_message(world: Loopback, request: Request) -> Json:
    return reply_of(world, request)[1].payload


@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
def edit_reply(world: Loopback, request: Request) -> Json:
    call, message = reply_of(world, request)
    message.write(request.json, request.files)
    call.show(message)
    return message.payload


@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
def delete_reply(world: Loopback, request: Request) -> None:
    reply_of(world, request)[1].deleted = True
