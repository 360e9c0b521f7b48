"""Numbers out of what somebody typed or a control says: ASCII digits only, and no more of them than
a database takes."""

from __future__ import annotations

from rules.language import N_
from rules.refusal import Refusal, shown

LONGEST = 15
"""Digits of a number of ours. One of so many can still be multiplied by the lines of a page."""

LARGEST_ID = 2**63 - 1
"""What a database takes for an id of Discord's, which are smaller."""

_REFUSED = {
    "match": N_("“{text}” isn't a match; give its number, like `17`."),
    "challenge": N_("“{text}” isn't a challenge; give its number, like `17`."),
    "event": N_("“{text}” isn't an event; give its number, like `17`."),
}
"""What is said of a text that is no number, by what it should be the number of."""


def number_in(text: str, what: str) -> int:
    """A number that is typed, as in `17` or `#17`, or that a control carries.

    :param what: what it is the number of, for the words of a refusal.
    :raises Refusal: `number`.
    """
    # What is offered as one types goes on after the number.
    digits = text.strip().lstrip("#").split(" ")[0]
    if not (_are_digits(digits) and len(digits) <= LONGEST):
        words = _REFUSED.get(what, N_("“{text}” isn't a number; give one like `17`."))
        raise Refusal("number", words, text=shown(text))
    return int(digits)


def id_in(text: str) -> int | None:
    """The id of a member or channel that a control carries; None where it is none."""
    if not (_are_digits(text) and len(text) <= len(str(LARGEST_ID))):
        return None
    return found if (found := int(text)) <= LARGEST_ID else None


def _are_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
