"""Who takes part in a challenge."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Participant:
    """A member, or a computer, as far as a challenge needs them."""

    user_id: int
    name: str
    level: int | None = None
    """The level of a computer, None for a person."""
