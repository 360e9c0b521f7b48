"""Texts of the presentation contain no Markdown, and are punctuated as usual in each language.

Each front adds its own emphasis.
"""

from __future__ import annotations

import re

from babel.messages.catalog import Message

from engine.puzzles import puzzles
from language.texts import written_in
from making.catalogues import catalogue
from presentation.markup import PLAIN
from presentation.training.puzzles import themes_words

MARKDOWN = re.compile(r"\*\*|`|^#+ |^-# |^- |^> |\]\(", re.MULTILINE)


def is_of_presentation(message: Message) -> bool:
    return any(place.startswith("presentation/") for place, _ in message.locations)


def test_no_text_of_the_presentation_contains_markdown() -> None:
    messages = [message for message in catalogue("de") if is_of_presentation(message)]
    assert messages
    for message in messages:
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            assert not MARKDOWN.search(text), text


def test_a_theme_and_its_explanation_are_joined_as_usual_in_the_language() -> None:
    puzzle = next(each for each in puzzles("scala") if each.themes)
    assert ": " in themes_words(puzzle, PLAIN)
    with written_in("ja"):
        words = themes_words(puzzle, PLAIN)
    assert "：" in words
    assert ": " not in words
