"""What those who play a match are called, each with their seat."""

from __future__ import annotations

from bot.pages.wording import plain
from club.matches.match import Match
from presentation.phrases import versus
from rules.language import gettext


def seated(name: str, seat_name: str) -> str:
    """ "Ada (White)".

    :param seat_name: as the game has it.
    """
    return gettext("{name} ({seat})", name=name, seat=gettext(seat_name))


def players_words(match: Match) -> str:
    """ "Ada (White) vs Ben (Black)"."""
    return versus([seated(plain(player.name), player.seat_name) for player in match.players])
