"""The length of a picture's description."""

from __future__ import annotations

MAX_ALT_TEXT = 1024
"""Discord's limit on the description of a picture."""


def first_that_fits(*tellings: str) -> str:
    """Return the first of several versions within Discord's limit, else the last one, cut off."""
    for telling in tellings:
        if len(telling) <= MAX_ALT_TEXT:
            return telling
    return tellings[-1][: MAX_ALT_TEXT - 1] + "…"
