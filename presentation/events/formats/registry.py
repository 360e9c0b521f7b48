"""The texts of all formats. To add one, write a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from language.texts import gettext
from presentation.events.formats.cup import CupWords
from presentation.events.formats.format_words import FormatWords
from presentation.events.formats.ladder import LadderWords
from presentation.events.formats.league import LeagueWords
from presentation.events.formats.swiss import SwissWords
from presentation.events.formats.tour import TourWords

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
