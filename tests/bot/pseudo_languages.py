"""Two made-up languages of a simulated server and its members, and their detection.

They replace German, ⟦…⟧, and Japanese, ⟪…⟫, so that Discord has locales for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import Any

import pytest

from engine.engine import LEVELS
from language import texts
from making.catalogues import compiled
from making.pseudo import pseudo, pseudo_catalogue
from rules.registry import GAMES

OWN, SERVERS = "de", "ja"
"""The language of the members, and that of their server."""

BRACKETS = {OWN: "⟦⟧", SERVERS: "⟪⟫"}
NAMES = {
    *("Ada", "Ben", "Root", "root", "Club", "games", "UTC", "TestBot"),
    *(game.name for game in GAMES.values()),
    *(level.name for level in LEVELS),
}
"""Names, which are the same in every language."""

_ENGLISH = re.compile(r"[A-Za-z]{3,}")
_WITHOUT_LANGUAGE = re.compile(
    r"`[^`]+`|“[^”]*”|<[^>]*>|https?\\?://\S+|[a-z]+-\d{3}|\b[RB]+\b", re.DOTALL
)
"""Parts in no language: code, quotes, mentions, addresses, puzzle keys, tower cubes."""


@contextmanager
def made_up_languages() -> Iterator[None]:
    """Offer the two languages besides English within the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "translations", _catalogue)
        patch.setattr(texts, "COMPLETE", (texts.SOURCE, OWN, SERVERS))
        yield


@cache
def _catalogue(language: str) -> NullTranslations:
    if language not in BRACKETS:
        return NullTranslations()
    return GNUTranslations(BytesIO(compiled(pseudo_catalogue(BRACKETS[language]))))


def languages_of(text: str) -> set[str]:
    """Return the made-up languages that occur in a text."""
    for brackets in BRACKETS.values():
        # A language's own name is always in that language.
        text = text.replace(pseudo("English", brackets), "")
    return {code for code, brackets in BRACKETS.items() if set(brackets) & set(text)}


def english_words(text: str) -> list[str]:
    """Return the English words left in a text in a made-up language."""
    plain = _WITHOUT_LANGUAGE.sub(" ", text)
    for name in sorted(NAMES, key=len, reverse=True):
        plain = re.sub(rf"\b{re.escape(name)}\b", " ", plain)
    return _ENGLISH.findall(plain)


TEXTS = {"content", "label", "placeholder", "description", "title", "name", "alt_text"}
"""The keys of readable texts in Discord's API."""


def texts_in(body: Any) -> Iterator[str]:
    """Yield the readable texts of a request body."""
    if isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str) and key in TEXTS:
                yield value
            else:
                yield from texts_in(value)
    elif isinstance(body, list):
        for each in body:
            yield from texts_in(each)
