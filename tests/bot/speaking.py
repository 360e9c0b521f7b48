"""Two made-up languages that a simulated server and its members speak, and what is said in which.

They take the places of German, ⟦…⟧, and of Japanese, ⟪…⟫, so that Discord has locales for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.levels import LEVELS
from making.messages import compiled
from making.pseudo import pseudo, pseudo_catalogue
from rules import language
from rules.registry import GAMES

OWN, SERVERS = "de", "ja"
"""What the tests' members speak, and what their server does."""

BRACKETS = {OWN: "⟦⟧", SERVERS: "⟪⟫"}
NAMES = {
    *("Ada", "Ben", "Root", "root", "Club", "games", "UTC", "TestBot"),
    *(game.name for game in GAMES.values()),
    *(level.name for level in LEVELS),
}
"""What is no word of a language."""

_ENGLISH = re.compile(r"[A-Za-z]{3,}")
_OTHERWISE = re.compile(
    r"`[^`]+`|“[^”]*”|<[^>]*>|https?\\?://\S+|[a-z]+-\d{3}|\b[RB]+\b", re.DOTALL
)
"""Code, what somebody typed, what Discord shows otherwise than it is written, keys of puzzles,
the cubes of a tower."""


@contextmanager
def made_up_languages(folder: Path) -> Iterator[None]:
    """Have the two languages offered beside English."""
    for code, brackets in BRACKETS.items():
        file = folder / "locale" / code / "LC_MESSAGES" / "stairwell.mo"
        file.parent.mkdir(parents=True)
        file.write_bytes(_compiled(brackets))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "FOLDERS", [folder / "locale"])
        patch.setattr(language, "COMPLETE", (language.SOURCE, OWN, SERVERS))
        language.translations.cache_clear()
        yield
    language.translations.cache_clear()


@cache
def _compiled(brackets: str) -> bytes:
    return compiled(pseudo_catalogue(brackets))


def languages_of(text: str) -> set[str]:
    """Which of the made-up languages a text has something in."""
    for brackets in BRACKETS.values():
        # What a language calls itself is in that language.
        text = text.replace(pseudo("English", brackets), "")
    return {code for code, brackets in BRACKETS.items() if set(brackets) & set(text)}


def english_in(text: str) -> list[str]:
    """The English words of a text that is in a made-up language."""
    plain = _OTHERWISE.sub(" ", text)
    for name in sorted(NAMES, key=len, reverse=True):
        plain = re.sub(rf"\b{re.escape(name)}\b", " ", plain)
    return _ENGLISH.findall(plain)


TEXTS = {"content", "label", "placeholder", "description", "title", "name", "alt_text"}
"""The keys of Discord's API under which there is something to read."""


def texts_in(body: Any) -> Iterator[str]:
    """Everything to read in what the bot sends."""
    if isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str) and key in TEXTS:
                yield value
            else:
                yield from texts_in(value)
    elif isinstance(body, list):
        for each in body:
            yield from texts_in(each)
