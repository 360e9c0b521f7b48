"""Which finished matches count for ratings, and what all of them come to, in their order of ending.

A match counts where rated play was chosen, nobody aborted it, its players are distinct people and
no computer, and each made at least three turns. Besides, of the matches of one game that the same
two people end on one day (UTC) the first three count: one in which any two have met three times
already counts for nobody in it. So nobody gains more from another in a day than three matches
give, in however large company.

The order of ending is the order in which the database took the ends, never the clock's: two ends
at nearly the same time could be told apart by one machine's clock and not by another's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import combinations
from typing import Literal, NamedTuple

from club.ratings.ratings import NEW, Rating, rated
from rules.replay import Played

LEAST_TURNS = 3
"""Turns that each player must have made."""
MOST_MEETINGS = 3
"""Matches of a game that count between the same two people on one day."""

Unrated = Literal["casual", "aborted", "computer", "alone", "short", "met"]
"""Why a match doesn't count: not chosen as rated, aborted, a computer in it, one person on several
seats, too few turns, or two of its players have met too often today."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, as far as ratings look at it; tuples have one entry a seat."""

    match_id: int
    game: str
    guild_id: int | None
    players: tuple[int, ...]
    """Their user ids, seat 1 first."""
    places: tuple[int, ...]
    """1 is the best; a shared place is a draw between those."""
    turns: tuple[int, ...]
    """How many turns each has made."""
    ended_at: datetime
    is_chosen_rated: bool = True
    is_aborted: bool = False
    has_computer: bool = False


class Meeting(NamedTuple):
    """Two people in one game on one day, the smaller user id first."""

    game: str
    day: date
    one: int
    other: int


class Ladder(NamedTuple):
    """Those whose ratings belong together: a game's in one server, or in all where that is None."""

    game: str
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class RatingEffect:
    """What a match did to one rating."""

    match_id: int
    ladder: Ladder
    user_id: int
    before: Rating
    after: Rating


def meetings(match: Finished) -> tuple[Meeting, ...]:
    """Who met whom in a match."""
    day = match.ended_at.astimezone(UTC).date()
    pairs = combinations(sorted(match.players), 2)
    return tuple(Meeting(match.game, day, one, other) for one, other in pairs)


def why_unrated(match: Finished, met: Mapping[Meeting, int]) -> Unrated | None:
    """Why a match doesn't count, None where it does.

    :param met: how often those who meet in it have met before, in matches that count and ended
        earlier. More may be in it; whoever isn't has not met.
    """
    if not match.is_chosen_rated:
        return "casual"
    if match.is_aborted:
        return "aborted"
    if match.has_computer:
        return "computer"
    if len({*match.players}) < len(match.players):
        return "alone"
    if min(match.turns) < LEAST_TURNS:
        return "short"
    if any(met.get(meeting, 0) >= MOST_MEETINGS for meeting in meetings(match)):
        return "met"
    return None


def effects(
    match: Finished, before: Mapping[tuple[Ladder, int], Rating]
) -> tuple[RatingEffect, ...]:
    """What a match that counts does: to each player's rating in its server, and over all servers.

    :param before: the ratings as they stand, by ladder and user id; whoever is missing is new.
    """
    found: list[RatingEffect] = []
    for ladder in dict.fromkeys((Ladder(match.game, match.guild_id), Ladder(match.game, None))):
        old = [before.get((ladder, player), NEW) for player in match.players]
        new = rated(old, match.places, match.ended_at)
        found += [
            RatingEffect(match.match_id, ladder, *each)
            for each in zip(match.players, old, new, strict=True)
        ]
    return tuple(found)


def effects_in_turn(
    matches: Iterable[Finished],
) -> Iterator[tuple[Finished, Unrated | None, tuple[RatingEffect, ...]]]:
    """Each match in turn, why it doesn't count, and else what it does, from the very first on.

    :param matches: all that are over, in their order of ending.
    """
    met: Counter[Meeting] = Counter()
    ratings: dict[tuple[Ladder, int], Rating] = {}
    for match in matches:
        reason = why_unrated(match, met)
        if reason:
            yield match, reason, ()
            continue
        made = effects(match, ratings)
        met.update(meetings(match))
        ratings.update({(change.ladder, change.user_id): change.after for change in made})
        yield match, None, made


def turns_made(played: Sequence[Played], seats: int) -> tuple[int, ...]:
    """How many whole turns each seat has made."""
    ended = Counter(
        each.seat for each in played if each.left is None and not each.after.is_mid_turn
    )
    return tuple(ended[seat] for seat in range(1, seats + 1))
