"""Parsing of typed numbers and numbers in controls: ASCII digits, within the database's limits."""

from __future__ import annotations

from language.texts import N_
from rules.refusal import Refusal, quoted

MAX_DIGITS = 15
"""Maximum number of digits, which leaves room to multiply by page sizes."""

MAX_ID = 2**63 - 1
"""The largest id that the database can store. Discord's ids are smaller."""

_INVALID = {
    "match": N_("“{text}” isn't a match. Enter its number, like `17`."),
    "challenge": N_("“{text}” isn't a challenge. Enter its number, like `17`."),
    "event": N_("“{text}” isn't an event. Enter its number, like `17`."),
}
"""Refusals of invalid numbers, by what they should identify."""


def number_in(text: str, meaning: str) -> int:
    """Parse a typed number such as `17` or `#17`, or one in a control.

    :param meaning: what it identifies, for the refusal.
    :raises Refusal: `number`.
    """
    # Autocompleted texts continue after the number.
    digits = text.strip().lstrip("#").split(" ")[0]
    if not (_are_digits(digits) and len(digits) <= MAX_DIGITS):
        words = _INVALID.get(meaning, N_("“{text}” isn't a number. Enter one, like `17`."))
        raise Refusal("number", words, text=quoted(text))
    return int(digits)


def id_in(text: str) -> int | None:
    """Parse the id of a member or channel in a control, or None if it is invalid."""
    if not (_are_digits(text) and len(text) <= len(str(MAX_ID))):
        return None
    return value if (value := int(text)) <= MAX_ID else None


def _are_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
