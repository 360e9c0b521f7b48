"""Ratings, which finished matches count for them, and their effects in order of ending.

A match counts if it is rated and not aborted, its players are distinct people without computers,
and each of them has made at least three turns. In addition, only the first three matches of a game
between the same two players per day (UTC) count. A match in which any two players have already met
three times counts for none of its players.

The order of ending is that of the database transactions, because clocks of machines can differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from math import log, sqrt
from typing import Literal, NamedTuple

from openskill.models import BradleyTerryFull

from rules.replay import Played
from storage.ratings.ratings import whole_points

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

MIN_TURNS = 3
"""Minimum number of turns per player."""

MAX_MEETINGS = 3
"""Maximum number of rated matches of a game per pair of players and day."""

Unrated = Literal["casual", "aborted", "computer", "substitute", "alone", "short", "met"]
"""Why a match doesn't count.

It is casual, aborted, with a computer, of two with a substitute, with one person on several seats
("alone"), too short, or two of its players have met too often that day ("met").
"""


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


@dataclass(frozen=True, slots=True)
class Finished:
    """The parts of a finished match that matter for ratings. Tuples have one entry per seat."""

    match_id: int
    game: str
    guild_id: int | None
    players: tuple[int, ...]
    """Their user ids, seat 1 first."""
    places: tuple[int, ...]
    """Places from 1. A shared place is a draw."""
    turns: tuple[int, ...]
    """The number of turns made."""
    ended_at: datetime
    is_chosen_rated: bool = True
    is_aborted: bool = False
    has_computer: bool = False
    has_substitute: bool = False
    guilds: tuple[int | None, ...] = ()
    """The server that each player plays from, empty if all play in `guild_id`."""


class Meeting(NamedTuple):
    """A pair of players in one game on one day, smaller user id first."""

    game: str
    day: date
    one: int
    other: int


class RatingGroup(NamedTuple):
    """A group of comparable ratings: of a game in one server, or in all if None."""

    game: str
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class RatingEffect:
    """The effect of a match on one rating."""

    match_id: int
    group: RatingGroup
    user_id: int
    before: Rating
    after: Rating


def meetings(match: Finished) -> tuple[Meeting, ...]:
    """Return the pairs of players who met in a match."""
    day = match.ended_at.astimezone(UTC).date()
    pairs = combinations(sorted(match.players), 2)
    return tuple(Meeting(match.game, day, one, other) for one, other in pairs)


def why_unrated(match: Finished, meeting_counts: Mapping[Meeting, int]) -> Unrated | None:
    """Return why a match doesn't count, or None if it does.

    :param meeting_counts: the number of earlier matches that count, by meeting. Missing meetings
        mean 0.
    """
    if not match.is_chosen_rated:
        return "casual"
    if match.is_aborted:
        return "aborted"
    if match.has_computer:
        return "computer"
    if match.has_substitute and len(match.players) == 2:
        return "substitute"
    if len({*match.players}) < len(match.players):
        return "alone"
    if min(match.turns) < MIN_TURNS:
        return "short"
    if any(meeting_counts.get(meeting, 0) >= MAX_MEETINGS for meeting in meetings(match)):
        return "met"
    return None


def effects(
    match: Finished, ratings: Mapping[tuple[RatingGroup, int], Rating]
) -> tuple[RatingEffect, ...]:
    """Return the effects of a rated match on each player's rating in their server and globally.

    In a match over several servers, an opponent from another server has no rating in one's own.
    Their global rating takes its place, and only one's own rating there changes.

    :param ratings: the current ratings, by ladder and user id. Missing players are new.
    """
    result: list[RatingEffect] = []
    guilds = match.guilds or (match.guild_id,) * len(match.players)
    everywhere = RatingGroup(match.game, None)
    for group in dict.fromkeys((*(RatingGroup(match.game, guild) for guild in guilds), everywhere)):
        is_in = [group == everywhere or guild == group.guild_id for guild in guilds]
        old = [
            ratings.get((group if here else everywhere, player), NEW)
            for player, here in zip(match.players, is_in, strict=True)
        ]
        new = rated(old, match.places, match.ended_at)
        result += [
            RatingEffect(match.match_id, group, player, former, latter)
            for here, player, former, latter in zip(is_in, match.players, old, new, strict=True)
            if here
        ]
    return tuple(result)


def turns_made(played: Sequence[Played], seats: int) -> tuple[int, ...]:
    """Return the number of completed turns of each seat."""
    ended = Counter(
        each.seat for each in played if each.left is None and not each.after.is_mid_turn
    )
    return tuple(ended[seat] for seat in range(1, seats + 1))


def _unslowed(*_: object) -> float:
    """Let the deviation shrink at the rate of the model.

    With openskill's default damping, it stays at twice the actual error of the ratings.
    """
    return 1.0


_MODEL = BradleyTerryFull(mu=CENTRE, sigma=UNKNOWN, beta=SPREAD, gamma=_unslowed, tau=0)
"""The stateless model. `tau`, the growth per match, is replaced by growth over time."""
