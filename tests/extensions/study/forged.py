"""Valid arguments of controls, for `tests/bot/interface/test_forged_controls.py`."""

from __future__ import annotations

from club.matches.match import Match
from extensions.study.presentation.explore import mark_of

OPEN_FORMS = {"line-keep"}


def valid_arguments(verb: str, match: Match) -> list[str]:
    """Return the first arguments of a control of a line that fits a match, [] of any other."""
    if verb.startswith("try"):
        return [str(match.id), "0", mark_of(match.position), "0"]
    if verb.startswith("line"):
        return [str(match.id), str(match.version), "0"]
    return []
