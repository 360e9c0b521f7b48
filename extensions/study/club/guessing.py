"""Guessing the moves of one seat in a finished match, as training.

A guess earns up to ten points, by the winning chances that it loses. These come from the stored
review of the match, and from short searches for what it lacks. If computer opponents are off, only
the move that was played earns points.

A member's first guess of each move counts for the best of the month, once they have guessed all
moves of the seat. Matches that they have played or voted in themselves don't count.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from club.matches.computers import Opponents
from club.matches.match import Match
from club.members.membership import Membership
from club.references import Command
from engine.search import values_at_the_end
from engine.serving.pool import SearchFailed
from extensions.study.club.reviews import MAX_SHARE, MIN_COST, Reviews
from extensions.study.storage import guessing as guessing_scores
from extensions.study.storage.guessing import GuesserTotal, GuessScore
from language.texts import N_
from rules.position import Move, Position
from rules.refusal import Refusal
from rules.replay import Played
from storage.database.store import Store
from storage.matches import match_lists
from storage.matches.match import Participant, StoredMatch
from storage.members import preferences

log = logging.getLogger(__name__)

_CODE = re.compile(r"([1-9])\.([0-9]{1,4})\.([0-9]{1,5})\.([0-9]{1,4})")

MAX_POINTS = 10
"""The points for the best move."""

LOSS_PER_POINT = 0.02
"""The loss of winning chances that costs one point."""

GOOD_TURNS = range(10, 41)
"""The numbers of turns of a match that is suggested."""

MAX_SUGGESTED = 100
"""Number of a server's latest rated matches, or of a member's, that may be suggested."""

BEST = 5
"""Number of the best members of a month that are shown."""

MAX_TOTALS = 50
"""Number of them that are read, before those who are hidden or gone are left out."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """A finished match whose moves of one seat are guessed, and the result so far."""

    match: Match
    seat: int
    judged: int = 0
    """The number of guesses so far."""
    points: int = 0
    found: int = 0
    """The number of guesses that were played."""

    @property
    def plies(self) -> tuple[int, ...]:
        """The number of moves before each one to guess."""
        return plies_of(self.match, self.seat)

    @property
    def is_finished(self) -> bool:
        """Whether every move has been guessed."""
        return self.judged == len(self.plies)

    @property
    def ply(self) -> int:
        """The number of moves before the one to guess next."""
        return self.plies[self.judged]

    @property
    def played(self) -> Played:
        """The move to guess next."""
        return self.match.played[self.ply]

    @property
    def position(self) -> Position:
        """The position of the move to guess next, as its player saw it."""
        return self.played.before.seen_by(self.seat)

    def after(self, verdict: Verdict) -> Guessing:
        """Return the state after a judged guess."""
        return replace(
            self,
            judged=self.judged + 1,
            points=self.points + verdict.points,
            found=self.found + verdict.is_found,
        )


@dataclass(frozen=True, slots=True)
class Chances:
    """The winning chances of the guesser's seat after a move."""

    value: float
    """From 0 to 1."""
    loss: float
    """The difference to the best known move, 0 if it is within the error of a search."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A guess, compared with the move that was played."""

    guess: str
    """The guess as its canonical text, empty if the reader only looked."""
    played: str
    guess_chances: Chances | None = None
    """None if they are not known."""
    played_chances: Chances | None = None

    @property
    def is_found(self) -> bool:
        """Whether the guess is the move that was played."""
        return self.guess == self.played

    @property
    def points(self) -> int:
        """The points that the guess earns."""
        if self.guess_chances is None:
            return MAX_POINTS if self.is_found else 0
        return max(0, MAX_POINTS - round(self.guess_chances.loss / LOSS_PER_POINT))


class MoveGuesses:
    """Judges guesses, and suggests matches for them."""

    def __init__(
        self,
        store: Store,
        membership: Membership,
        reviews: Reviews,
        opponents: Opponents,
        random: Random,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._membership = membership
        self._reviews = reviews
        self._opponents = opponents
        self._random = random
        self._clock = clock

    async def suggest(
        self, guild_id: int | None, user_id: int, is_visible: Callable[[StoredMatch], bool]
    ) -> StoredMatch:
        """Return a decisive rated match between people, of a server or else of a member.

        One that the member neither played nor guessed goes before the others.

        :param is_visible: whether the reader may see a match.
        :raises Refusal: `no_match`.
        """
        async with self._store.read() as tx:
            if guild_id is None:
                recent = await match_lists.recent_of(tx, user_id, None, MAX_SUGGESTED)
            else:
                recent = await match_lists.rated_in(tx, guild_id, MAX_SUGGESTED)
            guessed = await guessing_scores.matches_of(tx, user_id)
        suitable = [match for match in recent if _is_good(match) and is_visible(match)]
        if not suitable:
            raise Refusal(
                "no_match",
                N_(
                    "I can't suggest a match yet. I need a rated one with a winner and {least} to "
                    "{most} turns. Pick any finished match with {history} instead."
                ),
                least=GOOD_TURNS[0],
                most=GOOD_TURNS[-1],
                history=Command("history"),
            )
        new = [
            match
            for match in suitable
            if match.id not in guessed and all(seat.user_id != user_id for seat in match.seats)
        ]
        return self._random.choice(new or suitable)

    async def best(
        self, guild_id: int, game: str | None = None, limit: int = BEST
    ) -> tuple[GuesserTotal, ...]:
        """Return the best members of a server this month, without those who are hidden or gone.

        :param game: the key of the game, or None for all games.
        """
        month = f"{self._clock():%Y-%m}"
        async with self._store.read() as tx:
            totals = await guessing_scores.best(tx, guild_id, game, month, MAX_TOTALS)
            hidden = await preferences.hidden(tx, {total.user_id for total in totals})
        names = await self._membership.present(
            guild_id, {total.user_id: total.name for total in totals if total.user_id not in hidden}
        )
        visible = [total for total in totals if total.user_id in names]
        return tuple(replace(each, name=names[each.user_id]) for each in visible[:limit])

    async def look(self, guessing: Guessing, guesser: Participant | None = None) -> Verdict:
        """Return the move that was played to a reader who doesn't guess.

        :param guesser: the member, who gets no points for it, or None for a visitor.
        """
        values = await self._reviewed(guessing)
        chances = None if values is None else _chances(values, values[1])
        verdict = Verdict("", guessing.played.text, played_chances=chances)
        await self._count(guessing, verdict, guesser)
        return verdict

    async def judge(
        self,
        guessing: Guessing,
        move: Move,
        guesser: Participant | None = None,
        *,
        searches: bool = True,
    ) -> Verdict:
        """Compare a legal move with the one that was played.

        :param guesser: the member, whose points are stored, or None for a visitor.
        :param searches: whether to search for chances that are not stored.
        """
        verdict = await self._judged(guessing, move, searches=searches)
        await self._count(guessing, verdict, guesser)
        return verdict

    async def _count(
        self, guessing: Guessing, verdict: Verdict, guesser: Participant | None
    ) -> None:
        """Store the points of a member's guess."""
        match, after = guessing.match, guessing.after(verdict)
        if guesser is None or match.guild_id is None or _has_played(match, guesser.user_id):
            return
        now = self._clock()
        score = GuessScore(
            guesser.user_id,
            match.id,
            guessing.seat,
            match.guild_id,
            guesser.name,
            after.judged,
            verdict.points,
            f"{now:%Y-%m}" if after.is_finished else None,
            now,
        )
        await self._store.write(lambda tx: guessing_scores.add(tx, score))

    async def _judged(self, guessing: Guessing, move: Move, *, searches: bool) -> Verdict:
        played = guessing.played
        guess = guessing.position.text(move)
        values = await self._reviewed(guessing)
        is_found = guess == played.text
        if searches and self._opponents.can_play(guessing.match.game):
            missing = [] if values else [played.before, played.after]
            missing += [] if is_found else [played.before.play(move)]
            try:
                searched = await self._search(guessing, missing)
            except SearchFailed:
                log.exception("no chances of %s in match %s", guess, guessing.match.id)
            else:
                before, after, *others = (*(values or ()), *searched)
                values = (before, after)
                known = (before, after, *others)
                return Verdict(
                    guess,
                    played.text,
                    _chances(known, others[0] if others else after),
                    _chances(known, after),
                )
        chances = None if values is None else _chances(values, values[1])
        return Verdict(guess, played.text, chances if is_found else None, chances)

    async def _reviewed(self, guessing: Guessing) -> tuple[float, float] | None:
        """Return the chances before and after the played move in a stored review, if any."""
        review = await self._reviews.stored(guessing.match.id)
        if review is None:
            return None
        before, after = review.values[guessing.ply : guessing.ply + 2]
        return before[guessing.seat - 1], after[guessing.seat - 1]

    async def _search(self, guessing: Guessing, positions: Sequence[Position]) -> list[float]:
        """Return the chances of the guesser's seat in some positions.

        :raises SearchFailed: if a search fails.
        """
        tickets = [
            self._opponents.start_appraisal(guessing.match, position, MAX_SHARE, can_wait=True)
            for position in positions
            if position.outcome is None
        ]
        try:
            choices = await asyncio.gather(*(ticket.answer for ticket in tickets))
        finally:
            # If one has failed, the others are not needed.
            for ticket in tickets:
                ticket.cancel()
        seats, searched = len(guessing.match.players), iter(choices)
        values = [
            next(searched).values
            if position.outcome is None
            else values_at_the_end(position.outcome, seats)
            for position in positions
        ]
        return [each[guessing.seat - 1] for each in values]


def plies_of(match: Match, seat: int) -> tuple[int, ...]:
    """Return the number of moves before each move of a seat."""
    return tuple(
        ply
        for ply, played in enumerate(match.played)
        if played.seat == seat and played.left is None
    )


def check_can_be_guessed(match: Match) -> None:
    """Check that a match is over and has moves.

    :raises Refusal: `running`, `no_moves`.
    """
    if not match.is_over:
        raise Refusal(
            "running",
            N_("Match {id} is still in progress. You can guess its moves when it's over."),
            id=match.id,
        )
    if not match.played:
        raise Refusal(
            "no_moves",
            N_("No moves were made in match {id}, so there is nothing to guess."),
            id=match.id,
        )


def code_of(guessing: Guessing) -> str:
    """Return the seat and the result so far as a short text, which `guessing_in` reads."""
    return f"{guessing.seat}.{guessing.judged}.{guessing.points}.{guessing.found}"


def guessing_in(match: Match, code: str) -> Guessing:
    """Return the state of a control or an address.

    :raises Refusal: `running`, `no_moves`; `outdated` if there can't be such a state.
    """
    check_can_be_guessed(match)
    numbers = _CODE.fullmatch(code)
    if numbers is not None:
        guessing = Guessing(match, *map(int, numbers.groups()))
        most = MAX_POINTS * guessing.judged
        is_possible = guessing.points <= most and guessing.found <= guessing.judged
        if is_possible and 0 < len(guessing.plies) >= guessing.judged:
            return guessing
    raise Refusal(
        "outdated",
        N_("These guesses don't fit match {id}. Start again from {history}."),
        id=match.id,
        history=Command("history"),
    )


def _has_played(match: Match, user_id: int) -> bool:
    """Whether a user has made moves of a finished match, or voted on them."""
    return match.rules.has_acted(user_id) or match.player_of(user_id) is not None


def _is_good(match: StoredMatch) -> bool:
    """Whether a match is worth suggesting."""
    result, turns = match.result, [seat.turns or 0 for seat in match.seats]
    return (
        match.state == "over"
        and match.rated
        and match.unrated is None
        and all(seat.is_person for seat in match.seats)
        and result is not None
        and bool(result["winners"])
        and min(turns) > 0
        and sum(turns) in GOOD_TURNS
    )


def _chances(known: Sequence[float], value: float) -> Chances:
    """Return the chances after a move.

    :param known: the chances before it and after each known move.
    """
    loss = max(known) - value
    return Chances(value, loss if loss >= MIN_COST else 0.0)
