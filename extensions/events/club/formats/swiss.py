"""A Swiss tournament: rounds with a deadline that pair players with similar scores.

`swiss_worker` pairs two-player games and `tables` three-player games, each in a separate process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from extensions.events.club.course import EventCourse, NextRound, PlannedPairing
from extensions.events.club.formats.format import Format, Rules
from extensions.events.club.pairing.pairer import Pairer, can_pair
from extensions.events.club.pairing.tables import meetings
from extensions.events.club.standings import results
from extensions.events.club.standings.results import POINTS
from extensions.events.club.standings.scores import SWISS_TIES, places, scores
from extensions.events.club.standings.table import Columns, Table, Tables, ordered, row_of
from extensions.events.storage.entering import Entrant
from extensions.events.storage.rounds import Pairing, Round
from language.texts import N_
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES

if TYPE_CHECKING:
    from extensions.events.club.pairing.swiss_worker import History, Pair, Request
    from extensions.events.club.pairing.tables import Player, Seating
    from extensions.events.club.pairing.tables import Table as SeatedTable


class Swiss(Format):
    """A format with a start date, whose rounds are paired by the results so far."""

    key = "swiss"
    rules = Rules(
        min_entrants=9,
        default_max_entrants=64,
        max_entrants=64,
        pace="1d+4h<2d",
        days=10,
        entry_days=7,
        late_until=2,
    )
    unnamed = N_("{game} Swiss")
    sizes = N_("A Swiss tournament takes {least} to {largest} players.")
    chooses_rounds = True
    has_rounds = True

    def check_game(self, game: Game, options: Mapping[str, int]) -> None:
        """Check that this machine can pair the rounds.

        :raises Refusal: `no_pairing`.
        """
        if len(game.seat_names(options)) == 2 and not can_pair():
            words = N_("Swiss pairings aren't available on this bot. Open a league instead.")
            raise Refusal("no_pairing", words)

    async def next_round(
        self, course: EventCourse, pairer: Pairer, now: datetime
    ) -> NextRound | None:
        """Return the next round as paired by the worker, None after the last.

        :raises CannotPair: if the worker fails or takes too long.
        """
        if is_done(course):
            return None
        if seats_of(course) == 3:
            return next_tables(course, await pairer.seat(seating(course)), now)
        return paired_round(course, await pairer.pair(request(course)), now)

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return one table, a column per round."""
        numbers = tuple(each.number for each in rounds)
        ranked = scores((entrant.number for entrant in entrants), pairings, SWISS_TIES)
        placed = places({number: score.key for number, score in ranked.items()})
        columns = Columns(numbers, pairings)
        rows = tuple(
            row_of(entrant, ranked[entrant.number], placed[entrant.number], columns)
            for entrant in ordered(entrants, placed)
        )
        return Tables(SWISS_TIES, (Table(1, numbers, rows),))


def rounds_of(course: EventCourse) -> int:
    """Return the number of rounds: as chosen, or one more than needed to single out a winner."""
    starters = sum(
        entrant.seed is not None and entrant.first_round == 1 for entrant in course.entrants
    )
    players = starters or len(course.current_entrants)
    rounds = course.event.terms.rounds or (players - 1).bit_length() + 1
    # The most rounds in which everyone can meet only new opponents.
    return min(rounds, max(1, (players - 1) // (seats_of(course) - 1)))


def is_done(course: EventCourse) -> bool:
    """Whether no round follows: all are played, too few players remain, or no one can get a bye."""
    players = course.current_entrants
    if len(course.rounds) >= rounds_of(course):
        return True
    if not course.rounds:
        return False
    seats = seats_of(course)
    if len(players) < max(seats, 2):
        return True
    fresh = sum(not had_bye(course, player.number) for player in players)
    return fresh < len(players) % seats


def seats_of(course: EventCourse) -> int:
    """Return the number of seats per board."""
    assert course.event.game is not None
    return len(GAMES[course.event.game].seat_names(course.event.terms.options))


def had_bye(course: EventCourse, number: int) -> bool:
    """Whether an entrant has already had a bye."""
    return any(
        pairing.seats == (number,) and pairing.outcomes == (results.BYE,)
        for pairing in course.pairings
    )


def request(course: EventCourse) -> Request:
    """Return the input for pairing the next round: all seeded entrants, by seed."""
    players = _players(course)
    places = {number: place for place, number in enumerate(players, 1)}
    histories: dict[int, History] = {}
    current = {entrant.number for entrant in course.current_entrants}
    past = len(course.rounds)
    for number in players:
        histories[number] = {
            "opponents": [0] * past,
            "firsts": [False] * past,
            "points": [0] * past,
            "plays": number in current,
        }
    for each in _late(course):
        histories[each.number]["points"][-1] = POINTS[results.HALF_BYE]
    for pairing in course.pairings:
        assert pairing.outcomes is not None
        for seat, number in enumerate(pairing.seats):
            history, at = histories[number], pairing.round - 1
            if pairing.outcomes[seat] == results.HALF_BYE:
                # The half point counts for the round before it was announced.
                at -= 1
            history["points"][at] = POINTS[pairing.outcomes[seat]]
            if len(pairing.seats) == 2:
                history["opponents"][at] = places[pairing.seats[1 - seat]]
                history["firsts"][at] = seat == 0
    apart = [
        (min(pair), max(pair))
        for pair in (
            {places[number] for number in each}
            for each in course.kept_apart
            # Someone who left before the first round has no place.
            if each <= places.keys()
        )
    ]
    return {
        "players": [histories[number] for number in players],
        "rounds": rounds_of(course),
        "apart": sorted(apart),
        "top_seed_begins": course.event.id % 2 == 0,
    }


def paired_round(course: EventCourse, pairs: list[Pair], now: datetime) -> NextRound:
    """Return the next round from the worker's pairs."""
    players = _players(course)
    planned: list[PlannedPairing] = []
    for one, other in pairs:
        if other == 0:
            planned.append(PlannedPairing((players[one - 1],), outcomes=(results.BYE,)))
        else:
            planned.append(PlannedPairing((players[one - 1], players[other - 1])))
    return _next_round(course, planned, now)


def _next_round(course: EventCourse, planned: list[PlannedPairing], now: datetime) -> NextRound:
    """Return a round of pairings, with half points for late entrants."""
    event = course.event
    assert event.game is not None
    late = [
        PlannedPairing((entrant.number,), outcomes=(results.HALF_BYE,)) for entrant in _late(course)
    ]
    ends_at = now + timedelta(days=event.terms.days)
    return NextRound(event.game, event.terms.options, ends_at, (*planned, *late))


def seating(course: EventCourse) -> Seating:
    """Return the input for seating the next round at tables of three.

    The lowest players without a bye so far are left out and get one.
    """
    table = scores((entrant.number for entrant in course.entrants), course.pairings, SWISS_TIES)
    late = {entrant.number for entrant in _late(course)}
    seats: Counter[tuple[int, int]] = Counter()
    boards: list[tuple[int, ...]] = []
    for pairing in course.pairings:
        if len(pairing.seats) == 3:
            boards.append(pairing.seats)
            if pairing.match_id is not None:
                seats.update((number, seat) for seat, number in enumerate(pairing.seats))
    players: list[Player] = [
        {
            "number": entrant.number,
            "points": table[entrant.number].points
            + POINTS[results.HALF_BYE] * (entrant.number in late),
            "seats": (
                seats[entrant.number, 0],
                seats[entrant.number, 1],
                seats[entrant.number, 2],
            ),
        }
        for entrant in course.current_entrants
    ]
    players.sort(key=lambda each: -each["points"])
    fresh = [player for player in players if not had_bye(course, player["number"])]
    byes = fresh[len(fresh) - len(players) % 3 :]
    return {
        "players": [player for player in players if player not in byes],
        "met": [(min(pair), max(pair), times) for pair, times in meetings(boards).items()],
        "apart": sorted((min(pair), max(pair)) for pair in course.kept_apart),
        "seed": course.event.id * 100 + len(course.rounds),
    }


def next_tables(course: EventCourse, tables: Sequence[SeatedTable], now: datetime) -> NextRound:
    """Return the next round from the worker's tables. Everyone without a table has a bye."""
    seated = {number for table in tables for number in table}
    byes = [entrant.number for entrant in course.current_entrants if entrant.number not in seated]
    planned = [PlannedPairing(table) for table in tables]
    planned += [PlannedPairing((number,), outcomes=(results.BYE,)) for number in byes]
    return _next_round(course, planned, now)


def _late(course: EventCourse) -> list[Entrant]:
    """Return the late entrants of the next round, who get half a point for the one before."""
    number = len(course.rounds) + 1
    return [
        entrant
        for entrant in course.current_entrants
        if number > 1 and entrant.first_round == number
    ]


def _players(course: EventCourse) -> list[int]:
    """Return the numbers of all current and former entrants, by seed."""
    seeded = [entrant for entrant in course.entrants if entrant.seed is not None]
    fresh = [entrant for entrant in course.current_entrants if entrant.seed is None]
    return [
        *(entrant.number for entrant in sorted(seeded, key=lambda each: each.seed or 0)),
        *(entrant.number for entrant in fresh),
    ]
