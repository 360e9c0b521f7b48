"""The formats that there are. A further one is a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from club.events import cup
from club.events.course import Course, NextRound, Rules
from storage.events.events import Format

RULES: Mapping[Format, Rules] = {
    "cup": cup.RULES,
}

NAMES: Mapping[Format, str] = {
    "cup": "A cup",
    "league": "A league",
    "tour": "A tour",
    "ladder": "A ladder",
    "swiss": "A Swiss tournament",
}

NEXT_ROUND: Mapping[Format, Callable[[Course, datetime], NextRound | None]] = {
    "cup": cup.next_round,
}
"""What is to come after all rounds so far, None where the event is over. Of those that pair without
much computing."""
