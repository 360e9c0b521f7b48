"""The counts and faults of a simulation."""

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
"""The kinds of faults."""

MAX_EXAMPLES = 5
"""Per world."""


@dataclass
class Findings:
    """The counts and faults of a simulation."""

    events: Counter[str] = field(default_factory=Counter[str])
    actions: Counter[str] = field(default_factory=Counter[str])
    """Successful actions of people."""
    matches: int = 0
    kills: int = 0
    wrong: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])

    def note(self, kind: str, where: str) -> None:
        """Note a fault, with an example."""
        self.wrong[kind] += 1
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(f"{kind}: {where}")

    def add(self, other: Findings) -> None:
        """Add the findings of another part of the simulation."""
        self.events += other.events
        self.actions += other.actions
        self.matches += other.matches
        self.kills += other.kills
        self.wrong += other.wrong
