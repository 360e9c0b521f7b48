"""Controls with their arguments, for tests of the core that forge some."""

from __future__ import annotations

from club.matches.match import Match
from extensions.study.presentation.explore import mark_of

OPEN_FORMS = {"line-keep"}

OF_A_MATCH = (
    ("explore", (1,)),
    ("try", (1, "0000", "0", "")),
    ("trymove", (1, "0000", "0", "a1")),
    ("trygroup", (1, "0000", "0", "")),
)
"""Controls of a match by verb, with what follows its number."""


def valid_arguments(verb: str, match: Match) -> list[str]:
    """Return the first arguments of a control of a line that fits a match, [] of any other."""
    if verb.startswith("try"):
        return [str(match.id), "0", mark_of(match.position), "0"]
    if verb.startswith("line"):
        return [str(match.id), str(match.version), "0"]
    return []
