"""What is stored about a member's studies, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from club.members.privacy import StoredData
from language.texts import ngettext
from presentation.members.privacy import MORE_HOLDINGS

COUNTED: Mapping[str, Callable[[int], str]] = {
    "conditional_moves": lambda count: ngettext(
        "{count} line of conditional moves", "{count} lines of conditional moves", count
    ),
    "lines": lambda count: ngettext(
        "{count} line kept from Explore", "{count} lines kept from Explore", count
    ),
    "notes": lambda count: ngettext("{count} note on a match", "{count} notes on matches", count),
    "guesses": lambda count: ngettext(
        "{count} match whose moves you guessed", "{count} matches whose moves you guessed", count
    ),
}
"""Functions that describe a number of rows, by kind of data."""


@MORE_HOLDINGS.add
def holdings_lines(holdings: StoredData) -> Sequence[str]:
    """Return what is stored about a member's studies, one line per kind of data."""
    counts = holdings.counts
    return [words(counts[kind]) for kind, words in COUNTED.items() if counts[kind]]
