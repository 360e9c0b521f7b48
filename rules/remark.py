"""A word about a move for somebody who is learning the game: what befell whom, and why."""

from __future__ import annotations

from dataclasses import dataclass

from rules.language import Text


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a move brought about and that a newcomer might not see.

    `code` is stable and for programs, as a refusal's is.
    """

    code: str
    seat: int
    """Whom it befell, or who did it."""
    own_text: Text
    """For that seat: "Your c7 was cut off from the group that stays, so it is gone." """
    text: Text
    """For all others: "Black's c7 was …"."""

    def said_to(self, seat: int | None) -> str:
        """The sentence for a seat; None is a spectator."""
        return str(self.own_text if seat == self.seat else self.text)
