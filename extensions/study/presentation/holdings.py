"""What is stored about a member's studies, in words."""

from __future__ import annotations

from language.texts import ngettext
from presentation.members.privacy import HOLDINGS

HOLDINGS.update(
    {
        "conditional_moves": lambda count: ngettext(
            "{count} line of conditional moves", "{count} lines of conditional moves", count
        ),
        "lines": lambda count: ngettext(
            "{count} line kept from Explore", "{count} lines kept from Explore", count
        ),
        "notes": lambda count: ngettext(
            "{count} note on a match", "{count} notes on matches", count
        ),
        "guesses": lambda count: ngettext(
            "{count} match whose moves you guessed",
            "{count} matches whose moves you guessed",
            count,
        ),
    }
)
