"""Standings of an event: a pure function of who takes part and of what each pairing came to.

Points first; then, among those who are level: what they made of each other, if all of them have
met; Sonneborn-Berger where everybody meets everybody, else Buchholz without the worst (FIDE
Handbook C.07); wins; fewer losses by time. Whoever is still level shares a place.

Standings after a round look at nothing that happened later, so they never change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from club.events import results
from club.events.results import POINTS
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing, Round

DIRECT, SONNEBORN_BERGER, BUCHHOLZ, GROUP_WINS = "direct", "sonneborn", "buchholz", "group wins"
WINS, TIME_LOSSES = "wins", "time losses"

ROUND_ROBIN_TIES = (DIRECT, SONNEBORN_BERGER, WINS, TIME_LOSSES)
SWISS_TIES = (DIRECT, BUCHHOLZ, WINS, TIME_LOSSES)
TOUR_TIES = (GROUP_WINS, WINS, TIME_LOSSES)

BY_PLACE = (10, 6, 4)
"""Half points of a tour for the first places of a group; every other place has 2."""
TOOK_PART = 4
"""Half points of a tour for whoever played at least one match of a round to its end."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One pairing of an entrant, as a crosstable shows it."""

    outcome: str | None
    """What they got, None as long as it runs."""
    opponents: tuple[int, ...]
    """The numbers of the others; none for a bye."""
    seat: int
    match_id: int | None
    is_struck: bool
    """Whether it doesn't count, because one of them played too little before they left."""


@dataclass(frozen=True, slots=True)
class Row:
    """How somebody stands."""

    place: int | None
    """From 1; shared by those who are level. None for whose results are struck."""
    entrant: Entrant
    points: int
    """In halves."""
    played: int
    """Results that they have, byes included."""
    wins: int
    byes: int
    time_losses: int
    tie_breaks: tuple[int, ...]
    """In the order of `Standings.tie_breaks`; the more the better, but for losses by time.
    Sonneborn-Berger is in quarters, Buchholz in halves."""
    cells: tuple[tuple[Cell, ...], ...]
    """One a column of the table: what they had there, mostly one pairing."""
    by_column: tuple[int | None, ...]
    """Half points, one a column; None where there is no result."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a division or group, or of all."""

    division: int
    columns: tuple[int, ...]
    """What the cells of a row stand under: numbers of rounds or, where everybody meets everybody,
    of entrants, in the order of the rows."""
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """How an event stands after a round, or stood."""

    event: Event
    round: int
    """The last one that is looked at, 0 for none."""
    is_final: bool
    """Whether that round is over, so that nothing of this changes any more."""
    tie_breaks: tuple[str, ...]
    """Codes, in the order in which they are looked at."""
    by_opponent: bool
    """Whether the columns are entrants, not rounds."""
    tables: tuple[Table, ...]

    def row_of(self, user_id: int) -> Row | None:
        """Where somebody stands."""
        rows = (row for table in self.tables for row in table.rows)
        return next((row for row in rows if row.entrant.user_id == user_id), None)


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
) -> frozenset[tuple[int, int]]:
    """Whose results are struck in which round, as entrant and round: who was out before it was
    over, and had played less than half of their matches of it to the end."""
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


def standings(
    event: Event,
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    pairings: Sequence[Pairing],
    after: int | None = None,
) -> Standings:
    """How an event stands.

    :param after: the number of a round, to see how it stood when that was over; None for now.
    """
    last = len(rounds) if after is None else min(after, len(rounds))
    known = [each for each in rounds if each.number <= last]
    counted = [each for each in pairings if each.round <= last]
    seated = {number for pairing in counted for number in pairing.seats}
    there = [
        each
        for each in entrants
        if each.number in seated or (each.is_in and each.first_round <= max(1, last))
    ]
    is_over = bool(known) and known[-1].over_at is not None
    is_final = is_over and (after is not None or event.is_over)
    tie_breaks, by_opponent, tables = _TABLES[event.format](there, known, counted)
    return Standings(event, last, is_final, tie_breaks, by_opponent, tables)


_Tables = tuple[tuple[str, ...], bool, tuple[Table, ...]]


def _round_robin(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    """A table a division."""
    out = struck(entrants, pairings, rounds)
    of_division: dict[int, set[int]] = defaultdict(set)
    for pairing in pairings:
        of_division[pairing.division] |= {*pairing.seats}
    if not of_division:
        of_division[1] = {each.number for each in entrants}
    tables: list[Table] = []
    for division, numbers in sorted(of_division.items()):
        members = [each for each in entrants if each.number in numbers]
        own = [each for each in pairings if each.division == division]
        ranked = group_scores(members, own, out)
        placed = places({number: score.key for number, score in ranked.items()})
        ordered = _ordered(members, placed)
        columns = tuple(each.number for each in ordered)
        rows = tuple(
            _row(each, ranked.get(each.number), placed.get(each.number), columns, own, out, True)
            for each in ordered
        )
        tables.append(Table(division, columns, rows))
    return ROUND_ROBIN_TIES, True, tuple(tables)


def group_scores(
    members: Sequence[Entrant], pairings: Sequence[Pairing], out: frozenset[tuple[int, int]]
) -> dict[int, Score]:
    """What the members of a group have made of its pairings, those left out who are struck."""
    counting = [
        each for each in pairings if not any((number, each.round) in out for number in each.seats)
    ]
    rounds = {each.round for each in pairings}
    gone = {number for number, of_round in out if of_round in rounds}
    numbers = [each.number for each in members if each.number not in gone]
    return scores(numbers, counting, ROUND_ROBIN_TIES)


def _swiss(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    columns = tuple(each.number for each in rounds)
    ranked = scores((each.number for each in entrants), pairings, SWISS_TIES)
    placed = places({number: score.key for number, score in ranked.items()})
    rows = tuple(
        _row(
            each,
            ranked[each.number],
            placed[each.number],
            columns,
            pairings,
            frozenset(),
            False,
        )
        for each in _ordered(entrants, placed)
    )
    return SWISS_TIES, False, (Table(1, columns, rows),)


def _ladder(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    """By the places that are kept while it runs."""
    ranked = scores((each.number for each in entrants), pairings, (WINS, TIME_LOSSES))
    placed = {each.number: each.place for each in entrants if each.place is not None}
    rows = tuple(
        _row(each, ranked[each.number], placed.get(each.number), (), pairings, frozenset(), False)
        for each in _ordered(entrants, placed)
        if each.number in placed
    )
    return (WINS, TIME_LOSSES), False, (Table(1, (), rows),)


def tour_points(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> dict[int, dict[int, tuple[int, bool]]]:
    """By entrant and round: half points for the place in the group and for taking part, and
    whether they came first. Rounds that run give no points yet."""
    out = struck(entrants, pairings, rounds)
    found: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    for each in rounds:
        if each.over_at is None:
            continue
        of_round = [pairing for pairing in pairings if pairing.round == each.number]
        for division in sorted({pairing.division for pairing in of_round}):
            own = [pairing for pairing in of_round if pairing.division == division]
            numbers = {number for pairing in own for number in pairing.seats}
            members = [one for one in entrants if one.number in numbers]
            ranked = group_scores(members, own, out)
            placed = places({number: score.key for number, score in ranked.items()})
            took_part = {
                number
                for pairing in own
                for number, outcome in zip(pairing.seats, pairing.outcomes or (), strict=True)
                if outcome in results.PLAYED
            }
            for number, place in placed.items():
                by_place = BY_PLACE[place - 1] if place <= len(BY_PLACE) else 2
                points = by_place + TOOK_PART if number in took_part else 0
                found[number][each.number] = points, place == 1 and number in took_part
    return found


def _tour(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> _Tables:
    columns = tuple(each.number for each in rounds)
    made = tour_points(entrants, rounds, pairings)
    plain = scores((each.number for each in entrants), pairings, (WINS, TIME_LOSSES))
    ranked: dict[int, Score] = {}
    for each in entrants:
        own, of_rounds = plain[each.number], made.get(each.number, {})
        points = sum(got for got, _ in of_rounds.values())
        firsts = sum(is_first for _, is_first in of_rounds.values())
        ties = (firsts, own.wins, own.time_losses)
        ranked[each.number] = Score(points, own.played, own.wins, own.byes, own.time_losses, ties)
    placed = places({number: score.key for number, score in ranked.items()})
    rows: list[Row] = []
    for each in _ordered(entrants, placed):
        row = _row(
            each,
            ranked[each.number],
            placed[each.number],
            columns,
            pairings,
            struck(entrants, pairings, rounds),
            False,
        )
        got = made.get(each.number, {})
        by_column = tuple(got[column][0] if column in got else None for column in columns)
        rows.append(replace(row, by_column=by_column))
    return TOUR_TIES, False, (Table(1, columns, tuple(rows)),)


_TABLES = {
    "cup": _round_robin,
    "league": _round_robin,
    "swiss": _swiss,
    "ladder": _ladder,
    "tour": _tour,
}


def _ordered(entrants: Sequence[Entrant], placed: Mapping[int, int]) -> list[Entrant]:
    """By place, then as they were seeded; who has no place comes last."""
    last = len(entrants) + 1

    def rank(each: Entrant) -> tuple[int, int, int]:
        return placed.get(each.number, last), each.seed or last, each.number

    return sorted(entrants, key=rank)


_NOTHING = Score(0, 0, 0, 0, 0, ())


def _row(
    entrant: Entrant,
    score: Score | None,
    place: int | None,
    columns: Sequence[int],
    pairings: Sequence[Pairing],
    out: frozenset[tuple[int, int]],
    by_opponent: bool,
) -> Row:
    found: dict[int, list[Cell]] = {column: [] for column in columns}
    for pairing in pairings:
        if entrant.number not in pairing.seats:
            continue
        seat = pairing.seats.index(entrant.number)
        others = tuple(number for number in pairing.seats if number != entrant.number)
        is_struck = any((number, pairing.round) in out for number in pairing.seats)
        outcome = None if pairing.outcomes is None else pairing.outcomes[seat]
        cell = Cell(outcome, others, seat + 1, pairing.match_id, is_struck)
        for column in others if by_opponent else (pairing.round,):
            if column in found:
                found[column].append(cell)
    score = score or _NOTHING
    cells = tuple(tuple(found[column]) for column in columns)
    return Row(
        place,
        entrant,
        score.points,
        score.played,
        score.wins,
        score.byes,
        score.time_losses,
        score.tie_breaks,
        cells,
        tuple(_sum(each) for each in cells),
    )


def _sum(cells: Sequence[Cell]) -> int | None:
    counted = [cell for cell in cells if not cell.is_struck]
    got = [POINTS[cell.outcome] for cell in counted if cell.outcome is not None]
    return sum(got) if got else None
