"""The one exception for what a person asked and can't have. All others are bugs."""

from __future__ import annotations

import unicodedata

LONGEST_SHOWN = 40
"""Characters of a typed text that a refusal repeats."""

_HARMFUL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of what is invisible, controls a text, turns it around or breaks a line."""


class Refusal(Exception):
    """A kind refusal: `code` is stable and for programs, `words` is a sentence for the person.

    The words say what is wrong and, where it helps, what would be right. `Position.explain`
    returns one as a value; readers and services raise it.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.words!r})"


def shown(text: str) -> str:
    """A typed text as a refusal may repeat it: plain, in one line, and not long."""
    spaced = " ".join(text.split())
    plain = "".join(each for each in spaced if unicodedata.category(each) not in _HARMFUL)
    return plain if len(plain) <= LONGEST_SHOWN else f"{plain[: LONGEST_SHOWN - 1]}…"
