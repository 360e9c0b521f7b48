"""A league: seasons of round robins in divisions, with promotion and relegation between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from extensions.events.club import changes
from extensions.events.club.course import EventCourse, NextRound, PlannedPairing
from extensions.events.club.formats.format import Format, Rules
from extensions.events.club.news import add_news
from extensions.events.club.pairing.pairer import Pairer
from extensions.events.club.pairing.tables import everyone_once, tables_of_three
from extensions.events.club.standings.table import Standings, Tables, round_robin_tables
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage.entering import Entrant, NewEntrant
from extensions.events.storage.events import Event, NewEvent
from extensions.events.storage.news import NewsKind
from extensions.events.storage.rounds import Pairing, Round
from language.texts import N_
from rules.registry import GAMES
from storage.database.transaction import Transaction

MAX_DIVISION = 7
"""Maximum size of a division. Divisions have five to seven players, from ten players on."""
TWO_MOVE = 6
"""Minimum size of both neighbouring divisions for moving two players instead of one."""
MIN_RETURNING = 2
"""Minimum number of players to open the next season.

It is lower than a season needs, because others can still join before it starts.
"""
SEASON_BREAK = timedelta(days=5)
"""Time to confirm an entry for the next season."""


class League(Format):
    """A format with a start date and divisions. Each season is a separate event."""

    key = "league"
    rules = Rules(
        min_entrants=4,
        default_max_entrants=70,
        max_entrants=140,
        pace="2d+6h<3d",
        days=28,
        entry_days=7,
    )
    unnamed = N_("{game} league")
    sizes = N_("A league takes {least} to {largest} players.")
    strikes_results = True

    async def next_round(
        self, course: EventCourse, pairer: Pairer, now: datetime
    ) -> NextRound | None:
        """Return the only round of a season, None after it."""
        event = course.event
        if course.rounds or event.game is None:
            return None
        divisions = split_into_divisions(course.current_entrants, course.kept_apart)
        seats = len(GAMES[event.game].seat_names(event.terms.options))
        planned: list[PlannedPairing] = []
        for division, members in enumerate(divisions, 1):
            numbers = [member.number for member in members]
            if seats == 2:
                boards = [pair for pairs in everyone_once(numbers) for pair in pairs]
            else:
                boards = list(tables_of_three(numbers))
            planned += [PlannedPairing(board, division) for board in boards]
        return NextRound(
            event.game,
            event.terms.options,
            now + timedelta(days=event.terms.days),
            tuple(planned),
            {member.number: at for at, members in enumerate(divisions, 1) for member in members},
        )

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return a table per division."""
        return round_robin_tables(entrants, rounds, pairings)

    async def on_end(
        self, tx: Transaction, course: EventCourse, final: Standings, now: datetime
    ) -> None:
        """Open the next season and ask this season's players to confirm.

        New players join at the end of the order.

        :raises sqlalchemy.exc.IntegrityError: if it is already open.
        """
        moves = movers(final)
        for kind, direction in NEWS_OF.items():
            numbers = [number for number, move in moves.items() if move == direction]
            if numbers:
                await add_news(tx, course.event, now, kind, entrants=numbers)
        remaining = order_after(final)
        if len(remaining) < MIN_RETURNING:
            return
        season = await stored_events.add(tx, _next_season(course.event, now))
        invited = [
            await stored_entrants.add(
                tx,
                season.id,
                NewEntrant(each.user_id, each.name, each.rating, state="asked", seed=seed),
                now,
            )
            for seed, each in enumerate(remaining, 1)
        ]
        next_course = EventCourse(season, tuple(invited), (), ())
        # The card comes first, because it creates the thread for the question.
        next_course = await changes.save_and_show(tx, next_course, now)
        await add_news(tx, next_course.event, now, "opened")
        numbers = [entrant.number for entrant in invited]
        await add_news(tx, next_course.event, now, "asked", entrants=numbers)


def _next_season(event: Event, now: datetime) -> NewEvent:
    closes_at = now + SEASON_BREAK
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


def split_into_divisions(
    players: Sequence[Entrant], kept_apart: frozenset[frozenset[int]] = frozenset()
) -> list[list[Entrant]]:
    """Divide players into divisions of nearly equal size, strongest first.

    A player who must not meet someone in their division swaps with the nearest player of another
    division, if that helps.

    :param players: strongest first.
    """
    count = max(1, -(-len(players) // MAX_DIVISION))
    size, larger = divmod(len(players), count)
    divisions: list[list[Entrant]] = []
    for division in range(count):
        begin = division * size + min(division, larger)
        divisions.append(list(players[begin : begin + size + (division < larger)]))
    for pair in sorted(kept_apart, key=sorted):
        _separate(divisions, pair, kept_apart)
    return divisions


def _separate(
    divisions: list[list[Entrant]], pair: frozenset[int], kept_apart: frozenset[frozenset[int]]
) -> None:
    """Move the lower of two players who must not meet to another division, if it helps."""
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
    # Nearest ranks first.
    others.sort(
        key=lambda other: (abs(other[0] - home), other[1] if other[0] > home else -other[1])
    )
    clash_count = _clashes(divisions, kept_apart)
    for division, place in others:
        mine, theirs = divisions[home][at], divisions[division][place]
        divisions[home][at], divisions[division][place] = theirs, mine
        if _clashes(divisions, kept_apart) < clash_count:
            return
        divisions[home][at], divisions[division][place] = mine, theirs


def _clashes(divisions: Sequence[Sequence[Entrant]], kept_apart: frozenset[frozenset[int]]) -> int:
    numbers = [{member.number for member in members} for members in divisions]
    return sum(pair <= members for pair in kept_apart for members in numbers)


def order_after(final: Standings) -> list[Entrant]:
    """Return the remaining players of a season in the order for the next one.

    Players are ordered by division and place, after promotion and relegation.
    """
    divisions = [[row.entrant for row in table.rows if row.entrant.is_in] for table in final.tables]
    sizes = [len(table.rows) for table in final.tables]
    for upper in range(len(divisions) - 1):
        moving = 2 if min(sizes[upper], sizes[upper + 1]) >= TWO_MOVE else 1
        # Players who left have already made room.
        vacancies = sizes[upper] - len(divisions[upper])
        down = max(0, min(moving - vacancies, len(divisions[upper])))
        above, below = divisions[upper], divisions[upper + 1]
        sinking = above[len(above) - down :]
        divisions[upper] = above[: len(above) - down] + below[:moving]
        divisions[upper + 1] = sinking + below[moving:]
    return [member for members in divisions for member in members]


Direction = Literal["up", "down"]
"""A player's change of division after a season."""

NEWS_OF: Mapping[NewsKind, Direction] = {"went up": "up", "went down": "down"}


def movers(standings: Standings) -> Mapping[int, Direction]:
    """Return who would change divisions, by number, if the season ended like this.

    Empty before the first result, and if only one division would remain.
    """
    if not any(row.played for table in standings.tables for row in table.rows):
        return {}
    after = split_into_divisions(order_after(standings))
    if len(after) < 2:
        return {}
    before = {
        row.entrant.number: at for at, table in enumerate(standings.tables) for row in table.rows
    }
    directions: dict[int, Direction] = {}
    for at, members in enumerate(after):
        for number in (member.number for member in members):
            if at != before[number]:
                directions[number] = "up" if at < before[number] else "down"
    return directions
