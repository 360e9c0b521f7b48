"""What a simulation has come to: how much was played, and what was not as it should be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

KINDS = (
    "stuck",
    "unfinished",
    "errors",
    "double byes",
    "avoidable repeated pairs",
    "mismatched standings",
    "changed standings",
    "open pairings",
    "matches that still wait",
    "matches of no pairing",
)
"""What can be wrong."""

MOST_EXAMPLES = 5
"""Of one world."""


@dataclass
class Findings:
    """What a simulation has come to."""

    events: Counter[str] = field(default_factory=Counter[str])
    deeds: Counter[str] = field(default_factory=Counter[str])
    """What people did and was not refused."""
    matches: int = 0
    kills: int = 0
    wrong: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])

    def found(self, what: str, where: str) -> None:
        """Something is not as it should be."""
        self.wrong[what] += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(f"{what}: {where}")

    def add(self, other: Findings) -> None:
        """What another part of the simulation has found."""
        self.events += other.events
        self.deeds += other.deeds
        self.matches += other.matches
        self.kills += other.kills
        self.wrong += other.wrong
