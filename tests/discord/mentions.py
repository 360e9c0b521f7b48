"""Mentions in posts, which only notify if both the text and the post's permission have them."""

from __future__ import annotations

import re
from typing import Any

from tests.discord.openapi import LoggedRequest

_MENTION = re.compile(r"<@(\d+)>")

_POST = re.compile(
    r"/channels/\d+/(messages|threads)|/webhooks/\d+/[^/]+|/interactions/.+/callback"
)


def lost_mentions(request: LoggedRequest) -> list[str]:
    """Return the users whom a post may notify, but doesn't mention in its text."""
    if request.method != "POST" or not _POST.fullmatch(request.path):
        return []
    body: Any = request.json or {}
    message = body.get("data") or body.get("message") or body
    allowed: Any = message.get("allowed_mentions") or {}
    mentioned = set(_MENTION.findall(_text_of(message)))
    lost = [str(each) for each in allowed.get("users", ()) if str(each) not in mentioned]
    return [f"{request.path}: {user} is not mentioned" for user in lost]


def _text_of(part: Any) -> str:
    """Return all text of a message, of which only that outside of controls notifies."""
    texts = [str(part.get("content") or "")]
    children = [*part.get("components", ()), *([part["accessory"]] if "accessory" in part else ())]
    return "\n".join([*texts, *map(_text_of, children)])
