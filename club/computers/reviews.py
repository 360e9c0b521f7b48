"""Looking back at a match with the computer's eyes: how it stood after each move, and what cost
most.

Every position is appraised once, by little work, after everything that somebody's turn waits for.
What comes out is kept, so that a match is thought about only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from club.computers.background import Background
from club.computers.opponents import Opponents
from club.matches.match import Match
from engine.opponent import Choice
from engine.pool import SearchFailed
from engine.search import Values, values_at_the_end
from rules.refusal import Refusal
from storage.database.store import Store
from storage.matches import reviews as stored_reviews

MOST_WORK = 8.0
"""What all positions of a match may take together, as a multiple of the strongest level's work for
one move."""

MOST_SHARE = 1 / 8
"""What one of them may take."""

MOST_POINTED_OUT = 3
"""Moves that are said to have cost most."""

LEAST_COST = 0.04
"""Of the win, below which a cost is within what so little work gets wrong."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move after which its player could expect less than before."""

    number: int
    """Counts the moves of the match from 1."""
    cost: float
    """Of the win, from 0 to 1."""
    line: tuple[str, ...]
    """What would have been better, and how it could have gone on."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the computer thinks of a match."""

    values: tuple[Values, ...]
    """What each seat could expect of the win, before the first move and after each."""
    mistakes: tuple[Mistake, ...]
    """The moves that cost most, the worst first."""


@dataclass(slots=True)
class ReviewProgress:
    """A review that is being made."""

    done: int
    whole: int
    """Positions."""
    finished: asyncio.Event = field(default_factory=asyncio.Event)
    review: Review | None = None
    """What came out once it is finished, None where it failed."""


class Reviews:
    """Makes reviews in the background, one at a time for a match, and keeps them."""

    def __init__(
        self,
        store: Store,
        opponents: Opponents,
        background: Background,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._opponents = opponents
        self._background = background
        self._clock = clock
        self._under_way: dict[int, ReviewProgress] = {}

    async def kept(self, match_id: int) -> Review | None:
        """The review of a match, if it was made before."""
        async with self._store.read() as tx:
            data = await stored_reviews.get(tx, match_id)
        return None if data is None else _review_in(data)

    def begin(self, match: Match) -> ReviewProgress:
        """Have a match reviewed; whoever asks for the same meanwhile shares it.

        :raises Refusal: `running`, `no_moves`, `engine_off`, `no_engine`.
        """
        check_can_be_reviewed(match)
        self._opponents.check_can_play(match.game)
        progress = self._under_way.get(match.id)
        if progress is None:
            progress = self._under_way[match.id] = ReviewProgress(0, len(match.played) + 1)
            self._background.begin(partial(self._make, match, progress))
        return progress

    async def _make(self, match: Match, progress: ReviewProgress) -> None:
        try:
            review = await self._made(match, progress)
            async with self._store.write() as tx:
                await stored_reviews.keep(tx, match.id, asdict(review), self._clock())
            progress.review = review
        except SearchFailed as error:
            log.error("match %s could not be reviewed: %s", match.id, error)
        finally:
            del self._under_way[match.id]
            progress.finished.set()

    async def _made(self, match: Match, progress: ReviewProgress) -> Review:
        share = min(MOST_SHARE, MOST_WORK / progress.whole)
        choices: list[Choice] = []
        for played in match.played:
            ticket = self._opponents.appraised(match, played.before, share, can_wait=True)
            choices.append(await ticket)
            progress.done += 1
        values = [choice.values for choice in choices]
        values.append(await self._last(match, share))
        return Review(_rounded(values), _mistakes(match, choices, values))

    async def _last(self, match: Match, share: float) -> Values:
        """What each seat has got in the end, or could still expect of a match given up."""
        position = match.position
        if position.outcome is not None:
            return values_at_the_end(position.outcome, len(match.players))
        return (await self._opponents.appraised(match, position, share, can_wait=True)).values


def check_can_be_reviewed(match: Match) -> None:
    """See that a match is over, and that something was played in it.

    :raises Refusal: `running`, `no_moves`.
    """
    if not match.is_over:
        raise Refusal(
            "running",
            f"Match {match.id} is still being played; you can review it once it is over.",
        )
    if not match.played:
        raise Refusal(
            "no_moves", f"No moves were made in match {match.id}, so there is nothing to review."
        )


def _mistakes(
    match: Match, choices: Sequence[Choice], values: Sequence[Values]
) -> tuple[Mistake, ...]:
    found: list[Mistake] = []
    for number, (played, choice) in enumerate(zip(match.played, choices, strict=True), start=1):
        if played.left is not None or played.text == choice.move:
            continue
        seat = played.seat - 1
        cost = values[number - 1][seat] - values[number][seat]
        if cost >= LEAST_COST:
            found.append(Mistake(number, round(cost, 4), choice.line))
    return tuple(sorted(found, key=lambda each: -each.cost)[:MOST_POINTED_OUT])


def _rounded(values: Sequence[Values]) -> tuple[Values, ...]:
    return tuple(tuple(round(value, 4) for value in each) for each in values)


def _review_in(data: dict[str, Any]) -> Review:
    return Review(
        tuple(tuple(each) for each in data["values"]),
        tuple(
            Mistake(each["number"], each["cost"], tuple(each["line"])) for each in data["mistakes"]
        ),
    )
