"""A word about a move for somebody who is learning the game: what befell whom, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a move brought about and that a newcomer might not see.

    `code` is stable and for programs, as a refusal's is. The words can have named places, which
    `values` fill.
    """

    code: str
    seat: int
    """Whom it befell, or who did it."""
    own_words: str
    """For that seat: "Your {stones} was cut off from the group, so it is gone." """
    words: str
    """For all others: "Black's {stones} was …"."""
    values: tuple[tuple[str, str], ...] = ()

    def said_to(self, seat: int | None) -> str:
        """The sentence for a seat; None is a spectator."""
        words = self.own_words if seat == self.seat else self.words
        return words.format(**dict(self.values))


def listed(names: Sequence[str]) -> str:
    """ "c7, d8 and e9"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
