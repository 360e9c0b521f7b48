"""How long the description of a picture may be."""

from __future__ import annotations

MOST_ALT_TEXT = 1024
"""Characters that Discord takes as the description of a picture."""


def first_that_fits(*tellings: str) -> str:
    """The first of several tellings that Discord takes, else the last one, cut off."""
    for telling in tellings:
        if len(telling) <= MOST_ALT_TEXT:
            return telling
    return tellings[-1][: MOST_ALT_TEXT - 1] + "…"
