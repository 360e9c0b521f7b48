"""Themes of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.language import N_


@dataclass(frozen=True, slots=True)
class Theme:
    """An idea shared by several puzzles."""

    key: str
    """The key in storage."""
    name: str
    """The displayed name, a message."""
    sentence: str
    """A description of its puzzles, a message."""


FORK = Theme("fork", N_("Fork"), N_("One move threatens to win in two ways."))
SINGLE_THREAT = Theme(
    "single_threat", N_("Single threat"), N_("One threat to win, which nothing stops.")
)
BLOCK = Theme("block", N_("Block"), N_("The winning move also stops a threat to win."))
RACE = Theme("race", N_("Race"), N_("Both sides are about to win."))
QUIET = Theme("quiet", N_("Quiet move"), N_("It starts with a move that threatens nothing yet."))
CAPTURE = Theme("capture", N_("Capture"), N_("It starts by capturing stones."))
SACRIFICE = Theme("sacrifice", N_("Sacrifice"), N_("A move gives up stones of one's own."))


def themes_of_threats(threats: Sequence[int]) -> Iterator[Theme]:
    """Themes from the wins that each move but the last threatens."""
    if max(threats) > 1:
        yield FORK
    elif max(threats) == 1:
        yield SINGLE_THREAT
    if not threats[0]:
        yield QUIET
