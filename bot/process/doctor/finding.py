"""What an examination finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and how it is."""

    state: Literal["ok", "note", "fault"]
    """A note is worth knowing; a fault keeps people from playing."""
    words: str

    @property
    def is_fault(self) -> bool:
        """Whether it keeps people from playing."""
        return self.state == "fault"


def ok(words: str) -> Finding:
    """It is as it should be."""
    return Finding("ok", words)


def note(words: str) -> Finding:
    """It hinders nobody, but is worth knowing."""
    return Finding("note", words)


def fault(words: str) -> Finding:
    """It keeps people from playing."""
    return Finding("fault", words)
