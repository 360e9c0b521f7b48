"""Looking back at a match with the computer's eyes: how it stood after each move, and what cost
most.

Every position is appraised once, by little work, after everything that somebody's turn waits for.
All positions of a match are asked for at once, so that they are searched side by side on all
workers that nobody else needs. What comes out is kept, so that a match is thought about only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any

from club.computers.background import Background
from club.computers.opponents import Opponents
from club.matches.match import Match
from engine.facts import Reason, reasons_in
from engine.opponent import Choice
from engine.search import Values, values_at_the_end
from engine.serving.pool import SearchFailed, Ticket
from rules.language import N_
from rules.position import Position
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
    reasons: tuple[Reason, ...] = ()
    """What can be said for that, the hardest first."""
    reply: str = ""
    """The other seat's best move after the mistake, where something hard can be said for it."""
    reply_reasons: tuple[Reason, ...] = ()
    """What that is, the hardest first."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the computer thinks of a match."""

    values: tuple[Values, ...]
    """What each seat could expect of the win, before the first move and after each."""
    mistakes: tuple[Mistake, ...]
    """The moves that cost most, the worst first."""


class ReviewProgress:
    """A review that is being made."""

    def __init__(self, whole: int) -> None:
        self.whole = whole
        """Positions to appraise."""
        self.review: Review | None = None
        """What came out once it is finished, None where it failed."""
        self._finished = asyncio.Event()
        self._tickets: Sequence[Ticket] = ()

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._finished.is_set()

    @property
    def done(self) -> int:
        """Positions that have been appraised, in whatever order."""
        return sum(_is_answered(ticket) for ticket in self._tickets)

    @property
    def before(self) -> int:
        """How many searches of others come before its next one."""
        return min((each.before for each in self._tickets if not each.answer.done()), default=0)

    @property
    def values(self) -> tuple[Values, ...]:
        """What each seat could expect before the first move and after each, as far as all is known
        from there on."""
        known = takewhile(_is_answered, self._tickets)
        return tuple(ticket.answer.result().values for ticket in known)

    async def finished(self, within: float) -> None:
        """Wait until it is finished, or so many seconds."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._finished.wait(), within)

    def wait_for(self, tickets: Sequence[Ticket]) -> None:
        """Be told by these searches, one a position, how far it has come."""
        self._tickets = tickets

    def finish(self) -> None:
        """Tell whoever waits."""
        self._finished.set()


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

    async def of(self, match: Match) -> Review | ReviewProgress:
        """The review of a match, if it was made before; else it is made, once for all who ask.

        :raises Refusal: `running`, `no_moves`, `engine_off`, `no_engine`.
        """
        check_can_be_reviewed(match)
        if match.id not in self._under_way:
            kept = await self.kept(match.id)
            if kept is not None:
                return kept
            self._opponents.check_can_play(match.game)
        if match.id not in self._under_way:
            progress = self._under_way[match.id] = ReviewProgress(len(_positions(match)))
            self._background.begin(partial(self._make, match, progress))
        return self._under_way[match.id]

    async def kept(self, match_id: int) -> Review | None:
        """The review of a match, if it was made before."""
        async with self._store.read() as tx:
            data = await stored_reviews.get(tx, match_id)
        return None if data is None else _review_in(data)

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
            progress.finish()

    async def _made(self, match: Match, progress: ReviewProgress) -> Review:
        share = share_of_each(progress.whole)
        tickets = [
            self._opponents.appraised(match, position, share, can_wait=True)
            for position in _positions(match)
        ]
        progress.wait_for(tickets)
        try:
            choices = await asyncio.gather(*(ticket.answer for ticket in tickets))
        finally:
            # Where one has failed nobody waits for the others.
            for ticket in tickets:
                ticket.cancel()
        values = [choice.values for choice in choices]
        if match.position.outcome is not None:
            values.append(values_at_the_end(match.position.outcome, len(match.players)))
        return Review(_rounded(values), _mistakes(match, choices, values))


def share_of_each(positions: int) -> float:
    """How much of the full work of the strongest level each of so many positions gets."""
    return min(MOST_SHARE, MOST_WORK / positions)


def _positions(match: Match) -> list[Position]:
    """What there is to think about: before each move, and the last of a match given up."""
    before = [played.before for played in match.played]
    return before if match.position.outcome is not None else [*before, match.position]


def _is_answered(ticket: Ticket) -> bool:
    answer = ticket.answer
    return answer.done() and not answer.cancelled() and answer.exception() is None


def check_can_be_reviewed(match: Match) -> None:
    """See that a match is over, and that something was played in it.

    :raises Refusal: `running`, `no_moves`.
    """
    if not match.is_over:
        raise Refusal(
            "running",
            N_("Match {id} is still being played; you can review it once it is over."),
            id=match.id,
        )
    if not match.played:
        raise Refusal(
            "no_moves",
            N_("No moves were made in match {id}, so there is nothing to review."),
            id=match.id,
        )


def _mistakes(
    match: Match, choices: Sequence[Choice], values: Sequence[Values]
) -> tuple[Mistake, ...]:
    found: list[Mistake] = []
    # In the last position of a match given up nothing was played.
    for number, (played, choice) in enumerate(zip(match.played, choices, strict=False), start=1):
        if played.left is not None or played.text == choice.move:
            continue
        seat = played.seat - 1
        cost = values[number - 1][seat] - values[number][seat]
        if cost >= LEAST_COST:
            reply, hard = _reply(match, choices, number)
            mistake = Mistake(number, round(cost, 4), choice.line, choice.reasons, reply, hard)
            found.append(mistake)
    return tuple(sorted(found, key=lambda each: -each.cost)[:MOST_POINTED_OUT])


def _reply(match: Match, choices: Sequence[Choice], number: int) -> tuple[str, tuple[Reason, ...]]:
    """What the other seat's best answer to a move is, and what is hard of what it does."""
    played = match.played[number - 1]
    if number == len(choices) or played.after.to_move in (None, played.seat):
        return "", ()
    hard = tuple(reason for reason in choices[number].reasons if not reason.is_soft)
    return (choices[number].move, hard) if hard else ("", ())


def _rounded(values: Sequence[Values]) -> tuple[Values, ...]:
    return tuple(tuple(round(value, 4) for value in each) for each in values)


def _review_in(data: dict[str, Any]) -> Review:
    return Review(
        tuple(tuple(each) for each in data["values"]),
        tuple(
            Mistake(
                each["number"],
                each["cost"],
                tuple(each["line"]),
                # What was kept by an earlier version has no reasons.
                reasons_in(each.get("reasons", ())),
                each.get("reply", ""),
                reasons_in(each.get("reply_reasons", ())),
            )
            for each in data["mistakes"]
        ),
    )
