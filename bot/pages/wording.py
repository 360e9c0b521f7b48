"""Words about people and times, safe to put into a message."""

from __future__ import annotations

from datetime import datetime

import discord

from club.references import DELETED
from presentation.phrases import option_words, ordinal, versus
from rules.language import gettext

__all__ = ["option_words", "ordinal", "versus"]

LONGEST_NAME = 32


_DIRECTIONS = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
"""Unicode's marks, embeddings, overrides and isolates of writing direction: in a name they could
end the isolate around it and turn the rest of the sentence over."""


def called(name: str) -> str:
    """A person's name as it is, or what stands for that of somebody who was removed."""
    return gettext(DELETED) if name == DELETED else name


def plain(name: str) -> str:
    """A person's name as inert text: no markdown, no mention, its writing direction its own."""
    name = " ".join(called(name).translate(_DIRECTIONS).split())
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1]}…"
    escaped = _inert(name)
    # First-strong isolate and its end: a right-to-left name leaves the sentence in order.
    return escaped if name.isascii() else f"\u2068{escaped}\u2069"


def plain_text(text: str, longest: int = 200) -> str:
    """What somebody wrote, as inert text on one line."""
    text = " ".join(text.translate(_DIRECTIONS).split())
    if len(text) > longest:
        text = f"{text[: longest - 1]}…"
    return _inert(text)


def _inert(text: str) -> str:
    """The text with no markdown, mention, time or link in it, though it reads the same."""
    escaped = discord.utils.escape_markdown(text, ignore_links=False)
    # What Discord makes a link of by itself, or by angle brackets: addresses, times, channels.
    escaped = escaped.replace("://", "\\://").replace("<", "\\<")
    return discord.utils.escape_mentions(escaped)


def mention(user_id: int) -> str:
    """A user as Discord shows and, where the message may, pings them."""
    return f"<@{user_id}>"


def relative(time: datetime) -> str:
    """A time as Discord counts it down or up for each reader: "in 3 hours"."""
    return discord.utils.format_dt(time, "R")


def moment(time: datetime) -> str:
    """A time as Discord shows it in each reader's zone: "21 November 2026 16:52"."""
    return discord.utils.format_dt(time, "f")
