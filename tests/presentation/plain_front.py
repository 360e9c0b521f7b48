"""A front for plain text, and a check for Discord's syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable

LANGUAGES = ("en", "de", "ja")

DISCORD_SYNTAX = re.compile(
    r"<@|<#|<t:|<:|</|\*\*|`|^-# |^#+ |\\|\]\(|\u2068|\u2069", flags=re.MULTILINE
)
"""Mentions, timestamps, emojis, commands, Markdown, escapes, and isolates around names."""


def check_plain(texts: Iterable[str]) -> None:
    """Check that texts contain words and no Discord syntax."""
    for text in texts:
        assert text.strip(), "an empty text"
        assert not DISCORD_SYNTAX.search(text), text
