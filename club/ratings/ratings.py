"""The rating model, as pure functions of numbers.

The model is Weng and Lin's "Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011),
algorithm 1, Bradley-Terry with full pairing, as implemented by `openskill`. It treats a match of
three as three matches of two, so a point means the same for any number of seats, and points are
conserved between equals. Neither holds for the Plackett-Luce model, which only agrees for two.

Ratings use the scale of chess. A difference of 400 between two settled ratings means odds of 10 to
1 (Elo, "The Rating of Chessplayers", 8.4).

Results are deterministic. Stored values are rounded to thousandths of a point after every match,
well above floating-point differences between machines, and seats are put in a canonical order
before summation. The same matches in the same order give the same numbers.
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
"""The variation of a player's strength between matches, openskill's `beta`.

For two players it adds up to 400 / log(10), as odds of 10 to 1 require.
"""
UNKNOWN = round(2 * SPREAD, 3)
"""The deviation of a new player: twice the spread, as in openskill. About 246."""
MIN_DEVIATION = 60.0
"""The minimum deviation. A match of settled players then moves up to 19 points, as in chess."""
DRIFT = 7.0
"""The growth of a deviation of 0 per day without a match.

With one match a week it stays near 85. After two years without a match, a rating is provisional.
"""
SETTLED_BELOW = 200.0
SETTLED_AFTER = 5
"""A rating is provisional until its deviation is at most 200 and five matches are played."""

_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and its uncertainty after their last rated match."""

    mu: float = CENTRE
    """The mean, in points."""
    sigma: float = UNKNOWN
    """The standard deviation, in points, at `last_at`."""
    played: int = 0
    """The number of rated matches."""
    last_at: datetime | None = None
    """When the last of them ended, if any."""

    @property
    def points(self) -> int:
        """The displayed number."""
        return whole_points(self.mu)


NEW = Rating()
"""The rating of a player without a rated match."""


def deviation(rating: Rating, now: datetime) -> float:
    """Return the deviation of a rating at a time, in points. It grows with days without a match.

    sqrt(sigma² + DRIFT² · days) with whole days, at most that of a new player: the formula of
    Glicko (Glickman, "The Glicko system", step 1).
    """
    if rating.last_at is None:
        return rating.sigma
    days = max(0, (now - rating.last_at).days)
    return min(UNKNOWN, sqrt(rating.sigma**2 + DRIFT**2 * days))


def is_provisional(rating: Rating, now: datetime) -> bool:
    """Whether a rating is too uncertain at a time to be compared with others."""
    return rating.played < SETTLED_AFTER or deviation(rating, now) > SETTLED_BELOW


def settled_until(rating: Rating) -> datetime | None:
    """Return when a rating becomes provisional without further matches, or None if it already is.

    This lets queries find settled ratings with a single comparison.
    """
    if rating.last_at is None or is_provisional(rating, rating.last_at):
        return None
    days = int((SETTLED_BELOW**2 - rating.sigma**2) / DRIFT**2) + 1
    return rating.last_at + timedelta(days=days)


def rated(before: Sequence[Rating], places: Sequence[int], at: datetime) -> tuple[Rating, ...]:
    """Return the new ratings of a match's players, in the order of their old ones.

    :param before: the old ratings, at least two.
    :param places: their places from 1. A shared place is a draw.
    :param at: when the match ended.
    """
    current = [Rating(each.mu, deviation(each, at)) for each in before]
    order = sorted(
        range(len(current)), key=lambda seat: (places[seat], current[seat].mu, current[seat].sigma)
    )
    teams = [[_MODEL.rating(current[seat].mu, current[seat].sigma)] for seat in order]
    rated_teams = _MODEL.rate(teams, ranks=[float(places[seat]) for seat in order])
    after = list(before)
    for seat, (team,) in zip(order, rated_teams, strict=True):
        after[seat] = Rating(
            round(team.mu, _DECIMALS),
            round(max(MIN_DEVIATION, team.sigma), _DECIMALS),
            before[seat].played + 1,
            at,
        )
    return tuple(after)


def _unslowed(*_: object) -> float:
    """Let the deviation shrink at the rate of the model.

    With openskill's default damping, it stays at twice the actual error of the ratings.
    """
    return 1.0


_MODEL = BradleyTerryFull(mu=CENTRE, sigma=UNKNOWN, beta=SPREAD, gamma=_unslowed, tau=0)
"""The stateless model. `tau`, the growth per match, is replaced by growth over time."""
