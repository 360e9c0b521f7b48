"""The reply to a wrong move in a puzzle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from engine.puzzles import Puzzle, Standing
from engine.serving.pool import SearchFailed
from presentation.puzzles.refutations import refutation_words
from rules.registry import GAMES
from web.routes import PrivateVisit
from web.server.limits import TooMany

REPLY_SECONDS = 5.0
"""Timeout of the search. A late reply is left out."""

log = logging.getLogger(__name__)


async def reply_to(
    visit: PrivateVisit, puzzle: Puzzle, now: Standing, wrong: str
) -> tuple[Sequence[str], str]:
    """Return the reply to a wrong move and its effect.

    Both are empty if none is found in time, or if the member has asked for too many searches.

    :param now: the state before the move.
    """
    opponents, game = visit.site.club.opponents, GAMES[puzzle.game]
    if not opponents.can_play(game):
        return (), ""
    try:
        visit.site.limits.take("search", str(visit.user_id))
        async with asyncio.timeout(REPLY_SECONDS):
            # Each member has their own queue, so that one member's tries don't delay others'.
            refutation = await opponents.start_refutation(
                game, now.position, wrong, now.turns_left, visit.user_id
            )
    except (TimeoutError, TooMany):
        return (), ""
    except SearchFailed:
        log.exception("no refutation of %s in puzzle %s", wrong, puzzle.key)
        return (), ""
    return refutation.line[1:], refutation_words(
        puzzle, refutation, visit.reader.markup(lambda _match: "")
    )
