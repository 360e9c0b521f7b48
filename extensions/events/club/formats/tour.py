"""A tour: a new game every two weeks, in small groups of equal strength.

There are points for the place in the group and for taking part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from extensions.events.club.course import EventCourse, NextRound, PlannedPairing
from extensions.events.club.formats.format import Format, Rules
from extensions.events.club.pairing.pairer import Pairer
from extensions.events.club.pairing.tables import everyone_once, meetings, tables_of_three
from extensions.events.club.standings import results
from extensions.events.club.standings.scores import (
    TIME_LOSSES,
    TOUR_TIES,
    WINS,
    Score,
    group_scores,
    places,
    scores,
    struck_results,
)
from extensions.events.club.standings.table import Columns, Row, Table, Tables, ordered, row_of
from extensions.events.storage.entering import Entrant
from extensions.events.storage.rounds import Pairing, Round
from language.texts import N_
from rules.registry import GAMES

POINTS_BY_PLACE = (10, 6, 4)
"""Half points for the first places of a group. Every other place gets 2."""

PARTICIPATION_POINTS = 4
"""Half points for taking part in a round."""

PARTICIPATION_OUTCOMES = results.PLAYED_OUTCOMES | {results.FORFEIT_WIN}
"""Results that count as taking part: a finished match, or an opponent who never moved."""

MAX_GROUP = 5
"""Maximum size of a group. Groups have three to five players."""


def tour_points(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> dict[int, dict[int, tuple[int, bool]]]:
    """Return half points and whether the group was won, by entrant and finished round."""
    struck = struck_results(entrants)
    points_of: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    for each in rounds:
        if each.over_at is None:
            continue
        of_round = [pairing for pairing in pairings if pairing.round == each.number]
        for division in sorted({pairing.division for pairing in of_round}):
            own = [pairing for pairing in of_round if pairing.division == division]
            numbers = {number for pairing in own for number in pairing.seats}
            members = [one for one in entrants if one.number in numbers]
            ranked = group_scores(members, own, struck)
            placed = places({number: score.key for number, score in ranked.items()})
            participants = {
                number
                for pairing in own
                for number, outcome in zip(pairing.seats, pairing.outcomes or (), strict=True)
                if outcome in PARTICIPATION_OUTCOMES
            }
            for number, place in placed.items():
                place_points = POINTS_BY_PLACE[place - 1] if place <= len(POINTS_BY_PLACE) else 2
                points = place_points + PARTICIPATION_POINTS if number in participants else 0
                points_of[number][each.number] = points, place == 1 and number in participants
    return points_of


class Tour(Format):
    """A format with a start date and a round per game, in groups."""

    key = "tour"
    rules = Rules(
        min_entrants=3,
        default_max_entrants=100,
        max_entrants=200,
        pace="2d+4h<3d",
        days=14,
        entry_days=7,
        late_until=len(GAMES),
    )
    unnamed = N_("Tour")
    sizes = N_("A tour takes {least} to {largest} players.")
    has_game = False
    has_rounds = True
    strikes_results = True

    async def next_round(
        self, course: EventCourse, pairer: Pairer, now: datetime
    ) -> NextRound | None:
        """Return the next game, None after the last or if too few are left."""
        number = len(course.rounds)
        if number >= len(GAMES):
            return None
        game = games_of(course.event.id)[number]
        options = GAMES[game].choose({})
        seats = len(GAMES[game].seat_names(options))
        if len(course.current_entrants) < seats:
            return None
        planned: list[PlannedPairing] = []
        for group, members in enumerate(grouped(course, self._by_standing(course)), 1):
            if seats == 2:
                boards = [pair for pairs in everyone_once(members) for pair in pairs]
            else:
                boards = list(tables_of_three(members))
            planned += [PlannedPairing(board, group) for board in boards]
        ends_at = now + timedelta(days=course.event.terms.days)
        return NextRound(game, options, ends_at, tuple(planned))

    def _by_standing(self, course: EventCourse) -> list[int]:
        """Return the numbers of the current entrants, leader first."""
        current = [entrant.number for entrant in course.current_entrants]
        if not course.rounds:
            return current
        rows = self.standings(course).tables[0].rows
        ranked = [row.entrant.number for row in rows if row.entrant.number in current]
        return ranked + [number for number in current if number not in ranked]

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return one table, a column per round."""
        numbers = tuple(each.number for each in rounds)
        by_round = tour_points(entrants, rounds, pairings)
        base_scores = scores(
            (entrant.number for entrant in entrants), pairings, (WINS, TIME_LOSSES)
        )
        ranked: dict[int, Score] = {}
        for entrant in entrants:
            own, round_points = base_scores[entrant.number], by_round.get(entrant.number, {})
            points = sum(half_points for half_points, _ in round_points.values())
            firsts = sum(is_first for _, is_first in round_points.values())
            ties = (firsts, own.wins, own.time_losses)
            ranked[entrant.number] = Score(
                points, own.played, own.wins, own.byes, own.time_losses, ties
            )
        placed = places({number: score.key for number, score in ranked.items()})
        columns = Columns(numbers, pairings, struck_results(entrants))
        rows: list[Row] = []
        for each in ordered(entrants, placed):
            row = row_of(each, ranked[each.number], placed[each.number], columns)
            round_points = by_round.get(each.number, {})
            by_column = tuple(
                round_points[number][0] if number in round_points else None for number in numbers
            )
            rows.append(replace(row, by_column=by_column))
        return Tables(TOUR_TIES, (Table(1, numbers, tuple(rows)),))


def games_of(event_id: int) -> list[str]:
    """Return the keys of the games in their order. Each tour starts with the next one."""
    keys = list(GAMES)
    first = event_id % len(keys)
    return keys[first:] + keys[:first]


def grouped(course: EventCourse, players: Sequence[int]) -> list[list[int]]:
    """Divide players into groups of equal strength.

    Neighbours in the standings go to different groups, each to one without players they must not
    meet, and with as few former opponents as possible.

    :param players: leader first.
    """
    count = max(1, -(-len(players) // MAX_GROUP))
    met = meetings([pairing.seats for pairing in course.pairings])
    groups: list[list[int]] = [[] for _ in range(count)]
    for begin in range(0, len(players), count):
        free = list(range(count))
        if (begin // count) % 2:
            free.reverse()
        for player in players[begin : begin + count]:
            group = min(
                free, key=lambda at: (_cost(player, groups[at], met, course), free.index(at))
            )
            free.remove(group)
            groups[group].append(player)
    return groups


def _cost(
    player: int, group: Sequence[int], met: Mapping[frozenset[int], int], course: EventCourse
) -> tuple[int, int]:
    pairs = [frozenset((player, other)) for other in group]
    return sum(pair in course.kept_apart for pair in pairs), sum(met.get(pair, 0) for pair in pairs)
