"""The length of a picture's description."""

from __future__ import annotations

MAX_ALT_TEXT = 1024
"""Discord's limit on the description of a picture."""


def first_that_fits(*versions: str) -> str:
    """Return the first version within Discord's limit, or the last one, cut off."""
    for version in versions:
        if len(version) <= MAX_ALT_TEXT:
            return version
    return versions[-1][: MAX_ALT_TEXT - 1] + "…"
