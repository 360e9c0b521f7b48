"""A tour: a new game every two weeks, all games there are, in small groups that are
equally strong; points for the place in the group and for taking part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from club.events.course import Course, NextRound, Planned, Rules
from club.events.pairing.round_robin import everybody_once, tables_of_three
from club.events.pairing.tables import meetings
from club.events.standings.standings import standings
from rules.registry import GAMES

RULES = Rules(
    least=3,
    most=100,
    largest=200,
    pace="2d+4h<3d",
    days=14,
    entry_days=7,
    late_until=len(GAMES),
)

LARGEST_GROUP = 5
"""So that a group has three to five players."""


def next_round(course: Course, now: datetime) -> NextRound | None:
    """The next game, None after the last or where too few are left."""
    number = len(course.rounds)
    if number >= len(GAMES):
        return None
    game = games_of(course.event.id)[number]
    options = GAMES[game].choose({})
    seats = len(GAMES[game].seat_names(options))
    groups = grouped(course)
    if len(course.present) < seats:
        return None
    planned: list[Planned] = []
    for group, members in enumerate(groups, 1):
        if seats == 2:
            boards = [pair for pairs in everybody_once(members) for pair in pairs]
        else:
            boards = list(tables_of_three(members))
        planned += [Planned(board, group) for board in boards]
    ends_at = now + timedelta(days=course.event.terms.days)
    return NextRound(game, options, ends_at, tuple(planned))


def games_of(event_id: int) -> list[str]:
    """The games in their order, by key: each tour begins with the next of them."""
    keys = list(GAMES)
    first = event_id % len(keys)
    return keys[first:] + keys[:first]


def grouped(course: Course) -> list[list[int]]:
    """Groups that are equally strong, so that a place in one is worth a place in another: of those
    who stand next to each other in the table, each goes to another group, where they have met
    least, and whom they are not to play is not."""
    players = _by_standing(course)
    count = max(1, -(-len(players) // LARGEST_GROUP))
    met = meetings([pairing.seats for pairing in course.pairings])
    groups: list[list[int]] = [[] for _ in range(count)]
    for begin in range(0, len(players), count):
        free = list(range(count))
        if (begin // count) % 2:
            free.reverse()
        for player in players[begin : begin + count]:
            chosen = min(
                free, key=lambda at: (_cost(player, groups[at], met, course), free.index(at))
            )
            free.remove(chosen)
            groups[chosen].append(player)
    return groups


def _cost(
    player: int, group: Sequence[int], met: Mapping[frozenset[int], int], course: Course
) -> tuple[int, int]:
    pairs = [frozenset((player, other)) for other in group]
    return sum(pair in course.apart for pair in pairs), sum(met.get(pair, 0) for pair in pairs)


def _by_standing(course: Course) -> list[int]:
    """The numbers of all who are in it, the leader first."""
    present = {each.number for each in course.present}
    if not course.rounds:
        return [each.number for each in course.present]
    now = standings(course.event, course.entrants, course.rounds, course.pairings)
    ranked = [row.entrant.number for row in now.tables[0].rows if row.entrant.number in present]
    return ranked + [each.number for each in course.present if each.number not in ranked]
