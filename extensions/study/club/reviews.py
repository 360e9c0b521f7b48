"""Reviews of matches: an evaluation after each move, and the biggest mistakes.

Every position is searched once, briefly and after all searches for turns. The positions of a match
are queued together, so idle workers search them in parallel. Reviews are stored, so each match is
reviewed only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Any

from club.matches.computers import Background, Opponents
from club.matches.match import Match
from engine.facts import Reason, reasons_in
from engine.opponent import Choice
from engine.search import Values, values_at_the_end
from engine.serving.pool import SearchFailed, Ticket
from extensions.study.storage import reviews as stored_reviews
from language.texts import N_
from rules.position import Position
from rules.refusal import Refusal
from storage.database.store import Store

log = logging.getLogger(__name__)


MAX_WORK = 8.0
"""Total work of a review, as a multiple of the strongest level's work for one move."""

MAX_SHARE = 1 / 8
"""Maximum work per position, in the same unit."""

MAX_MISTAKES = 3
"""Maximum number of mistakes shown."""

MIN_COST = 0.04
"""Minimum loss of winning chances of a mistake. Less is within the error of the search."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that reduced its player's winning chances."""

    number: int
    """The number of the move, from 1."""
    cost: float
    """The loss of winning chances, from 0 to 1."""
    line: tuple[str, ...]
    """A better move and its possible continuation."""
    reasons: tuple[Reason, ...] = ()
    """The reasons for that move, strongest first."""
    reply: str = ""
    """The opponent's best reply to the mistake, if there is a hard reason for it."""
    reply_reasons: tuple[Reason, ...] = ()
    """The hard reasons for that reply, strongest first."""


@dataclass(frozen=True, slots=True)
class Review:
    """A computer's review of a match."""

    values: tuple[Values, ...]
    """The winning chances of each seat, before the first move and after each move."""
    mistakes: tuple[Mistake, ...]
    """The biggest mistakes, worst first."""


class ReviewProgress:
    """The progress of a review."""

    def __init__(self, total: int) -> None:
        self.total = total
        """The number of positions."""
        self.review: Review | None = None
        """The result, None until finished or if it failed."""
        self._finished = asyncio.Event()
        self._tickets: Sequence[Ticket] = ()

    @property
    def is_finished(self) -> bool:
        """Whether the review has finished or failed."""
        return self._finished.is_set()

    @property
    def searched_count(self) -> int:
        """The number of positions searched, in any order."""
        return sum(_is_answered(ticket) for ticket in self._tickets)

    @property
    def count_ahead(self) -> int:
        """The number of other searches queued before its next one."""
        return min(
            (each.count_ahead for each in self._tickets if not each.answer.done()), default=0
        )

    async def wait(self, seconds: float) -> None:
        """Wait until it is finished, at most `seconds`."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._finished.wait(), seconds)

    def track(self, tickets: Sequence[Ticket]) -> None:
        """Track the progress of these searches, one per position."""
        self._tickets = tickets

    def finish(self) -> None:
        """Mark the review as finished and wake those who wait for it."""
        self._finished.set()


class Reviews:
    """Makes reviews in the background and stores them."""

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
        """Return the stored review of a match, or start one and return its shared progress.

        :raises Refusal: `running`, `no_moves`, `engine_off`, `no_engine`.
        """
        check_can_be_reviewed(match)
        if match.id not in self._under_way:
            review = await self.stored(match.id)
            if review is not None:
                return review
            self._opponents.check_can_play(match.game)
        if match.id not in self._under_way:
            progress = self._under_way[match.id] = ReviewProgress(len(_positions(match)))
            self._background.begin(partial(self._make, match, progress))
        return self._under_way[match.id]

    async def current(self, match_id: int) -> Review | ReviewProgress | None:
        """Return the review of a match, or the progress of one under way, without starting one."""
        return await self.stored(match_id) or self._under_way.get(match_id)

    async def stored(self, match_id: int) -> Review | None:
        """Return the stored review of a match, if any."""
        data = await self._store.read(lambda tx: stored_reviews.get(tx, match_id))
        return None if data is None else _read_review(data)

    async def _make(self, match: Match, progress: ReviewProgress) -> None:
        try:
            review = await self._review(match, progress)
            await self._store.write(
                lambda tx: stored_reviews.keep(tx, match.id, asdict(review), self._clock())
            )
            progress.review = review
        except SearchFailed as error:
            log.error("match %s could not be reviewed: %s", match.id, error)
        finally:
            del self._under_way[match.id]
            progress.finish()

    async def _review(self, match: Match, progress: ReviewProgress) -> Review:
        share = share_of_each(progress.total)
        tickets = [
            self._opponents.start_appraisal(match, position, share, can_wait=True)
            for position in _positions(match)
        ]
        progress.track(tickets)
        try:
            choices = await asyncio.gather(*(ticket.answer for ticket in tickets))
        finally:
            # If one has failed, the others are not needed.
            for ticket in tickets:
                ticket.cancel()
        values = [choice.values for choice in choices]
        if match.position.outcome is not None:
            values.append(values_at_the_end(match.position.outcome, len(match.players)))
        return Review(_round_values(values), _mistakes(match, choices, values))


def share_of_each(positions: int) -> float:
    """Return the work per position as a share of the strongest level's."""
    return min(MAX_SHARE, MAX_WORK / positions)


def _positions(match: Match) -> list[Position]:
    """Return the positions before each move, plus the last one unless it ended the game."""
    before = [played.before for played in match.played]
    return before if match.position.outcome is not None else [*before, match.position]


def _is_answered(ticket: Ticket) -> bool:
    answer = ticket.answer
    return answer.done() and not answer.cancelled() and answer.exception() is None


def check_can_be_reviewed(match: Match) -> None:
    """Check that a match is over and has moves.

    :raises Refusal: `running`, `no_moves`.
    """
    if not match.is_over:
        raise Refusal(
            "running",
            N_("Match {id} is still in progress. You can review it when it's over."),
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
    mistakes: list[Mistake] = []
    # No move follows the last position of a resigned match.
    for number, (played, choice) in enumerate(zip(match.played, choices, strict=False), start=1):
        if played.left is not None or played.text == choice.move:
            continue
        seat = played.seat - 1
        cost = values[number - 1][seat] - values[number][seat]
        if cost >= MIN_COST:
            reply, hard = _reply(match, choices, number)
            mistake = Mistake(number, round(cost, 4), choice.line, choice.reasons, reply, hard)
            mistakes.append(mistake)
    return tuple(sorted(mistakes, key=lambda each: -each.cost)[:MAX_MISTAKES])


def _reply(match: Match, choices: Sequence[Choice], number: int) -> tuple[str, tuple[Reason, ...]]:
    """Return the opponent's best reply to a move and its hard reasons."""
    played = match.played[number - 1]
    if number == len(choices) or played.after.to_move in (None, played.seat):
        return "", ()
    hard = tuple(reason for reason in choices[number].reasons if not reason.is_soft)
    return (choices[number].move, hard) if hard else ("", ())


def _round_values(values: Sequence[Values]) -> tuple[Values, ...]:
    return tuple(tuple(round(value, 4) for value in each) for each in values)


def _read_review(data: dict[str, Any]) -> Review:
    return Review(
        tuple(tuple(each) for each in data["values"]),
        tuple(
            Mistake(
                each["number"],
                each["cost"],
                tuple(each["line"]),
                # Reviews of earlier versions have no reasons.
                reasons_in(each.get("reasons", ())),
                each.get("reply", ""),
                reasons_in(each.get("reply_reasons", ())),
            )
            for each in data["mistakes"]
        ),
    )
