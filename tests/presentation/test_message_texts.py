"""Texts of the presentation contain no Markdown, and are punctuated as usual in each language.

Each front adds its own emphasis.
"""

from __future__ import annotations

import re

from babel.messages.catalog import Message

from making.catalogues import catalogue

MARKDOWN = re.compile(r"\*\*|`|^#+ |^-# |^- |^> |\]\(", re.MULTILINE)


def is_of_presentation(message: Message) -> bool:
    return any(place.startswith("presentation/") for place, _ in message.locations)


def test_no_text_of_the_presentation_contains_markdown() -> None:
    messages = [message for message in catalogue("de") if is_of_presentation(message)]
    assert messages
    for message in messages:
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            assert not MARKDOWN.search(text), text
