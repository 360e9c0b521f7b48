"""Fixtures that tests of the core define too."""

from __future__ import annotations

from tests.bot.matches.test_match_words import match
from tests.presentation.test_plain_text_front import game

__all__ = ["game", "match"]
