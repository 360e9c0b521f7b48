"""A league: seasons of divisions in which everybody plays everybody. One or two go up, one or
two go down, and the next season is open for whoever is still in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from club.events import event_transactions
from club.events.course import Course, NextRound, Planned
from club.events.formats.format import Format, Rules
from club.events.pairing.pairer import Pairer
from club.events.pairing.round_robin import everybody_once, tables_of_three
from club.events.standings.round_robin import round_robin_tables
from club.events.standings.table import Standings, Tables
from rules.language import N_
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events.entrants import Entrant, NewEntrant
from storage.events.events import Event, NewEvent
from storage.events.news import NewsKind
from storage.events.rounds import Pairing, Round

LARGEST_DIVISION = 7
"""So that a division has five to seven players, unless there are fewer than ten in all."""
TWO_MOVE = 6
"""From so many players in both divisions on, two go up and two go down; else one."""
LEAST_TO_GO_ON = 2
"""Fewer than a season needs, so that one who drops out of a small league doesn't end it: others can
still join, and without them it is called off."""
BETWEEN_SEASONS = timedelta(days=5)
"""How long people can say that they are still in."""


class League(Format):
    """Begins on a date, in divisions; each season is an event of its own."""

    key = "league"
    rules = Rules(least=4, most=70, largest=140, pace="2d+6h<3d", days=28, entry_days=7)
    unnamed = N_("{game} league")
    sizes = N_("A league can be for {least} to {largest} players.")
    has_seasons = True

    async def next_round(self, course: Course, pairer: Pairer, now: datetime) -> NextRound | None:
        """Return the one round of a season, None after it."""
        event = course.event
        if course.rounds or event.game is None:
            return None
        divisions = divided(course.present, course.apart)
        seats = len(GAMES[event.game].seat_names(event.terms.options))
        planned: list[Planned] = []
        for division, members in enumerate(divisions, 1):
            numbers = [each.number for each in members]
            if seats == 2:
                boards = [pair for pairs in everybody_once(numbers) for pair in pairs]
            else:
                boards = list(tables_of_three(numbers))
            planned += [Planned(board, division) for board in boards]
        return NextRound(
            event.game,
            event.terms.options,
            now + timedelta(days=event.terms.days),
            tuple(planned),
            {each.number: at for at, members in enumerate(divisions, 1) for each in members},
        )

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return a table per division."""
        return round_robin_tables(entrants, rounds, pairings)

    async def followed(
        self, tx: Transaction, course: Course, final: Standings, now: datetime
    ) -> None:
        """Open the next season: those who played are asked whether they are still in, and others
        can join at the end.

        :raises sqlalchemy.exc.IntegrityError: if it is open already.
        """
        ways = movers(final)
        for kind, way in NEWS_OF.items():
            numbers = [number for number, theirs in ways.items() if theirs == way]
            if numbers:
                await event_transactions.tell(tx, course.event, now, kind, entrants=numbers)
        goers = order_after(final)
        if len(goers) < LEAST_TO_GO_ON:
            return
        season = await stored_events.add(tx, _next_season(course.event, now))
        asked = [
            await stored_entrants.add(
                tx,
                season.id,
                NewEntrant(each.user_id, each.name, each.rating, state="asked", seed=seed),
                now,
            )
            for seed, each in enumerate(goers, 1)
        ]
        coming = Course(season, tuple(asked), (), ())
        # The card first, so that there is a thread for the question.
        coming = await event_transactions.changed(tx, coming, now)
        await event_transactions.tell(tx, coming.event, now, "opened")
        numbers = [each.number for each in asked]
        await event_transactions.tell(tx, coming.event, now, "asked", entrants=numbers)


def _next_season(event: Event, now: datetime) -> NewEvent:
    closes_at = now + BETWEEN_SEASONS
    return NewEvent(
        guild_id=event.guild_id,
        channel_id=event.channel_id,
        format=event.format,
        game=event.game,
        name=event.name,
        terms=event.terms,
        opened_by=event.opened_by,
        opened_by_name=event.opened_by_name,
        created_at=now,
        entries_close_at=closes_at,
        wakes_at=closes_at,
        series_id=event.series_id or event.id,
        season=event.season + 1,
    )


def divided(
    players: Sequence[Entrant], apart: frozenset[frozenset[int]] = frozenset()
) -> list[list[Entrant]]:
    """Divisions of nearly the same size, the highest first.

    Who is not to play somebody of their division changes places with whoever comes nearest in
    another, if that helps.

    :param players: the strongest first.
    """
    count = max(1, -(-len(players) // LARGEST_DIVISION))
    size, larger = divmod(len(players), count)
    found: list[list[Entrant]] = []
    for division in range(count):
        begin = division * size + min(division, larger)
        found.append(list(players[begin : begin + size + (division < larger)]))
    for pair in sorted(apart, key=sorted):
        _part(found, pair, apart)
    return found


def _part(
    divisions: list[list[Entrant]], pair: frozenset[int], apart: frozenset[frozenset[int]]
) -> None:
    """Exchange the lower of two who are not to play each other, where they are in one division."""
    places = [
        (division, at)
        for division, members in enumerate(divisions)
        for at, each in enumerate(members)
        if each.number in pair
    ]
    if len(places) < 2 or places[0][0] != places[1][0]:
        return
    home, at = places[1]
    others = [
        (division, place)
        for division, members in enumerate(divisions)
        for place in range(len(members))
        if division != home
    ]
    # The nearest ranks first.
    others.sort(
        key=lambda there: (abs(there[0] - home), there[1] if there[0] > home else -there[1])
    )
    before = _clashes(divisions, apart)
    for division, place in others:
        mine, theirs = divisions[home][at], divisions[division][place]
        divisions[home][at], divisions[division][place] = theirs, mine
        if _clashes(divisions, apart) < before:
            return
        divisions[home][at], divisions[division][place] = mine, theirs


def _clashes(divisions: Sequence[Sequence[Entrant]], apart: frozenset[frozenset[int]]) -> int:
    numbers = [{each.number for each in members} for members in divisions]
    return sum(pair <= members for pair in apart for members in numbers)


def order_after(final: Standings) -> list[Entrant]:
    """Who goes on after a season, in the order in which the next is divided: by division and
    place, with those who go up before those who go down. Who is out is out."""
    divisions = [[row.entrant for row in table.rows if row.entrant.is_in] for table in final.tables]
    sizes = [len(table.rows) for table in final.tables]
    for upper in range(len(divisions) - 1):
        moving = 2 if min(sizes[upper], sizes[upper + 1]) >= TWO_MOVE else 1
        # Who is out has made room already.
        gone = sizes[upper] - len(divisions[upper])
        down = max(0, min(moving - gone, len(divisions[upper])))
        above, below = divisions[upper], divisions[upper + 1]
        sinking = above[len(above) - down :]
        divisions[upper] = above[: len(above) - down] + below[:moving]
        divisions[upper + 1] = sinking + below[moving:]
    return [each for members in divisions for each in members]


Way = Literal["up", "down"]
"""Which way somebody goes after a season."""

NEWS_OF: Mapping[NewsKind, Way] = {"went up": "up", "went down": "down"}


def movers(standings: Standings) -> Mapping[int, Way]:
    """Who changes divisions, by number, if the season ends like this and all who played stay.

    Nobody as long as nothing is decided, or where one division is left.
    """
    if not any(row.played for table in standings.tables for row in table.rows):
        return {}
    after = divided(order_after(standings))
    if len(after) < 2:
        return {}
    before = {
        row.entrant.number: at for at, table in enumerate(standings.tables) for row in table.rows
    }
    ways: dict[int, Way] = {}
    for at, members in enumerate(after):
        for number in (each.number for each in members):
            if at != before[number]:
                ways[number] = "up" if at < before[number] else "down"
    return ways
