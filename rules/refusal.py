"""The one exception for what a person asked and can't have. All others are bugs."""

from __future__ import annotations


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
