"""Findings of checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    state: Literal["ok", "note", "fault"]
    """A note is worth knowing. A fault prevents people from playing."""
    words: str

    @property
    def is_fault(self) -> bool:
        """Whether it prevents people from playing."""
        return self.state == "fault"


def ok(words: str) -> Finding:
    """Return a finding without problems."""
    return Finding("ok", words)


def note(words: str) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding("note", words)


def fault(words: str) -> Finding:
    """Return a finding that prevents people from playing."""
    return Finding("fault", words)
