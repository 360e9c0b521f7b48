"""What is usually played in a position, in small print beside its board."""

from __future__ import annotations

from bot.interface.markup import DISCORD
from club.club import Club
from club.members.membership import Viewer
from presentation.matches.usual_moves import (
    MAX_SEARCHED,
    MAX_SHOWN,
    matches_words,
    usual_words,
)
from rules.position import Game, Position


async def usual_lines(
    club: Club, game: Game, position: Position, viewer: Viewer | None = None
) -> list[str]:
    """Return the usual moves, and the matches with this position that a viewer may see.

    :param viewer: None to leave out the matches.
    """
    usual = await club.usual_moves.of(game, position, MAX_SHOWN)
    words = [usual_words(usual, DISCORD)]
    if usual and viewer is not None:
        found = await club.usual_moves.matches_with(game, position, MAX_SEARCHED)
        visible = [each for each in found if viewer.may_know_of(each)]
        words.append(matches_words(visible, DISCORD))
    return [f"-# {line}" for line in words if line]
