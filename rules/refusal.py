"""The only exception for a user's mistake. All others are bugs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from language.texts import Text

MAX_QUOTE_LENGTH = 40
"""Maximum number of characters of a typed text that a refusal quotes."""

_HARMFUL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that are invisible, control or reverse text, or break lines."""


class Refusal(Exception):
    """A refusal with a stable `code` for programs, and `words`, a sentence for the user.

    The words name the error and, if it helps, the remedy. `Position.explain` returns one as a
    value. Readers and services raise it.

    The words can have placeholders, as in "Only {name} can cancel this.", so that a front can
    format each value, as a link or with its marks escaped (`formatted`). `words` has plain values.
    Both are translated when read.
    """

    def __init__(self, code: str, words: str | Text, **values: object) -> None:
        """:param words: a text of its own, or a message marked by `N_`.
        :param values: the values of the placeholders, including those of the text. Without any,
            the words are taken literally, including braces.
        """
        self.code = code
        text = words if isinstance(words, Text) else Text(words)
        self._text = replace(text, values=(*text.values, *values.items()))
        super().__init__(code, words)

    def __str__(self) -> str:
        return self.words

    @property
    def message(self) -> Text:
        """The untranslated words with their values."""
        return self._text

    @property
    def values(self) -> Mapping[str, object]:
        """The values of the placeholders."""
        return dict(self._text.values)

    @property
    def words(self) -> str:
        """The sentence with plain values."""
        return self.formatted(str)

    def formatted(self, format_value: Callable[[object], str]) -> str:
        """Return the sentence with each value formatted by a front."""
        return self._text.formatted(format_value)

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.words!r})"


def quoted(text: str) -> str:
    """Return a typed text for a refusal, plain, on one line, and shortened."""
    spaced = " ".join(text.split())
    plain = "".join(
        character for character in spaced if unicodedata.category(character) not in _HARMFUL
    )
    return plain if len(plain) <= MAX_QUOTE_LENGTH else f"{plain[: MAX_QUOTE_LENGTH - 1]}…"
