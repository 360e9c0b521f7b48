"""The validation of requests and replies against Discord's description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import simcord

from tests.discord.openapi import needs_openapi, problems, reply_problems, template_of
from tests.discord.sample_bot import Bot

pytestmark = needs_openapi
POST = ("POST", "/channels/1/messages")


@dataclass(frozen=True, slots=True)
class Sent:
    """A logged request."""

    method: str
    path: str
    json: Any = None


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **changes}


def boxed(*components: dict[str, Any]) -> dict[str, Any]:
    row = {"type": 1, "components": list(components)}
    return {"components": [{"type": 17, "components": [row]}], "flags": 32768}


def test_a_valid_message_passes() -> None:
    assert problems(Sent(*POST, boxed(button()))) == []


def test_ids_may_be_numbers_as_discord_py_sends_them() -> None:
    body = {
        "content": "x",
        "attachments": [{"id": 0, "filename": "board.png"}],
        "allowed_mentions": {"users": [123456789012345678], "parse": []},
    }
    assert problems(Sent(*POST, body)) == []


def test_a_problem_names_the_place_of_a_long_nested_label() -> None:
    (words,) = problems(Sent(*POST, boxed(button(), button(label="x" * 81))))
    assert "components[0].components[0].components[1].label" in words
    assert "is longer than 80 characters" in words
    assert len(words) < 500


def test_two_faults_are_two_problems() -> None:
    faults = problems(Sent(*POST, boxed(button(label="x" * 81, custom_id="y" * 101))))
    assert len(faults) == 2


def test_an_unknown_component_type_is_a_problem() -> None:
    assert len(problems(Sent(*POST, boxed({"type": 99})))) == 1


def test_a_callback_is_checked_by_its_type() -> None:
    path = "/interactions/1/token/callback"
    choices = [{"name": "n", "value": "v"}]
    assert problems(Sent("POST", path, {"type": 8, "data": {"choices": choices}})) == []
    many = {"type": 8, "data": {"choices": choices * 26}}
    (words,) = problems(Sent("POST", path, many))
    assert "data.choices" in words


def test_an_unknown_route_and_a_missing_body_are_problems() -> None:
    assert "no such route" in problems(Sent("POST", "/nowhere"))[0]
    assert "no such route" in problems(Sent("DELETE", "/gateway/bot"))[0]
    assert "body is missing" in problems(Sent(*POST))[0]


def test_paths_match_with_or_without_the_prefix_and_prefer_literals() -> None:
    original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    assert template_of("/api/v10/webhooks/1/token/messages/@original") == original
    assert template_of("/webhooks/1/token/messages/2") == original.replace(
        "@original", "{message_id}"
    )
    assert template_of("/users/@me") == "/users/@me"


def test_replies_are_checked_strictly() -> None:
    good = {"url": "wss://x", "shards": 1}
    assert reply_problems("GET", "/gateway", 200, good) == []
    assert '"url" is a required property' in reply_problems("GET", "/gateway", 200, {})[0]
    refusal = {"code": 10003, "message": "Unknown Channel"}
    assert reply_problems("GET", "/channels/1", 404, refusal) == []
    assert len(reply_problems("GET", "/channels/1", 404, {"message": "x"})) == 1
    assert "the statuses are" in reply_problems("GET", "/channels/1", 302, None)[0]


async def test_the_log_of_simcord_is_checked_too() -> None:
    async with simcord.run(Bot()) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("games")
        ada = guild.add_member(env.create_user("ada"))
        ben = guild.add_member(env.create_user("ben"))
        await ada.slash(channel, "show", opponent=ben)
        await ben.click(channel.history()[0], label="Press")
        await ada.autocomplete(channel, "whisper", "word", "sc")
        faults = [words for request in env.http_requests for words in problems(request)]
        bodies = [request.json for request in env.http_requests if request.json is not None]
    assert not faults
    assert len(bodies) >= 4
