"""A remark on a move for a learner."""

from __future__ import annotations

from dataclasses import dataclass

from rules.language import Text


@dataclass(frozen=True, slots=True)
class Remark:
    """An effect of a move that a beginner might miss.

    `code` is stable and for programs, like a refusal's.
    """

    code: str
    seat: int
    """The seat that was affected or caused the effect."""
    own_text: Text
    """The sentence for that seat: "Your c7 was cut off from the group that stays, …"."""
    text: Text
    """The sentence for all others: "Black's c7 was …"."""

    def text_for(self, seat: int | None) -> str:
        """Return the sentence for a seat, or for a spectator (None)."""
        return str(self.own_text if seat == self.seat else self.text)
