"""The texts of all formats. To add one, write a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from extensions.events.presentation.formats.cup import CupWords
from extensions.events.presentation.formats.format_words import FormatWords
from extensions.events.presentation.formats.ladder import LadderWords
from extensions.events.presentation.formats.league import LeagueWords
from extensions.events.presentation.formats.swiss import SwissWords
from extensions.events.presentation.formats.tour import TourWords
from language.texts import gettext

FORMAT_WORDS: Mapping[str, FormatWords] = {
    "cup": CupWords(),
    "league": LeagueWords(),
    "tour": TourWords(),
    "ladder": LadderWords(),
    "swiss": SwissWords(),
}


def format_label(format: str) -> str:
    """Return a format as a choice in a list: "Cup: starts when it's full"."""
    words = FORMAT_WORDS[format]
    return gettext("{format}: {summary}", format=words.name, summary=words.summary)
