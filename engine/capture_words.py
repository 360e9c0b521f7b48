"""Words for captures, shared by several games."""

from __future__ import annotations

from engine.facts import Reason
from rules.language import gettext, ngettext
from rules.listing import Listed, listed

MAX_NAMED = 3
"""Maximum number of stones listed."""


def capture_words(reason: Reason, other: Listed) -> str | None:
    """Describe a reason about captures, or return None for others.

    :param other: the seat that didn't make the move.
    """
    match reason.code:
        case "captures" if len(reason.cells) <= MAX_NAMED:
            return gettext("It captures {stones}.", stones=listed(reason.cells))
        case "captures":
            return ngettext(
                "It captures one stone.", "It captures {count} stones.", len(reason.cells)
            )
        case "saves":
            return ngettext(
                "It saves one stone that {seat} could capture with **{move}**.",
                "It saves {count} stones that {seat} could capture with **{move}**.",
                reason.number,
                seat=other,
                move=reason.line[0],
            )
        case "threatens_capture":
            return ngettext(
                "It threatens to capture one stone with **{move}**.",
                "It threatens to capture {count} stones with **{move}**.",
                reason.number,
                move=reason.line[1],
            )
        case "safe":
            return gettext("It leaves {seat} nothing to capture.", seat=other)
        case _:
            return None
