"""Scores of entrants: points, tie-breaks, and results that are struck after a withdrawal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from extensions.events.club.standings import results
from extensions.events.club.standings.results import POINTS
from extensions.events.storage.entering import Entrant
from extensions.events.storage.rounds import Pairing, PairingOutcome

DIRECT, SONNEBORN_BERGER, BUCHHOLZ, GROUP_WINS = "direct", "sonneborn", "buchholz", "group wins"
WINS, TIME_LOSSES = "wins", "time losses"

ROUND_ROBIN_TIES = (DIRECT, SONNEBORN_BERGER, WINS, TIME_LOSSES)
SWISS_TIES = (DIRECT, BUCHHOLZ, WINS, TIME_LOSSES)
TOUR_TIES = (GROUP_WINS, WINS, TIME_LOSSES)

Struck = frozenset[tuple[int, int]]
"""Results that don't count, as pairs of entrant and round."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of an entrant in some pairings."""

    points: int
    played: int
    wins: int
    byes: int
    time_losses: int
    tie_breaks: tuple[int, ...]

    @property
    def key(self) -> tuple[int, ...]:
        """The sort key of standings, greatest first."""
        *more, time_losses = self.tie_breaks
        return self.points, *more, -time_losses


def scores(
    players: Iterable[int], pairings: Sequence[Pairing], tie_breaks: Sequence[str]
) -> dict[int, Score]:
    """Return the scores of entrants with their tie-breaks.

    :param pairings: the pairings that count. Open ones are ignored.
    """
    numbers = list(players)
    outcomes_of: dict[int, list[PairingOutcome]] = {number: [] for number in numbers}
    opponents_of: dict[int, list[tuple[int, int]]] = {number: [] for number in numbers}
    for pairing in pairings:
        if pairing.outcomes is None:
            continue
        seated = list(zip(pairing.seats, pairing.outcomes, strict=True))
        for number, outcome in seated:
            if number in outcomes_of:
                outcomes_of[number].append(outcome)
        for (one, first), (other, second) in combinations(seated, 2):
            if {one, other} <= opponents_of.keys() and results.WALKOVER not in (first, second):
                opponents_of[one].append((other, _against(first, second)))
                opponents_of[other].append((one, _against(second, first)))
    points = {number: sum(POINTS[each] for each in outcomes_of[number]) for number in numbers}
    direct = _direct(points, opponents_of)
    result: dict[int, Score] = {}
    for number in numbers:
        outcomes = outcomes_of[number]
        wins = sum(each in results.WIN_OUTCOMES for each in outcomes)
        time_losses = sum(each == results.TIME_LOSS for each in outcomes)
        values = {
            DIRECT: direct[number],
            SONNEBORN_BERGER: sum(points[other] * earned for other, earned in opponents_of[number]),
            BUCHHOLZ: _buchholz(
                points[number],
                [points[other] for other, _ in opponents_of[number]],
                sum(each in results.UNOPPOSED for each in outcomes),
            ),
            WINS: wins,
            TIME_LOSSES: time_losses,
        }
        result[number] = Score(
            points[number],
            len(outcomes),
            wins,
            sum(each == results.BYE for each in outcomes),
            time_losses,
            tuple(values[each] for each in tie_breaks),
        )
    return result


def _against(own: PairingOutcome, other: PairingOutcome) -> int:
    """Return the points against one opponent: 2 for better, 1 for equal, 0 for worse."""
    difference = POINTS[own] - POINTS[other]
    return 1 if difference == 0 else 2 if difference > 0 else 0


def _direct(
    points: Mapping[int, int], opponents_of: Mapping[int, Sequence[tuple[int, int]]]
) -> dict[int, int]:
    """Return the points against entrants with equal points, 0 unless all of them have met."""
    by_points: dict[int, set[int]] = defaultdict(set)
    for number, own in points.items():
        by_points[own].add(number)
    result = dict.fromkeys(points, 0)
    for group in by_points.values():
        have_met = all(
            group - {number} <= {other for other, _ in opponents_of[number]} for number in group
        )
        if have_met:
            for number in group:
                result[number] = sum(
                    earned for other, earned in opponents_of[number] if other in group
                )
    return result


def _buchholz(own: int, opponents: Sequence[int], unopposed: int) -> int:
    """Return the sum of the opponents' points without the lowest.

    :param own: the entrant's own points, used for rounds without an opponent.
    :param opponents: the points of each opponent met.
    :param unopposed: the number of rounds without an opponent.
    """
    all_points = [*opponents, *[own] * unopposed]
    return sum(all_points) - min(all_points, default=0)


def places(ranked: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Return the places from 1. Equal keys share a place.

    :param ranked: the sort keys, greater is better.
    """
    order = sorted(ranked, key=lambda number: ranked[number], reverse=True)
    result: dict[int, int] = {}
    for _, level in groupby(order, key=lambda number: ranked[number]):
        place = len(result) + 1
        result.update(dict.fromkeys(list(level), place))
    return result


def struck_results(entrants: Iterable[Entrant]) -> Struck:
    """Return the struck results, each decided when its entrant left."""
    return frozenset(
        (entrant.number, entrant.struck_round)
        for entrant in entrants
        if entrant.struck_round is not None
    )


def without_struck(pairing: Pairing, struck: Struck) -> Pairing | None:
    """Return a pairing without its struck players, or None if nothing remains.

    At a table of three, the other two keep their result against each other.
    """
    staying = [
        at for at, number in enumerate(pairing.seats) if (number, pairing.round) not in struck
    ]
    if len(staying) == len(pairing.seats):
        return pairing
    if len(staying) < 2:
        return None
    seats = tuple(pairing.seats[at] for at in staying)
    if pairing.outcomes is None:
        return replace(pairing, seats=seats)
    first, second = staying
    one, other = pairing.outcomes[first], pairing.outcomes[second]
    return replace(pairing, seats=seats, outcomes=(_of_two(one, other), _of_two(other, one)))


def _of_two(own: PairingOutcome, other: PairingOutcome) -> PairingOutcome:
    """Return the result against one of two opponents at a table of three."""
    if POINTS[own] > POINTS[other]:
        return results.WIN
    if POINTS[own] < POINTS[other] and own not in (results.TIME_LOSS, results.FORFEIT_LOSS):
        return results.LOSS
    return own


def group_scores(
    members: Sequence[Entrant], pairings: Sequence[Pairing], struck: Struck
) -> dict[int, Score]:
    """Return the scores of a group's members in its pairings, without struck results."""
    counted = [
        remainder
        for pairing in pairings
        if (remainder := without_struck(pairing, struck)) is not None
    ]
    rounds = {pairing.round for pairing in pairings}
    excluded = {number for number, of_round in struck if of_round in rounds}
    numbers = [member.number for member in members if member.number not in excluded]
    return scores(numbers, counted, ROUND_ROBIN_TIES)
