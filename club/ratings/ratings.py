"""What a rated match does to the ratings of its players: numbers in, numbers out.

The model is Weng and Lin's "Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011),
algorithm 1, Bradley-Terry with full pairing, by `openskill`. It takes a match of three as the
matches between each two of them, so a point means the same whatever the number of seats, and among
equals nothing is won that another doesn't lose. Neither holds for the Plackett-Luce model, which
is the same between two.

A rating is kept in the points of chess, no other scale stands behind it. A difference of 400
between two well-known ratings means odds of 10 to 1 (Elo, "The Rating of Chessplayers", 8.4).

All is deterministic: what is kept is rounded to thousandths of a point after every match, far
above what two machines' floating point may differ by, and the seats are put in an order of their
own before they are added up. The same matches in the same order give the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log, sqrt

from openskill.models import BradleyTerryFull

from storage.ratings.points import whole_points

CENTRE = 1500.0
"""The mean of a rating before the first match."""
SPREAD = 400 / log(10) / sqrt(2)
"""How much a player's strength differs from match to match; openskill's `beta`. Two of them make
the 400 / log(10) that 10 to 1 asks for."""
UNKNOWN = round(2 * SPREAD, 3)
"""The deviation of somebody who has not played: twice the spread, as openskill has it. 246."""
LEAST_DEVIATION = 60.0
"""A match between two who are well known is worth up to 19 points, about what it is in chess."""
DRIFT = 7.0
"""By how much a deviation of 0 has grown after a day without a match. With one match a week it
stays near 85, and after two years without one nobody is known well."""
SETTLED_BELOW = 200.0
SETTLED_AFTER = 5
"""A rating is provisional until both hold: a deviation of at most 200, and five matches."""

_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and how well that is known, right after their last rated match."""

    mu: float = CENTRE
    """The mean, in points."""
    sigma: float = UNKNOWN
    """The standard deviation, in points, at `last_at`."""
    played: int = 0
    """Rated matches."""
    last_at: datetime | None = None
    """When the last of them ended, None before the first."""

    @property
    def points(self) -> int:
        """The number that people are shown."""
        return whole_points(self.mu)


NEW = Rating()
"""The rating of somebody without a rated match."""


def deviation(rating: Rating, now: datetime) -> float:
    """How well a rating is known at a time, in points: less with every day without a match.

    sqrt(sigma² + DRIFT² · days), whole days, at most that of somebody who has not played: the
    formula of Glicko (Glickman, "The Glicko system", step 1).
    """
    if rating.last_at is None:
        return rating.sigma
    days = max(0, (now - rating.last_at).days)
    return min(UNKNOWN, sqrt(rating.sigma**2 + DRIFT**2 * days))


def is_provisional(rating: Rating, now: datetime) -> bool:
    """Whether too little is known at a time to put it beside others."""
    return rating.played < SETTLED_AFTER or deviation(rating, now) > SETTLED_BELOW


def settled_until(rating: Rating) -> datetime | None:
    """The moment from which a rating is provisional unless they play; None where it is already.

    `is_provisional` for a query: no other comparison is needed to find all that are settled.
    """
    if rating.last_at is None or is_provisional(rating, rating.last_at):
        return None
    days = int((SETTLED_BELOW**2 - rating.sigma**2) / DRIFT**2) + 1
    return rating.last_at + timedelta(days=days)


def rated(before: Sequence[Rating], places: Sequence[int], at: datetime) -> tuple[Rating, ...]:
    """The ratings of a match's players after it, in the order of the ratings before it.

    :param before: two or more, as they stood.
    :param places: the place of each, 1 the best; a shared place is a draw between those.
    :param at: when the match ended.
    """
    known = [Rating(each.mu, deviation(each, at)) for each in before]
    order = sorted(
        range(len(known)), key=lambda seat: (places[seat], known[seat].mu, known[seat].sigma)
    )
    teams = [[_MODEL.rating(known[seat].mu, known[seat].sigma)] for seat in order]
    found = _MODEL.rate(teams, ranks=[float(places[seat]) for seat in order])
    after = list(before)
    for seat, (team,) in zip(order, found, strict=True):
        after[seat] = Rating(
            round(team.mu, _DECIMALS),
            round(max(LEAST_DEVIATION, team.sigma), _DECIMALS),
            before[seat].played + 1,
            at,
        )
    return tuple(after)


def _unslowed(*_: object) -> float:
    """Let the deviation shrink as fast as the model says.

    openskill would slow it down; then it stays at twice the error that the ratings really have.
    """
    return 1.0


_MODEL = BradleyTerryFull(mu=CENTRE, sigma=UNKNOWN, beta=SPREAD, gamma=_unslowed, tau=0)
"""It holds no state. Its own `tau`, growth at every match, gives way to growth with time."""
