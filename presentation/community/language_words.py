"""The names of languages."""

from __future__ import annotations

from language.texts import pgettext, written_in


def language_name(code: str) -> str:
    """The name of a language in that language: "Deutsch"."""
    with written_in(code):
        return pgettext("the name of this language, in this language", "English")
