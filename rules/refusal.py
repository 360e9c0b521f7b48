"""The one exception for what a person asked and can't have. All others are bugs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.language import Text

LONGEST_SHOWN = 40
"""Characters of a typed text that a refusal repeats."""

_HARMFUL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of what is invisible, controls a text, turns it around or breaks a line."""


class Refusal(Exception):
    """A kind refusal: `code` is stable and for programs, `words` is a sentence for the person.

    The words say what is wrong and, where it helps, what would be right. `Position.explain`
    returns one as a value; readers and services raise it.

    The words can have named places for values, as in "Only {name} can cancel this." Then a front
    can say each value in its own way, as a link or with its marks escaped (`said`); `words` has
    their plain texts. They are said in the language of when they are asked for.
    """

    def __init__(self, code: str, words: str | Text, **values: object) -> None:
        """:param words: a text of its own, or a message that is marked by `N_`.
        :param values: what stands in the named places, those of the text included; without any,
        the words are taken as they are, braces and all.
        """
        self.code = code
        text = words if isinstance(words, Text) else Text(words)
        self._text = replace(text, values=(*text.values, *values.items()))
        super().__init__(code, words)

    def __str__(self) -> str:
        return self.words

    @property
    def message(self) -> Text:
        """The words with what stands in their named places, in no language yet."""
        return self._text

    @property
    def values(self) -> Mapping[str, object]:
        """What stands in the named places."""
        return dict(self._text.values)

    @property
    def words(self) -> str:
        """The sentence, its values in plain text."""
        return self.said(str)

    def said(self, say: Callable[[object], str]) -> str:
        """The sentence, each of its values in the words that a front has for it."""
        return self._text.said(say)

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.words!r})"


def shown(text: str) -> str:
    """A typed text as a refusal may repeat it: plain, in one line, and not long."""
    spaced = " ".join(text.split())
    plain = "".join(each for each in spaced if unicodedata.category(each) not in _HARMFUL)
    return plain if len(plain) <= LONGEST_SHOWN else f"{plain[: LONGEST_SHOWN - 1]}…"
