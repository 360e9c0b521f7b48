"""What entrants have made of pairings: points, ties and how they are broken, and whose results are
struck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from club.events.standings import results
from club.events.standings.results import POINTS
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing, Round

DIRECT, SONNEBORN_BERGER, BUCHHOLZ, GROUP_WINS = "direct", "sonneborn", "buchholz", "group wins"
WINS, TIME_LOSSES = "wins", "time losses"

ROUND_ROBIN_TIES = (DIRECT, SONNEBORN_BERGER, WINS, TIME_LOSSES)
SWISS_TIES = (DIRECT, BUCHHOLZ, WINS, TIME_LOSSES)
TOUR_TIES = (GROUP_WINS, WINS, TIME_LOSSES)

Struck = frozenset[tuple[int, int]]
"""Whose results don't count in which round, as entrant and round."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one entrant has made of some pairings."""

    points: int
    played: int
    wins: int
    byes: int
    time_losses: int
    tie_breaks: tuple[int, ...]

    @property
    def key(self) -> tuple[int, ...]:
        """What standings are ordered by, the greatest first."""
        *more, time_losses = self.tie_breaks
        return self.points, *more, -time_losses


def scores(
    players: Iterable[int], pairings: Sequence[Pairing], tie_breaks: Sequence[str]
) -> dict[int, Score]:
    """What each of some entrants has made of pairings, with its tie-breaks.

    :param pairings: those that count; where one is open it counts for nothing yet.
    """
    numbers = list(players)
    got: dict[int, list[str]] = {number: [] for number in numbers}
    met: dict[int, list[tuple[int, int]]] = {number: [] for number in numbers}
    for pairing in pairings:
        if pairing.outcomes is None:
            continue
        seated = list(zip(pairing.seats, pairing.outcomes, strict=True))
        for number, outcome in seated:
            if number in got:
                got[number].append(outcome)
        for (one, first), (other, second) in combinations(seated, 2):
            if one in met and other in met and results.WALKOVER not in (first, second):
                met[one].append((other, _against(first, second)))
                met[other].append((one, _against(second, first)))
    points = {number: sum(POINTS[each] for each in got[number]) for number in numbers}
    direct = _direct(points, met)
    found: dict[int, Score] = {}
    for number in numbers:
        outcomes = got[number]
        wins = sum(each in results.WON for each in outcomes)
        time_losses = sum(each == results.TIME_LOSS for each in outcomes)
        values = {
            DIRECT: direct[number],
            SONNEBORN_BERGER: sum(points[other] * made for other, made in met[number]),
            BUCHHOLZ: _buchholz(
                points[number],
                [points[other] for other, _ in met[number]],
                sum(each in results.ALONE for each in outcomes),
            ),
            WINS: wins,
            TIME_LOSSES: time_losses,
        }
        found[number] = Score(
            points[number],
            len(outcomes),
            wins,
            sum(each == results.BYE for each in outcomes),
            time_losses,
            tuple(values[each] for each in tie_breaks),
        )
    return found


def _against(own: str, other: str) -> int:
    """What is counted against one opponent: 2 for better, 1 for as good, 0 for worse."""
    difference = POINTS[own] - POINTS[other]
    return 1 if difference == 0 else 2 if difference > 0 else 0


def _direct(
    points: Mapping[int, int], met: Mapping[int, Sequence[tuple[int, int]]]
) -> dict[int, int]:
    """What each has made of those with as many points, where all of these have met; else 0."""
    level: dict[int, set[int]] = defaultdict(set)
    for number, own in points.items():
        level[own].add(number)
    found = dict.fromkeys(points, 0)
    for group in level.values():
        have_met = all(group - {number} <= {other for other, _ in met[number]} for number in group)
        if len(group) > 1 and have_met:
            for number in group:
                found[number] = sum(made for other, made in met[number] if other in group)
    return found


def _buchholz(own: int, opponents: Sequence[int], alone: int) -> int:
    """The points of all opponents but the worst.

    :param own: their own points, which count as an opponent's in rounds without one.
    :param opponents: the points of each that they have met.
    :param alone: the number of rounds without one.
    """
    every = [*opponents, *[own] * alone]
    return sum(every) - min(every, default=0)


def places(ranked: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """The place of each, from 1; who has the same key shares one.

    :param ranked: what is compared, the greater the better.
    """
    order = sorted(ranked, key=lambda number: ranked[number], reverse=True)
    found: dict[int, int] = {}
    for _, level in groupby(order, key=lambda number: ranked[number]):
        place = len(found) + 1
        found.update(dict.fromkeys(list(level), place))
    return found


def struck(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], rounds: Sequence[Round]
) -> Struck:
    """Return whose results are struck in which round: of those who left before it was over, and
    had played less than half of their matches of it to the end by then."""
    ended = {each.number: each.over_at for each in rounds}
    own: dict[tuple[int, int], list[str | None]] = defaultdict(list)
    for pairing in pairings:
        for place, number in enumerate(pairing.seats):
            outcome = None if pairing.outcomes is None else pairing.outcomes[place]
            own[number, pairing.round].append(outcome)
    left = {each.number: each.left_at for each in entrants if not each.is_in}
    found: set[tuple[int, int]] = set()
    for (number, of_round), outcomes in own.items():
        left_at, over_at = left.get(number), ended[of_round]
        if left_at is None or (over_at is not None and left_at > over_at):
            continue
        if 2 * sum(each in results.PLAYED for each in outcomes) < len(outcomes):
            found.add((number, of_round))
    return frozenset(found)


def remaining(pairing: Pairing, out: Struck) -> Pairing | None:
    """Return what counts of a pairing once the struck are taken out; None if that is nothing.

    At a table of three the other two keep what they made of each other, as in a match of two.
    """
    stayed = [at for at, number in enumerate(pairing.seats) if (number, pairing.round) not in out]
    if len(stayed) == len(pairing.seats):
        return pairing
    if len(stayed) < 2:
        return None
    seats = tuple(pairing.seats[at] for at in stayed)
    if pairing.outcomes is None:
        return replace(pairing, seats=seats)
    one, other = (pairing.outcomes[at] for at in stayed)
    return replace(pairing, seats=seats, outcomes=(_of_two(one, other), _of_two(other, one)))


def _of_two(own: str, other: str) -> str:
    """What someone made of one of the others at a table of three."""
    if POINTS[own] > POINTS[other]:
        return results.WIN
    if POINTS[own] < POINTS[other] and own not in (results.TIME_LOSS, results.FORFEIT_LOSS):
        return results.LOSS
    return own


def group_scores(
    members: Sequence[Entrant], pairings: Sequence[Pairing], out: Struck
) -> dict[int, Score]:
    """Return what the members of a group have made of its pairings, without the struck."""
    counting = [left for left in (remaining(each, out) for each in pairings) if left is not None]
    rounds = {each.round for each in pairings}
    gone = {number for number, of_round in out if of_round in rounds}
    numbers = [each.number for each in members if each.number not in gone]
    return scores(numbers, counting, ROUND_ROBIN_TIES)
